// The diagram beside a text follows the cursor: it highlights the element that the statement is about and brings it into view,
// large enough to be read. The editor sends the event widerow:subject to the document, with the element's id or "".
import { boxElement, boxes, placeOf } from "./drawing.js";
import { views } from "./views.js";

const legible = 0.85; // scale at which the smallest text of a table has 10 px

export function frameSubject(view) {
  const { subject = "" } = view;
  for (const box of boxes(view)) box.classList.toggle("subject", box.dataset.box === subject);
}

function follow(view, subject) {
  if (view.subject === subject) return;
  view.subject = subject;
  frameSubject(view);
  const box = subject && boxElement(view, subject);
  if (!box || !view.shown) return;
  if (view.scale >= legible) view.reveal(box);
  else view.fly(view.frame(placeOf(box), legible));
}

document.addEventListener("widerow:subject", ({ detail }) => {
  for (const canvas of document.querySelectorAll(".canvas[data-follow]")) if (views.has(canvas)) follow(views.get(canvas), detail);
});
