// Where a note goes beside a part of the drawing: the nearest place at which it hides the least of the boxes and labels.
import { placeOf } from "./drawing.js";

const gaps = [6, 26, 46]; // px between the part and its note

const overlap = (a, b) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Returns the places round a part for a note of a size, the nearest first. */
function places({ x, y, width, height }, note) {
  const centre = x + width / 2 - note.width / 2, middle = y + height / 2 - note.height / 2;
  return gaps.flatMap((gap) => [
    { x: centre, y: y + height + gap }, { x: centre, y: y - note.height - gap }, { x: x + width + gap, y: middle }, { x: x - note.width - gap, y: middle },
  ]).map((at) => ({ ...at, ...note }));
}

function placeBeside(view, element) {
  const part = view.svg.querySelector(`[id="d-${CSS.escape(element.dataset.pin)}"]`);
  if (!part || view.scale === undefined || element.hidden) return;
  const note = { width: element.offsetWidth, height: element.offsetHeight };
  const others = [...view.svg.querySelectorAll("a[data-box]")].map(placeOf);
  for (const label of view.svg.querySelectorAll("a.arrow .label")) if (!part.contains(label)) others.push(label.getBBox());
  const seen = others.map((rect) => view.seen(rect)), window = { x: 0, y: 0, ...view.size };
  const hidden = (rect) => seen.reduce((sum, other) => sum + overlap(rect, other), rect.width * rect.height - overlap(rect, window));
  const best = places(view.seen(part.getBBox()), note).map((rect) => ({ rect, cost: hidden(rect) })).reduce((a, b) => (b.cost < a.cost ? b : a)).rect;
  element.style.translate = `${best.x}px ${best.y}px`;
}

/** Keeps a note beside its part. */
export function beside(view, element) {
  const events = ["widerow:view", "widerow:redrawn"];
  const follow = () => {
    if (element.isConnected) placeBeside(view, element);
    else for (const event of events) view.canvas.removeEventListener(event, follow);
  };
  for (const event of events) view.canvas.addEventListener(event, follow);
  follow();
}
