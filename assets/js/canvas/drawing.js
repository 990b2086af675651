// What a drawing says of itself: its boxes by their ids, their names and their places.
export const boxes = (view) => [...view.svg.querySelectorAll("[data-box]")];
export const boxElement = (view, id) => view.svg.querySelector(`[data-box="${CSS.escape(id)}"]`);

/** The id of the box that something in a drawing belongs to, or nothing. */
export function boxAt(target) {
  const { box, owner } = target.closest?.("[data-box], [data-owner]")?.dataset ?? {};
  return box ?? owner;
}

/** What an element of the drawing is called: its title says more behind the first dot. */
export const nameOf = (element) => element?.querySelector("title")?.textContent.split(" · ")[0] ?? "";

/** Where a box stands in the drawing. */
export function placeOf(box) {
  const [x, y, width, height] = box.dataset.at.split(" ").map(Number);
  return { x, y, width, height };
}

/** The rectangle round some elements of the drawing. */
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
