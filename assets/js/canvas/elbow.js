// Lines whose box is being moved: a plain elbow, or a straight line instead of a way by a trunk, until the server has routed them round all boxes.
import { boxElement, placeOf } from "./drawing.js";

/** A line of the drawing, with its original path. ends says which of its ends moves: "from", "to" or "both". */
export class Line {
  constructor(element, ends) {
    Object.assign(this, { element, ends, path: element.querySelector(".line"), tip: element.querySelector(".tip") });
    if (!this.path) return; // a label
    this.drawn = this.path.getAttribute("d");
    const numbers = this.drawn.match(/-?[\d.]+/g).map(Number);
    const point = (at) => ({ x: numbers.at(at), y: numbers.at(at + 1) });
    Object.assign(this, { start: point(0), end: point(-2) });
    const across = (a, b) => Math.abs(a.x - b.x) >= Math.abs(a.y - b.y);
    Object.assign(this, { leaves: across(this.start, point(2)), enters: across(point(-4), this.end) });
    this.straight = element.closest("svg").classList.contains("er");
    this.leaveTrunk(element.querySelector(".line.shared"), element.querySelector(".tip.shared"));
  }

  /** Leads the line to the middle of the box of its trunk if that box moves. Boxes are drawn over lines. */
  leaveTrunk(shared, head) {
    if (!shared || this.ends === (head ? "from" : "to")) return;
    const { dataset } = this.element, hub = boxElement({ svg: this.element.closest("svg") }, head ? dataset.to : dataset.from);
    if (!hub) return;
    const { x, y, width, height } = placeOf(hub);
    this[head ? "end" : "start"] = { x: x + width / 2, y: y + height / 2 };
    this.straight = true;
    this.alone = { width, height, atEnd: Boolean(head) };
  }

  /** Draws the line with its moving end shifted by dx, dy, and returns the place of its label. */
  bend(dx, dy) {
    const move = ({ x, y }, moves) => (moves ? { x: x + dx, y: y + dy } : { x, y });
    const from = move(this.start, this.ends !== "to"), to = move(this.end, this.ends !== "from");
    this.path.setAttribute("d", this.straight ? `M${from.x} ${from.y}L${to.x} ${to.y}` : elbow(from, to, this.leaves, this.enters));
    if (this.ends !== "from") this.tip?.setAttribute("transform", `translate(${dx} ${dy})`);
    Object.assign(this, { from, to });
    return this.straight || this.leaves === this.enters ? between(from, to) : onLongerLeg(from, to, this.leaves);
  }

  /** Returns where a label of the given size lies on a line without its trunk: off the other rectangles, near the middle of what is seen of the line. */
  placeOff({ width, height }, others) {
    const { from, to, alone } = this, hidden = hiddenPart(from, to, alone);
    const [first, last] = alone.atEnd ? [0, 1 - hidden] : [hidden, 1], middle = (first + last) / 2;
    const at = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    const covers = ({ x, y }) => others.some((other) => Math.abs(x - other.x) < (width + other.width) / 2 && Math.abs(y - other.y) < (height + other.height) / 2);
    const part = placesOnLine.map((place) => middle + (last - first) * place).find((place) => !covers(at(place)));
    return at(part ?? middle);
  }

  restore() {
    this.path.setAttribute("d", this.drawn);
    this.tip?.removeAttribute("transform");
  }
}

const placesOnLine = [0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3, -0.4, 0.4]; // from the middle of a line

/** Returns the part of a line that a box of a size hides, in whose middle the line ends. */
function hiddenPart(from, to, { width, height }) {
  const beyond = Math.max(Math.abs(to.x - from.x) / (width / 2), Math.abs(to.y - from.y) / (height / 2));
  return beyond > 1 ? 1 / beyond : 1;
}

const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Returns the middle of the longer leg of an elbow with one corner. */
function onLongerLeg(from, to, leaves) {
  const corner = leaves ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
  const length = (end) => Math.abs(end.x - corner.x) + Math.abs(end.y - corner.y);
  return between(corner, length(from) > length(to) ? from : to);
}

/** Returns a path along the axes. leaves and enters say whether its first and last leg are horizontal. */
export function elbow(from, to, leaves, enters) {
  if (leaves && enters) return `M${from.x} ${from.y}H${(from.x + to.x) / 2}V${to.y}H${to.x}`;
  if (!leaves && !enters) return `M${from.x} ${from.y}V${(from.y + to.y) / 2}H${to.x}V${to.y}`;
  return leaves ? `M${from.x} ${from.y}H${to.x}V${to.y}` : `M${from.x} ${from.y}V${to.y}H${to.x}`;
}
