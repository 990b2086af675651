// [data-splitter]: a bar between two columns that is moved by the pointer and by keys. --text-share, the part of the width
// before it, is kept in the browser, where theme.js finds it before the first paint; script.css has the looks.
let chosen = null; // since the page was opened
const steps = { ArrowLeft: -2, ArrowRight: 2, PageUp: -10, PageDown: 10 }; // percent

const bounds = ({ ariaValueMin, ariaValueMax }) => [Number(ariaValueMin), Number(ariaValueMax)];

/** The part of the width that is before the bar, in percent. */
function share(bar) {
  const frame = bar.parentElement.getBoundingClientRect();
  return ((bar.nextElementSibling.getBoundingClientRect().left - frame.left) / frame.width) * 100;
}

function label() {
  for (const bar of document.querySelectorAll("[data-splitter]")) if (bar.clientWidth > 0) bar.ariaValueNow = String(Math.round(share(bar)));
}

/** Moves the bar to a share, or with none to where it stands by itself. */
function put(bar, to) {
  const [least, most] = bounds(bar);
  chosen = to === undefined ? "initial" : `${Math.min(most, Math.max(least, to)).toFixed(1)}%`;
  apply(bar);
}

/** The columns take the share, not the page: all that is drawn in it would be styled anew. */
function apply(bar) {
  if (chosen) bar.parentElement.style.setProperty("--text-share", chosen);
  label();
}

function keep() {
  if (!chosen) return; // it was only touched
  try {
    if (chosen === "initial") localStorage.removeItem("text-share");
    else localStorage.setItem("text-share", chosen);
  } catch { /* not remembered */ }
}

let dragged = null; // the bar under the pointer, its share before, and where the pointer holds it

document.addEventListener("pointerdown", (event) => {
  const bar = event.target.closest?.("[data-splitter]");
  if (!bar || event.button !== 0) return;
  event.preventDefault(); // selects no text
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
