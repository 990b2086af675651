// textarea[data-query-text]: the text of a query or of concepts, with completion from data-complete. Enter saves, Shift+Enter begins a line.
// Up, Down, Enter, Tab and Escape serve the list of completions while it is open; Ctrl+Space opens it.
import { hide, inList, isOpen, opened, replaceRange, show } from "./completions.js";

const pause = 90; // ms after a key
let waiting, asked = 0;

const isText = (element) => element?.matches?.("textarea[data-query-text]");

/** Closes the list, and drops the question under way. */
function close() {
  clearTimeout(waiting);
  asked++;
  hide();
}

/**
 * Asks for completions of the text before the cursor. Unless forced, only after a letter, a digit or a point. After a name, gap
 * is a space and the operators of a condition are offered, if one must follow.
 */
async function ask(text, forced, gap = "") {
  if (!text.dataset.complete) return;
  const before = text.value.slice(0, text.selectionStart) + gap;
  if (!forced && !/[\p{L}\p{N}_."]$/u.test(before)) return close();
  const turn = ++asked;
  const answer = await fetch(text.dataset.complete, { method: "POST", body: new URLSearchParams({ text: before }) }).catch(() => null);
  const found = answer?.ok ? await answer.json() : [];
  if (turn !== asked || document.activeElement !== text || text.value.slice(0, text.selectionStart) + gap !== before) return;
  const typed = (completion) => before.slice(before.length - completion.replace);
  const whole = found.some((completion) => completion.insert.trim() === typed(completion));
  hide();
  if (gap ? found[0]?.label === "= ?" : found.length > 0 && (forced || !whole)) show(text, found, { active: gap || !before.endsWith(" ") ? 0 : -1, gap, taken });
}

/** Goes on after a completion: into the quotes, or to the operator that must follow a name. */
function taken(text, { insert }, gap) {
  asked++;
  if (insert.endsWith("''")) text.setSelectionRange(text.selectionStart - 1, text.selectionStart - 1);
  else if (!gap && /[\p{L}\p{N}_"]$/u.test(insert)) {
    clearTimeout(waiting);
    ask(text, true, " ");
  }
}

function save(text) {
  close();
  const add = text.name.startsWith("new.") && text.form.querySelector("button[value^='add:']"); // the form of a query adds its parts, too
  if (add) text.form.requestSubmit(add);
  else if (text.value !== text.defaultValue || text.getAttribute("aria-invalid")) text.form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  const { target: text, key } = event;
  if (!isText(text) || text.readOnly || event.isComposing) return;
  const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (isOpen() && plain && inList(key)) {
    if (key === "Escape") close();
    event.stopImmediatePropagation();
  } else if (key === "Enter" && !event.shiftKey && !event.altKey) save(text);
  else if (key === " " && event.ctrlKey) ask(text, true);
  else return;
  event.preventDefault();
}, { capture: true });

document.addEventListener("input", ({ target }) => {
  if (!isText(target)) return;
  clearTimeout(waiting);
  waiting = setTimeout(ask, pause, target, false);
});
document.addEventListener("focusout", ({ target }) => isText(target) && close());
document.addEventListener("selectionchange", () => {
  const text = opened();
  if (text && text.selectionStart !== text.selectionEnd) close();
});

// A correction replaces the marked word and saves.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-suggestion]"), text = button && document.getElementById(button.getAttribute("aria-controls"));
  if (!text) return;
  const { start, end } = button.closest("[data-start]").dataset;
  replaceRange(text, Number(start), Number(end), button.dataset.suggestion);
  save(text);
});

// After a rejected save the first wrong word is selected, if the cursor is still in the text,
// and the message below it comes into view.
document.addEventListener("htmx:finally:request", () => {
  const text = document.activeElement;
  const problem = isText(text) && text.getAttribute("aria-invalid") && document.getElementById(`${text.id}-problem`);
  const mark = problem && problem.querySelector("[data-start]");
  if (!mark) return;
  const { start, end } = mark.dataset;
  text.setSelectionRange(Number(start), Math.max(Number(end), Number(start)));
  problem.scrollIntoView({ block: "nearest" });
});
