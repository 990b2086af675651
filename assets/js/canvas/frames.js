// The frames of keyspaces during a move: each encloses its boxes at the places where they will be dropped. The attribute data-framed
// of a box is the frame of the box alone, relative to its corner. The frame of a group encloses the frames of its boxes.
import { boxes, placeOf } from "./drawing.js";

const numbers = (element, names) => names.map((name) => Number(element.getAttribute(name)));

/** Returns the frame of a box alone, as its sides. */
function framed(box, dx, dy) {
  const { x, y } = placeOf(box), [left, top, width, height] = box.dataset.framed.split(" ").map(Number);
  return { left: x + dx + left, top: y + dy + top, right: x + dx + left + width, bottom: y + dy + top + height };
}

/** Returns the sides of what is round all rectangles. */
const round = (rects) => ({
  left: Math.min(...rects.map((rect) => rect.left)), top: Math.min(...rects.map((rect) => rect.top)),
  right: Math.max(...rects.map((rect) => rect.right)), bottom: Math.max(...rects.map((rect) => rect.bottom)),
});

/** A frame with its texts: the first at its left, the others at its right. */
class Frame {
  constructor(element, members, ids) {
    const [x, y, width, height] = numbers(element.querySelector(".container"), ["x", "y", "width", "height"]);
    Object.assign(this, { container: element.querySelector(".container"), caption: element.querySelector(".caption"), note: element.querySelector(".note") });
    Object.assign(this, { drawn: { left: x, top: y, right: x + width, bottom: y + height } });
    const still = members.filter(({ dataset }) => !ids.has(dataset.box)).map((box) => framed(box, 0, 0));
    this.moving = members.filter(({ dataset }) => ids.has(dataset.box));
    this.rest = still.length > 0 ? round(still) : null;
    const before = this.roundAt(0, 0);
    this.spare = { left: x - before.left, top: y - before.top, right: x + width - before.right, bottom: y + height - before.bottom };
  }

  roundAt(dx, dy) {
    return round([...(this.rest ? [this.rest] : []), ...this.moving.map((box) => framed(box, dx, dy))]);
  }

  to(dx, dy) {
    const at = this.roundAt(dx, dy), { spare, drawn } = this;
    at.left += spare.left;
    at.top += spare.top;
    for (const side of ["right", "bottom"]) if (spare[side] > 0.5) at[side] = Math.max(at[side], drawn[side]); // extended to the end of another frame
    this.draw(at);
    shift(this.caption, at.left - drawn.left, at.top - drawn.top);
    shift(this.note, at.right - drawn.right, at.top - drawn.top);
  }

  draw({ left, top, right, bottom }) {
    const now = { x: left, y: top, width: right - left, height: bottom - top };
    for (const [name, value] of Object.entries(now)) if (this.container.getAttribute(name) !== String(value)) this.container.setAttribute(name, value);
  }

  restore() {
    this.draw(this.drawn);
    shift(this.caption, 0, 0);
    shift(this.note, 0, 0);
  }
}

function shift(text, dx, dy) {
  if (dx === 0 && dy === 0) text?.removeAttribute("transform");
  else text?.setAttribute("transform", `translate(${dx} ${dy})`);
}

export class Frames {
  constructor(view, ids) {
    const all = boxes(view).filter(({ dataset }) => dataset.framed), moved = all.filter(({ dataset }) => ids.has(dataset.box));
    const groups = new Set(moved.map(({ dataset }) => dataset.group));
    this.frames = [...groups].flatMap((group) => {
      const element = view.svg.querySelector(`.keyspace[id="d-${CSS.escape(group)}"]:not(.collapsed)`);
      return element?.querySelector(".container") ? [new Frame(element, all.filter(({ dataset }) => dataset.group === group), ids)] : [];
    });
  }

  to({ dx, dy }) {
    for (const frame of this.frames) frame.to(dx, dy);
  }

  restore() {
    for (const frame of this.frames) frame.restore();
  }
}
