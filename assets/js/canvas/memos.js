// Notes and areas: what people draw beside the model. An area carries what lies in it; the corner of the selected one resizes it.
import { boxElement, boxes, placeOf, svgElement } from "./drawing.js";
import { askName } from "./create.js";
import { diagramOf, editForm, sendEdit } from "./edit.js";
import { attach, place } from "./layer.js";
import { marked } from "./marks.js";
import { showProblemMessage } from "../messages.js";

const rim = { side: 24, top: 48 }; // units of an area around the boxes for which it is made
const least = { memo: [120, 0], area: [80, 80] }; // units, as the form allows

const send = (view, kind, fields, { x, y }) =>
  sendEdit(view, [["do", `add:${kind}:`], ...fields, ["at.x", Math.round(x)], ["at.y", Math.round(y)]]);

/** Asks for the text of a new note at a point of the window. */
export function addNote(view, x, y) {
  const at = view.point(x, y);
  view.atRest = true;
  askName(view, () => ({ ...at, width: 0, height: 0 }), "note", "Text", (text) => send(view, "note", [["new.note.text", text]], at));
}

/** Asks for the title of a new area: round the marked boxes, or else at a point of the window. */
export function addArea(view, x, y) {
  const frame = roundMarked(view), at = frame ?? view.point(x, y);
  const sides = frame ? [["new.area.width", Math.round(frame.width)], ["new.area.height", Math.round(frame.height)]] : [];
  view.atRest = true;
  askName(view, () => ({ x: at.x, y: at.y, width: 0, height: 0 }), "area", "Title", (name) => send(view, "area", [["new.area.name", name], ...sides], at));
}

/** Returns the rectangle round the marked boxes, or null if none is marked. */
function roundMarked(view) {
  const places = [...marked(view)].map((id) => boxElement(view, id)).filter(Boolean).map(placeOf);
  if (places.length === 0) return null;
  const x = Math.min(...places.map((box) => box.x)) - rim.side, y = Math.min(...places.map((box) => box.y)) - rim.top;
  return {
    x, y, width: Math.max(...places.map((box) => box.x + box.width)) + rim.side - x,
    height: Math.max(...places.map((box) => box.y + box.height)) + rim.side - y,
  };
}

/** What the canvas can add beside the model. */
export function memoActions(view, { x, y }) {
  if (!editForm(view) || diagramOf(view) === "") return [];
  const count = marked(view).size, around = count > 0 ? `around ${count === 1 ? "the box" : `${count} boxes`}` : "here";
  return [
    { words: "Add a note here", keys: "N", run: () => addNote(view, x, y) },
    { words: `Add an area ${around}`, keys: "Shift+N", run: () => addArea(view, x, y) },
  ];
}

/** Returns ids with those of all boxes, notes and areas that lie in areas among them. */
export function carried(view, ids) {
  const all = new Set(ids), inside = (outer, inner) =>
    inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
  for (const id of ids) {
    const area = boxElement(view, id);
    if (!area?.matches(".area")) continue;
    for (const box of boxes(view)) if (inside(placeOf(area), placeOf(box))) all.add(box.dataset.box);
  }
  return all;
}

const corners = new WeakMap(); // View → the corner of the selected note or area

/** Shows the corner of the selected note or area. */
export function restCorner(view) {
  const id = editForm(view) ? (view.canvas.dataset.selected ?? "").slice(2) : "", box = id && boxElement(view, id);
  const shown = box && box.matches(".memo, .area") ? id : "";
  let corner = corners.get(view);
  if (!corner && shown) {
    const element = Object.assign(document.createElement("i"), { className: "corner" });
    element.setAttribute("aria-hidden", "true");
    corner = { id: shown };
    corner.item = attach(view, element, () => {
      const at = corner.id && boxElement(view, corner.id) && placeOf(boxElement(view, corner.id));
      return at ? { x: at.x + at.width, y: at.y + at.height, width: 0, height: 0 } : null;
    });
    corners.set(view, corner);
  }
  if (!corner) return;
  corner.id = shown;
  corner.item.element.dataset.of = shown;
  place(view, corner.item);
}

/** Resizes a note, whose height follows its text, or an area. */
export class Resize {
  constructor(view, id) {
    const box = boxElement(view, id), home = placeOf(box), kind = box.matches(".area") ? "area" : "memo";
    Object.assign(this, { view, id, home, kind, width: home.width, height: home.height });
    this.outline = svgElement("rect", { class: "band", x: home.x, y: home.y, width: home.width, height: home.height });
    view.svg.append(this.outline);
    view.canvas.dataset.moving = "";
  }

  move(event) {
    const at = this.view.point(event.clientX, event.clientY), [width, height] = least[this.kind];
    this.width = Math.round(Math.max(width, at.x - this.home.x));
    if (this.kind === "area") this.height = Math.round(Math.max(height, at.y - this.home.y));
    if (!this.outline.isConnected) this.view.svg.append(this.outline); // a colleague's edit has replaced the drawing
    this.outline.setAttribute("width", this.width);
    this.outline.setAttribute("height", this.height);
  }

  async end() {
    this.cancel();
    const sides = this.kind === "area" ? ["width", "height"] : ["width"], fields = [];
    for (const side of sides) {
      if (this[side] !== this.home[side]) fields.push([`was.${this.id}.${side}`, this.home[side]], [`set.${this.id}.${side}`, this[side]]);
    }
    const problem = fields.length > 0 && (await sendEdit(this.view, [["do", ""], ...fields]));
    if (problem) showProblemMessage(problem);
  }

  cancel() {
    this.outline.remove();
    delete this.view.canvas.dataset.moving;
  }
}
