// [data-draft]: what is typed into this text is kept as a draft until it is saved. In a form that saves itself the value of the
// attribute names the field, wherever in the model it is shown; elsewhere it tells the texts of one form and name apart. A
// form[data-saves] saves only by its button with that value; a form or a button with [data-ends-draft] ends the draft of that field.
import { asks } from "../asks.js";
import { isDefault, stateSent } from "../state.js";
import { noteUnsaved } from "../unsaved.js";
import { drafts, forget, keep, visit } from "./store.js";
import { hasEnded } from "./visits.js";

export const scope = () => document.querySelector("[data-live-model]")?.dataset.liveModel ?? location.pathname;

const edited = ({ dataset, id }) => dataset.editor !== undefined && document.querySelector(`[id="${CSS.escape(id)}-editor"] > .frame`); // an editor keeps its own

/** Returns the controls of the page whose texts are kept. */
export const controls = () => [...document.querySelectorAll("form[id] :is(input, textarea)[data-draft]")].filter((control) => !edited(control));

/** Returns the fields that the page shows. */
export const shownFields = () => new Set([...document.querySelectorAll("form[id] :is([data-draft], [data-editor])")].map(fieldOf));

/** Reports whether a form saves a control by itself, as a field of an element. */
export const savesItself = ({ form, name }) => form.matches("[data-autosave]") && !name.startsWith("new.");

export const fieldOf = (control) => (savesItself(control) ? control.dataset.draft : [control.form.id, control.name, control.dataset.draft].filter(Boolean).join(" "));

export const seenOf = ({ form, name }) => (name.startsWith("set.") ? form.elements[`was.${name.slice("set.".length)}`] : null);

/** Returns the name of a field for people: its element and its label. */
function titleOf(control) {
  const selected = new URL(location.href).searchParams.get("select"), heading = document.querySelector("#inspector h2");
  const element = selected && (document.getElementById(`link-${selected}`) ?? heading)?.textContent.trim();
  const label = (control.labels?.[0]?.textContent || control.ariaLabel || control.placeholder || "Text").trim();
  return element && !label.includes(element) ? `${element} · ${label}` : label;
}

const own = new Map(); // field → the draft of this visit
const unkept = new Set(); // fields whose text the browser has no room for

/** Returns the draft of this visit for a field. */
export const ownDraft = (field) => own.get(field);

/** Returns the drafts of a field, or of all fields, of this visit and of visits that have ended. */
export const draftsOf = (field) =>
  drafts().filter((draft) => draft.scope === scope() && (field === undefined || draft.field === field) && (draft.visit === visit || hasEnded(draft.visit)));

/** Drops the drafts of a field with this text, of all visits. */
export function drop(field, text) {
  own.delete(field);
  unkept.delete(field);
  asksFor(field, false);
  for (const draft of drafts()) if (draft.scope === scope() && draft.field === field && (draft.visit === visit || (draft.visit !== "" && draft.text === text))) forget(draft);
}

export function discard(draft) {
  drop(draft.field, draft.text);
  forget(draft);
}

/** Keeps what a control holds; at is when it was typed. */
export function note(control, at = Date.now(), seen = seenOf(control)?.value ?? control.defaultValue) {
  const field = fieldOf(control);
  if (isDefault(control)) return drop(field, control.value);
  const draft = { scope: scope(), field, visit, text: control.value, at, seen, title: titleOf(control), href: location.pathname + location.search };
  own.set(field, draft);
  if (keep(draft)) unkept.delete(field);
  else unkept.add(field);
  asksFor(field, savesItself(control) || unkept.has(field));
}

const isKept = (control) => control.matches?.("form[id] :is(input, textarea)[data-draft]") && !edited(control);
document.addEventListener("input", ({ target }) => isKept(target) && note(target));

/** Reports whether a request saves a control: what is to be added is saved by its own button. */
function saves(name, body) {
  if (!name.startsWith("new.")) return true;
  const [verb, kind] = (body?.get?.("do") ?? "").split(":"), [, newKind, part] = name.split(".");
  return kind === newKind && verb === (part === "lines" ? "add-lines" : "add");
}

// An editor has taken over what was typed before it opened.
document.addEventListener("widerow:editing", ({ target }) => target.form?.id && drop(fieldOf(target), target.value));

const sent = new WeakMap(); // request → the fields and texts that it saves
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { form, body } = ctx.request;
  if (!form?.id || asks(ctx.request)) return;
  const texts = [...form.elements].filter((control) => isKept(control) && saves(control.name, body)).map((control) => [fieldOf(control), stateSent(control, body)]);
  sent.set(ctx, texts);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 400) return;
  for (const [field, text] of sent.get(ctx) ?? []) {
    const draft = ownDraft(field);
    if (!draft || draft.text === text) drop(field, text);
  }
});

// A button[data-ends-draft] saves a text that its form asks about.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const ended = ctx.response.status < 400 && ctx.sourceElement?.dataset.endsDraft;
  for (const draft of ended ? drafts() : []) if (draft.scope === scope() && draft.field === ended) forget(draft);
});

// Without htmx a form opens a new page. Its drafts are dropped there, unless that page is an error or has the text, too.
document.addEventListener("submit", ({ target: form, submitter }) => {
  if (window.htmx && form.hasAttribute("hx-post")) return;
  if (form.dataset.saves && submitter?.value !== form.dataset.saves) return;
  const fields = [...form.elements].filter(isKept).map(fieldOf);
  for (const draft of drafts()) {
    const named = fields.includes(draft.field) && draft.visit === visit;
    if (draft.scope === scope() && named || draft.field === form.dataset.endsDraft) keep({ ...draft, sent: true });
  }
});
if (!(performance.getEntriesByType("navigation")[0]?.responseStatus >= 400)) {
  const shown = shownFields();
  for (const draft of drafts()) if (draft.sent && !(draft.scope === scope() && shown.has(draft.field))) forget(draft);
}

// The page asks before it is left with a field that it would have saved itself, and with a text that the browser could not keep.
const asksFor = (field, is) => noteUnsaved(`draft ${field}`, is);
document.addEventListener("htmx:after:swap", () => {
  const shown = shownFields();
  for (const field of own.keys()) if (!shown.has(field) && !unkept.has(field)) asksFor(field, false);
});
