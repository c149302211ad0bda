import { EXAMPLE, OVERLAYS } from "./example.js";
import { editor } from "./editor.js";
import { Engine } from "./engine.js";
import { fromFragment, toFragment } from "./permalink.js";
import { element, showDiagnostics, showGrammar, showResult, showTree } from "./views.js";

const $ = (id) => document.getElementById(`pg-${id}`);
let shown = null; // the last answer
let base = ""; // the text of the grammar
let isLoading = false; // several editors are being filled
let arrived = null; // null: all of it

// -- what was entered -------------------------------------------------------------------------------------------------

const editors = {
  text: editor($("text"), "Text", { onChange: changed, onPoint: pointText, onLeave: () => focusOn([]) }),
  tools: editor($("tools"), "Tools, as JSON", { onChange: changed }),
  overlay: editor($("overlay"), "Grammar overlay", { onChange: () => changed(true), onPoint: pointOverlay }),
};

function state() {
  const texts = Object.fromEntries(Object.entries(editors).map(([name, each]) => [name, each.text]));
  return { ...texts, schema: !$("noschema").checked, checks: $("checks").checked, chunk: chunk(), arrived };
}

function chunk() {
  return Math.max(1, Math.floor(Number($("chunk").value)) || 1);
}

function load(from) {
  isLoading = true;
  for (const [name, each] of Object.entries(editors)) each.text = from[name];
  $("noschema").checked = !from.schema;
  $("checks").checked = from.checks && !$("checks").disabled;
  $("chunk").value = from.chunk;
  arrived = from.arrived;
  isLoading = false;
  changed();
}

let waiting;
function changed(isSlow = false) {
  if (isLoading) return;
  $("gallery").value = OVERLAYS.find((each) => each.text === editors.overlay.text)?.name ?? "";
  const length = editors.text.text.length;
  const steps = Math.ceil(length / chunk());
  if (arrived !== null && arrived >= length) arrived = null;
  $("arrived").max = steps;
  $("arrived").value = arrived === null ? steps : Math.ceil(arrived / chunk());
  $("arrived").setAttribute("aria-valuetext", `${arrived ?? length} of ${length} characters`);
  clearTimeout(waiting);
  waiting = setTimeout(() => ((waiting = null), engine.ask(state()), sayBusy()), isSlow === true ? 250 : 0);
  keepAddress();
  sayBusy();
}

let keeping;
function keepAddress() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    keeping = null;
    window.history.replaceState(null, "", toFragment(state()));
    sayBusy();
  }, 150);
}

// Whether what is shown, and the address, do not yet say what was entered.
function sayBusy() {
  $("panes").setAttribute("aria-busy", Boolean(waiting || keeping || engine.isWaiting));
}

// -- what is shown ----------------------------------------------------------------------------------------------------

const engine = new Engine(show, (trouble) => (say(trouble, true), sayBusy()), withoutChecks);

function withoutChecks(reason) {
  $("checks").checked = false;
  $("checks").disabled = true;
  $("checks").parentElement.append(` (cannot be loaded: ${reason})`);
}

function say(text, isTrouble = false) {
  $("status").value = text;
  $("status").classList.toggle("pg-error", isTrouble);
}

function show(answer, { request, since }) {
  const hadRules = JSON.stringify(shown?.rules);
  shown = answer;
  for (const pane of ["tools", "overlay"]) showError(pane, answer.errors[pane]);
  showResult($("result"), answer.calls);
  showTree($("tree"), answer.nodes);
  if (JSON.stringify(answer.rules) !== hadRules) showGrammar($("grammar"), base, answer.rules);
  showDiagnostics($("diagnostics"), answer.diagnostics, (each) => {
    editors.text.view.dispatch({ selection: { anchor: each.start }, scrollIntoView: true });
    editors.text.view.focus();
  });
  showStream(answer.stream, request.text);
  focusOn([]);
  const took = performance.now() - since;
  const count = answer.calls.length === 1 ? "1 call" : `${answer.calls.length} calls`;
  say(`${count}, ${answer.diagnostics.length} diagnostics, ${took.toFixed(0)} ms`);
  $("status").dataset.took = took;
  $("status").dataset.text = request.text;
  sayBusy();
}

function showError(pane, error) {
  $(`${pane}-error`).textContent = error ? `line ${error.line}: ${error.message}` : "";
  const line = error && editors[pane].lineAt(error.line);
  editors[pane].mark(line ? [{ start: line.from, end: line.to, name: "pg-mark-error", title: error.message }] : []);
}

function showStream(stream, text) {
  $("stream").hidden = !stream;
  if (!stream) return;
  $("held").textContent = JSON.stringify(text.slice(stream.held, stream.arrived)).slice(1, -1) || "nothing";
  $("events").replaceChildren(...stream.events.map((each) => element("pre", {}, each)));
  if (!stream.events.length) $("events").append(element("p", {}, "no event: the chunk made nothing certain"));
}

// -- links: text, tree, rule and value stand for each other -----------------------------------------------------------

function focusOn(numbers, from = null) {
  const nodes = numbers.map((number) => shown.nodes[number]);
  const links = new Set(nodes.map((node) => node.link).filter(Boolean));
  const names = new Set(nodes.map((node) => node.name));
  mark($("tree"), "[data-node]", (each) => numbers.includes(Number(each.dataset.node)), from);
  mark($("result"), "[data-link]", (each) => links.has(each.dataset.link), from);
  mark($("grammar"), "[data-rule]", (each) => names.has(each.dataset.rule), from);
  const overlay = [...names].map((name) => shown.rules[name]).filter((rule) => rule?.[0] === "overlay");
  if (!shown?.errors.overlay)
    editors.overlay.mark(overlay.map(([, start, end]) => ({ start, end, name: "pg-mark-focus" })));
  editors.text.mark([...standing(), ...nodes.map(({ start, end }) => ({ start, end, name: "pg-mark-focus" }))]);
  if (nodes.length && from !== editors.text) editors.text.show(nodes[0].start);
}

