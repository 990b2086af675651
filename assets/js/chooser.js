// The dialog #palette: a field and a list from which the visitor takes one candidate. The list has the candidates that match the
// typed letters. palette.js fills it with all that a model has.
import { rank, simple } from "./fuzzy.js";

const most = 60; // results
export const dialog = () => document.getElementById("palette");
const part = (name) => document.getElementById(`palette-${name}`);

/** The open list: its candidates, results, the active one, and what to call with the one that is taken. */
let list = null;

/** Reports whether opened, a result of show, is the list that is open. */
export const isOpen = (opened) => list === opened;

/** A line of the list: its words, its kind, other words that find it, and what it does. */
export const candidate = (words, kind, more, run, rest = {}) => ({ words, name: simple(words), kind, more: simple(`${more} ${kind}`), run, ...rest });

/** Lets the visitor choose one of items, each with words, kind and value. Resolves to its value, or to null. */
export function choose(label, items) {
  return new Promise((resolve) => {
    const candidates = items.map(({ words, kind, value }) => candidate(words, kind ?? "", "", null, { value }));
    show({ label, candidates, take: ({ value }) => resolve(value), left: () => resolve(null) });
  });
}

/** Closes a list from which nothing was taken. */
function leave() {
  const left = list?.left;
  list = null;
  left?.();
}

/** Opens a list of candidates. take gets the one that is taken; left is called if none is. */
export function show(options) {
  const input = part("input");
  leave();
  if (!dialog().open) dialog().showModal();
  list = { ...options, results: [], active: -1 };
  Object.assign(input, { value: "", placeholder: options.label });
  input.setAttribute("aria-label", options.label);
  search();
  input.focus();
  return list;
}

/** Says why the list is empty. */
export function none(text) {
  part("none").textContent = text;
  part("none").hidden = text === "";
}

/** Shows the candidates that match the typed letters. */
export function search() {
  const query = part("input").value;
  list.results = query.trim() === "" ? list.candidates.slice(0, most).map((found) => ({ candidate: found, places: new Set() })) : rank(query, list.candidates, most);
  part("list").replaceChildren(...list.results.map(option));
  part("list").hidden = list.results.length === 0;
  none(list.results.length === 0 ? "Nothing has this name." : "");
  activate(list.results.length > 0 ? 0 : -1);
  part("list").scrollTop = 0;
  const { length } = list.results;
  part("status").textContent = query.trim() === "" ? "" : length === 0 ? "No results" : `${length === most ? `${most} or more` : length} result${length === 1 ? "" : "s"}`;
}

/** The name with the letters that were found. */
function marked(words, places) {
  const name = document.createElement("span");
  name.className = "palette-name";
  if (places.size === 0 || simple(words).length !== words.length) {
    name.textContent = words;
    return name;
  }
  for (const [i, letter] of [...words].entries()) {
    const on = places.has(i), last = name.lastChild;
    if (last && (last.nodeName === "B") === on) last.textContent += letter;
    else if (on) name.append(Object.assign(document.createElement("b"), { textContent: letter }));
    else name.append(document.createTextNode(letter));
  }
  return name;
}

function option({ candidate: { words, kind, keys, action }, places }, i) {
  const item = document.createElement("li");
  item.id = `palette-option-${i}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.classList.toggle("action", Boolean(action));
  item.append(marked(words, places));
  if (kind) item.append(Object.assign(document.createElement("span"), { className: "palette-kind", textContent: kind }));
  if (keys) item.append(Object.assign(document.createElement("kbd"), { textContent: keys }));
  return item;
}

function activate(index) {
  const options = part("list").children;
  options[list.active]?.setAttribute("aria-selected", "false");
  list.active = index;
  options[index]?.setAttribute("aria-selected", "true");
  options[index]?.scrollIntoView({ block: "nearest" });
  if (options[index]) part("input").setAttribute("aria-activedescendant", options[index].id);
  else part("input").removeAttribute("aria-activedescendant");
}

/** Takes a result. The dialog is closed first: what follows decides where the focus goes. */
function take(index) {
  const chosen = list?.results[index]?.candidate;
  if (!chosen) return;
  const { take: act } = list;
  list = null;
  dialog().close();
  act(chosen);
}

const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

function key(event) {
  const last = list.results.length - 1, by = steps[event.key];
  if (by && last >= 0) {
    const next = list.active + by;
    activate(Math.abs(by) > 1 ? Math.min(last, Math.max(0, next)) : (next + last + 1) % (last + 1));
  } else if (event.key === "Enter") take(list.active);
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", (event) => list && !event.isComposing && event.target === part("input") && key(event));
document.addEventListener("input", ({ target }) => list && target === part("input") && search());
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#palette-list > li");
  if (chosen) take([...chosen.parentElement.children].indexOf(chosen));
  else if (event.target === dialog() && event.detail > 0) dialog().close(); // the page behind it
});
document.addEventListener("pointermove", ({ target }) => {
  const over = list && target.closest?.("#palette-list > li");
  if (over && over.ariaSelected !== "true") activate([...over.parentElement.children].indexOf(over));
});
document.addEventListener("close", ({ target }) => {
  if (target === dialog() && !target.open) leave(); // the event is late: the palette may be open again
}, { capture: true });
