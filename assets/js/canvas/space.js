// Space held over a canvas: the next drag pans, whatever is under the pointer, as in other programs to draw with. Space pressed and
// released on a box selects it (keys.js).
import { pointersOf, viewOf } from "./views.js";

const typing = (element) => element?.matches?.("input, select, textarea, button, [contenteditable], summary");

/** Returns the view under the pointer, if Space belongs to it. */
function viewBelow() {
  const { activeElement } = document, here = activeElement === document.body || activeElement?.closest(".canvas");
  const view = here && !typing(activeElement) ? viewOf(document.querySelector(".canvas[data-canvas]:hover")) : null;
  return view && pointersOf.get(view)?.over ? view : null;
}

let held = null;

function leave() {
  if (!held) return;
  held.spaced = false;
  delete held.canvas.dataset.spaced;
  held = null;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const view = held ?? viewBelow();
  if (!view) return;
  if (!held && document.activeElement === document.body) event.preventDefault(); // no scrolling by the browser
  if (held) event.preventDefault();
  held = view;
  view.spaced = true;
  view.canvas.dataset.spaced = "";
}, { capture: true });
document.addEventListener("keyup", (event) => event.key === " " && leave(), { capture: true });
addEventListener("blur", leave);
