// A "+" at what is selected: a table gets one more column, the label of a query one more table.
import { around, boxElement, nameOf, placeOf } from "./drawing.js";
import { float, sink } from "./layer.js";
import { sending } from "./answer.js";
import { inPlace, tell } from "./rename.js";

const parts = ["column", "relation-column", "field", "attribute"]; // what a box shows of an element

/** The row for a new part in the form beside the canvas, and the words for it. */
function newPart() {
  for (const kind of parts) {
    const name = document.getElementById(`new-${kind}-name`), button = document.getElementById(`add-${kind}`);
    if (name && button) return { kind, name, type: document.getElementById(`new-${kind}-type`), button, word: button.textContent.replace("+ ", "").trim().toLowerCase() };
  }
  return null;
}

const pluses = new WeakMap(); // View → the "+" that floats

function plus(label, action) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "plus", textContent: "+", title: label, id: "canvas-plus" });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", action);
  return button;
}

/** Puts the "+" where it belongs now. */
export function offerPlus(view) {
  const focused = document.activeElement?.id === "canvas-plus";
  if (pluses.has(view)) sink(view, pluses.get(view));
  pluses.delete(view);
  const id = view.canvas.dataset.selected;
  const made = id && (plusOfBox(view, id.slice(2)) ?? plusOfLabel(view, id));
  if (!made) return;
  pluses.set(view, float(view, made.button, made.rect));
  if (focused) made.button.focus({ preventScroll: true });
}

function plusOfBox(view, id) {
  const part = newPart(), box = boxElement(view, id);
  if (!box || !part) return null;
  const rect = () => {
    const now = boxElement(view, id);
    return now && placeOf(now);
  };
  const button = plus(`Add ${part.word} to ${nameOf(box)}`, () => new Addition(view, rect));
  button.classList.toggle("before", crowded(view, rect(), 1) && !crowded(view, rect(), 0));
  return { rect, button };
}

/** Whether a label lies where a "+" would, zoomed out by half, at the lower left corner of a box, 0, or at the right one, 1. */
function crowded(view, { x, y, width, height }, side) {
  const out = 50, over = 14;
  const left = side ? x + width - over : x - out, top = y + height - over, size = out + over;
  const meets = (from, length, start) => from.baseVal.value < start + size && start < from.baseVal.value + length.baseVal.value;
  return [...view.svg.querySelectorAll("rect.label")].some((label) => meets(label.x, label.width, left) && meets(label.y, label.height, top));
}

/** A button of the form beside the canvas: it makes the table of the query. */
function plusOfLabel(view, id) {
  const label = view.element(id), form = document.querySelector("#inspector form[data-autosave]:has(#inspector-save)");
  if (!label?.dataset.query || !form) return null;
  const rect = () => view.element(id) && around(view.element(id).querySelectorAll("rect"));
  const button = plus(`Add a table for ${nameOf(label)}`, () => {});
  Object.assign(button, { type: "submit", name: "do", value: `table:${label.dataset.query}` });
  button.setAttribute("form", form.id);
  button.classList.add(runsAcross(view, label) ? "beneath" : "aside");
  return { rect, button };
}

/** Whether the line of a label runs through its left and right side, and not through its top and foot. */
function runsAcross(view, label) {
  const { x, y, width, height } = around(label.querySelectorAll("rect"));
  const line = view.svg.querySelector(`[data-edge="${CSS.escape(label.dataset.edge)}"] .line`);
  return [x - 2, x + width + 2].some((side) => line?.isPointInStroke(new DOMPoint(side, y + height / 2)));
}

/** Inputs at the foot of a box for the name, and for the type where there is one, of a new part; after each the next. */
class Addition {
  constructor(view, rect) {
    this.view = view;
    const { type, word } = newPart();
    const { frame, input, problem } = inPlace(`Name of the new ${word}`, "", word);
    frame.classList.add("under");
    this.inputs = [input];
    if (type) this.inputs.push(this.typeInput(input, type, word));
    Object.assign(this, { problem, thing: float(view, frame, rect) });
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focusout", ({ relatedTarget }) => !frame.contains(relatedTarget) && this.left());
    input.focus();
  }

  typeInput(after, { id, defaultValue }, word) {
    const input = document.createElement("input");
    Object.assign(input, { value: defaultValue, placeholder: "type", autocomplete: "off", spellcheck: false, className: "code" });
    input.setAttribute("list", document.getElementById(id).getAttribute("list"));
    input.setAttribute("aria-label", `Type of the new ${word}`);
    after.after(input);
    return input;
  }

  key(event) {
    event.stopPropagation();
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") this.save();
    else this.close(true);
  }

  left() {
    if (this.inputs[0].value.trim() === "") this.close();
  }

  async save() {
    const part = newPart();
    if (this.saving || !part) return;
    if (this.inputs[0].value.trim() === "") return this.close(true);
    this.saving = true;
    const fields = [part.name, part.type].slice(0, this.inputs.length);
    fields.forEach((field, i) => { field.value = this.inputs[i].value; });
    const problem = await sending(part.button.form, fields, () => part.button.form.requestSubmit(part.button));
    this.saving = false;
    const told = problem ? fields.findIndex(({ id }) => document.getElementById(`${id}-problem`)) : 0;
    const wrong = this.inputs[Math.max(0, told)];
    for (const input of this.inputs) input.removeAttribute("aria-invalid");
    tell(wrong, this.problem, problem);
    if (problem === "") this.inputs.forEach((input) => { input.value = input.defaultValue; });
    wrong.focus();
    this.view.reveal(this.thing.element); // the box has grown
  }

  close(focused) {
    if (this.closed) return;
    this.closed = true;
    sink(this.view, this.thing);
    if (focused) document.getElementById("canvas-plus")?.focus();
  }
}
