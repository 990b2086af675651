// New elements by double click or by a line from box to box: an input at the place asks for the name.
import { boxElement, boxes, nameOf, placeOf } from "./drawing.js";
import { diagramOf, editForm, sendEdit } from "./edit.js";
import { Prompt } from "./prompt.js";
import { choose } from "../chooser.js";
import { showProblemMessage } from "../messages.js";

/** What each diagram gets by a double click, in the words of its outline. */
const made = {
  er: { kind: "entity", word: "entity type" },
  workflow: { kind: "step", word: "step" },
  logical: { kind: "table", word: "table" },
  physical: { kind: "relation", word: "table" },
};
export const madeOn = (view) => made[diagramOf(view)];

const promptWidth = 200; // px
/** Asks for the name of a new element, or for what else it begins with. */
export const askName = (view, rect, word, what, save) => new Prompt(view, rect, { label: `${what} of the new ${word}`, placeholder: `${what} of the ${word}` }, save);
const promptName = (view, rect, word, save) => askName(view, rect, word, "Name", save);

/** The keyspace at a point of the window, or "". */
export function keyspaceAt(x, y) {
  return document.elementsFromPoint(x, y).map((element) => element.closest("a.keyspace")).find(Boolean)?.id.slice("d-".length) ?? "";
}

/** The keyspace at a point of the window, or else the first: a table needs one. */
const keyspaceNear = (view, x, y) => keyspaceAt(x, y) || (view.svg.querySelector("a.keyspace")?.id.slice("d-".length) ?? "");

/** Asks for the name of a new box at a point of the window. then gets the id of the box once it is there. */
export function createAt(view, x, y, then = null) {
  const { kind, word } = madeOn(view) ?? {};
  if (!kind) return;
  const at = view.point(x, y), parent = kind === "relation" ? keyspaceNear(view, x, y) : "";
  const place = { x: at.x - 60, y: at.y - 20, width: 0, height: 0 };
  const right = view.canvas.getBoundingClientRect().right - promptWidth; // the input stays within the canvas
  const typed = { ...place, x: Math.min(place.x, view.point(right, y).x) };
  view.atRest = true;
  promptName(view, () => typed, word, async (name) => {
    view.atRest = true;
    const problem = await sendEdit(view, [
      ["do", `add:${kind}:${parent}`], [`new.${kind}.name`, name], ["at.x", Math.round(place.x)], ["at.y", Math.round(place.y)],
    ]);
    if (then && problem === "") setTimeout(() => then(view.canvas.dataset.selected.slice("d-".length))); // this input has closed by then
    return problem;
  });
}

/** Reports whether a part of the drawing is free space, where a box can be added. */
export const isFree = (view, part) => part === view.svg || Boolean(part?.matches?.(".container")) ||
  (view.svg.contains(part) && !part.closest("a[href], [data-box], [data-owner], [data-edge]"));

/** Reports whether lines can be drawn from a box of the canvas: to relate entity types, to go from step to step, or from table to table by a query. */
export function connects(view, id) {
  const box = diagramOf(view) === "" ? null : boxElement(view, id);
  return Boolean(box?.matches(".entity, .relationship, .table") || box?.querySelector(":scope > .step"));
}

/** Joins two boxes. Entity types get a relationship type, whose name is asked for first; tables get an arrow, whose query is. */
export function connect(view, from, to) {
  const both = [from, to].map((id) => boxElement(view, id));
  const save = (more = []) => sendEdit(view, [["do", `connect:${from}:${to}`], ...more]);
  if (both.every((box) => box.matches(".table"))) return joinTables(view, both, save);
  if (!both.every((box) => box.matches(".entity"))) return save();
  const [one, other] = both.map(placeOf), middle = (key, side) => (one[key] + one[side] / 2 + other[key] + other[side] / 2) / 2;
  const place = { x: middle("x", "width") - 60, y: middle("y", "height") - 20, width: 0, height: 0 };
  promptName(view, () => place, "relationship type", (name) => save([["new.relationship.name", name]]));
  return null;
}

/** Lets the query be chosen that leads from one table to another. */
async function joinTables(view, [from, to], save) {
  const listed = [...editForm(view).querySelectorAll("#canvas-queries > li")];
  const queries = listed.map(({ textContent, dataset }) => ({ words: textContent.trim(), kind: dataset.kind, value: dataset.access }));
  if (queries.length === 0) return "There is no query yet: add one in Queries, then connect the tables by it";
  const access = await choose(`Query from ${nameOf(from)} to ${nameOf(to)}`, queries);
  return access ? save([["new.arrow.access", access]]) : null;
}

/** Lets the other end of a line be chosen by its name. */
export async function chooseOther(view, from) {
  const joined = boxes(view).filter((box) => box.dataset.box !== from && connects(view, box.dataset.box));
  const others = joined.map((box) => ({ words: nameOf(box), value: box.dataset.box }));
  const to = await choose(`Connect ${nameOf(boxElement(view, from))} to`, others);
  const problem = to && (await connect(view, from, to));
  if (problem) showProblemMessage(problem);
}
