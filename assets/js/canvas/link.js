// A line from box to box, drawn by a drag from the side of one. On free space it ends at a new box, whose name is asked for.
import { boxAt, boxElement, placeOf, svgElement } from "./drawing.js";
import { connect, createAt, isFree } from "./create.js";
import { showProblemMessage } from "../messages.js";

export class Link {
  constructor(view, box) {
    Object.assign(this, { view, box, target: null });
    const { x, y, width, height } = placeOf(boxElement(view, box));
    this.from = { x: x + width / 2, y: y + height / 2 };
    this.line = svgElement("line", { class: "linking", x1: this.from.x, y1: this.from.y, x2: this.from.x, y2: this.from.y });
    view.svg.append(this.line);
  }

  move(event) {
    const { x, y } = this.view.point(event.clientX, event.clientY), over = document.elementsFromPoint(event.clientX, event.clientY).find((part) => this.view.svg.contains(part) && boxAt(part));
    const target = over ? boxAt(over) : null;
    for (const [name, value] of [["x2", x], ["y2", y]]) this.line.setAttribute(name, value);
    if (target === this.target) return;
    this.mark(false);
    this.target = target === this.box ? null : target;
    this.mark(true);
  }

  mark(on) {
    if (this.target) boxElement(this.view, this.target)?.classList.toggle("drop", on);
  }

  cancel() {
    this.mark(false);
    this.line.remove();
  }

  end({ clientX, clientY }) {
    this.cancel();
    if (this.target) this.joinTo(this.target);
    else if (isFree(this.view, document.elementFromPoint(clientX, clientY))) createAt(this.view, clientX, clientY, (made) => this.joinTo(made));
  }

  async joinTo(target) {
    const problem = await connect(this.view, this.box, target);
    if (problem) showProblemMessage(problem);
  }
}
