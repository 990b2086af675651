// A name is changed where it stands: an input lies over it. Enter and leaving it save, Escape does not.
import { around } from "./drawing.js";
import { announce, float, sink } from "./layer.js";
import { besideField, coming, select, sending } from "./answer.js";

const nameTexts = ".name, .column-name, .step-text, .entity-text, .relationship-text, .attribute-text, .caption, .label-text";

/** What a part of the drawing is named by: an element of the model, and the field of it that is drawn. */
function named(part) {
  const arrow = part.closest(".arrow"), { query, update } = arrow?.dataset ?? {};
  const at = arrow?.id ? `[id="${CSS.escape(arrow.id)}"]` : query ? `.arrow[data-query="${CSS.escape(query)}"]` : `.arrow[data-update="${CSS.escape(update)}"]`;
  if (query || update) return { id: query ?? update, names: ["label"], at };
  const element = part.closest("[id^='d-']") ?? part.closest("[data-box]");
  if (!element) return null;
  const id = element.id.slice(2) || element.dataset.box;
  return { id, names: ["name", "role"], at: `[id="d-${CSS.escape(id)}"]` };
}

/** Lays an input over the name of what part belongs to. */
export async function rename(view, part) {
  const what = named(part);
  if (!what) return;
  const field = besideField(what.id, what.names) ?? (select(view, what.id), await coming(() => besideField(what.id, what.names)));
  if (!field) return announce(view, "This has no name to change here");
  if (!view.shown) return field.focus(); // on a narrow page the form has come to the front
  const text = () => {
    const element = view.svg.querySelector(what.at);
    if (!element) return null;
    const texts = [...element.querySelectorAll(nameTexts)].filter((one) => one.closest("[id^='d-'], .arrow") === element && one.checkVisibility());
    return around(texts.length > 0 ? texts : element.querySelectorAll(".bar")); // from afar a table has no name of its own size
  };
  new Rename(view, field, text, () => focusOn(view, what.at));
}

/** Gives the focus back to the drawing. */
function focusOn(view, selector) {
  const element = view.svg.querySelector(selector);
  (element?.matches("a") ? element : element?.querySelector("a"))?.focus({ preventScroll: true });
}

/** An input over the drawing that stands for a field of the form beside it. */
class Rename {
  constructor(view, field, rect, after) {
    Object.assign(this, { view, field, after, seen: field.value });
    const { frame, input, problem } = inPlace(field.labels?.[0]?.textContent ?? "Name", field.value);
    Object.assign(this, { input, problem, thing: float(view, frame, rect) });
    if (!this.thing.rect) return this.close();
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
    this.refused = await sending(field.form, [field], () => {
      if (!settle(field, "mine", this.input.value)) type(field, this.input.value);
    });
    this.saving = false;
    if (!this.refused) return this.close(focused);
    tell(this.input, this.problem, this.refused);
    if (focused) this.input.focus();
  }

  /** Puts the name back that was there, in the form, too, which may hold what was refused. */
  leave() {
    if (this.refused && !settle(this.field, "theirs", this.field.value)) type(this.field, this.seen);
    this.close(true);
  }

  close(focused) {
    if (this.closed) return;
    this.closed = true;
    sink(this.view, this.thing);
    if (focused) this.after();
  }
}

/** Presses the form's button that settles a conflict about a field, if there is one. */
function settle(field, whose, value) {
  const button = document.getElementById(`${field.id}-${whose}`);
  if (!button) return false;
  field.value = value;
  button.click();
  return true;
}

/** Types into a field as a person does who then leaves it. */
function type(field, value) {
  field.value = value;
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}

/** An input with room for what is wrong with its text. */
export function inPlace(label, value = "", placeholder = "") {
  const frame = document.createElement("div"), input = document.createElement("input"), problem = document.createElement("p");
  frame.className = "over";
  Object.assign(input, { value, placeholder, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", label);
  Object.assign(problem, { className: "error", hidden: true, id: "over-problem" });
  problem.setAttribute("role", "alert");
  frame.append(input, problem);
  return { frame, input, problem };
}

export function tell(input, problem, text) {
  problem.hidden = !text;
  problem.textContent = text;
  input.setAttribute("aria-invalid", String(Boolean(text)));
  input.setAttribute("aria-describedby", problem.id);
}
