// Marked boxes are moved together. Marks exist only in the browser; a new drawing keeps them.
import { boxElement, boxes, nameOf, placeOf, svgElement } from "./drawing.js";
import { announce } from "./layer.js";

const marksOf = new WeakMap(); // View → Set of box ids
export const marked = (view) => marksOf.get(view) ?? new Set();

/** Marks the boxes with these ids and no others. Ids without a box are left out. */
export function mark(view, ids) {
  const wanted = new Set(ids), found = new Set();
  for (const box of boxes(view)) {
    const on = wanted.has(box.dataset.box);
    box.classList.toggle("marked", on);
    if (on) found.add(box.dataset.box);
  }
  marksOf.set(view, found);
}

export function toggleMark(view, id, on = !marked(view).has(id)) {
  const ids = new Set(marked(view));
  if (on) ids.add(id);
  else ids.delete(id);
  mark(view, ids);
  announce(view, `${nameOf(boxElement(view, id))} ${on ? "selected" : "deselected"}, ${ids.size} in all`);
}

export function clearMarks(view) {
  if (marked(view).size === 0) return false;
  mark(view, []);
  announce(view, "Nothing selected");
  return true;
}

export function markAll(view) {
  mark(view, boxes(view).map(({ dataset }) => dataset.box));
  announce(view, `All ${marked(view).size} selected`);
}

/** A selection rectangle. It marks all boxes that it touches and the areas that it contains, beside those that were marked before. */
export class Band {
  constructor(view, start) {
    this.view = view;
    this.from = view.point(start.x, start.y);
    this.before = marked(view);
    this.places = boxes(view).map((box) => [box.dataset.box, placeOf(box), box.matches(".area")]);
    this.rect = svgElement("rect", { class: "band" });
    view.svg.append(this.rect);
  }

  move(event) {
    const to = this.view.point(event.clientX, event.clientY);
    const x = Math.min(this.from.x, to.x), y = Math.min(this.from.y, to.y);
    const right = Math.max(this.from.x, to.x), bottom = Math.max(this.from.y, to.y);
    for (const [name, value] of Object.entries({ x, y, width: right - x, height: bottom - y })) this.rect.setAttribute(name, value);
    const inside = ([, place, area]) => (area
      ? place.x >= x && place.y >= y && place.x + place.width <= right && place.y + place.height <= bottom
      : place.x < right && place.x + place.width > x && place.y < bottom && place.y + place.height > y);
    mark(this.view, [...this.before, ...this.places.filter(inside).map(([id]) => id)]);
  }

  end() {
    this.rect.remove();
    announce(this.view, `${marked(this.view).size} selected`);
  }

  cancel() {
    this.rect.remove();
    mark(this.view, this.before);
  }
}
