// Level of detail by scale: data-level of a canvas is near, names or far. At "names" the name of a table takes the room of its
// columns; at "far" the name of a keyspace takes that of its tables. display.css has the styles.
import { placeOf, svgElement } from "./drawing.js";

const levels = [["far", 0.16], ["names", 0.35]]; // below that scale
const readable = 15; // px, the largest height of a name
const fewest = 12; // boxes; a smaller drawing has no level "far"
const drawings = new WeakMap(); // canvas → its boxes, each with its place
const nameFont = "700 100px Arimo, Arial, sans-serif";
const face = document.createElement("canvas").getContext("2d");

const partsOf = (name) => name.split(/(?<=[\s_.\-/])|(?<=[a-z])(?=[A-Z])/);

/** Breaks a name into lines for the largest font size that fits into a rectangle; the fewest lines at a similar size. */
function fitted(name, width, height) {
  face.font = nameFont;
  const parts = partsOf(name).map((text) => ({ text, width: face.measureText(text).width / 100 }));
  let best = { size: 0, lines: [] };
  const limits = new Set(parts.flatMap((_, from) => parts.map((_, to) => parts.slice(from, to + 1).reduce((sum, part) => sum + part.width, 0))));
  for (const limit of [...limits].sort((a, b) => b - a)) {
    const lines = [];
    let used = Infinity;
    for (const part of parts) {
      if (used + part.width > limit + 0.001) {
        lines.push("");
        used = 0;
      }
      lines[lines.length - 1] += part.text;
      used += part.width;
    }
    const widest = Math.max(limit, ...parts.map((part) => part.width));
    const size = Math.min(width / widest, height / (lines.length * 1.15));
    if (size > 1.1 * best.size) best = { size, lines };
  }
  return best;
}

/** Returns a name in the middle of a rectangle; --fits is its largest font size there. */
function nameIn({ x, y, width, height }, name, kind) {
  const { size, lines } = fitted(name, width * 0.9, height * 0.9);
  if (size === 0) return null;
  const text = svgElement("text", { class: `grown ${kind}`, "text-anchor": "middle", x: x + width / 2, y: y + height / 2 });
  lines.forEach((line, i) => {
    const part = svgElement("tspan", { x: x + width / 2, dy: `${i === 0 ? 0.36 - 0.575 * (lines.length - 1) : 1.15}em` });
    part.textContent = line;
    text.append(part);
  });
  text.style.setProperty("--fits", `${size}px`);
  text.fits = size;
  return text;
}

/** Returns the room for the name of a table below its bar, or null for boxes that keep their text. */
function roomOf({ element, place }) {
  const bar = 28;
  if (!element.matches(".table, .type-box") || place.height < 2 * bar) return null;
  return { ...place, y: place.y + bar, height: place.height - bar };
}

function measure(view) {
  const boxes = [...view.svg.querySelectorAll(":scope > [data-box]")].map((element) => ({ element, place: placeOf(element) }));
  drawings.set(view.canvas, { boxes, svg: view.svg, names: null, view });
}

/** Makes the names, when they are first needed. */
function name(drawing) {
  const layer = svgElement("g", { class: "overview", "aria-hidden": "true" });
  for (const box of drawing.boxes) {
    const room = roomOf(box);
    const text = room && nameIn(room, box.element.querySelector(".name")?.textContent ?? "", "of-box");
    if (!text) continue;
    box.element.classList.add("renamed");
    text.dataset.owner = box.element.dataset.box; // it moves with the box
    layer.append(text);
  }
  const containers = drawing.boxes.length < fewest ? [] : drawing.svg.querySelectorAll(":scope > .keyspace:not(.collapsed)");
  for (const container of containers) {
    const { x, y, width, height } = container.querySelector(".container").getBBox();
    const text = nameIn({ x, y, width, height }, (container.querySelector(".caption")?.textContent ?? "").replace(/ keyspace$/, ""), "of-container");
    if (text) layer.append(text);
  }
  drawing.svg.append(layer);
  drawing.names = layer;
  const sizes = [...layer.querySelectorAll(".of-box")].map((text) => text.fits).sort((a, b) => a - b);
  drawing.usual = sizes[Math.floor(sizes.length / 2)] ?? Infinity;
}

/** Rounds a scale up to steps of a quarter, so that zooming seldom changes the size of the names. */
const stepped = (scale) => 1.25 ** Math.ceil(Math.log(scale) / Math.log(1.25));

function show(view) {
  const { canvas, scale } = view;
  const drawing = drawings.get(canvas);
  const containers = drawing.svg.querySelector(":scope > .keyspace:not(.collapsed)") && drawing.boxes.length >= fewest;
  let level = levels.find(([, below]) => scale < below)?.[0] ?? "near";
  if (level === "far" && !containers) level = "names";
  if (level !== "near" && !drawing.names) name(drawing);
  if (canvas.dataset.level !== level) canvas.dataset.level = level;
  const size = readable / stepped(scale);
  if (level !== "near" && drawing.size !== size) {
    drawing.size = size;
    drawing.names.style.setProperty("--wanted", `${size}px`);
    drawing.names.style.setProperty("--usual", `${drawing.usual}px`); // most names have one size
  }
}

/** In a large drawing, only boxes in or near the view have their columns. Those are found anew when the view has left the middle of them. */
function reveal({ canvas, x, y, scale, size }) {
  if (!("large" in canvas.dataset) || canvas.dataset.level !== "near" || !size) return;
  const drawing = drawings.get(canvas), across = size.width / scale, down = size.height / scale, { near } = drawing;
  if (near?.across >= across && near.down >= down && near.across <= 2 * across && Math.abs(x - near.x) < across / 4 && Math.abs(y - near.y) < down / 4) return;
  drawing.near = { x, y, across, down };
  for (const { element, place } of drawing.boxes) {
    const is = place.x < x + 0.9 * across && place.x + place.width > x - 0.9 * across && place.y < y + 0.9 * down && place.y + place.height > y - 0.9 * down;
    if (is !== element.classList.contains("near")) element.classList.toggle("near", is);
  }
}

document.addEventListener("widerow:view", ({ detail: view }) => {
  if (drawings.get(view.canvas)?.svg !== view.svg) measure(view);
  show(view);
  reveal(view);
});
document.addEventListener("widerow:redrawn", ({ detail: view }) => {
  if (!drawings.get(view.canvas)?.boxes[0]?.element.isConnected) measure(view);
  if (view.scale === undefined) return;
  show(view);
  reveal(view);
});

// Measures the names again once the font is loaded.
document.fonts.load(nameFont).then(() => {
  for (const canvas of document.querySelectorAll(".canvas")) {
    const drawing = drawings.get(canvas);
    if (!drawing?.names) continue;
    drawing.names.remove();
    measure(drawing.view);
    show(drawing.view);
  }
});

// Zoomed out, a click anywhere on a box counts as one on its name.
document.addEventListener("click", ({ target }) => {
  const box = target.closest?.(".canvas:not([data-level=near]) .renamed");
  if (box && !target.closest("a")) box.querySelector("a[href]")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
});
