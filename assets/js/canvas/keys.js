// Keys on a canvas. Arrow keys pan when the page or the canvas has the focus. On a box they go to the next one, or move all
// marked boxes if it is marked.
import { boxAt, elementAt, idOf } from "./drawing.js";
import { pointersOf, viewOf } from "./views.js";
import { zoom } from "./view.js";
import { clearMarks, markAll, marked, toggleMark } from "./marks.js";
import { formOf } from "./move.js";
import { cancelNudge, nudge } from "./drag.js";
import { rename } from "./rename.js";
import { deselect } from "./answer.js";
import { step, stepToEnd } from "./stops.js";
import { isRemovable, middleOf } from "./actions.js";
import { openMenu } from "./menu.js";
import { removeElements } from "./remove.js";
import { chooseOther, connects } from "./create.js";
import { moveColumn } from "./columns.js";
import { duplicate } from "./clipboard.js";
import { addArea, addNote } from "./memos.js";
import { diagramOf, editForm } from "./edit.js";

const panSteps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const zoomKeys = { "+": "in", "=": "in", "-": "out", 0: "fit", f: "fit", 1: "actual", 2: "selection" };

/** Escape cancels the current gesture, or else a move by keys, or else clears the marks, or else the selection. Reports whether there was one of them. */
function leave(view) {
  return pointersOf.get(view).cancel() || cancelNudge() || clearMarks(view) || (!("pick" in view.canvas.dataset) && deselect(view));
}

function onLink(view, link, event) {
  const box = boxAt(link), arrow = arrows[event.key];
  if (arrow && box && marked(view).has(box) && formOf(view)) nudge(view, ...arrow, event.shiftKey);
  else if (arrow && !event.shiftKey) step(view, link, arrow[0] || arrow[1], arrow[0] !== 0);
  else if (event.key === "Home" || event.key === "End") stepToEnd(view, event.key === "End");
  else if (event.key === " " && box) view.spaceOn = event.repeat ? view.spaceOn : box; // marked when the key is released: a drag with it pans
  else if (event.key === "F2") rename(view, link);
  else if (event.key.toLowerCase() === "c" && box && connects(view, box) && !("pick" in view.canvas.dataset)) chooseOther(view, box);
  else return false;
  return true;
}

/** Removes the marked boxes, or else the element that has the focus or is selected. Reports whether there was one. */
function remove(view, link) {
  const ids = [...marked(view)], element = (link && elementAt(link)) ?? view.element(view.selected ?? "");
  if (!editForm(view) || "pick" in view.canvas.dataset) return false;
  if (ids.length > 0) removeElements(view, ids);
  else if (element && isRemovable(view, element)) removeElements(view, [idOf(element)]);
  else return false;
  return true;
}

/** Opens the menu of the element that has the focus or is selected, or else of the middle of the canvas. */
function menu(view, link) {
  const element = link ?? view.element(view.selected ?? "");
  if (element) return openMenu(view, element);
  const { left, top, width, height } = view.canvas.getBoundingClientRect();
  return openMenu(view, view.svg, { x: left + width / 2, y: top + height / 2 });
}

/** Adds a note, or an area, under the mouse or else in the middle of the canvas. */
function addMemo(view, area) {
  const { x, y } = pointersOf.get(view).over ?? middleOf(view);
  setTimeout(() => (area ? addArea : addNote)(view, x, y)); // the key is no letter of the text
}

function onCanvas(view, event) {
  if (event.key in panSteps) view.pan(...panSteps[event.key]);
  else if (event.key in zoomKeys) zoom(view, zoomKeys[event.key]);
  else if (event.key === "F2" && view.element(view.selected ?? "")) rename(view, view.element(view.selected));
  else if (event.key.toLowerCase() === "n" && diagramOf(view) !== "" && !("pick" in view.canvas.dataset)) addMemo(view, event.shiftKey);
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  const { activeElement } = document;
  const here = activeElement === document.body || activeElement?.closest(".canvas");
  const view = here && viewOf(activeElement);
  if (!view || event.defaultPrevented || event.isComposing || activeElement.matches("input, select, textarea")) return;
  const link = view.svg.contains(activeElement) ? activeElement.closest("a[href]") : null;
  if (event.altKey) {
    if (arrows[event.key]?.[1] && !event.ctrlKey && moveColumn(view, link, arrows[event.key][1])) event.preventDefault();
    return;
  }
  const control = event.ctrlKey || event.metaKey;
  let done = false;
  if (event.key === "Escape") done = leave(view);
  else if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) done = activeElement !== document.body && menu(view, link);
  else if (control && event.key.toLowerCase() === "a" && activeElement !== document.body) {
    markAll(view);
    done = true;
  } else if (control && event.key.toLowerCase() === "d") {
    done = duplicate(view);
  } else if (!control && (event.key === "Delete" || event.key === "Backspace") && activeElement !== document.body) done = remove(view, link);
  else if (!control) done = (link && onLink(view, link, event)) || onCanvas(view, event);
  if (done) event.preventDefault();
});

document.addEventListener("keyup", ({ key }) => {
  const { activeElement } = document, view = key === " " && activeElement?.closest(".canvas") ? viewOf(activeElement) : null, box = view?.spaceOn;
  if (!box) return;
  view.spaceOn = null;
  if (boxAt(activeElement) === box) toggleMark(view, box);
});

// Ctrl+Z first cancels a move that is not saved yet: the undo of the page (keys.js) would undo the change before it.
document.addEventListener("keydown", (event) => {
  const undo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  if (undo && cancelNudge()) event.preventDefault();
}, { capture: true });
