// Alignment guides: a dragged box snaps to the sides and middles of other boxes, or else to the grid.
import { boxes, placeOf, svgElement } from "./drawing.js";
import { grid } from "./move.js";

const catches = 6; // px
const anchors = [0, 0.5, 1]; // of a box's width or height: its two sides and its middle

export class Guides {
  constructor(view, box, moved) {
    Object.assign(this, { view, home: placeOf(box), others: boxes(view).filter(({ dataset }) => !moved.has(dataset.box)).map(placeOf) });
    this.path = svgElement("path", { class: "guide" });
    view.svg.append(this.path);
  }

  /** Returns where the top left corner of the box snaps to when it is dragged to a point. */
  catch(point) {
    const x = this.level("x", "width", point), y = this.level("y", "height", point);
    const at = { x: x ? point.x + x.gap : onGrid(point.x), y: y ? point.y + y.gap : onGrid(point.y) };
    const box = { ...this.home, ...at };
    if (!this.path.isConnected) this.view.svg.append(this.path); // the drawing has been replaced
    this.path.setAttribute("d", (x ? this.line(x, "x", "y", "height", box) : "") + (y ? this.line(y, "y", "x", "width", box) : ""));
    return at;
  }

  /** Returns the closest alignment with another box along an axis, or null. */
  level(axis, size, point) {
    const far = catches / this.view.scale;
    let best = null;
    for (const other of this.others) {
      for (const part of anchors) {
        const gap = other[axis] + part * other[size] - point[axis] - part * this.home[size];
        if (Math.abs(gap) <= far && (!best || Math.abs(gap) < Math.abs(best.gap))) best = { gap, other, at: other[axis] + part * other[size] };
      }
    }
    return best;
  }

  /** Returns the path of a guide from one box to the other. */
  line({ other, at }, axis, across, size, box) {
    const from = Math.min(other[across], box[across]), to = Math.max(other[across] + other[size], box[across] + box[size]);
    return axis === "x" ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`;
  }

  remove() {
    this.path.remove();
  }
}

const onGrid = (length) => Math.round(length / grid) * grid;
