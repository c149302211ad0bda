// Whether a reply is the answer, as `pi-native quiz` judges it: JSON, where any other text stands for itself; or a code
// or its number. Numbers are compared as they are written, digit by digit: JavaScript's own would lose some.
export function isRight({ choices, answer }, reply) {
  const given = reply.trim();
  if (choices.length) return given === answer || given === String(choices.indexOf(answer) + 1);
  return read(given) === read(answer);
}

const ATOM = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// A value as a text that equal values share.
function read(text) {
  try {
    JSON.parse(text);
  } catch {
    return JSON.stringify(`s${text}`);
  }
  const marked = text.replace(ATOM, (atom) => (atom.startsWith('"') ? `"s${atom.slice(1)}` : `"n${number(atom)}"`));
  return JSON.stringify(sorted(JSON.parse(marked)));
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value).map(([key, each]) => [key, sorted(each)]);
  return { pairs: pairs.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

// Digits without zeros at either end, and the power of ten behind them.
function number(text) {
  const [, sign, whole, part = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const digits = (whole + part).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept ? `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}` : "0";
}
