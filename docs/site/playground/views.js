// The panes that are looked at: each makes its DOM from the answer. All text goes in as text, never as markup.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A call comes in pieces: a text, [link] where a linked value begins, [] where it ends.
export function showResult(pane, calls) {
  pane.replaceChildren(
    ...calls.map((pieces) => {
      const stack = [element("pre")];
      for (const piece of pieces) {
        if (typeof piece === "string") stack.at(-1).append(piece);
        else if (piece.length) stack.push(element("span", { "data-link": piece[0], role: "option" }));
        else {
          const done = stack.pop();
          stack.at(-1).append(done);
        }
      }
      return stack[0];
    }),
  );
  if (!calls.length) pane.append(element("p", {}, "no call"));
}

export function showTree(pane, nodes) {
  pane.replaceChildren(
    ...nodes.map((node, number) =>
      element(
        "div",
        { "data-node": number, role: "option", style: `padding-left:${0.3 + Math.min(node.depth, 40) * 0.7}rem` },
        element("b", {}, node.name),
        node.text ? ` ${node.text}` : "",
      ),
    ),
  );
}

export function showGrammar(pane, text, rules) {
  const parts = Object.entries(rules).filter(([, rule]) => rule[0] === "grammar");
  parts.sort(([, a], [, b]) => a[1] - b[1]);
  const pre = element("pre");
  let end = 0;
  for (const [name, [, start, stop]] of parts) {
    if (start < end) continue; // several declared in one line
    pre.append(text.slice(end, start), element("span", { "data-rule": name, role: "option" }, text.slice(start, stop)));
    end = stop;
  }
  pre.append(text.slice(end));
  pane.replaceChildren(pre);
}

export function showDiagnostics(list, diagnostics, onChoose) {
  list.replaceChildren(
    ...diagnostics.map((each) => {
      const link = element("a", { href: `diagnostics/${each.code}.html`, target: "_blank" }, each.code);
      const place = element("button", { type: "button" }, each.place);
      place.addEventListener("click", () => onChoose(each));
      return element("li", { class: each.severity }, place, ` ${each.severity} `, link, ` ${each.message}. To mend it: ${each.hint}.`);
    }),
  );
}
