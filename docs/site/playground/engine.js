// The worker, asked for one thing at a time; of what is asked meanwhile only the last is kept.
const PATIENCE = 15000; // milliseconds; an overlay or a schema may hold a regular expression that never ends

export class Engine {
  constructor(onAnswer, onTrouble, onNoChecks) {
    Object.assign(this, { onAnswer, onTrouble, onNoChecks, worker: null, next: null });
    this.stop();
  }

  // Whether an answer is still to come.
  get isWaiting() {
    return this.isBusy || (this.isReady && this.next !== null);
  }

  async start() {
    this.stop();
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const done = await this.does({ task: "start" });
    this.isReady = true;
    return done;
  }

  stop() {
    this.worker?.terminate();
    Object.assign(this, { worker: null, isReady: false, isBusy: false, hasChecks: false });
  }

  // What the worker makes of a task; rejects with what went wrong there.
  does(task) {
    this.isBusy = true;
    return new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be loaded"));
      this.worker.onmessage = ({ data }) => ("error" in data ? reject(new Error(data.error)) : resolve(data.done));
      this.worker.postMessage(task);
    }).finally(() => (this.isBusy = false));
  }

  ask(request) {
    this.next = { request, since: performance.now() };
    if (this.isReady && !this.isBusy) this.send();
  }

  async send() {
    const asked = this.next;
    this.next = null;
    try {
      if (asked.request.checks) await this.loadChecks(asked.request);
      this.onAnswer(JSON.parse(await this.inTime({ request: JSON.stringify(asked.request) })), asked);
    } catch (error) {
      this.onTrouble(error.message);
    }
    if (this.next && this.isReady) this.send();
  }

  async loadChecks(request) {
    try {
      this.hasChecks ||= await this.does({ task: "checks" });
    } catch (error) {
      request.checks = false;
      this.onNoChecks(error.message);
    }
  }

  async inTime(task) {
    const timer = setTimeout(() => {
      this.stop();
      this.onTrouble("no answer: stopped. Change the overlay, the tools or the text, then start again");
    }, PATIENCE);
    try {
      return await this.does(task);
    } finally {
      clearTimeout(timer);
    }
  }
}