function mark(pane, what, isMeant, from) {
  let first = null;
  for (const each of pane.querySelectorAll(what)) {
    const isOn = isMeant(each);
    each.classList.toggle("pg-focus", isOn);
    each.setAttribute("aria-selected", isOn);
    if (isOn) first ??= each;
  }
  if (first && pane !== from) {
    const top = first.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    if (top < 0 || top > pane.clientHeight - 20) pane.scrollTop += top - 20; // never the page itself
  }
}

// What is marked in the text whatever is pointed at: findings, what has not arrived, what is held back.
function standing() {
  if (!shown) return [];
  const found = shown.diagnostics.map((each) => ({
    ...each,
    name: `pg-mark-${each.severity}`,
    title: `${each.code}: ${each.message}`,
  }));
  const { stream } = shown;
  if (!stream) return found;
  const parts = [{ start: stream.held, end: stream.arrived, name: "pg-mark-held", title: "held back" }];
  parts.push({ start: stream.arrived, end: editors.text.text.length, name: "pg-mark-later", title: "not arrived" });
  return [...found, ...parts.filter(({ start, end }) => start < end)];
}

function pointText(offset) {
  if (!shown) return;
  let found = -1; // nodes come outermost first, so the last one that holds the place is the innermost
  shown.nodes.forEach(({ start, end }, number) => (found = start <= offset && offset < end ? number : found));
  focusOn(found > 0 ? [found] : [], editors.text);
}

function pointOverlay(offset) {
  const rule = Object.entries(shown?.rules ?? {}).find(([, [pane, a, b]]) => pane === "overlay" && a <= offset && offset <= b);
  if (rule) focusOn(numbersOf((node) => node.name === rule[0]));
}

function numbersOf(isMeant) {
  return shown.nodes.flatMap((node, number) => (isMeant(node, number) ? [number] : []));
}

// The outermost nodes that stand for a value: those below them follow.
function ofLink(link) {
  return numbersOf((node, number) => node.link === link && !isInside(number, link));
}

function isInside(number, link) {
  for (let n = number - 1, { depth } = shown.nodes[number]; n > 0; n--) {
    if (shown.nodes[n].depth < depth) return shown.nodes[n].link === link;
  }
  return false;
}

function pointAt(target, pane) {
  const item = target.closest?.("[data-node], [data-link], [data-rule]");
  if (!item || !shown) return;
  const { node, link, rule } = item.dataset;
  if (node !== undefined) focusOn([Number(node)], pane);
  else if (link !== undefined) focusOn(ofLink(link), pane);
  else focusOn(numbersOf((each) => each.name === rule), pane);
  if (rule !== undefined) item.classList.add("pg-focus"); // also where the text has none of it
  if (pane) pane.current = item;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

for (const name of ["tree", "result", "grammar"]) {
  const pane = $(name);
  pane.addEventListener("mouseover", (event) => pointAt(event.target, pane));
  pane.addEventListener("click", (event) => pointAt(event.target, pane)); // touch has no hover
  pane.addEventListener("mouseleave", () => shown && focusOn([]));
  pane.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const items = [...pane.querySelectorAll("[data-node], [data-link], [data-rule]")];
    if (step === undefined || !items.length) return;
    event.preventDefault();
    const place = items.indexOf(pane.current) + step;
    const item = items[Math.max(0, Math.min(items.length - 1, place))];
    pointAt(item, null); // scrolls this pane too
    pane.current = item;
  });
}

// -- the bar ----------------------------------------------------------------------------------------------------------

$("start").addEventListener("click", async () => {
  $("start").disabled = true;
  say("loading Python …");
  try {
    base = await engine.start();
    shown = null;
    $("start").textContent = "Restart";
    engine.ask(state());
  } catch (error) {
    say(`cannot start: ${error.message}`, true);
  }
  $("start").disabled = false;
});
$("reset").addEventListener("click", () => load(EXAMPLE));
$("noschema").addEventListener("change", changed);
$("checks").addEventListener("change", () => {
  if ($("checks").checked && !engine.hasChecks) say("loading JSON Schema checks …");
  changed();
});
$("chunk").addEventListener("input", changed);
$("arrived").addEventListener("input", () => {
  arrived = Math.min(Number($("arrived").value) * chunk(), editors.text.text.length);
  changed();
});
$("gallery").append(...OVERLAYS.map((each) => element("option", { value: each.name, title: each.intent }, each.name)));
$("gallery").addEventListener("change", () => {
  editors.overlay.text = OVERLAYS.find((each) => each.name === $("gallery").value)?.text ?? "";
});
$("link").addEventListener("click", async () => {
  window.history.replaceState(null, "", toFragment(state()));
  try {
    await navigator.clipboard.writeText(location.href);
    say("copied");
  } catch {
    say("the address of this page is the link");
  }
});
window.addEventListener("hashchange", open);

function open() {
  try {
    load(fromFragment(location.hash, EXAMPLE) ?? EXAMPLE);
  } catch (error) {
    load(EXAMPLE);
    say("the link is damaged: this is the example", true);
  }
}
open();
