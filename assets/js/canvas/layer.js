// HTML elements over a drawing, in the canvas's .layer, which no morph touches. Each stays at its place in the drawing.
const attached = new WeakMap(); // View → its elements, each with its place

const layerOf = (view) => view.canvas.querySelector(".layer");

/** Adds an element; measure returns its rectangle in the drawing, or null while it has none. */
export function attach(view, element, measure) {
  const item = { element, measure };
  attached.set(view, [...(attached.get(view) ?? []), item]);
  layerOf(view).append(element);
  place(view, item);
  return item;
}

export function detach(view, item) {
  attached.set(view, (attached.get(view) ?? []).filter((other) => other !== item));
  item.element.remove();
}

/** Places an item of attach that has moved. */
export function place(view, item) {
  item.rect = item.measure();
  item.element.hidden = !item.rect;
  placeItem(view, item);
}

/** Places an element. --width, --height and --scale give its style the size of its rectangle on the screen. */
function placeItem(view, { element, rect }) {
  if (!rect || view.scale === undefined) return; // the canvas has never been shown
  const seen = view.seen(rect);
  element.style.translate = `${seen.x}px ${seen.y}px`;
  element.style.setProperty("--width", `${seen.width}px`);
  element.style.setProperty("--height", `${seen.height}px`);
  element.style.setProperty("--scale", view.scale);
}

export function watchLayer(view) {
  const { canvas } = view;
  const each = (act) => (attached.get(view) ?? []).forEach((item) => act(view, item));
  canvas.addEventListener("widerow:view", () => each(placeItem));
  canvas.addEventListener("widerow:redrawn", () => each(place));
}

/** Tells users of a screen reader what has changed in the drawing. */
export function announce(view, text) {
  const line = view.canvas.querySelector("[data-status]");
  if (line) line.textContent = text;
}
