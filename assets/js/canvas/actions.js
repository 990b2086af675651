// The actions of the diagram, each with its words, its keys and the function that does it. The palette and the menu of the canvas
// offer them.
import { viewOf } from "./views.js";
import { zoom } from "./view.js";
import { boxAt, boxElement, elementAt, idOf, nameOf, placeOf } from "./drawing.js";
import { copyActions, pasteActions } from "./clipboard.js";
import { chooseOther, connects, createAt, madeOn } from "./create.js";
import { diagramOf, editForm, sendEdit } from "./edit.js";
import { markAll, marked } from "./marks.js";
import { addArea, memoActions } from "./memos.js";
import { Prompt } from "./prompt.js";
import { removeElements } from "./remove.js";
import { rename } from "./rename.js";
import { besideActions, placeActions } from "./spot.js";
import { select } from "./answer.js";

/** Returns what can be done with the diagram of the page, each with its words, the keys for it, and the function that does it. */
export function canvasActions() {
  const view = viewOf(document.body), canvas = document.querySelector(".canvas");
  if (!view) return canvas ? pasteActions({ canvas }) : []; // the diagram is empty
  return [
    ...chosenActions(view),
    ...memoActions(view, middleOf(view)),
    ...pasteActions(view),
    { words: "Fit the selection", keys: "2", more: "zoom selected", run: () => zoom(view, "selection") },
    ...zoomActions(view),
  ];
}

/** The middle of what the canvas shows, in the window. */
export function middleOf(view) {
  const { left, top, width, height } = view.canvas.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** What can be done with the marked boxes, or else with the selected element. */
function chosenActions(view) {
  const chosen = view.element(view.selected ?? ""), element = chosen && elementAt(chosen);
  if (marked(view).size > 1) return actionsOfBoxes(view, [...marked(view)]);
  return element ? actionsOfElement(view, element).slice(1) : []; // it is open
}

const zoomActions = (view) => [
  { words: "Fit the diagram", keys: "0", more: "zoom whole", run: () => zoom(view, "fit") },
  { words: "Zoom to 100 %", keys: "1", run: () => zoom(view, "actual") },
];

const tagged = (view) => ["logical", "physical"].includes(diagramOf(view));

/** Returns what can be done with some boxes. */
export function actionsOfBoxes(view, ids) {
  const many = `${ids.length} boxes`;
  const actions = [{ words: `Fit ${many}`, keys: "2", run: () => zoom(view, "selection") }, ...copyActions(view, ids)];
  if (!editForm(view)) return actions;
  actions.push({ words: `Add an area around ${many}`, keys: "Shift+N", run: () => addArea(view) });
  if (tagged(view)) actions.push({ words: `Tag ${many}…`, run: () => askTags(view, ids) });
  actions.push({ words: `Remove ${many}`, keys: "Del", danger: true, run: () => removeElements(view, ids) });
  return actions;
}

/** Returns what can be done with one element of the drawing. */
export function actionsOfElement(view, element) {
  const id = idOf(element), name = nameOf(element), box = element.dataset.box ?? "";
  const actions = [{ words: `Open ${name}`, keys: "Enter", run: () => open(view, element) }], copying = box ? copyActions(view, [box]) : [];
  const beside = boxAt(element) ? besideActions(view, boxAt(element)) : [];
  if (!editForm(view)) return [...actions, ...copying, ...beside];
  actions.push({ words: element.matches(".memo") ? "Edit the note" : `Rename ${name}`, keys: "F2", run: () => rename(view, element.matches("a") ? element : element.querySelector("a")) });
  if (box && connects(view, box)) actions.push({ words: `Connect ${name} to…`, keys: "C", run: () => chooseOther(view, box) });
  actions.push(...copying, ...beside);
  if (box && tagged(view) && element.matches(".table")) actions.push({ words: `Tag ${name}…`, run: () => askTags(view, [id]) });
  if (isRemovable(view, element)) actions.push({ words: `Remove ${name}`, keys: "Del", danger: true, run: () => removeElements(view, [id]) });
  return actions;
}

/** Opens an element: in a comparison, what is said about it. */
function open(view, element) {
  if (!view.canvas.closest(".comparison")) return select(view, idOf(element));
  (element.closest("a[href]") ?? element.querySelector("a[href]"))?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** Reports whether the canvas removes an element. The arrows of the physical diagram belong to the logical one. */
export const isRemovable = (view, element) => Boolean(editForm(view)) && !(diagramOf(view) === "physical" && element.matches(".arrow"));

/** Returns what can be done at a free place of the window. */
export function actionsOfPlace(view, { x, y }) {
  const { word } = madeOn(view) ?? {};
  return [
    ...(word && editForm(view) ? [{ words: `Add ${/^[aeiou]/.test(word) ? "an" : "a"} ${word} here`, run: () => createAt(view, x, y) }] : []),
    ...memoActions(view, { x, y }),
    ...pasteActions(view, { x, y }),
    ...placeActions(view, { x, y }),
    { words: "Select all boxes", keys: "Ctrl+A", run: () => markAll(view) },
    ...zoomActions(view),
  ];
}

function askTags(view, ids) {
  const place = () => {
    const box = boxElement(view, ids[0]);
    return box && placeOf(box);
  };
  new Prompt(view, place, { label: "Tags to add, separated by commas", placeholder: "billing, hot path", then: `d-${ids[0]}` },
    (text) => sendEdit(view, [["do", `tag:${ids.join(":")}`], ["new.tags", text]]));
}
