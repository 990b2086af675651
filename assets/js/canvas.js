// .canvas[data-canvas]: pan and zoom of the drawing inside, by its viewBox. Mouse, touch and keys; links stay links.
const smallest = 0.05, largest = 4;
const margin = 32; // px round a fitted drawing
const dragStart = 5; // px that a pointer moves before it drags

const views = new WeakMap(); // canvas element → View
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** How far a view moves so that low..high lies within from..to, or in its middle; of what is too long the start is seen. */
function shift(low, high, from, to, middle) {
  if (middle) return (low + high - from - to) / 2;
  if (low < from || high - low > to - from) return low - from;
  return Math.max(0, high - to);
}

/** What part of a drawing is seen: scale in pixels per unit, and the unit point in the middle. */
class View {
  constructor(canvas, svg) {
    Object.assign(this, { canvas, svg, pointers: new Map() });
    this.measure();
    this.open();
    new ResizeObserver(() => this.resized()).observe(canvas);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      canvas.addEventListener(type, (event) => this[type](event));
    }
    canvas.addEventListener("click", (event) => this.swallowClick(event), { capture: true });
    canvas.addEventListener("dragstart", (event) => event.target.closest("svg") && event.preventDefault());
    canvas.addEventListener("focusin", ({ target }) => target !== svg && this.svg.contains(target) && this.reveal(target));
  }

  /** The drawing's own extent; its viewBox is only its own until the first draw. */
  measure() {
    const [x, y, width, height] = this.svg.getAttribute("viewBox").trim().split(/[\s,]+/).map(Number);
    this.home = { x, y, width, height };
    this.key = `view:${this.canvas.dataset.canvas}`;
  }

  /** Takes up the view that this drawing was last seen with, or else a first one. */
  open() {
    const kept = this.kept();
    if (kept) Object.assign(this, kept);
    else this.first();
    this.selected = this.canvas.dataset.selected;
    this.draw();
    if (this.selected) this.reveal(this.element(this.selected));
  }

  kept() {
    try {
      const { scale, x, y } = JSON.parse(sessionStorage.getItem(this.key)) ?? {};
      return [scale, x, y].every(Number.isFinite) ? { scale, x, y } : null;
    } catch {
      return null;
    }
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      try {
        sessionStorage.setItem(this.key, JSON.stringify({ scale: this.scale, x: this.x, y: this.y }));
      } catch { /* the view is then new after each page */ }
    }, 200);
  }

  get size() {
    return { width: this.canvas.clientWidth || 1, height: this.canvas.clientHeight || 1 };
  }

  fitScale() {
    const { width, height } = this.size;
    const bar = this.canvas.querySelector(".zoom")?.offsetHeight ?? 0;
    return clamp(Math.min((width - 2 * margin) / this.home.width, (height - 2 * margin - bar) / this.home.height), smallest, 1);
  }

  fit() {
    this.fitted = true;
    this.scale = this.fitScale();
    const bar = this.canvas.querySelector(".zoom")?.offsetHeight ?? 0;
    this.x = this.home.x + this.home.width / 2;
    this.y = this.home.y + this.home.height / 2 + bar / 2 / this.scale;
  }

  /** The whole drawing if it can be read so, or made out in an overview; else its upper left part. */
  first() {
    this.fit();
    if (this.scale >= ("overview" in this.canvas.dataset ? 0.15 : 0.35)) return;
    const readable = 0.6;
    this.fitted = false;
    this.scale = readable;
    const { width, height } = this.size;
    const half = (length, extent) => Math.min(extent / 2, (length / 2 - margin) / readable);
    this.x = this.home.x + half(width, this.home.width);
    this.y = this.home.y + half(height, this.home.height);
  }

  draw() {
    const { width, height } = this.size;
    const w = width / this.scale, h = height / this.scale;
    const left = this.x - w / 2, top = this.y - h / 2;
    this.svg.setAttribute("viewBox", `${left} ${top} ${w} ${h}`);
    const dots = 22 * this.scale * (this.scale < 0.5 ? 2 : 1);
    this.canvas.style.backgroundSize = `${dots}px ${dots}px`;
    this.canvas.style.backgroundPosition = `${-left * this.scale}px ${-top * this.scale}px`;
    const level = this.canvas.querySelector("[data-zoom-level]");
    if (level) level.textContent = `${Math.round(this.scale * 100)} %`;
  }

  change(next, byHand = true) {
    Object.assign(this, next);
    // At least a corner of the drawing stays in reach.
    this.x = clamp(this.x, this.home.x, this.home.x + this.home.width);
    this.y = clamp(this.y, this.home.y, this.home.y + this.home.height);
    if (byHand) this.fitted = false;
    this.draw();
    this.keep();
  }

  resized() {
    if (this.canvas.clientWidth === 0) return; // not shown on a narrow page
    if (this.fitted) this.fit();
    this.draw();
  }

  pan(dx, dy) {
    this.change({ x: this.x - dx / this.scale, y: this.y - dy / this.scale });
  }

  /** Zooms about a point of the window, by default the middle. */
  zoom(factor, clientX, clientY) {
    const scale = clamp(this.scale * factor, smallest, largest);
    const box = this.canvas.getBoundingClientRect();
    const dx = (clientX ?? box.left + box.width / 2) - (box.left + box.width / 2);
    const dy = (clientY ?? box.top + box.height / 2) - (box.top + box.height / 2);
    this.change({ scale, x: this.x + dx / this.scale - dx / scale, y: this.y + dy / this.scale - dy / scale });
  }

  command(name) {
    if (name === "in") this.zoom(1.25);
    else if (name === "out") this.zoom(0.8);
    else if (name === "actual") this.zoom(1 / this.scale);
    else {
      this.fit();
      this.draw();
      this.keep();
    }
  }

  element(id) {
    return this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  /** Brings an element of the drawing into sight, or with always into the middle. */
  reveal(element, always = false) {
    if (!element || this.canvas.clientWidth === 0) return;
    const frame = this.canvas.getBoundingClientRect(), box = element.getBoundingClientRect();
    const bar = (this.canvas.querySelector(".zoom")?.offsetHeight ?? 0) + margin;
    const dx = shift(box.left, box.right, frame.left + margin, frame.right - margin, always);
    const dy = shift(box.top, box.bottom, frame.top + margin, frame.bottom - bar, always);
    if (dx !== 0 || dy !== 0) this.fly(this.x + dx / this.scale, this.y + dy / this.scale);
  }

  fly(x, y) {
    cancelAnimationFrame(this.flight);
    if (reducedMotion.matches) return this.change({ x, y });
    const from = { x: this.x, y: this.y }, start = performance.now(), duration = 220;
    const step = (now) => {
      const t = clamp((now - start) / duration, 0, 1), eased = 1 - (1 - t) ** 3;
      this.change({ x: from.x + (x - from.x) * eased, y: from.y + (y - from.y) * eased });
      if (t < 1) this.flight = requestAnimationFrame(step);
    };
    this.flight = requestAnimationFrame(step);
  }

  wheel(event) {
    if (!event.target.closest("svg")) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1; // Firefox counts lines
    if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY * unit * 0.005), event.clientX, event.clientY);
    else if (event.shiftKey && event.deltaX === 0) this.pan(-event.deltaY * unit, 0);
    else this.pan(-event.deltaX * unit, -event.deltaY * unit);
  }

  pointerdown(event) {
    if (event.button !== 0 || !this.svg.contains(event.target)) return;
    cancelAnimationFrame(this.flight);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.dragged = false;
    this.start = { x: event.clientX, y: event.clientY };
  }

  pointermove(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    if (!this.dragged && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < dragStart) return;
    if (!this.dragged) {
      this.dragged = true;
      this.canvas.setPointerCapture(event.pointerId);
      this.canvas.dataset.panning = "";
    }
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(last, now, other);
    else this.pan(now.x - last.x, now.y - last.y);
    this.pointers.set(event.pointerId, now);
  }

  /** One of two fingers moved: the middle between them pans, their distance zooms. */
  pinch(last, now, other) {
    const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
    this.zoom(distance(now) / distance(last), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  pointerup(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) delete this.canvas.dataset.panning;
  }

  pointercancel(event) {
    this.pointerup(event);
  }

  /** A drag that ends on a link is no click on it. */
  swallowClick(event) {
    if (!this.dragged || !event.isTrusted || event.detail === 0) return;
    this.dragged = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The server has drawn anew: the view stays, unless it is another drawing now. */
  redrawn() {
    const key = this.key;
    const before = this.home;
    this.measure();
    if (this.key !== key) return this.open();
    const grown = before.width !== this.home.width || before.height !== this.home.height;
    if (this.fitted && grown) this.fit();
    this.draw();
    const { selected } = this.canvas.dataset;
    if (selected && selected !== this.selected) this.reveal(this.element(selected));
    this.selected = selected;
  }
}

function scan() {
  for (const canvas of document.querySelectorAll(".canvas[data-canvas]")) {
    const svg = canvas.querySelector(":scope > svg");
    const view = views.get(canvas);
    if (svg && view?.svg === svg) view.draw(); // a morph has put back the server's zoom level
    else if (svg && view) {
      view.svg = svg;
      view.redrawn();
    } else if (svg) views.set(canvas, new View(canvas, svg));
  }
}

const viewOf = (element) => views.get(element?.closest?.(".canvas") ?? document.querySelector(".canvas[data-canvas]"));

// A morph may have made another thing of a canvas and its drawing.
document.addEventListener("widerow:drawn", ({ target }) => {
  if (target.hasAttribute("viewBox") && target.parentElement?.matches("[data-canvas]")) views.get(target.parentElement)?.redrawn();
});
document.addEventListener("htmx:before:settle", scan);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-zoom]");
  if (button) viewOf(button)?.command(button.dataset.zoom);
  const link = target.closest("[data-fly]");
  if (link) {
    const view = viewOf(link);
    view?.reveal(view.element(link.dataset.fly), true);
  }
});

const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
const commands = { "+": "in", "=": "in", "-": "out", 0: "fit", f: "fit", 1: "actual" };
document.addEventListener("keydown", (event) => {
  const { activeElement } = document;
  const here = activeElement === document.body || activeElement?.closest(".canvas");
  if (!here || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || activeElement.matches("input, select, textarea")) return;
  const view = viewOf(activeElement);
  if (!view || !(event.key in steps || event.key in commands)) return;
  event.preventDefault();
  if (event.key in steps) view.pan(...steps[event.key]);
  else view.command(commands[event.key]);
});
scan();
