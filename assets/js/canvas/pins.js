// Pins at boxes with open comments. The page lists them in #canvas-pins; a copy of each is at the upper right corner of its box.
import { around, boxElement, placeOf } from "./drawing.js";
import { attach, detach } from "./layer.js";

const pinned = new WeakMap(); // View → its pins, and the list that they were made of

/** Shows the pins of the page's list, if that has changed. */
export function renewPins(view) {
  const list = view.canvas.querySelector("#canvas-pins");
  const made = pinned.get(view), source = list?.innerHTML ?? "";
  if (made?.source === source) return;
  const focused = document.activeElement?.closest?.(".layer > .pin")?.dataset.pin;
  made?.items.forEach((item) => detach(view, item));
  const items = [...(list?.children ?? [])].map((pin) => attach(view, pin.cloneNode(true), () => rectOf(view, pin.dataset.pin)));
  pinned.set(view, { source, items });
  if (focused) items.find(({ element }) => element.dataset.pin === focused)?.element.focus({ preventScroll: true });
}

/** Returns the rectangle of a box, or of another element of the drawing such as an arrow's label. */
function rectOf(view, id) {
  const box = boxElement(view, id);
  if (box) return placeOf(box);
  const element = view.svg.querySelector(`[id="d-${CSS.escape(id)}"]`);
  return element && around([element]);
}
