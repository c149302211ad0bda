// Runs the package in a thread of its own, so that the page never waits for it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);
let answer;

async function start() {
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  for (const name of ["lark.zip", "pi_native.zip"]) {
    const response = await fetch(new URL(`pyodide/${name}`, here));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/packages" });
  }
  pyodide.runPython("import sys; sys.path.insert(0, '/packages'); import os; os.environ['PI_NATIVE_CACHE'] = 'off'");
  const bridge = pyodide.pyimport("bridge");
  answer = bridge.answer;
  return bridge.base_text();
}

onmessage = async ({ data }) => {
  try {
    if (data.start) postMessage({ started: await start() });
    else postMessage({ id: data.id, answer: answer(data.request) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
