// What a control of a form holds, and what a request sends of it.
const isBox = ({ type }) => type === "checkbox" || type === "radio";

export const stateOf = (control) => (isBox(control) ? control.checked : control.value);

/** Returns the value of the option that the server selected, or of the first, the default of a browser. */
const initialValue = ({ options }) => ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;

/** Reports whether a control holds what the server last sent. */
export function isDefault(control) {
  if (isBox(control)) return control.checked === control.defaultChecked;
  if (control.options) return control.value === initialValue(control);
  return !("defaultValue" in control) || control.value === control.defaultValue;
}

/** Controls that the user has changed since they were last saved; a morph leaves them alone. */
export const dirty = new WeakSet();

/** Reports whether the user has typed something else than the server last sent. */
export const isTyped = (control) => dirty.has(control) && !isDefault(control);

/** Returns the state of a control in the body of a request: one that had to wait is older than the control. */
export function stateSent(control, body) {
  const sent = body?.getAll?.(control.name) ?? [];
  if (isBox(control)) return sent.includes(control.value);
  const isText = sent.length === 1 && typeof sent[0] === "string"; // a file input sends a File
  return isText ? sent[0].replace(/\r\n/g, "\n") : stateOf(control);
}
