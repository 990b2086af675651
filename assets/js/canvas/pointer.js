// Mouse, pen and touch on a canvas: which gesture starts, and who handles it. A drag on a box moves it, a drag with Shift
// marks boxes in a rectangle, one from a handle at the edge of a box draws a line to another, one of the grip of a column moves it,
// one of the corner of a note or an area resizes it.
// Any other drag and one with the middle button or with Space pan. One finger pans, or moves a box after a long press; two fingers
// zoom. A long press that moves nothing opens the menu.
import { boxAt } from "./drawing.js";
import { Band, clearMarks, marked, toggleMark } from "./marks.js";
import { startMove } from "./drag.js";
import { rename } from "./rename.js";
import { chooseOther, createAt, isFree } from "./create.js";
import { hoverGrip, startColumn } from "./columns.js";
import { hoverHandles } from "./handles.js";
import { Link } from "./link.js";
import { Resize } from "./memos.js";
import { deselect } from "./answer.js";
import { openMenu } from "./menu.js";
import { pixels, zoomFactor } from "./wheel.js";

const dragStart = 5; // px that a pointer moves before a drag starts
const longPress = 450; // ms
const doubleTap = 450; // ms

/** A gesture has the methods move(event, last), end(event) and cancel(). This one ignores all events. */
const nothing = { move() {}, end() {}, cancel() {} };

class Pan {
  constructor(view) {
    Object.assign(this, { view });
    view.canvas.dataset.panning = "";
  }

  move(event, last) {
    this.view.pan(event.clientX - last.x, event.clientY - last.y);
  }

  end() {
    delete this.view.canvas.dataset.panning;
  }

  cancel() {
    this.end();
  }
}

