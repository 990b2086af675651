// The saved state in the top bar (#saved), and forms that save themselves (form[data-autosave]).
const pauseAfterKey = 800; // ms
const timers = new WeakMap();
const submitted = new WeakMap(); // what each form is sending just now, so that nothing is saved twice
const failed = new Set();

function say(state, text) {
  const line = document.getElementById("saved");
  if (!line) return;
  line.dataset.state = state;
  line.textContent = text;
  line.title = text; // a narrow window cuts it
}

/** Keeps what the line says of the last save, to say it again. */
function remember() {
  const line = document.getElementById("saved");
  if (line?.dataset.state === "saved") line.dataset.before = line.textContent;
}

/** All that the visitor can change in a form, as one text. */
function content(form) {
  const visible = [...new FormData(form)].filter(([name]) => form.elements[name]?.type !== "hidden");
  return JSON.stringify(visible.map(([name, value]) => [name, value instanceof File ? value.name : value]));
}

/** Whether a control holds something else than the server last said. A new part is added by its button. */
function changed(control) {
  if (!control.name || control.type === "hidden" || control.name.startsWith("new.")) return false;
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control.options) return control.value !== said(control);
  return "defaultValue" in control && control.value !== control.defaultValue;
}

/** The option that the server chose, or the first, which a browser takes by itself. */
const said = ({ options }) => ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;

function save(form) {
  clearTimeout(timers.get(form));
  if (!form.isConnected || !window.htmx || submitted.get(form) === content(form)) return;
  if (!failed.has(form) && ![...form.elements].some(changed)) {
    const line = document.getElementById("saved");
    if (line?.dataset.state === "unsaved") say("saved", line.dataset.before ?? "Saved");
    return;
  }
  if (form.checkValidity()) form.requestSubmit();
  else say("unsaved", "Not saved: see the form");
}

/** The form that saves itself when this input changes. The row for a new part waits for its button. */
function autosaved({ target }) {
  return target.name?.startsWith("new.") ? null : target.form?.closest("form[data-autosave]");
}
document.addEventListener("input", (event) => {
  const form = autosaved(event);
  if (!form) return;
  remember();
  say("unsaved", "Not saved yet");
  clearTimeout(timers.get(form));
  timers.set(form, setTimeout(save, pauseAfterKey, form));
});
document.addEventListener("change", (event) => {
  const form = autosaved(event);
  if (form) save(form);
});

/** A save that had to wait for another one goes out with the revision, seen values, conflicts and operation id of now. */
function refreshHidden({ form, body }) {
  if (!form?.isConnected || !body?.getAll) return;
  for (const { name, value } of form.querySelectorAll("input[type=hidden][name]")) {
    if (body.getAll(name).length === 1 || name.startsWith("conflict.")) body.set(name, value);
  }
}

/** A form[data-asks] is sent to be answered, and a form[data-draft="apply"] unless by its button "apply": nothing is saved. */
const asks = ({ form, body }) => form?.matches("[data-asks]") || (form?.dataset.draft === "apply" && body?.get?.("do") !== "apply");
const writes = ({ request }) => request.method !== "GET" && !asks(request);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!writes(ctx)) return;
  refreshHidden(ctx.request);
  remember();
  say("saving", "Saving…");
  if (ctx.request.form) submitted.set(ctx.request.form, content(ctx.request.form));
});

function failure(ctx, text) {
  const form = ctx.request.form;
  if (form) failed.add(form);
  const line = document.getElementById("saved");
  if (line?.dataset.state === "saving") say("failed", text);
}

// By now the answer is in the page. If it brought a saved state of its own, that one stands.
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!writes(ctx)) return;
  if (ctx.request.form) submitted.delete(ctx.request.form);
  const status = ctx.response?.status;
  if (status === undefined) failure(ctx, navigator.onLine ? "Not saved: no answer, your text is kept" : "Not saved: offline, your text is kept");
  else if (status >= 400) failure(ctx, "Not saved, your text is kept");
  else {
    failed.delete(ctx.request.form);
    const line = document.getElementById("saved");
    if (line?.dataset.state === "saving") say("saved", line.dataset.before ?? "Saved");
  }
});

// The operation id in the form is still the same: a save that did arrive is not applied again.
window.addEventListener("online", () => {
  for (const form of failed) save(form);
});
