// The worker, asked for one thing at a time; of what is asked meanwhile only the last is kept.
const PATIENCE = 15000; // milliseconds; an overlay may hold a regular expression that never ends

export class Engine {
  constructor(onAnswer, onTrouble) {
    Object.assign(this, { onAnswer, onTrouble, worker: null, next: null, asked: 0, answered: 0 });
  }

  get isStarted() {
    return this.isReady === true;
  }

  start() {
    this.stop();
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    return new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be loaded"));
      this.worker.onmessage = ({ data }) => {
        if (data.error) return reject(new Error(data.error));
        this.isReady = true;
        this.worker.onmessage = ({ data }) => this.take(data);
        resolve(data.started);
      };
      this.worker.postMessage({ start: true });
    });
  }

  stop() {
    this.worker?.terminate();
    clearTimeout(this.timer);
    Object.assign(this, { worker: null, isReady: false, isBusy: false });
  }

  ask(request) {
    this.next = { request, since: performance.now() };
    if (this.isReady && !this.isBusy) this.send();
  }

  send() {
    this.current = this.next;
    this.next = null;
    this.isBusy = true;
    this.timer = setTimeout(() => {
      this.stop();
      this.onTrouble("no answer: stopped. Change the overlay or the text, then start again");
    }, PATIENCE);
    this.worker.postMessage({ id: ++this.asked, request: JSON.stringify(this.current.request) });
  }

  take(data) {
    clearTimeout(this.timer);
    this.isBusy = false;
    if (data.error) this.onTrouble(data.error);
    else this.onAnswer(JSON.parse(data.answer), this.current);
    if (this.next) this.send();
  }
}
