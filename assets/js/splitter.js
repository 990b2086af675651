// [data-splitter]: a bar between two columns, moved by the pointer or by keys. --text-share, the share of the width before it,
// is kept in the browser; theme.js restores it before the first paint. script.css has the styles.
let chosen = null; // since the page was opened
const steps = { ArrowLeft: -2, ArrowRight: 2, PageUp: -10, PageDown: 10 }; // percent

const bounds = ({ ariaValueMin, ariaValueMax }) => [Number(ariaValueMin), Number(ariaValueMax)];

/** Returns the share of the width before the bar, in percent. */
function share(bar) {
  const frame = bar.parentElement.getBoundingClientRect();
  return ((bar.nextElementSibling.getBoundingClientRect().left - frame.left) / frame.width) * 100;
}

function label() {
  for (const bar of document.querySelectorAll("[data-splitter]")) if (bar.clientWidth > 0) bar.ariaValueNow = String(Math.round(share(bar)));
}

/** Moves the bar to a share, or without one to its default. */
function put(bar, to) {
  const [least, most] = bounds(bar);
  chosen = to === undefined ? "initial" : `${Math.min(most, Math.max(least, to)).toFixed(1)}%`;
  apply(bar);
}

/** Sets the share at the columns, not at the page: otherwise the browser restyles the whole drawing. */
function apply(bar) {
  if (chosen) bar.parentElement.style.setProperty("--text-share", chosen);
  label();
}

function keep() {
  if (!chosen) return; // not moved
  try {
    if (chosen === "initial") localStorage.removeItem("text-share");
    else localStorage.setItem("text-share", chosen);
  } catch { /* not remembered */ }
}

let dragged = null; // the bar being dragged, its share and the pointer at the start

document.addEventListener("pointerdown", (event) => {
  const bar = event.target.closest?.("[data-splitter]");
  if (!bar || event.button !== 0) return;
  event.preventDefault(); // or the drag selects text
  bar.focus();
  bar.setPointerCapture(event.pointerId);
  bar.dataset.dragged = "";
  dragged = { bar, pointer: event.pointerId, before: share(bar), x: event.clientX };
});
document.addEventListener("pointermove", (event) => {
  if (dragged?.pointer !== event.pointerId || !dragged.bar.isConnected) return;
  const { bar, before, x } = dragged;
  put(bar, before + ((event.clientX - x) / bar.parentElement.clientWidth) * 100);
});
function drop() {
  if (!dragged) return;
  delete dragged.bar.dataset.dragged;
  dragged = null;
  keep();
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
  keep();
});

document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("[data-splitter]");
  if (!bar || event.ctrlKey || event.metaKey || event.altKey) return;
  const [least, most] = bounds(bar);
  if (event.key in steps) put(bar, share(bar) + steps[event.key]);
  else if (event.key === "Home") put(bar, least);
  else if (event.key === "End") put(bar, most);
  else return;
  event.preventDefault();
  keep();
});
document.addEventListener("htmx:after:swap", () => document.querySelectorAll("[data-splitter]").forEach(apply));
window.addEventListener("resize", label);
label();
