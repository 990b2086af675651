// Where a note goes beside a part of the drawing: the nearest place at which it hides the least of the boxes and labels.
import { placeOf } from "./drawing.js";

const gaps = [6, 26, 46]; // px between the part and its note
const step = 8, breadth = 8; // px between the points at which a line is looked at, and how wide it counts
const drawn = new WeakMap(); // View → what its notes should not hide: rectangles, and points of lines

const overlap = (a, b) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Returns the places round a part for a note of a size, the nearest first: in line with its centre, then with its sides. */
function places({ x, y, width, height }, note) {
  const centre = x + width / 2 - note.width / 2, middle = y + height / 2 - note.height / 2;
  return gaps.flatMap((gap) => {
    const below = y + height + gap, above = y - note.height - gap;
    return [
      { x: centre, y: below }, { x: centre, y: above }, { x: x + width + gap, y: middle }, { x: x - note.width - gap, y: middle },
      ...[x, x + width - note.width, x + width + gap, x - note.width - gap].flatMap((left) => [{ x: left, y: below }, { x: left, y: above }]),
    ];
  }).map((at) => ({ ...at, ...note }));
}

/** Returns points of a line, as rectangles. */
function pointsOf(line) {
  const length = line.getTotalLength();
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => {
    const { x, y } = line.getPointAtLength(i * step);
    return { x: x - step / 2, y: y - breadth / 2, width: step, height: breadth };
  });
}

/** Returns what the notes of a drawing should not hide. */
function obstacles(view) {
  if (!drawn.has(view)) {
    const rects = [...view.svg.querySelectorAll("a[data-box]")].map(placeOf);
    for (const line of view.svg.querySelectorAll(".edge > .line")) rects.push(...pointsOf(line));
    drawn.set(view, { rects, labels: [...view.svg.querySelectorAll("a.arrow .label")].map((label) => [label, label.getBBox()]) });
  }
  return drawn.get(view);
}

function placeBeside(view, element) {
  const part = view.svg.querySelector(`[id="d-${CSS.escape(element.dataset.pin)}"]`);
  if (!part || view.scale === undefined || element.hidden) return;
  const note = { width: element.offsetWidth, height: element.offsetHeight }, { rects, labels } = obstacles(view);
  const others = [...rects, ...labels.filter(([label]) => !part.contains(label)).map(([, rect]) => rect)];
  const seen = others.map((rect) => view.seen(rect)), window = { x: 0, y: 0, ...view.size };
  for (let before = element.previousElementSibling; before; before = before.previousElementSibling) if (before.besideAt) seen.push(before.besideAt);
  const hidden = (rect) => seen.reduce((sum, other) => sum + overlap(rect, other), rect.width * rect.height - overlap(rect, window));
  const best = places(view.seen(part.getBBox()), note).map((rect) => ({ rect, cost: hidden(rect) })).reduce((a, b) => (b.cost < a.cost ? b : a)).rect;
  element.besideAt = best;
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

// Before the notes of the new drawing are placed.
document.addEventListener("widerow:redrawn", ({ detail: view }) => drawn.delete(view), true);
