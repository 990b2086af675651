// How a drawing is first shown: whole if its text is readable at that scale, or else its beginning at a readable one. Of a comparison all
// changes are shown, or at least the first.
import { around, boxes, placeOf } from "./drawing.js";

// The least scale of a whole drawing, and the scale of one that is shown in part. A column's name of 12.5 px has 10.6 px at 0.85.
const inFull = { least: 0.85, part: 0.85 };
const besideText = { least: 0.35, part: 0.6 };
const leastOfChanges = 0.6; // the least scale at which all changes are shown together
const enlarged = 1.25; // the largest scale of a small drawing
const beside = 20; // px between the edge of the canvas and what the drawing begins with
const slack = 120; // px that the beginning may be moved inwards, to show boxes whole

const sides = { x: "width", y: "height" };

/** Returns the rectangle nearest to the upper left corner, or null for none. */
const first = (rects) => rects.reduce((best, rect) => (best && best.x + best.y <= rect.x + rect.y ? best : rect), null);

/** Returns where the drawing begins: its first keyspace, or its first entry point, or its first box with those left of it. */
function beginning(view, room) {
  const places = (selector) => [...view.svg.querySelectorAll(selector)].map((element) => element.getBBox());
  const found = first(places(":scope > .keyspace:not(.collapsed) > .container")) ?? first(places(":scope > .edge:not([data-from]) > .line"));
  if (found) return found;
  const all = places("[data-box], [data-owner]:not(.bus)"), corner = first(all) ?? view.home;
  const near = all.filter(({ x, y }) => x > corner.x - room.width / 2 && y < corner.y + room.height);
  return { x: Math.min(...near.map(({ x }) => x), corner.x), y: Math.min(...near.map(({ y }) => y), corner.y) };
}

/** Counts the boxes that an edge of the view at a place cuts. */
const cut = (rects, axis, edge) => rects.filter((rect) => rect[axis] < edge && rect[axis] + rect[sides[axis]] > edge).length;

/**
 * Returns the low end of the view on an axis. The view shows the beginning and at most slack before it, so that its other end cuts
 * as few boxes as possible.
 */
function start(axis, { view, scale, room, rects, from }) {
  const low = view.home[axis], length = view.home[sides[axis]], seen = room[sides[axis]] / scale;
  if (length <= seen) return low - (seen - length) / 2;
  const near = Math.min(from[axis] - beside / scale, low + length - seen);
  if (near - low < slack / scale) return low; // the drawing begins at its edge
  const moves = Array.from({ length: 16 }, (_, step) => near - (step * slack) / 15 / scale);
  const faults = (at) => cut(rects, axis, at + seen) + cut(rects, axis, at);
  return moves.reduce((best, move) => (faults(move) < faults(best) ? move : best));
}

/** The marks of changes in a comparison. */
const changes = (view) => [...view.svg.querySelectorAll("[class*='diff-']")];

/** Returns the first view of a drawing: its scale, and the point x, y of the drawing in the middle of the canvas. */
export function opening(view) {
  const whole = view.whole(enlarged), { least, part: scale } = view.besideText ? besideText : inFull;
  if (whole.scale >= least) return { ...whole, fitted: true };
  const changed = around(changes(view)), together = changed && view.frame(changed, scale);
  if (together?.scale >= leastOfChanges) return { ...together, fitted: false };
  const room = { width: view.size.width, height: view.size.height - view.tools - view.head };
  const from = first(changes(view).map((mark) => mark.getBBox())) ?? beginning(view, { width: room.width / scale, height: room.height / scale });
  const what = { view, scale, room, rects: boxes(view).map(placeOf), from };
  let corner = { x: start("x", what), y: start("y", what) };
  if (what.rects.length > 0 && !what.rects.some((rect) => within(rect, corner, room, scale))) { // the beginning is empty: show the first box
    what.from = what.rects.reduce((best, rect) => (best.y < rect.y || (best.y === rect.y && best.x <= rect.x) ? best : rect));
    corner = { x: start("x", what), y: start("y", what) };
  }
  return { scale, fitted: false, x: corner.x + view.size.width / 2 / scale, y: corner.y + (view.size.height / 2 - view.head) / scale };
}

/** Reports whether the view with a corner shows a whole box. */
const within = (rect, corner, room, scale) =>
  rect.x >= corner.x && rect.x + rect.width <= corner.x + room.width / scale && rect.y >= corner.y && rect.y + rect.height <= corner.y + room.height / scale;
