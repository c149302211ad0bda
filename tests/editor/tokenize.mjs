// Colours texts with VS Code's own engine: {"grammar", "texts"} on standard input; for each text the scopes of each character.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.argv[2] + "/");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const { grammar, texts } = JSON.parse(readFileSync(0, "utf8"));
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(JSON.stringify(grammar), "grammar.json"),
});
const loaded = await registry.loadGrammar(grammar.scopeName);

function scopes(text) {
  let stack = INITIAL;
  return text.split("\n").map((line) => {
    const result = loaded.tokenizeLine(line, stack);
    stack = result.ruleStack;
    return result.tokens.flatMap(({ startIndex, endIndex, scopes }) =>
      Array(Math.max(0, Math.min(endIndex, line.length) - startIndex)).fill(scopes.at(-1)));
  });
}
console.log(JSON.stringify(texts.map(scopes)));
