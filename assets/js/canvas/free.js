// Where boxes that are dragged on others go when they are dropped: as a whole to the nearest free place, which an outline shows
// during the drag. The server checks it by the same rules (diagram/layout/place_drop.go).
import { boxes, placeOf, svgElement } from "./drawing.js";

/** Returns the rectangles of an attribute, given from the corner of a box. */
function rectsOf(box, text) {
  const numbers = text?.split(" ").map(Number) ?? [], { x, y } = placeOf(box);
  return Array.from({ length: numbers.length / 4 }, (_, i) => ({ x: x + numbers[4 * i], y: y + numbers[4 * i + 1], width: numbers[4 * i + 2], height: numbers[4 * i + 3] }));
}

/** Returns what a box keeps free of another one: for one of another group, this has the frame of its group round it. */
function room(box, other) {
  const { room: own, framed, group } = box.dataset;
  return rectsOf(box, group === other.dataset.group || !framed ? own : framed);
}

/** Returns the moves, as points, that lead one area onto another. */
function wall(moved, other) {
  const left = Math.floor(other.x - moved.x - moved.width), top = Math.floor(other.y - moved.y - moved.height);
  return { left, top, right: Math.ceil(other.x + other.width - moved.x), bottom: Math.ceil(other.y + other.height - moved.y) };
}

export class Free {
  /** The boxes with these ids are about to move, all others stay. */
  constructor(view, ids) {
    const all = boxes(view).filter(({ dataset }) => dataset.room), moved = all.filter(({ dataset }) => ids.has(dataset.box)), others = all.filter((box) => !moved.includes(box));
    Object.assign(this, { view, homes: moved.map(placeOf) });
    this.walls = moved.flatMap((box) => others.flatMap((other) => room(box, other).flatMap((part) => room(other, box).map((rect) => wall(part, rect)))));
    this.walls.sort((a, b) => a.top - b.top);
    this.ghost = svgElement("path", { class: "landing" });
  }

  /** Reports whether the boxes can be dropped after a move. */
  has(dx, dy) {
    return !this.walls.some(({ left, right, top, bottom }) => dx > left && dx < right && dy > top && dy < bottom);
  }

  /** Returns the free move nearest to one. */
  near(dx, dy) {
    if (this.has(dx, dy)) return { dx, dy };
    const xs = [dx, ...this.walls.flatMap(({ left, right }) => [left, right])].sort((a, b) => Math.abs(a - dx) - Math.abs(b - dx) || b - a);
    let best = null, least = Infinity;
    for (const x of xs) {
      if (Math.abs(x - dx) >= least) break;
      const y = this.past(x, dy), way = Math.hypot(x - dx, y - dy);
      if (way < least) [best, least] = [{ dx: x, dy: y }, way];
    }
    return best;
  }

  /** Returns the y nearest to dy that no wall contains at x. */
  past(x, dy) {
    let from = dy, to = dy, begin = dy, last = -Infinity;
    for (const { left, right, top, bottom } of this.walls) {
      if (x <= left || x >= right) continue;
      if (top >= last) begin = top;
      if (begin >= dy) break;
      last = Math.max(last, bottom);
      if (last > dy) [from, to] = [begin, last];
    }
    return to - dy <= dy - from ? to : from;
  }

  /** Shows where the boxes go, unless that is where they are. */
  show({ dx, dy }, at) {
    const apart = dx !== at.dx || dy !== at.dy;
    if (!apart) return this.hide();
    if (!this.ghost.isConnected) this.view.svg.append(this.ghost); // over the drawing, which may be a new one
    this.ghost.setAttribute("d", this.homes.map(({ x, y, width, height }) => `M${x + dx} ${y + dy}h${width}v${height}h${-width}z`).join(""));
  }

  hide() {
    this.ghost.remove();
  }
}
