// A line from box to box, drawn by a drag from a handle at the edge of one. On free space it ends at a new box, whose name is
// asked for.
import { boxAt, boxElement, nameOf, svgElement } from "./drawing.js";
import { connect, createAt, isFree, madeOn } from "./create.js";
import { anchor, sideTowards } from "./handles.js";
import { elbow } from "./elbow.js";
import { Hint } from "./hint.js";
import { announce } from "./layer.js";
import { showProblemMessage } from "../messages.js";

const across = (side) => side === "left" || side === "right";
const into = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] }; // the direction in which an arrow enters a side
const head = 9; // units

export class Link {
  constructor(view, box, side) {
    Object.assign(this, { view, box, side, target: null, hint: new Hint(view), from: anchor(boxElement(view, box), side) });
    this.directed = !view.svg.matches(".er");
    this.line = svgElement("path", { class: "linking" });
    view.svg.append(this.line);
    view.canvas.dataset.linking = "";
  }

  move(event) {
    if (!this.line.isConnected) this.capture();
    const { clientX, clientY } = event, to = this.view.point(clientX, clientY);
    const over = document.elementsFromPoint(clientX, clientY).find((part) => this.view.svg.contains(part) && boxAt(part));
    const target = over ? boxAt(over) : null;
    if (target !== this.target) {
      this.mark(false);
      this.target = target === this.box ? null : target;
      this.mark(true);
    }
    this.draw(to);
    this.hint.show(this.words(target, event), to);
  }

  /** Goes on in a new drawing. */
  capture() {
    const box = boxElement(this.view, this.box);
    if (!box) return; // it was removed elsewhere: joinTo says so
    this.from = anchor(box, this.side);
    this.target = null;
    this.view.svg.append(this.line);
  }

  /** Draws the line to the pointer, or to the edge of the box under it. */
  draw(pointer) {
    const box = this.target && boxElement(this.view, this.target), { from, side } = this;
    const along = across(side) === Math.abs(pointer.x - from.x) >= Math.abs(pointer.y - from.y);
    const end = box ? sideTowards(box, from) : along ? opposite(side) : facing(from, pointer);
    const to = box ? anchor(box, end) : pointer;
    const way = this.directed ? elbow(from, to, across(side), across(end)) : `M${from.x} ${from.y}L${to.x} ${to.y}`;
    this.line.setAttribute("d", way + (this.directed ? arrow(to, into[end]) : ""));
  }

  /** Says what a drop does here. */
  words(target, event) {
    if (this.target) return `Connect to ${nameOf(boxElement(this.view, this.target))}`;
    if (target || !isFree(this.view, document.elementFromPoint(event.clientX, event.clientY))) return "";
    return `New ${madeOn(this.view).word} here`;
  }

  mark(on) {
    if (this.target) boxElement(this.view, this.target)?.classList.toggle("drop", on);
  }

  cancel() {
    this.mark(false);
    this.hint.remove();
    this.line.remove();
    delete this.view.canvas.dataset.linking;
  }

  end({ clientX, clientY }) {
    this.cancel();
    if (this.target) setTimeout(() => this.joinTo(this.target)); // once the press is over: its click would close a list
    else if (isFree(this.view, document.elementFromPoint(clientX, clientY))) createAt(this.view, clientX, clientY, (made) => this.joinTo(made));
  }

  async joinTo(target) {
    const gone = [this.box, target].some((id) => !boxElement(this.view, id));
    const problem = gone ? "Not connected: the box was removed in the meantime" : await connect(this.view, this.box, target);
    if (problem) showProblemMessage(problem);
    else if (problem === "") announce(this.view, `${nameOf(boxElement(this.view, this.box))} connected to ${nameOf(boxElement(this.view, target))}`);
  }
}

const opposite = (side) => ({ left: "right", right: "left", top: "bottom", bottom: "top" })[side];

/** Returns the side of an end at which a line from a point arrives. */
const facing = (from, to) => (Math.abs(to.x - from.x) >= Math.abs(to.y - from.y) ? (to.x > from.x ? "left" : "right") : to.y > from.y ? "top" : "bottom");

/** Returns the strokes of an arrow that ends at a point. */
function arrow({ x, y }, [dx, dy]) {
  const back = { x: x - dx * head, y: y - dy * head }, half = head / 2;
  return `M${back.x - dy * half} ${back.y - dx * half}L${x} ${y}L${back.x + dy * half} ${back.y + dx * half}`;
}
