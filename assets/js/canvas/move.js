// Moving boxes, by the pointer or by keys: they and their lines follow at once, and one save sends the new places when the
// gesture ends. A frame changes only what moves and its lines, and needs no layout by the browser.
import { boxElement, boxes, nameOf, placeOf } from "./drawing.js";
import { views } from "./views.js";
import { announce } from "./layer.js";
import { Line } from "./elbow.js";
import { Frames } from "./frames.js";
import { Free } from "./free.js";

export const grid = 10; // units
const moves = new WeakMap(); // View → moves that the server does not have yet, oldest first
const movesOf = (view) => moves.get(view) ?? [];

export const formOf = (view) => view.canvas.querySelector("form[data-layout]");

export class Move {
  constructor(view, ids) {
    Object.assign(this, { view, ids: [...ids], dx: 0, dy: 0, raised: null });
    moves.set(view, [...movesOf(view), this]);
    this.capture();
  }

  /** Finds what moves with the boxes: whole elements, lines with one moving end, and the labels of these lines. */
  capture() {
    const { svg } = this.view, ids = new Set(this.ids);
    this.free?.hide();
    this.free = new Free(this.view, ids);
    this.frames = new Frames(this.view, ids);
    this.ids = this.ids.filter((id) => boxElement(this.view, id));
    this.follow = [...svg.querySelectorAll("[data-box], [data-owner]")].filter(({ dataset }) => ids.has(dataset.box ?? dataset.owner));
    this.bent = [];
    this.trunks = [];
    this.labels = [];
    for (const element of svg.querySelectorAll("[data-edge]")) {
      const { from, to } = element.dataset;
      const start = !from || ids.has(from), end = ids.has(to);
      if (start && end) this.follow.push(element);
      else if ((from && start) || end) this.bend(element, end ? "to" : "from");
    }
    this.others = []; // boxes that labels of lines without a trunk keep clear of
    if (this.bent.some(({ alone }) => alone)) {
      this.leaveTrunks();
      this.others = boxes(this.view).filter((box) => !box.matches(".area")).map((box) => ({ ...middleOf(placeOf(box)), moves: ids.has(box.dataset.box) }));
    }
    if (this.raised) this.raise();
    this.apply();
  }

  /** Hides the trunks of the boxes, which would cross others, and draws each of their arrows by itself. */
  leaveTrunks() {
    const whole = this.follow.filter((element) => element.querySelector(".line.shared"));
    this.follow = this.follow.filter((element) => !whole.includes(element));
    this.bent.push(...whole.map((element) => new Line(element, "both")));
    this.trunks = this.follow.filter((element) => element.matches(".bus")).flatMap((element) => [...element.querySelectorAll(".line, .tip")]);
  }

  /** Brings the boxes to the front, until the move is cancelled or the drawing replaced. Areas stay behind all boxes. */
  raise() {
    const all = [...this.view.svg.querySelectorAll("[data-box]:not(.area), [data-owner]")];
    const ours = this.follow.filter((element) => (element.dataset.box ?? element.dataset.owner) && !element.matches(".area")), active = document.activeElement;
    this.raised = ours.map((element) => [element, element.parentNode, element.nextSibling]);
    if (ours.length === all.length || ours.length === 0) return;
    all.at(-1)?.after(...ours);
    if (document.activeElement !== active) active.focus({ preventScroll: true }); // an element that is moved in the document loses the focus
  }

  bend(element, end) {
    if (element.querySelector(".line")) this.bent.push(new Line(element, end));
    else this.labels.push({ element, frame: frameOf(element) });
  }

  /** Shifts the boxes, at most once a frame. */
  to(dx, dy) {
    Object.assign(this, { dx, dy });
    this.frame ??= requestAnimationFrame(() => this.apply());
  }

