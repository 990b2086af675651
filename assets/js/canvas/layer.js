// What floats over a drawing, in the canvas's .layer, which no morph touches: each thing keeps to its place in the drawing.
const floats = new WeakMap(); // View → the things that float

const layerOf = (view) => view.canvas.querySelector(".layer");

/** Lets an element float; measure gives its rectangle in the drawing, or nothing while it has none. */
export function float(view, element, measure) {
  const thing = { element, measure };
  floats.set(view, [...(floats.get(view) ?? []), thing]);
  layerOf(view).append(element);
  measureFloat(view, thing);
  return thing;
}

export function sink(view, thing) {
  floats.set(view, (floats.get(view) ?? []).filter((other) => other !== thing));
  thing.element.remove();
}

function measureFloat(view, thing) {
  thing.rect = thing.measure();
  thing.element.hidden = !thing.rect;
  placeFloat(view, thing);
}

/** The element's --width, --height and --scale tell its style how large its place is seen. */
function placeFloat(view, { element, rect }) {
  if (!rect || view.scale === undefined) return; // a canvas that was never shown has no view
  const seen = view.seen(rect);
  element.style.translate = `${seen.x}px ${seen.y}px`;
  element.style.setProperty("--width", `${seen.width}px`);
  element.style.setProperty("--height", `${seen.height}px`);
  element.style.setProperty("--scale", view.scale);
}

export function watchLayer(view) {
  const { canvas } = view;
  const each = (act) => (floats.get(view) ?? []).forEach((thing) => act(view, thing));
  canvas.addEventListener("widerow:view", () => each(placeFloat));
  canvas.addEventListener("widerow:redrawn", () => each(measureFloat));
}

/** Tells those who do not see the drawing what has changed in it. */
export function announce(view, text) {
  const line = view.canvas.querySelector("[data-said]");
  if (line) line.textContent = text;
}
