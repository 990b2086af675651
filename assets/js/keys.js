// Keyboard shortcuts for buttons of the page. They are off while the user types.
const isText = (element) =>
  element?.isContentEditable || element?.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])");

/** Reports whether the browser itself has something to undo in a text field. */
const hasOwnEdits = (element) => isText(element) && "defaultValue" in element && element.value !== element.defaultValue;

function history(event) {
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (!redo && key !== "z") return false;
  const form = document.querySelector(redo ? "form[data-redo]" : "form[data-undo]");
  if (!form || hasOwnEdits(document.activeElement)) return false;
  // A disabled button means that there is nothing to undo, unless a save is under way.
  const saving = ["saving", "unsaved"].includes(document.getElementById("saved")?.dataset.state);
  if (form.querySelector("button:disabled") && !saving) return false;
  form.requestSubmit();
  return true;
}

function move(event) {
  const direction = { ArrowUp: "up", ArrowDown: "down" }[event.key];
  const button = direction && event.target.closest?.("[data-row]")?.querySelector(`button[data-move="${direction}"]`);
  if (button && !button.disabled) button.form.requestSubmit(button);
  return Boolean(button);
}

function plain(event) {
  if (isText(event.target)) return false;
  const target = { "/": "[data-open-palette], [data-search]", "?": "a[data-help]" }[event.key];
  const element = target && document.querySelector(target);
  if (!element) return false;
  if (element.matches("input")) {
    element.focus();
    element.select();
  } else element.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  let done = false;
  if (command && !event.altKey) done = history(event);
  else if (event.altKey && !command) done = move(event);
  else if (!command && !event.altKey) done = plain(event);
  if (done) event.preventDefault();
});
