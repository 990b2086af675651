// Finds the canvases of the page, and gives their buttons a meaning.
import { eachView, viewOf, views } from "./views.js";
import { watchLayer } from "./layer.js";
import { View, zoom } from "./view.js";
import { mark, marked } from "./marks.js";
import { renewMoves } from "./move.js";
import { settleNudge } from "./drag.js";
import { Pointers, pointersOf } from "./pointer.js";
import { offerPlus } from "./add.js";
import { rove } from "./stops.js";
import { watchTrace } from "./trace.js";
import { frameSubject } from "./follow.js";
import "./keys.js";

function scan() {
  for (const canvas of document.querySelectorAll(".canvas[data-canvas]")) {
    const svg = canvas.querySelector(":scope > svg");
    const view = views.get(canvas);
    if (svg && view?.svg === svg) view.draw(); // a morph has put back the server's zoom level
    else if (svg && view) {
      view.svg = svg;
      view.redrawn();
    } else if (svg) {
      views.set(canvas, new View(canvas, svg));
      listen(views.get(canvas));
    }
    if (svg) offerPlus(views.get(canvas)); // by now the form beside it is there
  }
}

// A morph may have made another thing of a canvas and its drawing.
document.addEventListener("widerow:drawn", ({ target }) => {
  if (target.hasAttribute("viewBox") && target.parentElement?.matches("[data-canvas]")) views.get(target.parentElement)?.redrawn();
});
document.addEventListener("htmx:before:settle", scan);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-zoom]");
  const view = button && viewOf(button);
  if (view) zoom(view, button.dataset.zoom);
  const link = target.closest("[data-fly]");
  if (link) viewOf(link)?.reveal(viewOf(link).element(link.dataset.fly), true);
});

/** Has a canvas listen to what happens at it. */
function listen(view) {
  const { canvas } = view;
  pointersOf.set(view, new Pointers(view));
  watchTrace(view);
  watchLayer(view);
  canvas.addEventListener("focusin", ({ target }) => target.matches("svg a[href]") && rove(view, target));
  canvas.addEventListener("focusout", ({ relatedTarget }) => canvas.contains(relatedTarget) || settleNudge());
  canvas.addEventListener("widerow:redrawn", () => renew(view));
  renew(view);
}

/** What scripts have added to a drawing is added to the new one. */
function renew(view) {
  rove(view);
  mark(view, marked(view));
  frameSubject(view);
  renewMoves(view);
}

addEventListener("beforeprint", () => eachView((view) => view.print()));
addEventListener("afterprint", () => eachView((view) => view.printed()));

scan();
