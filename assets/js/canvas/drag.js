// Moves by the pointer and by keys.
import { boxElement, placeOf } from "./drawing.js";
import { mark, marked } from "./marks.js";
import { formOf, grid, Move } from "./move.js";
import { Guides } from "./guides.js";

const rim = 28; // px from the border of the canvas where a drag pans
const rimStep = 9; // px a frame
const pauseAfterNudge = 700; // ms
const bigStep = 5; // grid steps

/** A box that is dragged, with all that is marked. */
class Drag {
  constructor(view, box, start) {
    if (!marked(view).has(box)) mark(view, [box]);
    Object.assign(this, { view, start: view.point(start.x, start.y), home: placeOf(boxElement(view, box)) });
    this.made = new Move(view, marked(view));
    this.made.raise();
    this.guides = new Guides(view, boxElement(view, box), marked(view));
    view.canvas.dataset.moving = "";
  }

  move(event) {
    this.last = { clientX: event.clientX, clientY: event.clientY, altKey: event.altKey };
    this.follow();
    this.pan ??= requestAnimationFrame(() => this.panAtRim());
  }

  /** The box catches at others and at the grid, unless Alt is held. */
  follow() {
    const { home, start } = this, now = this.view.point(this.last.clientX, this.last.clientY);
    const free = { x: Math.round(home.x + now.x - start.x), y: Math.round(home.y + now.y - start.y) };
    const at = this.last.altKey ? free : this.guides.catch(free);
    this.made.to(at.x - home.x, at.y - home.y);
  }

  panAtRim() {
    this.pan = null;
    const box = this.view.canvas.getBoundingClientRect(), { clientX: x, clientY: y } = this.last;
    const dx = (x < box.left + rim) - (x > box.right - rim), dy = (y < box.top + rim) - (y > box.bottom - rim);
    if (dx === 0 && dy === 0) return;
    this.view.pan(dx * rimStep, dy * rimStep);
    this.follow();
    this.pan = requestAnimationFrame(() => this.panAtRim());
  }

  stop() {
    cancelAnimationFrame(this.pan);
    this.guides.remove();
    delete this.view.canvas.dataset.moving;
  }

  end() {
    this.stop();
    this.made.drop();
  }

  cancel() {
    this.stop();
    this.made.cancel();
  }
}

/** Begins to drag a box, if this page may move it. */
export function startMove(view, box, start) {
  settleNudge();
  return formOf(view) ? new Drag(view, box, start) : null;
}

let nudged = null; // the move by keys that is not saved yet
let settling;

/** Moves all that is marked by steps of the grid; a pause saves. */
export function nudge(view, across, down, big) {
  if (!formOf(view)) return;
  if (nudged?.view !== view) settleNudge();
  nudged ??= new Move(view, marked(view));
  const step = grid * (big ? bigStep : 1);
  nudged.to(nudged.dx + across * step, nudged.dy + down * step);
  clearTimeout(settling);
  settling = setTimeout(settleNudge, pauseAfterNudge);
}

export function settleNudge() {
  clearTimeout(settling);
  const move = nudged;
  nudged = null;
  move?.drop();
}

/** Takes back what keys have moved and nobody has saved; true if there was something. */
export function cancelNudge() {
  clearTimeout(settling);
  const move = nudged;
  nudged = null;
  move?.cancel();
  return Boolean(move);
}
