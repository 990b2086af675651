// Completion, hover, definition and format. The server answers them for a place in the text.
import { autocompletion, acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { EditorView, hoverTooltip } from "@codemirror/view";
import { make } from "./dom.js";
import { show } from "./problems.js";
import { ask } from "./server.js";

const fields = (state, at, more) => ({ text: state.doc.toString(), at, ...more });

const kinds = { keyword: 0, option: 1, value: 1, column: 3, table: 2, view: 2, keyspace: 1, type: 1, function: -1, conversion: -2, class: 1 };

function option({ label, kind, detail, info, insert }) {
  return { label, type: kind, detail, info, apply: insert || undefined, boost: kinds[kind] ?? 0 };
}

const source = (address) => async (context) => {
  const before = context.matchBefore(/["'\w.]*$/);
  if (!context.explicit && !/["'\w.]$/.test(before?.text ?? "")) return null;
  const answer = await ask(`${address}/complete`, fields(context.state, context.pos));
  if (!answer || context.aborted || answer.items.length === 0) return null;
  return { from: answer.from, to: answer.to, options: answer.items.map(option), validFor: /^["'\w]*$/ };
};

const complete = (address) => autocompletion({ override: [source(address)], icons: false, maxRenderedOptions: 200 });

function card({ title, detail, lines, href }) {
  const head = make("div", {}, make("b", { textContent: title }), detail ? ` ${detail}` : "");
  const body = lines.map((line) => make("p", { textContent: line }));
  if (href) body.push(make("p", {}, make("a", { href, textContent: "Open in the model" })));
  return make("div", { className: "cm-hover" }, head, ...body);
}

const hover = (address) =>
  hoverTooltip(async (view, at) => {
    const answer = await ask(`${address}/hover`, fields(view.state, at));
    if (!answer?.title || answer.to > view.state.doc.length) return null;
    return { pos: answer.from, end: answer.to, above: true, create: () => ({ dom: card(answer) }) };
  });

async function define(view, address, at) {
  const answer = await ask(`${address}/definition`, fields(view.state, at));
  if (!answer) return;
  if (answer.to > 0) show(view, answer);
  else if (answer.href) location.assign(answer.href);
}

/** Goes to the statement that defines an element of the model. */
export async function reveal(view, address, element) {
  const answer = await ask(`${address}/definition`, fields(view.state, 0, { element }));
  if (answer?.to > 0 && answer.to <= view.state.doc.length) show(view, answer);
}

/** Reports to the diagram beside the text which element the statement at the cursor is about. */
export async function reportSubject(view, address) {
  const { head } = view.state.selection.main;
  const answer = await ask(`${address}/subject`, fields(view.state, head));
  if (answer && view.state.selection.main.head === head) document.dispatchEvent(new CustomEvent("widerow:subject", { detail: answer.element ?? "" }));
}

/** Returns the single change that turns one text into another: the caret and everything around it stay in place. */
export function change(before, after) {
  let from = 0;
  let to = before.length;
  let end = after.length;
  while (from < to && from < end && before[from] === after[from]) from++;
  while (to > from && end > from && before[to - 1] === after[end - 1]) to--, end--;
  return { from, to, insert: after.slice(from, end) };
}

export async function format(view, address) {
  const text = view.state.doc.toString();
  const answer = await ask(`${address}/format`, { text });
  if (!answer || view.state.doc.toString() !== text || answer.text === text) return;
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  view.dispatch({ changes: change(text, answer.text), userEvent: "format" });
  const at = view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
  view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
}

const clicks = (address) =>
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      event.preventDefault();
      define(view, address, at);
      return true;
    },
  });

export const assist = (address) => [complete(address), hover(address), clicks(address), closeBrackets()];

export const keys = (address) => [
  { key: "Tab", run: acceptCompletion },
  { key: "F12", preventDefault: true, run: (view) => (define(view, address, view.state.selection.main.head), true) },
  { key: "Shift-Alt-f", preventDefault: true, run: (view) => (format(view, address), true) },
  ...closeBracketsKeymap,
  ...completionKeymap,
];
