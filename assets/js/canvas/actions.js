// The actions of the diagram, each with its words, its keys and the function that does it. The palette and the menu of the canvas
// offer them.
import { viewOf } from "./views.js";
import { zoom } from "./view.js";
import { boxElement, boxes, elementAt, idOf, nameOf, placeOf } from "./drawing.js";
import { copyActions, pasteActions } from "./clipboard.js";
import { connect, connects, createAt, keyspaceAt, madeOn } from "./create.js";
import { commentForm, diagramOf, editForm, sendComment, sendEdit } from "./edit.js";
import { markAll, marked } from "./marks.js";
import { Prompt } from "./prompt.js";
import { removeElements } from "./remove.js";
import { rename } from "./rename.js";
import { select } from "./answer.js";
import { choose } from "../chooser.js";
import { showProblemMessage } from "../messages.js";

/** Returns what can be done with the diagram of the page, each with its words, the keys for it, and the function that does it. */
export function canvasActions() {
  const view = viewOf(document.body), canvas = document.querySelector(".canvas");
  if (!view) return canvas ? pasteActions({ canvas }) : []; // the diagram is empty
  return [
    ...chosenActions(view),
    ...pasteActions(view),
    { words: "Fit the selection", keys: "2", more: "zoom marked", run: () => zoom(view, "selection") },
    ...zoomActions(view),
  ];
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
  if (tagged(view)) actions.push({ words: `Tag ${many}…`, run: () => askTags(view, ids) });
  actions.push({ words: `Remove ${many}`, keys: "Del", danger: true, run: () => removeElements(view, ids) });
  return actions;
}

/** Returns what can be done with one element of the drawing. */
export function actionsOfElement(view, element) {
  const id = idOf(element), name = nameOf(element), box = element.dataset.box ?? "";
  const actions = [{ words: `Open ${name}`, keys: "Enter", run: () => select(view, id) }], copying = box ? copyActions(view, [box]) : [];
  if (!editForm(view)) return [...actions, ...copying];
  actions.push({ words: `Rename ${name}`, keys: "F2", run: () => rename(view, element.matches("a") ? element : element.querySelector("a")) });
  if (box && connects(view, box)) actions.push({ words: `Connect ${name} to…`, run: () => chooseOther(view, box) });
  actions.push(...copying);
  if (box && tagged(view) && element.matches(".table")) actions.push({ words: `Tag ${name}…`, run: () => askTags(view, [id]) });
  if (isRemovable(view, element)) actions.push({ words: `Remove ${name}`, keys: "Del", danger: true, run: () => removeElements(view, [id]) });
  return actions;
}

/** Reports whether the canvas removes an element. The arrows of the physical diagram belong to the logical one. */
export const isRemovable = (view, element) => Boolean(editForm(view)) && !(diagramOf(view) === "physical" && element.matches(".arrow"));

/** Returns what can be done at a free place of the window. */
export function actionsOfPlace(view, { x, y }) {
  const { word } = madeOn(view) ?? {};
  return [
    ...(word && editForm(view) ? [{ words: `Add ${/^[aeiou]/.test(word) ? "an" : "a"} ${word} here`, run: () => createAt(view, x, y) }] : []),
    ...pasteActions(view, keyspaceAt(x, y)),
    ...(commentForm(view) ? [{ words: "Comment here…", run: () => commentAt(view, x, y) }] : []),
    { words: "Mark all boxes", keys: "Ctrl+A", run: () => markAll(view) },
    ...zoomActions(view),
  ];
}

/** Asks for a comment on a free place. It belongs to the nearest box, with which it moves. */
function commentAt(view, clientX, clientY) {
  const { x, y } = view.point(clientX, clientY), away = (low, at, size) => Math.max(low - at, 0, at - low - size);
  const near = boxes(view).map((box) => ({ box, rect: placeOf(box) })).map(({ box, rect }) => ({ box, rect, far: Math.hypot(away(rect.x, x, rect.width), away(rect.y, y, rect.height)) }))
    .sort((a, b) => a.far - b.far)[0];
  const spot = () => {
    const box = boxElement(view, near.box.dataset.box), rect = box ? placeOf(box) : near.rect;
    return { x: rect.x + x - near.rect.x, y: rect.y + y - near.rect.y, width: 0, height: 0 };
  };
  new Prompt(view, spot, { label: "Comment on this place", placeholder: "Comment", then: `d-${near.box.dataset.box}` }, (text) => sendComment(view, [
    ["beside", near.box.dataset.box], ["spot", `${Math.round(x - near.rect.x)} ${Math.round(y - near.rect.y)}`], ["text", text],
  ]));
}

async function chooseOther(view, from) {
  const others = boxes(view).filter((box) => box.dataset.box !== from && box.matches("a, g")).map((box) => ({ words: nameOf(box), value: box.dataset.box }));
  const to = await choose(`Connect ${nameOf(boxElement(view, from))} to`, others);
  const problem = to && (await connect(view, from, to));
  if (problem) showProblemMessage(problem);
}

function askTags(view, ids) {
  const place = () => {
    const box = boxElement(view, ids[0]);
    return box && placeOf(box);
  };
  new Prompt(view, place, { label: "Tags to add, separated by commas", placeholder: "billing, hot path", then: `d-${ids[0]}` },
    (text) => sendEdit(view, [["do", `tag:${ids.join(":")}`], ["new.tags", text]]));
}
