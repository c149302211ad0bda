// CodeMirror with marks: ranges with a class, set from outside.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers } from "@codemirror/view";

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function editor(parent, label, { onChange, onPoint, onLeave }) {
  const point = (view, offset) => onPoint?.(offset);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]), // Tab stays with the page
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        marks,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
          else if (update.selectionSet && update.view.hasFocus) point(update.view, update.state.selection.main.head);
        }),
        EditorView.domEventHandlers({
          mousemove(event, view) {
            const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (offset !== null) point(view, offset);
          },
          mouseleave: () => onLeave?.(),
        }),
      ],
    }),
  });
  return {
    view,
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    // Ranges as {start, end, name, title}; an empty one marks the character before or behind it.
    mark(ranges) {
      const length = view.state.doc.length;
      const made = ranges.flatMap(({ start, end, name, title }) => {
        const to = Math.min(Math.max(end, start + 1), length);
        const from = Math.min(start, Math.max(0, to - 1));
        const spec = { class: name, attributes: title ? { title } : {} };
        return from < to ? [Decoration.mark(spec).range(from, to)] : [];
      });
      view.dispatch({ effects: setMarks.of(Decoration.set(made, true)) });
    },
    show(offset) {
      view.dispatch({ effects: EditorView.scrollIntoView(Math.min(offset, view.state.doc.length), { y: "nearest" }) });
    },
    lineAt(number) {
      return view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
    },
  };
}
