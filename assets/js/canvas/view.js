// .canvas[data-canvas]: a drawing that is panned and zoomed.
import { around, boxElement, boxes, placeOf } from "./drawing.js";
import { announce } from "./layer.js";
import { opening } from "./opening.js";
import { keepView, keptView, returnedView } from "./recall.js";
import { Sheet } from "./sheet.js";

const smallest = 0.05, largest = 4; // scales that one can zoom to; a huge drawing may be smaller, to fit
const tiniest = 0.001;
const largestFit = 1.25; // the largest scale of a fitted drawing
const margin = 12; // px round a fitted drawing, which has a margin of its own
const aside = 32; // px round what is brought into view
const leastSeen = 80; // px of a drawing that is panned away

const paper = { width: 700, height: 900 }; // px of a printed page

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns how far to move a view so that low..high is within from..to, or in its middle. If it is too long, its start is shown. */
function shift(low, high, from, to, middle) {
  if (middle) return (low + high - from - to) / 2;
  if (low < from || high - low > to - from) return low - from;
  return Math.max(0, high - to);
}

/**
 * The visible part of a drawing: scale in pixels per unit, and the point x, y of the drawing in the middle. The canvas gets the
 * event widerow:view after each change and widerow:redrawn after a new drawing; their detail is the view.
 */
export class View {
  constructor(canvas, svg) {
    Object.assign(this, { canvas, svg, sheet: new Sheet(this) });
    this.measure();
    this.choose();
    this.resized();
    new ResizeObserver(() => this.resized()).observe(canvas);
    canvas.addEventListener("focusin", ({ target }) => {
      if (this.pressed) return; // a press whose target moves away is no click
      const drawn = target !== svg && this.svg.contains(target);
      if ((drawn || target.matches(".layer :focus-visible")) && !this.rests(target)) this.reveal(target);
    });
  }

  /** Reads the extent of the drawing: that of the server's viewBox, which swap.js keeps as data-extent. */
  measure() {
    const extent = (this.svg.dataset.extent ??= this.svg.getAttribute("viewBox"));
    const [x, y, width, height] = extent.trim().split(/[\s,]+/).map(Number);
    if (this.extent !== extent) Object.assign(this, { extent, home: { x, y, width, height } });
    this.places = new Map(boxes(this).map((box) => [box.dataset.box, placeOf(box)]));
    this.name();
  }

  name() {
    this.key = `view:${this.canvas.dataset.canvas}`;
  }

  get shown() {
    return this.canvas.clientWidth > 0; // on a narrow page another pane may be in front
  }

  /** Restores the last view of this drawing, or starts with the first one. */
  open() {
    const returned = returnedView(this.key);
    Object.assign(this, returned ?? keptView(this.key) ?? opening(this));
    if (returned) this.chosen = false;
    else if (this.like && !this.fitted) this.place(this.like);
    this.like = null;
    this.draw();
    this.showChosen(false);
  }

  keep() {
    keepView(this);
  }

  /** Reports whether the drawing is beside a text: it shows more of itself and follows the cursor. */
  get besideText() {
    return "follow" in this.canvas.dataset;
  }

  /** The height of the tools at the bottom, in px. */
  get tools() {
    return this.canvas.querySelector(".zoom")?.offsetHeight ?? 0;
  }

  /** The height of what lies over the drawing at the top, in px. */
  get head() {
    const heights = [...this.canvas.querySelectorAll(":scope > :is(.findings, .shown, .tray, .pick-bar)")].map((part) => part.offsetHeight);
    return Math.min(this.size.height / 4, Math.max(0, ...heights));
  }

  /** Returns the view with a rectangle of the drawing in the middle, at the largest scale up to most, with round px of space. */
  frame({ x, y, width, height }, most, round = aside) {
    const bar = this.tools, { head } = this;
    const room = { width: this.size.width - 2 * round, height: this.size.height - 2 * round - bar - head };
    const scale = clamp(Math.min(room.width / width, room.height / height), tiniest, most);
    return { scale, x: x + width / 2, y: y + height / 2 + (bar - head) / 2 / scale };
  }

  /** Returns the view of the whole drawing, at the largest scale up to most. */
  whole(most = largestFit) {
    return this.frame(this.home, most, margin);
  }

  fit() {
    this.fitted = true;
    Object.assign(this, this.whole());
  }

  fitAll() {
    this.cancelFlight();
    this.fit();
    this.draw();
    this.keep();
  }

