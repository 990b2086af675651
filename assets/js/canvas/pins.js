// What the page shows beside the parts of a drawing: pins at boxes with open comments, in #canvas-pins, and the parameters of
// queries at their arrows, in #canvas-flows. A copy of each is at the place that its data-pin names.
import { around, boxElement, placeOf } from "./drawing.js";
import { attach, detach } from "./layer.js";
import { beside } from "./beside.js";

const lists = ["canvas-pins", "canvas-flows"];
const pinned = new WeakMap(); // View → by list its pins, and what they were made of

/** Shows the pins of the page's lists, if they have changed. */
export function renewPins(view) {
  const made = pinned.get(view) ?? {};
  for (const id of lists) made[id] = renew(view, document.getElementById(id), made[id]);
  pinned.set(view, made);
}

function renew(view, list, made) {
  const source = view.canvas.contains(list) ? list.innerHTML : "";
  if ((made?.source ?? "") === source) return made;
  const focused = document.activeElement?.closest?.(".layer > .pin")?.dataset.pin;
  made?.items.forEach((item) => detach(view, item));
  const items = source === "" ? [] : [...list.children].map((pin) => attach(view, pin.cloneNode(true), () => rectOf(view, pin.dataset)));
  for (const { element } of items) if (element.matches(".flow")) beside(view, element);
  if (focused) items.find(({ element }) => element.dataset.pin === focused)?.element.focus({ preventScroll: true });
  return { source, items };
}

/** Returns the rectangle of a box, of a place that is told from its corner, or of another element such as an arrow's label. */
function rectOf(view, { pin: id, spot }) {
  const box = boxElement(view, id);
  if (box && spot) {
    const { x, y } = placeOf(box), [dx, dy] = spot.split(" ").map(Number);
    return { x: x + dx, y: y + dy, width: 0, height: 0 };
  }
  if (box) return placeOf(box);
  const element = view.svg.querySelector(`[id="d-${CSS.escape(id)}"]`);
  return element && around([element]);
}
