// Ctrl+C copies the marked boxes, or else the selected one, and Ctrl+V adds copies of them to a diagram of this or another model, at
// the pointer or else in the middle of what is shown. Ctrl+D adds copies beside the originals. The clipboard gets a link to each box,
// which is as good in a message to somebody else, with its place after the revision. The menu pastes what this browser copied last:
// a page may not read the clipboard when it likes.
import { boxAt, boxElement, nameOf, placeOf } from "./drawing.js";
import { keyspaceAt } from "./create.js";
import { diagramOf, sendEdit } from "./edit.js";
import { announce } from "./layer.js";
import { mark, marked } from "./marks.js";
import { pointersOf, viewOf } from "./views.js";
import { toast } from "../copy.js";
import { showProblemMessage } from "../messages.js";

const drawings = ".er, .workflow, .logical, .physical"; // of boxes that can be copied
const beside = 40; // units from a box to its duplicate
const gap = 24, grid = 10; // units from a pasted box to others, and between the places that are tried
const lastKey = "copied"; // in localStorage
const page = /^(.*)\/m\/([^/]+)\/[a-z]+$/; // the address of a tab of a model

/** Reports whether boxes can be copied from a view. */
export const copies = (view) => view.svg.matches(drawings) && page.test(location.pathname) && Boolean(document.getElementById("saved"));

/** Reports whether boxes can be pasted into a view, or into the canvas of an empty diagram. */
const takes = (view) => diagramOf(view) !== "";

const boxesOf = (view, ids) => ids.map((id) => boxElement(view, id)).filter((box) => box?.querySelector("title") || box?.matches("a, g"));

/** Returns a link to a box, as ADDRESS?select=ID#rREVISION,X,Y,WIDTH,HEIGHT. */
function linkOf(box) {
  const link = new URL(location.pathname, location.href), { x, y, width, height } = placeOf(box);
  link.searchParams.set("select", box.dataset.box);
  link.hash = [`r${document.getElementById("saved").dataset.revision}`, ...[x, y, width, height].map(Math.round)].join(",");
  return link.href;
}

const labelOf = (boxes) => (boxes.length === 1 ? nameOf(boxes[0]) : `${boxes.length} boxes`);

let asked = null; // the boxes that the menu copies

/** Copies boxes, as Ctrl+C does. */
export function copyBoxes(view, ids) {
  asked = { view, ids };
  document.execCommand("copy"); // the event below
  asked = null;
}

/** Returns the canvas that has the focus, or that of the page if nothing has it, or null. */
function canvasHere() {
  const { activeElement } = document, free = activeElement === document.body || activeElement?.matches(".canvas, .canvas *:not(input, select, textarea)");
  return free && getSelection().isCollapsed ? activeElement.closest(".canvas") ?? document.querySelector(".canvas") : null;
}

/** Returns the view of the page and its boxes that Ctrl+C copies, or null. */
function chosen() {
  if (asked) return asked;
  const canvas = canvasHere(), view = canvas && viewOf(canvas), { activeElement } = document;
  if (!view) return null;
  const element = activeElement.closest("a[href]") ?? view.element(view.selected ?? ""), id = element && boxAt(element);
  return { view, ids: marked(view).size > 0 ? [...marked(view)] : id ? [id] : [] };
}

document.addEventListener("copy", (event) => {
  const { view, ids = [] } = (!event.defaultPrevented && chosen()) || {};
  if (!view || ids.length === 0 || !copies(view)) return;
  const boxes = boxesOf(view, ids), links = boxes.map(linkOf).join("\n");
  event.clipboardData.setData("text/plain", links);
  event.preventDefault();
  try {
    localStorage.setItem(lastKey, JSON.stringify({ links, label: labelOf(boxes) }));
  } catch { /* no storage: Ctrl+V still pastes */ }
  toast(`${labelOf(boxes)} copied`);
});

