// An input over the drawing that asks for a text, such as the name of a new box.
import { attach, detach } from "./layer.js";
import { inputOver, showProblem } from "./rename.js";

export class Prompt {
  /** rect returns the place in the drawing; save(text) resolves to the problem with the text, or to "". then is the id of the element that gets the focus, by default the selected one, or a function that returns it. */
  constructor(view, rect, { label, placeholder, then }, save) {
    Object.assign(this, { view, save, then });
    const { frame, input, problem } = inputOver(label, "", placeholder);
    frame.classList.add("under", "anew");
    Object.assign(this, { input, problem, item: attach(view, frame, rect) });
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.input.value.trim() === "" && this.close());
    input.focus();
  }

  key(event) {
    event.stopPropagation();
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Escape") this.close(true);
    else this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    const problem = await this.save(this.input.value);
    this.sending = false;
    if (problem === "") return this.close(true);
    showProblem(this.input, this.problem, problem);
    this.input.focus();
  }

  close(focused) {
    if (this.closed) return;
    this.closed = true;
    detach(this.view, this.item);
    const { view, then } = this, drawn = typeof then === "function" ? then() : view.element(then ?? view.canvas.dataset.selected ?? "");
    if (focused) (drawn?.closest("a[href]") ?? drawn?.querySelector("a[href]") ?? view.canvas).focus({ preventScroll: true });
  }
}
