// Findings of the server, underlined in the text and listed below it.
import { forEachDiagnostic, linter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { EditorView, ViewPlugin } from "@codemirror/view";
import { make } from "./dom.js";
import { ask } from "./server.js";

const pause = 400; // ms without a key before the text is checked
const shown = 200; // problems in the list; the text underlines all

/** Turns text between backticks into code, like web/prose.templ. */
const prose = (text) => text.split(/`([^`]+)`/).map((span, i) => (i % 2 ? make("code", { textContent: span }) : span));

const words = (message, hint) => {
  const parts = [make("div", { className: "message" }, ...prose(message))];
  if (hint) parts.push(make("div", { className: "hint" }, ...prose(hint)));
  return make("div", {}, ...parts);
};

/** A place inside the text with at least one character, if there is one, to underline. */
function clamp({ from, to }, length) {
  const start = Math.min(from, Math.max(0, length - 1));
  return { from: start, to: Math.min(length, Math.max(to, start + 1)) };
}

/** Checks the current text. An answer about an earlier text is dropped. */
export function check(address, answered) {
  return linter(
    async (view) => {
      const text = view.state.doc;
      const answer = await ask(`${address}/check`, { text: text.toString() });
      if (!answer || view.state.doc !== text) return [];
      answered(answer);
      return answer.findings.map(({ severity, message, hint, ...place }) => ({
        ...clamp(place, text.length), severity, message, hint, renderMessage: () => words(message, hint),
      }));
    },
    { delay: pause, tooltipFilter: (found) => found },
  );
}

function item(view, found) {
  const line = view.state.doc.lineAt(found.from);
  const place = make("button", { type: "button", className: "place", textContent: `${line.number}:${found.from - line.from + 1}` });
  place.title = `Go to line ${line.number}`;
  place.addEventListener("click", () => show(view, found));
  const text = words(found.message, found.hint);
  text.prepend(make("span", { className: "hidden", textContent: `${found.severity}: ` }));
  return make("li", { className: { error: "bad", warning: "warn" }[found.severity] ?? "info" }, place, text);
}

/** Selects a place and brings it into view. */
export function show(view, { from, to }) {
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

const count = (number, one) => (number === 1 ? `1 ${one}` : `${number} ${one}s`);

export function title(found) {
  const of = (severity) => found.filter((one) => one.severity === severity).length;
  const parts = [["error", "error"], ["warning", "warning"], ["info", "note"]].filter(([severity]) => of(severity) > 0);
  return parts.length === 0 ? "No problems" : parts.map(([severity, one]) => count(of(severity), one)).join(", ");
}

/** Keeps a list and its title in sync with the underlined findings. */
export function list(status, place) {
  let before = "";
  const write = (view) => {
    const found = [];
    forEachDiagnostic(view.state, (diagnostic, from, to) => found.push({ ...diagnostic, from, to }));
    const now = JSON.stringify(found.map(({ from, message }) => [view.state.doc.lineAt(from).number, from - view.state.doc.lineAt(from).from, message]));
    if (now === before) return;
    before = now;
    status.textContent = title(found);
    status.dataset.level = found.some(({ severity }) => severity === "error") ? "bad" : "";
    place.hidden = found.length === 0;
    place.replaceChildren(...found.slice(0, shown).map((one) => item(view, one)));
  };
  return ViewPlugin.define((view) => {
    queueMicrotask(() => write(view));
    return { update: ({ view, docChanged, transactions }) => (docChanged || transactions.some(({ effects }) => effects.length > 0)) && write(view) };
  });
}

export const keys = [
  { key: "F8", run: nextDiagnostic, preventDefault: true },
  { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
];
