// Everything that was entered, in the address: JSON, as UTF-8, as base64 that needs no escapes.
const PREFIX = "#v1=";

export function toFragment(state) {
  let bytes = "";
  for (const byte of new TextEncoder().encode(JSON.stringify(state))) bytes += String.fromCharCode(byte);
  return PREFIX + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// null for no fragment; throws for one that is damaged.
export function fromFragment(fragment, example) {
  if (!fragment.startsWith(PREFIX)) return null;
  const bytes = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))));
  const state = { ...example };
  for (const key of ["text", "tools", "overlay"]) if (typeof data[key] === "string") state[key] = data[key];
  state.schema = data.schema !== false;
  state.checks = data.checks === true;
  if (Number.isInteger(data.chunk) && data.chunk > 0) state.chunk = data.chunk;
  state.arrived = Number.isInteger(data.arrived) ? data.arrived : null;
  return state;
}
