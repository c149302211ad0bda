// Asks the questions of questions.json, one at a time, in an order of its own; the address names the one that is asked.
import { toFragment } from "../playground/permalink.js";
import { element } from "../playground/views.js";
import { isRight } from "./judge.js";

const $ = (id) => document.getElementById(`qz-${id}`);
const response = await fetch(new URL("questions.json", import.meta.url));
const data = await response.json();
const byId = new Map(data.questions.map((each) => [each.id, each]));
const score = { right: 0, asked: 0 };
let current;
let deck = [];

// -- which question ---------------------------------------------------------------------------------------------------

function shuffled(list) {
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [list[n], list[other]] = [list[other], list[n]];
  }
  return list;
}

function next() {
  const kind = $("kind").value;
  if (!deck.length) deck = shuffled(data.questions.filter((each) => each.id.endsWith(kind)));
  return `#${deck.pop().id}`;
}

function open() {
  const question = byId.get(location.hash.slice(1));
  if (question) ask(question);
  else location.replace(next());
}

// -- a question -------------------------------------------------------------------------------------------------------

// No colours: they would tell how a text is read. What would not be seen is an escape.
function shown(text) {
  return text.split(/([^\P{Cc}\n])/u).map((part, n) => (n % 2 ? element("b", {}, JSON.stringify(part).slice(1, -1)) : part));
}

function ask(question) {
  const isFirst = !current;
  current = question;
  $("text").replaceChildren(...shown(question.text));
  $("tools").replaceChildren(...question.signatures.map((place) => element("code", {}, data.signatures[place])));
  if (!question.signatures.length) $("tools").append("none is known");
  $("asks").textContent = question.asks;
  $("value").hidden = question.choices.length > 0;
  $("reply").value = "";
  $("choices").replaceChildren(...question.choices.map(choice));
  $("answer").replaceChildren();
  $("inputs").disabled = false;
  $("submit").hidden = false;
  $("next").textContent = "Skip";
  $("form").hidden = false;
  if (!isFirst) ($("choices").querySelector("input") ?? $("reply")).focus();
}

function choice(code) {
  const button = element("input", { type: "radio", name: "choice", value: code, required: "" });
  return element("label", {}, button, element("span", {}, element("code", {}, code), ` ${data.summaries[code]}`));
}

function reply() {
  if (!current.choices.length) return $("reply").value;
  return $("choices").querySelector(":checked")?.value ?? "";
}

function answer() {
  const given = reply();
  const right = isRight(current, given);
  score.asked += 1;
  score.right += right;
  $("score").value = `${score.right} of ${score.asked} right`;
  $("inputs").disabled = true;
  $("submit").hidden = true;
  $("next").textContent = "Next question";
  const code = element("code", {}, current.answer);
  const told = current.choices.length ? element("a", { href: `diagnostics/${current.answer}.html` }, code) : code;
  const verdict = right ? "Right: " : given.trim() ? "No. It is " : "It is ";
  $("answer").replaceChildren(
    element("p", { class: right ? "qz-right" : "qz-wrong" }, verdict, told),
    element("ul", {}, ...current.rules.map((place) => element("li", {}, ...data.rules[place].map(piece)))),
    element("p", {}, element("a", { href: `playground.html${inPlayground()}` }, "Try it in the playground")),
  );
  $("next").focus();
}

function piece(each) {
  return typeof each === "string" ? each : element("a", { href: each[1] }, each[0]);
}

function inPlayground() {
  const tools = JSON.stringify(data.tools[current.tools], null, 1);
  return toFragment({ text: current.text, tools, overlay: "", schema: true, chunk: 8, arrived: null });
}

// -- what is done -----------------------------------------------------------------------------------------------------

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!$("submit").hidden) answer();
});
$("form").addEventListener("keydown", (event) => {
  const button = $("choices").querySelectorAll("input")[Number(event.key) - 1];
  if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
  button.checked = true;
  button.focus();
});
$("next").addEventListener("click", () => (location.hash = next()));
$("kind").addEventListener("change", () => {
  deck = [];
  location.hash = next();
});
window.addEventListener("hashchange", open);
open();
