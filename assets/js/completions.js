// The list of completions at a textarea, for query.js and mention.js: Up and Down choose one, Enter and Tab take it, Escape closes it.
// A completion has a label, perhaps a detail, the text to insert, and how much of the text before the cursor that replaces.

/** The open list: its textarea, completions, the active one, -1 for none, and who takes one. */
let list = null;

/** Reports whether the list is open. */
export const isOpen = () => list !== null;

/** The textarea whose list is open, or null. */
export const opened = () => list?.text ?? null;

export function hide() {
  if (!list) return;
  list.element.remove();
  for (const name of ["aria-activedescendant", "aria-controls"]) list.text.removeAttribute(name);
  list = null;
}

/** Opens the list. After gap is set, a completion follows a space that was not typed. taken gets the completion that is chosen. */
export function show(text, completions, { active = 0, gap = "", taken }) {
  hide();
  const element = document.createElement("ul");
  Object.assign(element, { id: `${text.id}-completions`, className: "completions" });
  element.setAttribute("role", "listbox");
  element.setAttribute("aria-label", "Completions");
  completions.forEach(({ label, detail }, i) => element.append(option(text, label, detail, i)));
  text.parentElement.append(element);
  text.setAttribute("aria-controls", element.id);
  list = { text, element, completions, active: -1, at: text.selectionStart, gap, taken };
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
  const { text, completions, gap, taken } = list, completion = completions[index], start = startOf(completion);
  hide();
  replaceRange(text, start, text.selectionStart, gap + completion.insert);
  taken?.(text, completion, gap);
}

/** Replaces a part of the text as a user does who types; insert is then before the cursor. */
export function replaceRange(text, start, end, insert) {
  text.focus();
  text.setRangeText(insert, start, end, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Handles a key while the list is open. Reports whether the list used it. */
export function inList(key) {
  const { active, completions } = list, last = completions.length - 1;
  if (key === "ArrowDown") activate(active >= last ? 0 : active + 1);
  else if (key === "ArrowUp") activate(active <= 0 ? last : active - 1);
  else if (key === "Escape") hide();
  else if ((key === "Enter" || key === "Tab") && fits()) accept(active);
  else return false;
  return true;
}

// A page that is refreshed because of others loses the list.
document.addEventListener("htmx:after:swap", () => list && !list.element.isConnected && hide());