  /** Shows the marked boxes, or else the selection. */
  fitSelection() {
    const elements = this.svg.querySelectorAll(".marked").length > 0 ? this.svg.querySelectorAll(".marked") : [this.element(this.selected ?? "")];
    const rect = around([...elements].filter(Boolean));
    if (!rect) return announce(this, "Nothing is selected");
    this.fitted = false;
    this.fly(this.frame(rect, 1.5));
  }

  draw() {
    if (this.scale === undefined) return; // never shown
    this.sheet.show();
    const level = this.canvas.querySelector("[data-zoom-level]"), percent = `${Math.round(this.scale * 100)} %`;
    if (level && level.textContent !== percent) level.textContent = percent;
    this.notify("view");
  }

  notify(what) {
    this.canvas.dispatchEvent(new CustomEvent(`widerow:${what}`, { bubbles: true, detail: this }));
  }

  change(next, byHand = true) {
    Object.assign(this, next);
    // A part of the drawing stays in view.
    const most = (side) => Math.max(0, (this.size[side] / 2 - leastSeen) / this.scale);
    this.x = clamp(this.x, this.home.x - most("width"), this.home.x + this.home.width + most("width"));
    this.y = clamp(this.y, this.home.y - most("height"), this.home.y + this.home.height + most("height"));
    if (byHand) this.fitted = false;
    this.draw();
    this.keep();
  }

  /**
   * Takes over the size of the canvas. In a new window size a fitted drawing is fitted again. If only what is beside the canvas
   * has changed, such as the details, the drawing stays where it is on the screen.
   */
  resized() {
    if (!this.shown || this.beforePrint) return;
    const { left, top } = this.canvas.getBoundingClientRect(), before = this.frameBefore;
    const frame = { left, top, width: this.canvas.clientWidth, height: this.canvas.clientHeight || 1, window: `${innerWidth} ${innerHeight}` };
    this.frameBefore = frame;
    if (this.size?.width !== frame.width || this.size.height !== frame.height) this.size = { width: frame.width, height: frame.height };
    if (this.scale === undefined) return this.open();
    this.finishFlight();
    if (frame.window === before?.window) {
      this.x += (left + frame.width / 2 - before.left - before.width / 2) / this.scale;
      this.y += (top + frame.height / 2 - before.top - before.height / 2) / this.scale;
    } else if (this.fitted) this.fit();
    this.draw();
    this.showChosen();
    if (frame.window !== before?.window) this.reveal(this.canvas.querySelector(".layer :focus-visible"));
  }

  pan(dx, dy) {
    this.change({ x: this.x - dx / this.scale, y: this.y - dy / this.scale });
  }

  /** Shows the whole drawing for printing; printed restores the view. */
  print() {
    if (this.scale === undefined) return;
    const { scale, x, y, size } = this;
    this.beforePrint = { scale, x, y, size };
    this.size = paper;
    Object.assign(this, this.frame(this.home, 1, 0));
    this.draw();
    this.sheet.leave();
    this.svg.setAttribute("viewBox", `${this.home.x} ${this.home.y} ${this.home.width} ${this.home.height}`);
  }

  printed() {
    if (!this.beforePrint) return;
    Object.assign(this, this.beforePrint, { beforePrint: null });
    this.draw();
  }

  /** Zooms about a point of the window, by default the middle of the canvas. */
  zoom(factor, clientX, clientY) {
    const wanted = this.scale * factor;
    const scale = clamp(wanted, wanted < smallest ? Math.min(smallest, this.whole().scale) : smallest, largest);
    const box = this.canvas.getBoundingClientRect();
    const dx = (clientX ?? box.left + box.width / 2) - (box.left + box.width / 2);
    const dy = (clientY ?? box.top + box.height / 2) - (box.top + box.height / 2);
    const { x, y } = this.sheet.drawn;
    this.change({ scale, x: x + dx / this.scale - dx / scale, y: y + dy / this.scale - dy / scale });
  }

