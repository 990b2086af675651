// Reading a drawing: its boxes by id, their names and places.
export const boxes = (view) => [...view.svg.querySelectorAll("[data-box]")];
export const boxElement = (view, id) => view.svg.querySelector(`[data-box="${CSS.escape(id)}"]`);

/** Returns the id of the box that an element of the drawing belongs to, if any. A bus moves with its box but is a line. */
export function boxAt(target) {
  const { box, owner } = target.closest?.("[data-box], [data-owner]:not(.bus)")?.dataset ?? {};
  return box ?? owner;
}

/** Returns the part of the drawing that shows an element of the model and contains target, or null. */
export const elementAt = (target) => target.closest?.("[id^='d-']") ?? null;
export const idOf = (element) => element.id.slice("d-".length);

/** Returns the name of an element of the drawing: the part of its title before the first dot, in a comparison after how it differs. */
export function nameOf(element) {
  const parts = element?.querySelector("title")?.textContent.split(" · ") ?? [""];
  return element?.classList.contains(`diff-${parts[0]}`) && parts.length > 1 ? parts[1] : parts[0];
}

/** Returns the rectangle of a box in the drawing. */
export function placeOf(box) {
  const [x, y, width, height] = box.dataset.at.split(" ").map(Number);
  return { x, y, width, height };
}

/** Returns the bounding rectangle of elements of the drawing, or null for none. */
export function around(elements) {
  const rects = [...elements].map((element) => element.getBBox());
  if (rects.length === 0) return null;
  const x = Math.min(...rects.map((rect) => rect.x)), y = Math.min(...rects.map((rect) => rect.y));
  return {
    x, y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}

/** Makes an SVG element. */
export function svgElement(name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