export class Pointers {
  constructor(view) {
    Object.assign(this, { view, down: new Map(), gesture: null, dragged: false });
    const { canvas } = view;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => { this.over = null; });
    document.addEventListener("mousedown", (event) => this.besides(event), { capture: true });
    canvas.addEventListener("mousedown", (event) => event.button === 1 && view.svg.contains(event.target) && event.preventDefault()); // no scrolling by the browser
    canvas.addEventListener("auxclick", (event) => this.dragged && this.swallowClick(event), { capture: true });
    // A press may open something over the canvas, where it ends.
    document.addEventListener("pointerup", (event) => this.lift(event, "end"));
    document.addEventListener("pointercancel", (event) => this.lift(event, "cancel"));
    canvas.addEventListener("touchend", (event) => this.endTouch(event));
    canvas.addEventListener("click", (event) => this.swallowClick(event), { capture: true });
    canvas.addEventListener("dragstart", (event) => event.target.closest("svg") && event.preventDefault());
    canvas.addEventListener("contextmenu", (event) => this.menu(event));
  }

  wheel(event) {
    if (!event.target.closest("svg")) return;
    event.preventDefault();
    const { view } = this;
    view.cancelFlight();
    const { x, y } = pixels(event, view.size);
    if (event.ctrlKey || event.metaKey) {
      view.sheet.stretch();
      view.zoom(zoomFactor(y), event.clientX, event.clientY);
    }
    else if (event.shiftKey && x === 0) view.pan(-y, 0);
    else view.pan(-x, -y);
  }

  menu(event) {
    const touched = this.down.size > 0 && this.touch;
    if (touched || openMenu(this.view, event.target, { x: event.clientX, y: event.clientY })) event.preventDefault();
  }

  press(event) {
    if (this.down.size === 0) this.dragged = false; // a drag by touch ends without a click
    const taken = event.target.closest?.(".handle, .grip, .corner");
    const drawn = taken || this.view.svg.contains(event.target) || (this.view.spaced && event.target.closest(".layer"));
    if (!drawn || event.button > 1) return;
    this.view.cancelFlight();
    this.view.atRest = false;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.view.pressed = true;
    clearTimeout(this.resting);
    if (this.down.size > 1) return this.cancel(); // a pinch
    this.touch = event.pointerType === "touch";
    this.middle = event.button === 1;
    this.start = { x: event.clientX, y: event.clientY, shift: event.shiftKey, box: taken?.dataset.of ?? boxAt(event.target), part: event.target, taken };
    if (this.touch && !this.picking && !taken) this.resting = setTimeout(() => this.hold(event), longPress);
  }

  /** After a long press a box is marked, and the finger moves it. Lifted without a move, the finger opens the menu of what it was on. */
  hold(event) {
    const { view, start } = this;
    this.drag(event.pointerId);
    this.held = true;
    navigator.vibrate?.(12);
    if (!start.box) return;
    toggleMark(view, start.box, true);
    this.gesture = startMove(view, start.box, start);
  }

  /** The mouse events that a browser sends after a press of less than half a second would take the focus and close the menu. */
  endTouch(event) {
    if (this.opening) event.preventDefault();
    this.opening = false;
  }

  /** Opens the menu after a long press: once the press is over, which would close it. */
  openHeld() {
    const { view, start } = this;
    this.held = false;
    this.opening = true;
    this.gesture?.cancel();
    this.gesture = null;
    setTimeout(() => openMenu(view, start.part, start));
  }

  drag(pointer) {
    clearTimeout(this.resting);
    this.dragged = true;
    this.view.canvas.setPointerCapture(pointer);
  }

  /** Shows what can be taken under the mouse. */
  hover(event) {
    this.over = { x: event.clientX, y: event.clientY };
    hoverHandles(this.view, event);
    hoverGrip(this.view, event);
  }

  /** Returns the gesture of a drag that has just started. */
  begin() {
    const { view, start } = this;
    if (view.spaced) view.spaceOn = null;
    if (this.middle || view.spaced) return new Pan(view);
    if (start.taken?.matches(".handle")) return new Link(view, start.box, start.taken.dataset.side);
    if (start.taken?.matches(".corner")) return new Resize(view, start.box);
    if (start.taken) return startColumn(view, start) ?? nothing;
    if (start.shift && !this.touch) return new Band(view, start);
    return (start.box && !this.touch && startMove(view, start.box, start)) || new Pan(view);
  }

  move(event) {
    const last = this.down.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.drag(event.pointerId);
      this.pinch(last, now, other);
    } else {
      const near = Math.hypot(now.x - this.start.x, now.y - this.start.y) < dragStart;
      if (near && (this.held || !this.dragged)) return;
      this.held = false;
      if (!this.dragged) {
        this.drag(event.pointerId);
        this.gesture = this.begin();
      }
      this.gesture ??= new Pan(this.view); // one finger of a pinch has been lifted
      this.gesture.move(event, last);
    }
    this.down.set(event.pointerId, now);
  }

  /** One of two fingers moved: their middle pans, their distance zooms. */
  pinch(last, now, other) {
    const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.view.sheet.stretch();
    this.view.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
    this.view.zoom(distance(now) / distance(last), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  lift(event, how) {
    if (!this.down.delete(event.pointerId)) return;
    clearTimeout(this.resting);
    if (this.down.size > 0) return;
    this.view.pressed = false;
    if (this.held && how === "end") return this.openHeld();
    this.gesture?.[how](event);
    this.gesture = null;
    if (!this.dragged && how === "end" && !this.middle) this.tapped(event);
  }

  /** Reports whether clicks pick attributes: then each of two quick ones counts. */
  get picking() {
    return "pick" in this.view.canvas.dataset;
  }

  /**
   * A press without a drag. Two at one place rename the element there, or add one to free space; one outside the marked boxes clears
   * the marks, and one on free space the selection.
   */
  tapped(event) {
    const { x, y, shift, box, part, taken } = this.start, before = this.tap;
    if (taken) return taken.matches(".handle") && setTimeout(() => chooseOther(this.view, box)); // once the press is over, which would close the list
    this.tap = { x, y, time: event.timeStamp, part };
    if (!shift && before && !this.picking && event.timeStamp - before.time < doubleTap && Math.hypot(x - before.x, y - before.y) < dragStart) {
      this.tap = null;
      // The first one has selected the element, which may have replaced or moved it: then the browser sends no dblclick.
      if (isFree(this.view, before.part)) createAt(this.view, x, y);
      else rename(this.view, before.part);
    } else if (!shift && !marked(this.view).has(box)) {
      if (!clearMarks(this.view) && event.target === this.view.svg && !this.picking) deselect(this.view);
    }
  }

  /** The first press of a double click may have opened the details under the pointer; the second one still belongs to the drawing. */
  besides(event) {
    const { tap, view } = this;
    const second = tap && !this.picking && view.canvas.isConnected && !view.canvas.contains(event.target) && !isFree(view, tap.part) &&
      event.timeStamp - tap.time < doubleTap && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < dragStart;
    if (!second) return;
    event.preventDefault(); // keeps the focus
    event.stopPropagation();
    addEventListener("click", (click) => { click.preventDefault(); click.stopPropagation(); }, { capture: true, once: true });
    this.tap = null;
    rename(view, tap.part);
  }

  /** Cancels the current gesture and reports whether there was one. A finger or button that is still down does nothing more. */
  cancel() {
    const had = Boolean(this.gesture) && this.gesture !== nothing;
    this.held = false;
    this.gesture?.cancel();
    this.gesture = this.down.size === 1 ? nothing : null;
    return had;
  }

  /** A drag that ends on a link does not follow it. A click with Shift marks a box. The second click of two follows no link. */
  swallowClick(event) {
    if (!event.isTrusted || event.detail === 0) return;
    const box = boxAt(event.target);
    const marks = event.shiftKey && box;
    if (marks && !this.dragged) toggleMark(this.view, box);
    if (!this.dragged && !marks && !(event.detail > 1 && !this.picking && this.view.svg.contains(event.target))) return;
    this.dragged = false;
    event.preventDefault();
    event.stopPropagation();
  }
}
