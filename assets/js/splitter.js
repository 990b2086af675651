// [data-splitter=NAME]: a bar between two columns, moved by the pointer or by keys. The property --NAME, the size of a column, is
// kept in the browser; theme.js restores it before the first paint.
const widthOf = (element) => element.getBoundingClientRect().width;
const sizes = {
  /** The share of the width before the bar, in percent. */
  "text-share": {
    unit: "%", steps: { ArrowLeft: -2, ArrowRight: 2, PageUp: -10, PageDown: 10 },
    read: (bar) => ((bar.nextElementSibling.getBoundingClientRect().left - bar.parentElement.getBoundingClientRect().left) / widthOf(bar.parentElement)) * 100,
    moved: (bar, dx) => (dx / bar.parentElement.clientWidth) * 100,
    bounds: ({ ariaValueMin, ariaValueMax }) => [Number(ariaValueMin), Number(ariaValueMax)],
  },
  /** The width of the details, in px; the diagram keeps some room. */
  "inspector-width": {
    unit: "px", steps: { ArrowLeft: 16, ArrowRight: -16, PageUp: 80, PageDown: -80 },
    read: () => widthOf(document.getElementById("inspector")),
    moved: (_, dx) => -dx,
    bounds(bar) {
      const least = Number(bar.ariaValueMin), room = widthOf(document.getElementById("inspector")) + widthOf(document.getElementById("canvas")) - 320;
      return [least, Math.max(least, Math.min(Number(bar.ariaValueMax), room))];
    },
  },
};
const sizeOf = (bar) => sizes[bar.dataset.splitter];
const chosen = {}; // by name, since the page was opened

function label() {
  for (const bar of document.querySelectorAll("[data-splitter]")) {
    if (bar.clientWidth > 0 && bar.checkVisibility()) bar.ariaValueNow = String(Math.round(sizeOf(bar).read(bar)));
  }
}

/** Moves the bar to a size, or without one to its default. */
function put(bar, to) {
  const { bounds, unit } = sizeOf(bar), [least, most] = bounds(bar);
  chosen[bar.dataset.splitter] = to === undefined ? "initial" : `${Math.min(most, Math.max(least, to)).toFixed(1)}${unit}`;
  apply(bar);
}

/** Sets the size at the columns, not at the page: otherwise the browser restyles the whole drawing. */
function apply(bar) {
  const name = bar.dataset.splitter;
  if (chosen[name]) bar.parentElement.style.setProperty(`--${name}`, chosen[name]);
  label();
}

function keep(bar) {
  const name = bar.dataset.splitter;
  if (!chosen[name]) return; // not moved
  try {
    if (chosen[name] === "initial") localStorage.removeItem(name);
    else localStorage.setItem(name, chosen[name]);
  } catch { /* not remembered */ }
}

let dragged = null; // the bar being dragged, its size and the pointer at the start

document.addEventListener("pointerdown", (event) => {
  const bar = event.target.closest?.("[data-splitter]");
  if (!bar || event.button !== 0) return;
  event.preventDefault(); // or the drag selects text
  bar.focus();
  bar.setPointerCapture(event.pointerId);
  bar.dataset.dragged = "";
  dragged = { bar, pointer: event.pointerId, before: sizeOf(bar).read(bar), x: event.clientX };
});
document.addEventListener("pointermove", (event) => {
  if (dragged?.pointer !== event.pointerId || !dragged.bar.isConnected) return;
  const { bar, before, x } = dragged;
  put(bar, before + sizeOf(bar).moved(bar, event.clientX - x));
});
function drop() {
  if (!dragged) return;
  const { bar } = dragged;
  delete bar.dataset.dragged;
  dragged = null;
  keep(bar);
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !dragged) return;
  put(dragged.bar, dragged.before);
  drop();
});
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

document.addEventListener("dblclick", ({ target }) => {
  const bar = target.closest("[data-splitter]");
  if (!bar) return;
  put(bar);
  keep(bar);
});

document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("[data-splitter]");
  if (!bar || event.ctrlKey || event.metaKey || event.altKey) return;
  const { steps, read, bounds } = sizeOf(bar), [least, most] = bounds(bar);
  if (event.key in steps) put(bar, read(bar) + steps[event.key]);
  else if (event.key === "Home") put(bar, least);
  else if (event.key === "End") put(bar, most);
  else return;
  event.preventDefault();
  keep(bar);
});
document.addEventListener("htmx:after:swap", () => document.querySelectorAll("[data-splitter]").forEach(apply));
window.addEventListener("resize", label);
label();
