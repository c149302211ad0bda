// Runs the package in a thread of its own, so that the page never waits for it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);
let pyodide, bridge;

async function unpack(name) {
  const response = await fetch(new URL(`pyodide/${name}`, here));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/packages" });
}

async function start() {
  pyodide = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  for (const name of ["lark.zip", "pi_native.zip"]) await unpack(name);
  pyodide.runPython("import sys; sys.path.insert(0, '/packages'); import os; os.environ['PI_NATIVE_CACHE'] = 'off'");
  bridge = pyodide.pyimport("bridge");
  return bridge.base_text();
}

async function loadChecks() {
  await unpack("checks.zip");
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  const reason = bridge.can_check();
  if (reason) throw new Error(reason);
  return true;
}

onmessage = async ({ data }) => {
  try {
    if (data.task === "start") postMessage({ done: await start() });
    else if (data.task === "checks") postMessage({ done: await loadChecks() });
    else postMessage({ done: bridge.answer(data.request) });
  } catch (error) {
    postMessage({ error: String(error.message ?? error).trim().split("\n").at(-1) }); // of a traceback, what went wrong
  }
};
