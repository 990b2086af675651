// The save state in the top bar (#saved), and forms that save themselves (form[data-autosave]): a field is saved when it is
// finished, by Enter, by leaving it or by a choice, never while somebody types.

import { asks } from "./asks.js";
import { isOpen } from "./held.js";
import { isDefault } from "./state.js";

const submitted = new WeakMap(); // form → what it is sending, so that nothing is saved twice
const failed = new Set();

function showState(state, text) {
  const line = document.getElementById("saved");
  if (!line) return;
  line.dataset.state = state;
  line.textContent = text;
  line.title = text; // a narrow window truncates it
}

/** Keeps the text about the last save, to restore it. */
function remember() {
  const line = document.getElementById("saved");
  if (line?.dataset.state === "saved") line.dataset.before = line.textContent;
}

/** Returns all that the user can change in a form, or what a request sends of it, as one text. */
function content(form, body = new FormData(form)) {
  const visible = [...body].filter(([name]) => form.elements[name]?.type !== "hidden" && name !== "do");
  return JSON.stringify(visible.map(([name, value]) => [name, value instanceof File ? value.name : value]));
}

/** Reports whether a control differs from what the server last sent. A new part is added by its button. */
function changed(control) {
  return Boolean(control.name) && control.type !== "hidden" && !control.name.startsWith("new.") && !isDefault(control);
}

function save(form) {
  if (!form.isConnected || !window.htmx || submitted.get(form) === content(form)) return;
  if (!failed.has(form) && ![...form.elements].some(changed)) {
    const line = document.getElementById("saved");
    if (line?.dataset.state === "unsaved") showState("saved", line.dataset.before ?? "Saved");
    return;
  }
  if (form.checkValidity()) form.requestSubmit();
  else showState("unsaved", "Not saved: see the form");
}

/** Returns the form that a change of an input saves. The row for a new part waits for its button. */
function autosaved({ target }) {
  return target.name?.startsWith("new.") ? null : target.form?.closest("form[data-autosave]");
}
const unfinished = new WeakSet(); // controls with a change that is not saved yet
document.addEventListener("input", (event) => {
  const form = autosaved(event);
  if (!form) return;
  remember();
  showState("unsaved", "Not saved yet");
  unfinished.add(event.target);
});

let stepped = null; // the select whose closed list the last key stepped through: each step is a change
document.addEventListener("keydown", ({ target, key }) => {
  const steps = target.matches?.("select") && !isOpen(target) && !["Enter", " ", "Tab"].includes(key);
  stepped = steps && !(target.matches("[data-letters]") && key.length === 1) ? target : null; // a letter of such a list is a choice
}, { capture: true });
for (const type of ["pointerdown", "focusin"]) document.addEventListener(type, () => { stepped = null; }, { capture: true });

/** Reports whether the focus stays in a control whose change may go on: another window is in front, or a key stepped through a list. */
const goesOn = (control) => control === document.activeElement && (control === stepped || (!control.options && !document.hasFocus()));

document.addEventListener("change", (event) => {
  const form = autosaved(event);
  if (!form || goesOn(event.target)) return;
  unfinished.delete(event.target);
  save(form);
});
document.addEventListener("focusout", ({ target }) => {
  if (target !== document.activeElement && unfinished.delete(target) && target.form) save(target.form);
});
document.addEventListener("keydown", ({ target, key, isComposing }) => {
  if (key === "Enter" && !isComposing && target.matches?.("select") && unfinished.delete(target)) save(target.form);
});

/** A save that had to wait for another one is sent with the current revision, seen values, conflicts and operation id. */
function refreshHidden({ form, body }) {
  if (!form?.isConnected || !body?.getAll) return;
  for (const { name, value } of form.querySelectorAll("input[type=hidden][name]")) {
    if (body.getAll(name).length === 1 || name.startsWith("conflict.")) body.set(name, value);
  }
}

const writes = ({ request }) => request.method !== "GET" && !asks(request);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!writes(ctx)) return;
  refreshHidden(ctx.request);
  remember();
  showState("saving", "Saving…");
  if (ctx.request.form) submitted.set(ctx.request.form, content(ctx.request.form, ctx.request.body ?? undefined));
});

function failure(ctx, text) {
  const form = ctx.request.form;
  if (form) failed.add(form);
  const line = document.getElementById("saved");
  if (line?.dataset.state === "saving") showState("failed", text);
}

// By now the answer is in the page. If it has a save state of its own, that one stays.
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!writes(ctx)) return;
  if (ctx.request.form) submitted.delete(ctx.request.form);
  const status = ctx.response?.status;
  if (status === undefined) failure(ctx, navigator.onLine ? "Not saved: no answer, your text is kept" : "Not saved: offline, your text is kept");
  else if (status >= 400) failure(ctx, "Not saved, your text is kept");
  else {
    failed.delete(ctx.request.form);
    const line = document.getElementById("saved");
    if (line?.dataset.state === "saving") showState("saved", line.dataset.before ?? "Saved");
  }
});

// The form still has the same operation id: a save that did arrive is not applied twice.
window.addEventListener("online", () => {
  for (const form of failed) save(form);
});
