// A "+" button at the selection: on a table it adds a column, on the label of a query it adds a table.
import { around, boxElement, nameOf, placeOf } from "./drawing.js";
import { attach, detach } from "./layer.js";
import { addPart } from "../adds.js";
import { pasteParts } from "../grid.js";
import { inputOver, showProblem } from "./rename.js";

const parts = ["column", "relation-column", "field", "attribute"]; // kinds of parts that a box shows

/** The row for a new part in the form beside the canvas, and what the part is called. */
function newPart() {
  for (const kind of parts) {
    const name = document.getElementById(`new-${kind}-name`), button = document.getElementById(`add-${kind}`);
    if (name && button) return { kind, name, type: document.getElementById(`new-${kind}-type`), button, word: button.textContent.replace("+ ", "").trim().toLowerCase() };
  }
  return null;
}

const pluses = new WeakMap(); // View → its "+" button

function plus(label, action) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "plus", textContent: "+", title: label, id: "canvas-plus" });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", action);
  return button;
}

/** Shows the "+" button at the selection. */
export function offerPlus(view) {
  const focused = document.activeElement?.id === "canvas-plus";
  if (pluses.has(view)) detach(view, pluses.get(view));
  pluses.delete(view);
  const id = view.canvas.dataset.selected;
  const made = id && (plusOfBox(view, id.slice(2)) ?? plusOfLabel(view, id));
  if (!made) return;
  pluses.set(view, attach(view, made.button, made.rect));
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

/** Reports whether a label would be under the button at the lower left (side 0) or lower right (side 1) corner of a box, at half scale. */
function crowded(view, { x, y, width, height }, side) {
  const out = 50, over = 14;
  const left = side ? x + width - over : x - out, top = y + height - over, size = out + over;
  const meets = (from, length, start) => from.baseVal.value < start + size && start < from.baseVal.value + length.baseVal.value;
  return [...view.svg.querySelectorAll("rect.label")].some((label) => meets(label.x, label.width, left) && meets(label.y, label.height, top));
}

/** Makes a button of the form beside the canvas, which derives the table of the query. */
function plusOfLabel(view, id) {
  const label = view.element(id), form = document.querySelector("#inspector form[data-autosave]:has(#inspector-save)");
  if (!label?.dataset.query || !form) return null;
  const rect = () => view.element(id) && around(view.element(id).querySelectorAll("rect"));
  const button = plus(`Derive a table for ${nameOf(label)}`, () => {});
  Object.assign(button, { type: "submit", name: "do", value: `table:${label.dataset.query}` });
  button.setAttribute("form", form.id);
  button.classList.add(runsAcross(view, label) ? "beneath" : "aside");
  return { rect, button };
}

/** Reports whether the line of a label crosses its left and right sides, not its top and bottom. */
function runsAcross(view, label) {
  const { x, y, width, height } = around(label.querySelectorAll("rect"));
  const line = view.svg.querySelector(`[data-edge="${CSS.escape(label.dataset.edge)}"] .line`);
  return [x - 2, x + width + 2].some((side) => line?.isPointInStroke(new DOMPoint(side, y + height / 2)));
}

/** Inputs below a box for the name and, where there is one, the type of a new part. After a save they are ready for the next part. */
class Addition {
  constructor(view, rect) {
    this.view = view;
    const { type, word } = newPart();
    const { frame, input, problem } = inputOver(`Name of the new ${word}`, "", word);
    frame.classList.add("under");
    this.inputs = [input];
    if (type) this.inputs.push(this.typeInput(input, type, word));
    Object.assign(this, { problem, item: attach(view, frame, rect) });
    input.addEventListener("paste", (event) => pasteParts(event, newPart()?.kind));
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
    if (!part) return;
    if (this.inputs[0].value.trim() === "") return this.close(true);
    const fields = [part.name, part.type].slice(0, this.inputs.length);
    const problem = await addPart(part.button, fields, this.inputs);
    if (this.closed) return;
    const first = problem ? fields.findIndex(({ id }) => document.getElementById(`${id}-problem`)) : 0;
    const wrong = this.inputs[Math.max(0, first)];
    for (const input of this.inputs) input.removeAttribute("aria-invalid");
    showProblem(wrong, this.problem, problem);
    if (problem) wrong.focus();
    this.view.reveal(this.item.element); // the box is taller now
  }

  close(focused) {
    if (this.closed) return;
    this.closed = true;
    detach(this.view, this.item);
    if (focused) document.getElementById("canvas-plus")?.focus();
  }
}
