// Moving boxes by the pointer and by keys.
import { boxElement, placeOf } from "./drawing.js";
import { mark, marked } from "./marks.js";
import { formOf, grid, Move } from "./move.js";
import { Guides } from "./guides.js";
import { carried } from "./memos.js";

const rim = 28; // px; a drag closer than this to the edge of the canvas pans
const rimStep = 9; // px a frame
const pauseAfterNudge = 700; // ms
const bigStep = 5; // grid steps

/** A drag of a box and all marked boxes. */
class Drag {
  constructor(view, box, start) {
    if (!marked(view).has(box)) mark(view, [box]);
    Object.assign(this, { view, start: view.point(start.x, start.y), home: placeOf(boxElement(view, box)) });
    const ids = carried(view, marked(view));
    this.made = new Move(view, ids);
    this.made.raise();
    this.guides = new Guides(view, boxElement(view, box), ids);
    view.canvas.dataset.moving = "";
  }

  move(event) {
    this.last = { clientX: event.clientX, clientY: event.clientY, altKey: event.altKey };
    this.follow();
    this.pan ??= requestAnimationFrame(() => this.panAtRim());
  }

  /** The box snaps to others and to the grid, unless Alt is held. */
  follow() {
    const { home, start } = this, now = this.view.point(this.last.clientX, this.last.clientY);
    const free = { x: Math.round(home.x + now.x - start.x), y: Math.round(home.y + now.y - start.y) };
    const at = this.last.altKey ? free : this.guides.catch(free), dx = at.x - home.x, dy = at.y - home.y;
    if (!this.made.free.has(dx, dy)) this.guides.remove(); // it goes elsewhere
    this.made.to(dx, dy);
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

/** Starts to drag a box, or returns null if this page cannot move it. */
export function startMove(view, box, start) {
  saveNudge();
  return formOf(view) ? new Drag(view, box, start) : null;
}

let nudged = null; // the move by keys that is not saved yet
let saveTimer;

/** Moves the marked boxes by steps of the grid, and saves them after a pause. */
export function nudge(view, across, down, big) {
  if (!formOf(view)) return;
  if (nudged?.view !== view) saveNudge();
  nudged ??= new Move(view, carried(view, marked(view)));
  const step = grid * (big ? bigStep : 1);
  nudged.to(nudged.dx + across * step, nudged.dy + down * step);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveNudge, pauseAfterNudge);
}

export function saveNudge() {
  clearTimeout(saveTimer);
  const move = nudged;
  nudged = null;
  move?.drop();
}

/** Cancels a move by keys that is not saved yet. Reports whether there was one. */
export function cancelNudge() {
  clearTimeout(saveTimer);
  const move = nudged;
  nudged = null;
  move?.cancel();
  return Boolean(move);
}
