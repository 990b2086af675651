// A field in which somebody is typing while others change it keeps its text, and the value that was seen: saving it asks which of
// the two is right. Until then a mark says who has changed it.
import { isHeld } from "../held.js";
import { isTyped, stateOf } from "../state.js";

const marks = new Map(); // id of the hidden input with the value seen → theirs
let swapping = false; // the page is swapped because of others
let own = false; // the page answers what the user has changed
let newest = ""; // who saved the newest revision, as far as is known

/** Begins a swap because of others, if by names who saved, or in answer to a request. */
export function beginSwap(request, by) {
  swapping = by !== undefined;
  own = !swapping && request.method !== "GET";
  newest = by ?? "";
}

const controlsOf = (was) => [...(was.form?.elements ?? [])].filter(({ name }) => name === `set.${was.name.slice("was.".length)}`);

/** Returns the fields in which somebody types, as ELEMENT.FIELD. */
export function heldFields() {
  const names = [...document.querySelectorAll("[data-live] :is(input, textarea, select)[name^='set.']")].filter(isHeld);
  return [...new Set(names.map(({ name }) => name.slice("set.".length)))];
}

/**
 * Reports whether a morph leaves an input alone: the value seen of a field in which somebody types. The answer to an own change
 * names who else has changed the field.
 */
export function keepsSeen(old, fresh) {
  if (!old.name.startsWith("was.") || !fresh.name.startsWith("was.") || !controlsOf(old).some(isHeld)) return false;
  const value = fresh.getAttribute("value") ?? "", { by = own ? "You" : newest || "Somebody", now = value } = fresh.dataset;
  marks.delete(old.id);
  if (value === old.value || (own && by === "You")) return false;
  marks.set(old.id, { seen: old.value, value, shown: now, by });
  return true;
}

/** Reports whether a morph for others leaves a control alone: a part that is being added, a draft. */
export const keepsTyped = (control, fresh) => swapping && stateOf(control) !== stateOf(fresh) &&
  (isTyped(control) || ((control.name ?? "").startsWith("new.") && stateOf(control) !== ""));

function show(was, { by, shown }) {
  const field = was.parentElement;
  field.querySelector(":scope > .theirs")?.remove();
  const mark = document.createElement("p"), who = document.createElement("bdi"), value = document.createElement("bdi");
  mark.className = "theirs";
  mark.setAttribute("role", "status");
  who.textContent = by === "You" ? "you, in another window" : by;
  value.textContent = shown === "" ? "(empty)" : shown;
  mark.append("Changed by ", who, ": ", value);
  const hint = field.querySelector(":scope > .hint");
  if (hint) hint.before(mark);
  else field.append(mark);
}

/** Shows the marks of fields in which somebody types, and takes back those of others. */
function renew() {
  for (const [id, mark] of marks) {
    const was = document.getElementById(id);
    if (!was || was.value !== mark.seen) { // gone, or the server has answered
      marks.delete(id);
      was?.parentElement.querySelector(":scope > .theirs")?.remove();
    } else if (!controlsOf(was).some(isHeld)) { // both typed the same, or the text was taken back
      was.value = mark.value;
      marks.delete(id);
      was.parentElement.querySelector(":scope > .theirs")?.remove();
    } else show(was, mark);
  }
}
document.addEventListener("htmx:after:swap", renew);
document.addEventListener("widerow:left", renew);
