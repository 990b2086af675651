// What is typed into a form[data-autosave] or form[data-draft] is kept in the browser until the server has saved it. A
// form[data-draft="apply"] is saved only by its button with the value "apply".

import { asks } from "./asks.js";
import { answerButton, paragraph, showMessage } from "./messages.js";
import { isDefault, stateOf, stateSent } from "./state.js";
import { noteUnsaved } from "./unsaved.js";
const looked = new WeakSet(); // forms whose draft, if any, has been offered

const keeps = (form) => form?.id && form.matches("[data-autosave], [data-draft]") && !form.querySelector(".editor > .frame"); // an editor keeps its own draft
const keyOf = (form) => `draft:${location.pathname}:${form.id}`;
const typed = (form) =>
  [...form.elements].filter(({ name, type }) => name && !["hidden", "password", "file", "submit", "button", "fieldset"].includes(type));

/** Returns the name and state of each control, in the order of the form: names may repeat. */
const states = (form) => typed(form).map((control) => [control.name, stateOf(control)]);

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep(form) {
  const key = keyOf(form);
  looked.add(form);
  noteUnsaved(key, true);
  try {
    localStorage.setItem(key, JSON.stringify(states(form)));
  } catch { /* no storage: the page still asks before it is left */ }
}

function forget(key) {
  noteUnsaved(key, false);
  try {
    localStorage.removeItem(key);
  } catch { /* no storage */ }
}

document.addEventListener("input", ({ target }) => keeps(target.form) && keep(target.form));

const sent = new WeakMap();
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const form = ctx.request.form;
  if (keeps(form) && !asks(ctx.request)) sent.set(ctx, { form, key: keyOf(form) });
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const save = sent.get(ctx);
  if (!save || ctx.response.status >= 400) return;
  if (typed(save.form).every((control) => isDefault(control) || stateOf(control) === stateSent(control, ctx.request.body))) forget(save.key);
});
// Without htmx the form opens a new page: if the server cannot save it, its answer has what was typed.
document.addEventListener("submit", ({ target }) => !(window.htmx && target.hasAttribute("hx-post")) && keeps(target) && forget(keyOf(target)));

function restore(form, draft) {
  typed(form).forEach((control, i) => {
    if (draft[i]?.[0] !== control.name) return;
    if (typeof draft[i][1] === "boolean") control.checked = draft[i][1];
    else control.value = draft[i][1];
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
  if (!keeps(form)) forget(keyOf(form));
}

const offers = new Map(); // form → the notice that offers its draft

function withdraw(form) {
  offers.get(form)?.remove();
  offers.delete(form);
}

function offer(form) {
  if (looked.has(form)) return;
  looked.add(form);
  const key = keyOf(form);
  const draft = stored(key);
  if (!Array.isArray(draft)) return;
  if (JSON.stringify(draft) === JSON.stringify(states(form))) return forget(key);
  const button = (text, act) => answerButton(text, () => withdraw(form), act);
  offers.set(form, showMessage("info", paragraph("Text that was not saved is still here."),
    button("Restore", () => restore(form, draft)), button("Discard", () => forget(key))));
}

function offerAll() {
  for (const form of offers.keys()) if (!form.isConnected) withdraw(form);
  document.querySelectorAll("form:is([data-autosave], [data-draft])[id]").forEach(offer);
}
document.addEventListener("htmx:after:swap", offerAll);
offerAll();

// An editor has taken over what was typed before it opened; a draft of an earlier visit is still offered.
document.addEventListener("widerow:editing", ({ target: { form } }) => {
  if (!form || JSON.stringify(stored(keyOf(form))) !== JSON.stringify(states(form))) return;
  withdraw(form);
  forget(keyOf(form));
});
