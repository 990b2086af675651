// A draft is offered where it was typed. The text of something new is put back at once; that of a field that has a value, or whose
// value has changed meanwhile, when the user asks for it, since such a field would save it. A mark below says so.
import { isTyped } from "../state.js";
import { controls, discard, draftsOf, drop, fieldOf, note, ownDraft, savesItself, seenOf } from "./fields.js";
import { excerpt, forget, timeOf } from "./store.js";

const marks = new Map(); // the mark's place in the page → [control, draft, whether it is back]

/** Returns the element after which, or in which, a control has its mark. */
const placeOf = (control) => control.closest(".part-row") ?? control.closest(".field, .mentions") ?? control;

/** Returns the newest draft that a control does not show, and drops those that are saved. */
function draftFor(control) {
  const field = fieldOf(control);
  for (const draft of draftsOf(field)) {
    if (draft.visit === "") continue; // of an editor
    if (draft.text === control.value) {
      if (control.value === control.defaultValue) savesItself(control) && drop(field, draft.text);
      continue;
    }
    if (draft.text !== control.defaultValue) return draft;
    forget(draft);
  }
  return null;
}

/** Puts a draft into its control. seen is the value that was shown when it was typed: saving it over another one must ask. */
function putBack(control, draft) {
  const seen = seenOf(control);
  for (let around = control.closest("details:not([open])"); around; around = around.parentElement.closest("details:not([open])")) around.open = true;
  if (seen) seen.value = draft.seen;
  control.value = draft.text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  note(control, draft.at, draft.seen);
  if (draft.visit !== ownDraft(fieldOf(control))?.visit) forget(draft);
}

/** Ends a draft, and takes it out of its control if it is back there. */
function take(control, draft, back) {
  discard(draft);
  if (!back) return;
  control.value = control.defaultValue;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function button(text, id, act) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "button small", textContent: text, id });
  made.addEventListener("click", act);
  return made;
}

function showMark(place, entries) {
  const [[control, draft, back]] = entries, offered = entries.filter((entry) => !entry[2]);
  const mark = document.createElement(place.matches("li") ? "li" : "p"), words = document.createElement("span"), text = document.createElement("bdi");
  mark.className = "draft-mark";
  mark.setAttribute("role", "status");
  const changed = !back && savesItself(control) && draft.seen !== (seenOf(control)?.value ?? control.defaultValue);
  words.append(`Draft from ${timeOf(draft)}${changed ? ", before the field was changed" : ""}${back ? "" : ": "}`);
  text.textContent = offered.map(([, { text: typed }]) => excerpt(typed)).join(", ");
  const id = `draft-${control.id}`, close = (act) => {
    marks.delete(place);
    mark.remove();
    act();
    control.focus();
  };
  mark.append(words, back ? "" : text);
  if (offered.length > 0) {
    mark.append(button("Restore", `${id}-restore`, () => close(() => {
      for (const [each, kept] of offered) putBack(each, kept);
      marks.set(place, entries.map(([each, kept]) => [each, kept, true]));
      showMark(place, marks.get(place));
    })));
  }
  mark.append(button("Discard", `${id}-discard`, () => close(() => entries.forEach((entry) => take(...entry)))));
  if (place.matches(".field")) place.append(mark);
  else place.after(mark);
}

/** Reports whether a mark still says something: the draft is offered, or its text is in the control and not saved. */
const stands = ([control, draft, back]) => control.isConnected && (back ? control.value === draft.text && ownDraft(fieldOf(control)) : !isTyped(control));

let focused = "";
document.addEventListener("htmx:before:swap", () => { focused = document.activeElement?.closest(".draft-mark") ? document.activeElement.id : ""; });

/** Offers the drafts of the page. */
export function offer() {
  for (const [place, entries] of marks) if (!entries.every(stands)) marks.delete(place);
  for (const control of controls()) {
    if (control.readOnly || control === document.activeElement || isTyped(control)) continue;
    const draft = draftFor(control), place = placeOf(control), entries = (marks.get(place) ?? []).filter(([marked]) => marked !== control);
    if (!draft) continue;
    const back = !savesItself(control) && control.value === control.defaultValue && draft.seen === control.defaultValue;
    if (back) putBack(control, draft);
    marks.set(place, [...entries, [control, draft, back]]);
  }
  document.querySelectorAll(".draft-mark").forEach((mark) => mark.remove());
  for (const [place, entries] of marks) showMark(place, entries);
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
}
