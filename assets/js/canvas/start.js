// Makes a view for each canvas of the page, and connects its parts. Read view.js next.
import { eachView, pointersOf, viewOf, views } from "./views.js";
import { watchLayer } from "./layer.js";
import { View, zoom } from "./view.js";
import { mark, marked } from "./marks.js";
import { renewMoves } from "./move.js";
import { saveNudge } from "./drag.js";
import { Pointers } from "./pointer.js";
import { offerPlus } from "./add.js";
import { renewPins } from "./pins.js";
import { rove } from "./stops.js";
import { watchTrace } from "./trace.js";
import { frameSubject } from "./follow.js";
import { restHandles } from "./handles.js";
import { restGrip } from "./columns.js";
import { restCorner } from "./memos.js";
import "./space.js";
import "./overview.js";
import "./minimap.js";
import "./keys.js";

function scan() {
  for (const canvas of document.querySelectorAll(".canvas[data-canvas]")) {
    const svg = canvas.querySelector(":scope > svg");
    const view = views.get(canvas);
    if (svg && view) {
      if (view.svg !== svg) {
        view.svg = svg;
        view.redrawn();
      }
      view.settle();
    } else if (svg) {
      views.set(canvas, new View(canvas, svg));
      listen(views.get(canvas));
    }
    if (svg) offerPlus(views.get(canvas)); // the form beside it is in the page by now
    if (svg) renewPins(views.get(canvas));
    if (svg) restHandles(views.get(canvas));
    if (svg) restCorner(views.get(canvas));
  }
}

// A morph may have replaced the drawing of a canvas.
document.addEventListener("widerow:drawn", ({ target, detail }) => {
  if (target.hasAttribute("viewBox") && target.parentElement?.matches("[data-canvas]")) views.get(target.parentElement)?.redrawn(detail?.kept);
});
document.addEventListener("htmx:before:settle", scan);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-zoom]");
  const view = button && viewOf(button);
  if (view) zoom(view, button.dataset.zoom);
  const link = target.closest("[data-fly]");
  if (link) viewOf(link)?.reveal(viewOf(link).element(link.dataset.fly), true);
});

/** Handles the events of a canvas. */
function listen(view) {
  const { canvas } = view;
  pointersOf.set(view, new Pointers(view));
  watchTrace(view);
  watchLayer(view);
  canvas.addEventListener("focusin", ({ target }) => target.matches("svg a[href]") && rove(view, target));
  canvas.addEventListener("focusout", ({ relatedTarget }) => canvas.contains(relatedTarget) || saveNudge());
  canvas.addEventListener("widerow:redrawn", () => renew(view));
  renew(view);
}

/** Adds to a new drawing what scripts had added to the old one. */
function renew(view) {
  rove(view);
  mark(view, marked(view));
  frameSubject(view);
  renewMoves(view);
  restHandles(view);
  restGrip(view);
}

addEventListener("beforeprint", () => eachView((view) => view.print()));
addEventListener("afterprint", () => eachView((view) => view.printed()));

scan();
