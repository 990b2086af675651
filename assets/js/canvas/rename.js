// Renaming in place: an input covers the name. Enter or leaving it saves, Escape cancels.
import { around } from "./drawing.js";
import { holdFor } from "../held.js";
import { announce, attach, detach } from "./layer.js";
import { formField, select, submit, waitFor } from "./answer.js";

const nameTexts = ".name, .column-name, .step-text, .entity-text, .relationship-text, .attribute-text, .caption, .label-text, .area-text";

/** Returns the element of the model whose name a part of the drawing shows, the fields that may hold it, and its selector. */
function named(part) {
  const arrow = part.closest(".arrow"), { query, update } = arrow?.dataset ?? {};
  const at = arrow?.id ? `[id="${CSS.escape(arrow.id)}"]` : query ? `.arrow[data-query="${CSS.escape(query)}"]` : `.arrow[data-update="${CSS.escape(update)}"]`;
  if (query || update) return { id: query ?? update, names: ["label"], at };
  const element = part.closest("[id^='d-']") ?? part.closest("[data-box]");
  if (!element) return null;
  const id = element.id.slice(2) || element.dataset.box;
  return { id, names: ["name", "role"], at: `[id="d-${CSS.escape(id)}"]` };
}

/** Opens an input over the name of the element that part belongs to. */
export async function rename(view, part) {
  const note = part.closest(".memo");
  if (note) return editText(view, note);
  const what = named(part);
  if (!what) return;
  const field = formField(what.id, what.names) ?? (select(view, what.id), await waitFor(() => formField(what.id, what.names)));
  if (!field) return announce(view, "This has no name to change here");
  if (!view.shown) return field.focus(); // on a narrow page the form is in front now
  const text = () => {
    const element = view.svg.querySelector(what.at);
    if (!element) return null;
    const texts = [...element.querySelectorAll(nameTexts)].filter((one) => one.closest("[id^='d-'], .arrow") === element && one.checkVisibility());
    return around(texts.length > 0 ? texts : element.querySelectorAll(".bar")); // zoomed out, the name of a table is drawn elsewhere (overview.js)
  };
  new Rename(view, field, text, () => focusOn(view, what.at));
}

/** Puts the cursor into the text of a note, which has several lines. */
async function editText(view, note) {
  const id = note.dataset.box;
  const field = formField(id, ["text"]) ?? (select(view, id), await waitFor(() => formField(id, ["text"])));
  field?.focus();
}

/** Returns the focus to the drawing. */
function focusOn(view, selector) {
  const element = view.svg.querySelector(selector);
  (element?.matches("a") ? element : element?.querySelector("a"))?.focus({ preventScroll: true });
}

/** An input over the drawing that edits a field of the form beside it. */
class Rename {
  constructor(view, field, rect, after) {
    Object.assign(this, { view, field, after, seen: field.value });
    const { frame, input, problem } = inputOver(field.labels?.[0]?.textContent ?? "Name", field.value);
    Object.assign(this, { input, problem, item: attach(view, frame, rect) });
    this.release = holdFor(field);
    if (!this.item.rect) return this.close();
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.left());
    input.focus();
    input.select();
  }

  key(event) {
    event.stopPropagation();
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") this.save(true);
    else this.leave();
  }

  left() {
    if (this.input.value === this.seen) this.close();
    else this.save(false);
  }

  async save(focused) {
    if (this.saving || this.closed) return;
    if (this.input.value === this.seen && !this.refused) return this.close(focused);
    this.saving = true;
    const { field } = this;
    this.refused = await submit(field.form, [field], () => {
      if (!resolveConflict(field, "mine", this.input.value)) type(field, this.input.value);
    });
    this.saving = false;
    if (!this.refused) return this.close(focused);
    showProblem(this.input, this.problem, this.refused);
    if (focused) this.input.focus();
  }

  /** Restores the old name, also in the form, which may hold a rejected one. */
  leave() {
    if (this.refused && !resolveConflict(this.field, "theirs", this.field.value)) type(this.field, this.seen);
    this.close(true);
  }

  close(focused) {
    if (this.closed) return;
    this.closed = true;
    this.release();
    detach(this.view, this.item);
    if (focused) this.after();
  }
}

/** Presses the button of the form that resolves a conflict about a field. Reports whether there is one. */
function resolveConflict(field, whose, value) {
  const button = document.getElementById(`${field.id}-${whose}`);
  if (!button) return false;
  field.value = value;
  button.click();
  return true;
}

/** Changes a field as a user does who types and then leaves it. */
function type(field, value) {
  field.value = value;
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Makes an input with a line for its error. */
export function inputOver(label, value = "", placeholder = "") {
  const frame = document.createElement("div"), input = document.createElement("input"), problem = document.createElement("p");
  frame.className = "over";
  Object.assign(input, { value, placeholder, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", label);
  Object.assign(problem, { className: "error", hidden: true, id: "over-problem" });
  problem.setAttribute("role", "alert");
  frame.append(input, problem);
  return { frame, input, problem };
}

export function showProblem(input, problem, text) {
  problem.hidden = !text;
  problem.textContent = text;
  input.setAttribute("aria-invalid", String(Boolean(text)));
  input.setAttribute("aria-describedby", problem.id);
}
