// textarea[data-query-text]: the text of a query or of concepts, with completion from data-complete. Enter saves, Shift+Enter begins a line.
// Up, Down, Enter, Tab and Escape serve the list of completions while it is open; Ctrl+Space opens it.
const pause = 90; // ms after a key

/** The open list: its textarea, completions and the active one, -1 for none. */
let list = null;
let waiting, asked = 0;

const isText = (element) => element?.matches?.("textarea[data-query-text]");

/** Closes the list, and drops the question under way. */
function close() {
  clearTimeout(waiting);
  asked++;
  hide();
}

function hide() {
  if (!list) return;
  list.element.remove();
  for (const name of ["aria-activedescendant", "aria-controls"]) list.text.removeAttribute(name);
  list = null;
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
  if (gap ? found[0]?.label === "= ?" : found.length > 0 && (forced || !whole)) open(text, found, gap || !before.endsWith(" ") ? 0 : -1, gap);
}

function open(text, completions, active, gap) {
  const element = document.createElement("ul");
  Object.assign(element, { id: `${text.id}-completions`, className: "completions" });
  element.setAttribute("role", "listbox");
  element.setAttribute("aria-label", "Completions");
  completions.forEach(({ label, detail }, i) => element.append(option(text, label, detail, i)));
  text.parentElement.append(element);
  text.setAttribute("aria-controls", element.id);
  list = { text, element, completions, active: -1, at: text.selectionStart, gap };
  activate(active);
  announce(text, `${completions.length} completion${completions.length > 1 ? "s" : ""}`);
}

function option(text, label, detail, i) {
  const item = document.createElement("li"), name = document.createElement("code");
  item.id = `${text.id}-completion-${i}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  name.textContent = label;
  item.append(name);
  if (detail) item.append(Object.assign(document.createElement("span"), { textContent: detail }));
  item.addEventListener("mousedown", (event) => event.preventDefault()); // the text keeps the focus
  item.addEventListener("click", () => accept(i));
  return item;
}

function activate(index) {
  const { element, text } = list;
  element.children[list.active]?.setAttribute("aria-selected", "false");
  list.active = index;
  const item = element.children[index];
  item?.setAttribute("aria-selected", "true");
  item?.scrollIntoView({ block: "nearest" });
  if (item) text.setAttribute("aria-activedescendant", item.id);
  else text.removeAttribute("aria-activedescendant");
}

/** Tells screen readers how many completions there are. */
function announce(text, words) {
  let line = text.parentElement.querySelector("[role=status]");
  if (!line) {
    line = Object.assign(document.createElement("p"), { className: "hidden" });
    line.setAttribute("role", "status");
    text.parentElement.append(line);
  }
  line.textContent = words;
}

/** Returns where the text begins that a completion replaces. What was typed since the list came belongs to it, too. */
const startOf = ({ replace }) => list.at - replace;

/** Reports whether the active completion still fits what has been typed since the list came. */
function fits() {
  const { text, completions, active, at, gap } = list;
  if (active < 0) return false;
  const typed = text.value.slice(startOf(completions[active]), text.selectionStart);
  return text.selectionStart === at || (!gap && completions[active].label.toLowerCase().includes(typed.toLowerCase()));
}

function accept(index) {
  const { text, completions, gap } = list, { insert } = completions[index], start = startOf(completions[index]);
  close();
  replaceRange(text, start, text.selectionStart, gap + insert);
  if (insert.endsWith("''")) text.setSelectionRange(text.selectionStart - 1, text.selectionStart - 1);
  else if (!gap && /[\p{L}\p{N}_"]$/u.test(insert)) {
    clearTimeout(waiting);
    ask(text, true, " ");
  }
}

/** Replaces a part of the text as a user does who types; insert is then before the cursor. */
function replaceRange(text, start, end, insert) {
  text.focus();
  text.setRangeText(insert, start, end, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

function save(text) {
  close();
  const add = text.name.startsWith("new.") && text.form.querySelector("button[value^='add:']"); // the form of a query adds its parts, too
  if (add) text.form.requestSubmit(add);
  else if (text.value !== text.defaultValue || text.getAttribute("aria-invalid")) text.form.requestSubmit();
}

/** Handles a key while the list is open. Reports whether the list used it. */
function inList(key) {
  const { active, completions } = list, last = completions.length - 1;
  if (key === "ArrowDown") activate(active >= last ? 0 : active + 1);
  else if (key === "ArrowUp") activate(active <= 0 ? last : active - 1);
  else if (key === "Escape") close();
  else if ((key === "Enter" || key === "Tab") && fits()) accept(active);
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  const { target: text, key } = event;
  if (!isText(text) || text.readOnly || event.isComposing) return;
  const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (list && plain && inList(key)) event.stopImmediatePropagation();
  else if (key === "Enter" && !event.shiftKey && !event.altKey) save(text);
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
  if (list && list.text.selectionStart !== list.text.selectionEnd) close();
});

// A correction replaces the marked word and saves.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-suggestion]"), text = button && document.getElementById(button.getAttribute("aria-controls"));
  if (!text) return;
  const { start, end } = button.closest("[data-start]").dataset;
  replaceRange(text, Number(start), Number(end), button.dataset.suggestion);
  save(text);
});

// After a rejected save the first wrong word is selected, if the cursor is still in the text.
document.addEventListener("htmx:finally:request", () => {
  const text = document.activeElement;
  const mark = isText(text) && text.getAttribute("aria-invalid") && document.querySelector(`[id="${CSS.escape(text.id)}-problem"] [data-start]`);
  if (!mark) return;
  const { start, end } = mark.dataset;
  text.setSelectionRange(Number(start), Math.max(Number(end), Number(start)));
});
