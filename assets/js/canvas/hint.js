// A line of text beside the pointer during a drag: what the drop will do.
import { attach, detach } from "./layer.js";

export class Hint {
  constructor(view) {
    this.view = view;
  }

  /** Shows a text at a point of the drawing, or none. */
  show(text, { x, y }) {
    if (!text) return this.remove();
    this.at = { x, y, width: 0, height: 0 };
    if (!this.item) {
      const line = Object.assign(document.createElement("p"), { className: "drag-hint" });
      this.item = attach(this.view, line, () => this.at);
    }
    if (this.item.element.textContent !== text) this.item.element.textContent = text;
    const seen = this.view.seen(this.at);
    this.item.rect = this.at;
    this.item.element.style.translate = `${seen.x}px ${seen.y}px`;
  }

  remove() {
    if (this.item) detach(this.view, this.item);
    this.item = null;
  }
}
