// A control in which somebody types is theirs until they leave it: no answer of the server changes what it shows. What the server
// sent meanwhile is taken over then, unless the user has typed something else.
import { dirty, isTyped, stateOf } from "./state.js";

const isText = (control) => control.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden])");

/** Reports whether the list of a select is open, where the browser tells. */
export const isOpen = (select) => CSS.supports("selector(:open)") && select.matches(":open");

const over = new WeakSet(); // controls that are edited in an input over the drawing

export const isFocused = (control) => over.has(control) || (control === document.activeElement && (isText(control) || control.matches("select")));

/** Reports whether somebody types in a control, or is about to. */
export const isHeld = (control) => isFocused(control) || isTyped(control);

const later = new WeakMap(); // control → what the server sent for it while it had the focus

const sameOptions = (one, other) =>
  one.options.length === other.options.length && [...one.options].every(({ value, label }, i) => value === other.options[i].value && label === other.options[i].label);

/** Reports whether a morph itself would change what the focused control shows. */
function morphShows(control, fresh) {
  if (control.options) return isOpen(control) || stateOf(control) !== stateOf(fresh) || !sameOptions(control, fresh);
  return control.value === control.defaultValue && fresh.defaultValue !== control.value; // otherwise the browser keeps what was typed
}

/** Keeps new markup of the focused control for later. Reports whether a morph must leave the control alone. */
export function holdBack(control, fresh) {
  later.delete(control);
  if (!isFocused(control)) return false;
  const changes = morphShows(control, fresh);
  if (!changes && stateOf(control) === stateOf(fresh)) return false;
  later.set(control, fresh.cloneNode(true));
  if (!changes) return false;
  for (const { name } of [...control.attributes]) if (!fresh.hasAttribute(name)) control.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "value") control.setAttribute(name, value);
  return true;
}

/** Gives a control that was left what the server sent last. */
function takeOver(control) {
  const fresh = later.get(control);
  later.delete(control);
  if (!fresh || isTyped(control)) return;
  dirty.delete(control);
  if (control.options) control.replaceChildren(...fresh.childNodes);
  else control.defaultValue = fresh.defaultValue;
  control.value = fresh.value;
}

/** Ends the editing of a control, which tells others by the event widerow:left. */
function leave(control) {
  takeOver(control);
  control.dispatchEvent(new Event("widerow:left", { bubbles: true }));
}
document.addEventListener("focusout", ({ target }) => {
  if (target !== document.activeElement && !over.has(target)) leave(target); // else the window has lost the focus
}, { capture: true });

/** Holds a control while it is edited in an input over the drawing, and returns what ends that. */
export function holdFor(control) {
  over.add(control);
  return () => {
    over.delete(control);
    leave(control);
  };
}
