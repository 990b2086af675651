// Comments on places of a drawing. A place belongs to the nearest box, with which it moves.
import { boxElement, boxes, nameOf, placeOf } from "./drawing.js";
import { commentForm, sendComment } from "./edit.js";
import { announce, attach, detach, place } from "./layer.js";
import { Prompt } from "./prompt.js";

/** Returns the box nearest to a point of the drawing, with its rectangle. */
function nearest(view, { x, y }) {
  const away = (low, at, size) => Math.max(low - at, 0, at - low - size);
  return boxes(view).map((box) => ({ box, rect: placeOf(box) }))
    .map((near) => ({ ...near, far: Math.hypot(away(near.rect.x, x, near.rect.width), away(near.rect.y, y, near.rect.height)) }))
    .sort((a, b) => a.far - b.far)[0];
}

/** Asks for a comment on a point of the drawing. */
function ask(view, { x, y }) {
  const { box, rect } = nearest(view, { x, y }), id = box.dataset.box;
  const spot = () => {
    const now = boxElement(view, id), { x: left, y: top } = now ? placeOf(now) : rect;
    return { x: left + x - rect.x, y: top + y - rect.y, width: 0, height: 0 };
  };
  const from = `${Math.round(x - rect.x)} ${Math.round(y - rect.y)}`; // from the corner of the box
  const then = () => view.canvas.querySelector(`.pin[data-pin="${CSS.escape(id)}"][data-spot="${from}"]`) ?? view.element(`d-${id}`);
  new Prompt(view, spot, { label: "Comment on this place", placeholder: "Comment", then }, (text) => sendComment(view, [["beside", id], ["spot", from], ["text", text]]));
}

/** What can be done at a point of the window. */
export const placeActions = (view, { x, y }) => commentForm(view) ? [{ words: "Comment here…", run: () => ask(view, view.point(x, y)) }] : [];

/** What can be done beside a box. */
export const besideActions = (view, id) => commentForm(view) ? [{ words: `Comment beside ${nameOf(boxElement(view, id))}…`, run: () => new Chooser(view, id) }] : [];

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A mark that arrow keys move to a place. It begins at the right of a box. */
class Chooser {
  constructor(view, id) {
    const { x, y, width } = placeOf(boxElement(view, id));
    Object.assign(this, { view, id, x: x + width + 20, y: y + 20 });
    this.mark = Object.assign(document.createElement("button"), { type: "button", className: "spot-mark" });
    this.mark.setAttribute("aria-label", "Place of the comment: arrow keys move it, with Shift farther. Enter writes the comment, Escape leaves.");
    this.mark.addEventListener("keydown", (event) => this.key(event));
    this.mark.addEventListener("click", () => this.choose());
    this.mark.addEventListener("blur", () => this.close());
    this.item = attach(view, this.mark, () => ({ x: this.x, y: this.y, width: 0, height: 0 }));
    this.mark.focus({ preventScroll: true });
    view.reveal(this.mark);
  }

  key(event) {
    const way = ways[event.key];
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation(); // the canvas pans by arrow keys
    if (way) this.move(way, event.shiftKey ? 50 : 10);
    else if (event.key === "Escape") this.leave();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else this.choose();
    event.preventDefault();
  }

  move([across, down], far) {
    this.x += across * far;
    this.y += down * far;
    place(this.view, this.item);
    this.view.reveal(this.mark);
    const { box, rect } = nearest(this.view, this);
    announce(this.view, `${words(this.x - rect.x, "right", "left")}, ${words(this.y - rect.y, "below", "above")} the corner of ${nameOf(box)}`);
  }

  choose() {
    const { view, x, y } = this;
    this.close();
    ask(view, { x, y });
  }

  leave() {
    this.close();
    const drawn = boxElement(this.view, this.id);
    (drawn?.closest("a[href]") ?? drawn?.querySelector("a[href]") ?? this.view.canvas).focus({ preventScroll: true });
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    detach(this.view, this.item);
  }
}

const words = (far, after, before) => `${Math.abs(Math.round(far))} ${far < 0 ? before : after}`;
