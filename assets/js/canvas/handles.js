// Handles at the edges of a box: a drag from one draws a line, a click lets the other end be chosen by its name. The box under the
// mouse has them, and on a touch screen the selected one. By keyboard, the menu and the key C choose the other end.
import { boxAt, boxElement, placeOf } from "./drawing.js";
import { attach, place } from "./layer.js";
import { connects } from "./create.js";

const sides = ["left", "right", "top", "bottom"];
const bar = 28; // units, the height of a table's head, which lines lead to
const least = 44; // px of a box that is large enough for them
const away = 20; // px from the box at which they remain
const coarse = matchMedia("(pointer: coarse)");
const handlesOf = new WeakMap(); // View → its handles and the box that they belong to

/** Returns the middle of a side of a box; lines leave a table beside its head. */
export function anchor(box, side) {
  const { x, y, width, height } = placeOf(box), head = box.matches(".table, .type-box") ? Math.min(bar, height) : height;
  if (side === "left" || side === "right") return { x: side === "left" ? x : x + width, y: y + head / 2 };
  return { x: x + width / 2, y: side === "top" ? y : y + height };
}

/** Returns the side of a box whose middle is nearest to a point. */
export const sideTowards = (box, point) =>
  sides.map((side) => ({ side, at: anchor(box, side) })).sort((a, b) => distance(a.at, point) - distance(b.at, point))[0].side;

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function make(view) {
  const made = { box: null, items: [] };
  handlesOf.set(view, made);
  made.items = sides.map((side) => {
    const handle = document.createElement("i");
    handle.className = "handle";
    handle.dataset.side = side;
    handle.setAttribute("aria-hidden", "true");
    return attach(view, handle, () => {
      const box = made.box && boxElement(view, made.box);
      return box ? { ...anchor(box, side), width: 0, height: 0 } : null;
    });
  });
  return made;
}

/** Shows the handles of a box, or none. */
function show(view, id) {
  const made = handlesOf.get(view) ?? (id ? make(view) : null);
  if (!made || (made.box === id && made.svg === view.svg)) return;
  Object.assign(made, { box: id, svg: view.svg });
  for (const item of made.items) {
    item.element.dataset.of = id ?? "";
    place(view, item);
  }
}

/** Reports whether a box can have handles: lines can begin there, and it is large enough on the screen. */
function takes(view, id) {
  if (!id || "pick" in view.canvas.dataset || !connects(view, id)) return false;
  const { width, height } = placeOf(boxElement(view, id));
  return width * view.scale >= least && height * view.scale >= least / 2;
}

/** Returns the box of the handles if a point of the window is close to it. */
function near(view, { clientX, clientY }) {
  const id = handlesOf.get(view)?.box, box = id && boxElement(view, id);
  if (!box) return null;
  const { left, top } = view.canvas.getBoundingClientRect(), seen = view.seen(placeOf(box)), x = clientX - left - seen.x, y = clientY - top - seen.y;
  return x > -away && y > -away && x < seen.width + away && y < seen.height + away ? id : null;
}

/** Shows the handles of the box under the mouse. */
export function hoverHandles(view, event) {
  if (event.pointerType === "touch" || event.buttons !== 0) return;
  const box = event.target.closest?.(".handle")?.dataset.of || (view.svg.contains(event.target) ? boxAt(event.target) : null) || near(view, event);
  show(view, takes(view, box) ? box : null);
}

/** Hides them, or shows those of the selected box on a touch screen. */
export function restHandles(view) {
  const box = coarse.matches ? view.chosenBox?.dataset.box : null;
  show(view, takes(view, box) ? box : null);
}