const withPlace = /^#r(\d+)(?:,(-?\d+),(-?\d+),(\d+),(\d+))?$/;

/** Returns the model, the revision, the elements and the places of copied links, or null for another text. */
function parse(text) {
  const lines = text.trim().split(/\s+/);
  const found = lines.map((line) => {
    const link = URL.canParse(line) ? new URL(line) : null, [, base, model] = link?.pathname.match(page) ?? [];
    const [, revision, ...place] = link?.hash.match(withPlace) ?? [], [x, y, width, height] = place.map(Number);
    const at = place[0] === undefined ? null : { x, y, width, height };
    return { base: link && link.origin + base, model, element: link?.searchParams.get("select"), revision, place: at };
  });
  const [first] = found, same = ({ base, model, revision, element }) => element && base === first.base && model === first.model && revision === first.revision;
  if (!first.model || !first.revision || !found.every(same)) return null;
  return { ...first, elements: found.map(({ element }) => element), places: found.map(({ place }) => place) };
}

/** Returns the rectangle around places. */
function extent(places) {
  const x = Math.min(...places.map((place) => place.x)), y = Math.min(...places.map((place) => place.y));
  return { x, y, width: Math.max(...places.map((place) => place.x + place.width)) - x, height: Math.max(...places.map((place) => place.y + place.height)) - y };
}

/** Returns the part of the window in which copies can be seen, also beside the details, which open for the first of them. */
function roomFor(view) {
  const { left, right, top, bottom } = view.room(), idle = document.querySelector("#inspector[data-idle]");
  const taken = idle && innerWidth > 900 ? parseFloat(getComputedStyle(idle.parentElement).getPropertyValue("--inspector-width")) || 348 : 0;
  return { ...view.point(left, top), right: view.point(right - taken, bottom).x, bottom: view.point(right, bottom).y };
}

/** Returns how far a rectangle must move to be within the room along an axis: if it has no room, to its start. */
const inside = (low, high, from, to) => (high - low > to - from || low < from ? from - low : Math.min(0, to - high));

/** Returns the place nearest to a point where a rectangle is seen whole and covers no box, or the point if there is none. */
function freePlace(view, { x, y }, { width, height }) {
  const room = roomFor(view), boxes = [...view.places.values()];
  const apart = (box, at) => at.x >= box.x + box.width + gap || at.x + width + gap <= box.x || at.y >= box.y + box.height + gap || at.y + height + gap <= box.y;
  let best = { x, y }, least = Infinity;
  const consider = (at) => {
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < least && boxes.every((box) => apart(box, at))) [best, least] = [at, far];
  };
  consider({ x, y });
  for (let top = room.y; top + height <= room.bottom; top += grid) {
    for (let left = room.x; left + width <= room.right; left += grid) consider({ x: left, y: top });
  }
  return best;
}

/** Returns the fields that put copies with a corner at a point of the drawing, or near it, where they are seen. */
function placed(view, { elements, places }, point) {
  const all = extent(places), room = roomFor(view);
  const x = point.x + inside(point.x, point.x + all.width, room.x, room.right), y = point.y + inside(point.y, point.y + all.height, room.y, room.bottom);
  const free = freePlace(view, { x, y }, all), dx = free.x - all.x, dy = free.y - all.y;
  return elements.map((id, i) => ["paste.at", `${id} ${Math.round(places[i].x + dx)} ${Math.round(places[i].y + dy)}`]);
}

/** Returns the fields that put copies with their middle at a point of the window. */
function placedAt(view, copied, { x, y }) {
  if (!view.scale || !copied.places.every(Boolean)) return [];
  const at = view.point(x, y), all = extent(copied.places);
  return placed(view, copied, { x: at.x - all.width / 2, y: at.y - all.height / 2 });
}