  /** Converts a point of the window to one of the drawing. */
  point(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: this.x + (clientX - box.left - this.size.width / 2) / this.scale,
      y: this.y + (clientY - box.top - this.size.height / 2) / this.scale,
    };
  }

  /** Converts a rectangle of the drawing to px in the canvas. */
  seen({ x, y, width, height }) {
    const { scale } = this;
    return {
      x: (x - this.x) * scale + this.size.width / 2, y: (y - this.y) * scale + this.size.height / 2,
      width: width * scale, height: height * scale,
    };
  }

  /** Returns an element of the drawing by its id, or its box if the element is too small to be drawn. */
  element(id) {
    const element = this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
    return this.shown && element?.getClientRects().length === 0 ? element.closest("[data-box]") : element;
  }

  /** Brings an element of the drawing into view, or with always into the middle. */
  reveal(element, always = false) {
    if (!element || !this.shown) return;
    this.finishFlight(); // what is in view now may not be where the flight ends
    const box = element.getBoundingClientRect(), room = this.room();
    const map = this.map();
    const way = ({ left, right, top, bottom }) => ({ dx: shift(box.left, box.right, left, right, always), dy: shift(box.top, box.bottom, top, bottom, always) });
    const clear = ({ dx, dy }) => !map || box.right - dx < map.left || box.bottom - dy < map.top;
    const length = ({ dx, dy }) => Math.abs(dx) + Math.abs(dy);
    const direct = way(room), besides = map ? [way({ ...room, right: map.left - aside }), way({ ...room, bottom: map.top - aside })] : [];
    const { dx, dy } = [direct, ...besides.sort((a, b) => length(a) - length(b))].find(clear) ?? direct;
    if (dx !== 0 || dy !== 0) this.fly({ x: this.x + dx / this.scale, y: this.y + dy / this.scale });
  }

  /** Returns where the map lies over the canvas in the window, or null. */
  map() {
    const map = this.canvas.querySelector(".minimap")?.getBoundingClientRect();
    return map?.width > 0 && map.right > this.canvas.getBoundingClientRect().left ? map : null;
  }

  /** Returns the free area of the canvas in the window: without margins, tools and the line of what is shown. */
  room() {
    const frame = this.canvas.getBoundingClientRect();
    return { left: frame.left + aside, right: frame.right - aside, top: frame.top + Math.max(aside, this.head + 20), bottom: frame.bottom - aside - this.tools };
  }

  /** Returns the selected box, if it is drawn. */
  get chosenBox() {
    return this.element(this.selected ?? "")?.closest("[data-box]");
  }

  /** Brings the selection into view if it is new. */
  showChosen(animated = true) {
    if (!this.chosen || !this.shown) return;
    this.chosen = false;
    if (this.rests(this.element(this.selected))) return;
    this.jump = !animated;
    this.goTo(this.element(this.selected));
    this.jump = false;
  }

  /** Reports whether an element that was just put at the pointer (atRest) can be seen whole: then the view does not move for it. */
  rests(element) {
    const inner = element?.getBoundingClientRect(), frame = this.canvas.getBoundingClientRect();
    return Boolean(this.atRest && inner) && inner.left >= frame.left && inner.right <= frame.right && inner.top >= frame.top && inner.bottom <= frame.bottom - this.tools;
  }

  /** Puts the selected box at a point of the window. */
  place({ x, y }) {
    const box = this.chosenBox;
    if (!box) return;
    const at = placeOf(box), { left, top } = this.frameBefore;
    this.x = at.x - (x - left - this.size.width / 2) / this.scale;
    this.y = at.y - (y - top - this.size.height / 2) / this.scale;
  }

  /** Returns a line with the boxes at its ends as one part of the drawing, if that has room in the canvas, or else null. */
  lineWithEnds(line) {
    const { from = "", to = "" } = line.dataset, parts = [line, ...[from, to].map((id) => boxElement(this, id)).filter(Boolean)];
    const rects = parts.map((part) => part.getBoundingClientRect()), room = this.room();
    const left = Math.min(...rects.map((rect) => rect.left)), top = Math.min(...rects.map((rect) => rect.top));
    const right = Math.max(...rects.map((rect) => rect.right)), bottom = Math.max(...rects.map((rect) => rect.bottom));
    const fits = parts.length > 1 && right - left <= room.right - room.left && bottom - top <= room.bottom - room.top;
    return fits ? { getBoundingClientRect: () => ({ left, top, right, bottom }) } : null;
  }

  /** Goes to an element that was selected outside the drawing, at a readable scale: to its whole box or line, if that has room. */
  goTo(element) {
    const box = element?.closest("[data-box]") ?? element;
    if (!box || !this.shown) return;
    if (this.scale < 0.35 && !this.canvas.contains(document.activeElement)) {
      this.fitted = false;
      return this.fly(this.frame(box.getBBox(), 0.85));
    }
    const line = box.dataset.edge && this.lineWithEnds(box);
    if (line) return this.reveal(line);
    const { left, right, top, bottom } = this.room(), { width, height } = box.getBoundingClientRect();
    this.reveal(width <= right - left && height <= bottom - top ? box : element);
  }

  /** Ends an animated move at once. */
  finishFlight() {
    const { flightTo } = this;
    this.cancelFlight();
    if (flightTo) this.change(flightTo);
  }

  /** Stops an animated move where it is. */
  cancelFlight() {
    cancelAnimationFrame(this.flight);
    this.flightTo = null;
  }

  /** Moves to another view, without animation if the user prefers reduced motion. */
  fly(to) {
    this.cancelFlight();
    if (reducedMotion.matches || this.jump) return this.change(to);
    const names = Object.keys(to), from = Object.fromEntries(names.map((name) => [name, this[name]]));
    const start = performance.now(), duration = 220;
    this.flightTo = to;
    const step = (now) => {
      const t = clamp((now - start) / duration, 0, 1), eased = 1 - (1 - t) ** 3;
      this.change(Object.fromEntries(names.map((name) => [name, from[name] + (to[name] - from[name]) * eased])));
      if (t < 1) this.flight = requestAnimationFrame(step);
      else this.flightTo = null;
    };
    this.flight = requestAnimationFrame(step);
  }

  /** Takes over a new version of the drawing at the same view; another drawing starts with its own. */
  redrawn(kept = false) {
    const { key, places, scale } = this;
    if (kept) this.name();
    else this.measure();
    if (this.key !== key) {
      this.like = this.chosenAt && scale !== undefined ? this.onScreen(this.chosenAt) : null;
      this.scale = undefined;
      this.cancelFlight();
    } else if (scale !== undefined) {
      if (this.rearranged(places) || !this.stillGood(places)) Object.assign(this, opening(this));
      this.draw();
    }
    this.choose();
    this.notify("redrawn");
  }

  /** Reports whether most boxes have moved away, as after Tidy, and the view has lost most of what it showed. */
  rearranged(before) {
    const stayed = [...this.places].filter(([id, { x, y }]) => before.get(id)?.x === x && before.get(id)?.y === y);
    return stayed.length * 2 < this.places.size && this.wholeBoxes(this.places) * 2 < this.wholeBoxes(before);
  }

  /** Counts the places that the view shows as a whole. */
  wholeBoxes(places) {
    const { width, height } = this.size, whole = (box) => box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    return [...places.values()].filter((place) => whole(this.seen(place))).length;
  }

  /** Reports whether the view fits the drawing after a change. It stays unless it shows nothing, or most of a drawing seen whole is new. */
  stillGood(before) {
    const { home } = this, left = this.x - this.size.width / 2 / this.scale, top = this.y - this.size.height / 2 / this.scale;
    const right = left + this.size.width / this.scale, bottom = top + this.size.height / this.scale;
    if (right < home.x || left > home.x + home.width || bottom < home.y || top > home.y + home.height) return false;
    const known = [...this.places.keys()].filter((id) => before.has(id)).length;
    return !this.fitted || known * 2 >= this.places.size;
  }

  /** Takes over the selection of the page. */
  choose() {
    const { selected } = this.canvas.dataset;
    this.chosen ||= Boolean(selected) && (selected !== this.selected || this.scale === undefined);
    this.selected = selected;
  }

  /** Follows the page around the canvas once it is complete after a change: only then is the size of the canvas known. */
  settle() {
    const returned = this.shown && this.scale !== undefined ? returnedView(this.key) : null;
    if (returned) Object.assign(this, returned, { chosen: false });
    this.resized();
    const box = this.chosenBox;
    this.chosenAt = box ? placeOf(box) : null;
  }

  /** Converts a point of the drawing to one of the window. */
  onScreen({ x, y }) {
    const { left, top } = this.frameBefore;
    return { x: left + (x - this.x) * this.scale + this.size.width / 2, y: top + (y - this.y) * this.scale + this.size.height / 2 };
  }
}

/** Runs a command of the zoom buttons and keys: "in", "out", "fit", "actual" or "selection". */
export function zoom(view, name) {
  if (name === "in") view.zoom(1.25);
  else if (name === "out") view.zoom(0.8);
  else if (name === "actual") view.zoom(1 / view.scale);
  else if (name === "selection") view.fitSelection();
  else view.fitAll();
}