  apply() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    const { dx, dy } = this;
    this.landing = this.free.near(dx, dy);
    this.free.show(this.landing, this);
    if (dx === 0 && dy === 0) return this.restore();
    for (const element of this.follow) element.setAttribute("transform", `translate(${dx} ${dy})`);
    this.frames.to(this.landing);
    for (const line of this.trunks) if (!line.hasAttribute("visibility")) line.setAttribute("visibility", "hidden");
    const lines = new Map(this.bent.map((line) => [line.element.dataset.edge, { line, middle: line.bend(dx, dy) }]));
    this.placeLabels(lines);
  }

  /** Moves labels with their lines, those of lines without a trunk off all boxes and each other. */
  placeLabels(lines) {
    const { dx, dy } = this;
    const taken = this.others.map((box) => (box.moves ? { ...box, x: box.x + dx, y: box.y + dy } : box));
    for (const { element, frame } of this.labels) {
      const { line, middle } = lines.get(element.dataset.edge) ?? {};
      if (!line || !frame) continue;
      const at = line.alone ? line.placeOff(frame, taken) : middle;
      if (line.alone) taken.push({ ...frame, ...at });
      element.setAttribute("transform", `translate(${at.x - frame.x} ${at.y - frame.y})`);
    }
  }

  restore() {
    this.frames.restore();
    for (const element of this.follow) element.removeAttribute("transform");
    for (const line of this.trunks) line.removeAttribute("visibility");
    for (const line of this.bent) line.restore();
    for (const { element } of this.labels) element.removeAttribute("transform");
  }

  /** Puts the boxes back. */
  cancel() {
    cancelAnimationFrame(this.frame);
    this.free.hide();
    moves.set(this.view, movesOf(this.view).filter((move) => move !== this));
    this.restore();
    for (const [element, parent, next] of this.raised?.toReversed() ?? []) if (element.isConnected) parent.insertBefore(element, next);
  }

  /** Saves the new places of the boxes: where they are, or the nearest where they lie on no other. */
  drop() {
    Object.assign(this, this.free.near(this.dx, this.dy));
    if (this.ids.length === 0 || (this.dx === 0 && this.dy === 0)) return this.cancel();
    this.apply();
    const fields = [["action", "move"]];
    for (const id of this.ids) {
      const { x, y } = placeOf(boxElement(this.view, id));
      fields.push(["box", id], ["x", x + this.dx], ["y", y + this.dy]);
    }
    this.sent = true;
    send(formOf(this.view), fields);
    announce(this.view, this.ids.length === 1 ? `${nameOf(boxElement(this.view, this.ids[0]))} moved` : `${this.ids.length} moved`);
  }
}

/** Submits a form with additional fields. They are not of type hidden: save.js refreshes those when a save had to wait. */
function send(form, fields) {
  const added = fields.map(([name, value]) => Object.assign(document.createElement("input"), { name, value, hidden: true }));
  form.append(...added);
  form.requestSubmit();
  for (const field of added) field.remove();
}

/** Returns the centre and the size of the frame of a label, or null if it has none. */
function frameOf(label) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(label.querySelector("rect")?.getAttribute(name) ?? NaN));
  return Number.isNaN(x) ? null : middleOf({ x, y, width, height });
}

/** Returns a rectangle with x and y in its middle. */
const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height });

/** Returns the move that a request saves: the oldest one sent, since the form sends one at a time. */
function moveOf({ form, body }) {
  const view = form?.matches("[data-layout]") && body?.get?.("action") === "move" && views.get(form.closest(".canvas"));
  return view ? movesOf(view).find(({ sent }) => sent) : null;
}

const arrived = new WeakSet(); // requests whose answer shows the boxes in their new places
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const move = ctx.response.status < 400 ? moveOf(ctx.request) : null;
  if (!move) return;
  arrived.add(ctx);
  moves.set(move.view, movesOf(move.view).filter((other) => other !== move));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const move = arrived.has(ctx) ? null : moveOf(ctx.request);
  if (!move) return;
  move.cancel();
  announce(move.view, "Not moved: it could not be saved");
});

/** Applies the moves that are not saved yet to a new drawing. */
export function renewMoves(view) {
  for (const move of movesOf(view)) move.capture();
}