/** Returns where duplicates go: beside the originals, where they are seen. */
function besides(view, { places }) {
  const { x, y, width, height } = extent(places), room = roomFor(view);
  const ways = [{ x: x + width + beside, y }, { x, y: y + height + beside }, { x: x - width - beside, y }, { x, y: y - height - beside }];
  return ways.find((way) => way.x >= room.x && way.y >= room.y && way.x + width <= room.right && way.y + height <= room.bottom) ?? ways[0];
}

/** Returns where Ctrl+V pastes: at the pointer if it is over the canvas, or else in the middle of what is shown. */
function pastePoint(view) {
  const { over } = pointersOf.get(view) ?? {};
  if (over) return over;
  const { left, right, top, bottom } = view.room();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

async function paste(canvas, text, at = null) {
  const copied = parse(text), [, base] = location.pathname.match(page) ?? [], view = viewOf(canvas);
  if (copied.base !== location.origin + base) {
    return showProblemMessage(`That was copied at ${new URL(copied.base).host}, which is another Widerow. Export it there as CQL or JSON, and import it here.`);
  }
  const point = view && (at ?? pastePoint(view));
  return add(canvas, copied, point ? placedAt(view, copied, point) : [], at ? keyspaceAt(at.x, at.y) : "");
}

/** Adds copies. The view stays where it is if it shows them. */
async function add(canvas, { elements, model, revision }, places, keyspace) {
  const before = idsIn(canvas), view = viewOf(canvas);
  if (view && places.length > 0) view.atRest = true;
  const from = [["paste.model", model], ["paste.revision", revision]];
  const problem = await sendEdit({ canvas }, [["do", `paste:${elements.join(":")}`], ...from, ["paste.keyspace", keyspace], ...places]);
  if (problem) return showProblemMessage(problem);
  markCopies(canvas, before);
}

/** Adds copies of the marked boxes, or else of the selected one, beside them. Reports whether there are any. */
export function duplicate(view, ids = chosen()?.ids ?? []) {
  const boxes = takes(view) && copies(view) ? boxesOf(view, ids) : [];
  if (boxes.length === 0) return false;
  const copied = parse(boxes.map(linkOf).join("\n"));
  add(view.canvas, copied, placed(view, copied, besides(view, copied)), "").then(() => announce(view, `${labelOf(boxes)} duplicated`));
  return true;
}

const idsIn = (canvas) => [...canvas.querySelectorAll("[data-box]")].map(({ dataset }) => dataset.box);

/** Marks several pasted boxes, which are moved together then. */
function markCopies(canvas, before) {
  const view = viewOf(canvas), made = idsIn(canvas).filter((id) => !before.includes(id));
  if (view && made.length > 1) mark(view, made);
  if (document.activeElement === document.body) canvas.focus({ preventScroll: true });
}

document.addEventListener("paste", (event) => {
  const canvas = event.defaultPrevented ? null : canvasHere(), text = event.clipboardData?.getData("text/plain") ?? "";
  if (!canvas || !takes({ canvas }) || !parse(text)) return;
  event.preventDefault();
  paste(canvas, text);
});

/** Returns the actions that copy boxes. */
export function copyActions(view, ids) {
  if (!copies(view) || ids.length === 0) return [];
  const label = labelOf(boxesOf(view, ids)), actions = [{ words: `Copy ${label}`, keys: "Ctrl+C", run: () => copyBoxes(view, ids) }];
  if (takes(view)) actions.push({ words: `Duplicate ${label}`, keys: "Ctrl+D", run: () => duplicate(view, ids) });
  return actions;
}

/** Returns the action that pastes what was copied last, at a point of the window if there is one. */
export function pasteActions(view, at = null) {
  if (!takes(view)) return [];
  try {
    const { links, label } = JSON.parse(localStorage.getItem(lastKey));
    return parse(links) ? [{ words: `Paste ${label}`, keys: "Ctrl+V", run: () => paste(view.canvas, links, at) }] : [];
  } catch {
    return [];
  }
}
