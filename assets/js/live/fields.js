// A field in which somebody is typing while others change it keeps its text, and the value that was seen: saving it asks which of
// the two is right. Until then a mark says who has changed it.
import { isTyped, stateOf } from "../state.js";

const marks = new Map(); // id of the hidden input with the value seen → theirs
let swapping = false; // the page is swapped because of others

export const swapsForOthers = (is) => { swapping = is; };
export const forOthers = () => swapping;

const controlsOf = (was) => [...(was.form?.elements ?? [])].filter(({ name }) => name === `set.${was.name.slice("was.".length)}`);

/** Returns the fields in which somebody types, as ELEMENT.FIELD. */
export function typedFields() {
  const names = [...document.querySelectorAll("[data-live] :is(input, textarea, select)[name^='set.']")].filter(isTyped);
  return [...new Set(names.map(({ name }) => name.slice("set.".length)))];
}

/** Reports whether a morph leaves an input alone: the value seen of a field in which somebody types. */
export function keepsSeen(old, fresh) {
  if (!old.name.startsWith("was.") || !controlsOf(old).some(isTyped)) return false;
  const value = fresh.getAttribute("value") ?? "";
  if (value === old.value) return false;
  marks.set(old.id, { seen: old.value, value, shown: fresh.dataset.now ?? value, by: fresh.dataset.by ?? "Somebody" });
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

/** Shows the marks of fields that still hold what was typed, after a swap. */
function renew() {
  for (const [id, mark] of marks) {
    const was = document.getElementById(id);
    if (!was || was.value !== mark.seen) { // gone, or the server has answered
      marks.delete(id);
      was?.parentElement.querySelector(":scope > .theirs")?.remove();
    } else if (!controlsOf(was).some((control) => isTyped(control))) { // theirs is what was typed, or the text was taken back
      was.value = mark.value;
      marks.delete(id);
      was.parentElement.querySelector(":scope > .theirs")?.remove();
    } else show(was, mark);
  }
}
document.addEventListener("htmx:after:swap", renew);
