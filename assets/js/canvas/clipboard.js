// Ctrl+C copies the marked boxes, or else the selected one, and Ctrl+V adds copies of them to a diagram of this or another model.
// The clipboard gets a link to each of them, which is as good in a message to somebody else. The menu pastes what this browser
// copied last: a page may not read the clipboard when it likes.
import { boxAt, boxElement, nameOf } from "./drawing.js";
import { diagramOf, sendEdit } from "./edit.js";
import { mark, marked } from "./marks.js";
import { viewOf } from "./views.js";
import { toast } from "../copy.js";
import { showProblemMessage } from "../messages.js";

const drawings = ".er, .logical, .physical"; // of boxes that can be copied
const lastKey = "copied"; // in localStorage
const page = /^(.*)\/m\/([^/]+)\/[a-z]+$/; // the address of a tab of a model

/** Reports whether boxes can be copied from a view. */
export const copies = (view) => view.svg.matches(drawings) && page.test(location.pathname) && Boolean(document.getElementById("saved"));

/** Reports whether boxes can be pasted into a view, or into the canvas of an empty diagram. */
const takes = (view) => ["er", "logical", "physical"].includes(diagramOf(view));

const boxesOf = (view, ids) => ids.map((id) => boxElement(view, id)).filter((box) => box?.querySelector("title") || box?.matches("a, g"));

function linkOf(id) {
  const link = new URL(location.pathname, location.href);
  link.searchParams.set("select", id);
  link.hash = `r${document.getElementById("saved").dataset.revision}`;
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
  const boxes = boxesOf(view, ids), links = boxes.map(({ dataset }) => linkOf(dataset.box)).join("\n");
  event.clipboardData.setData("text/plain", links);
  event.preventDefault();
  try {
    localStorage.setItem(lastKey, JSON.stringify({ links, label: labelOf(boxes) }));
  } catch { /* no storage: Ctrl+V still pastes */ }
  toast(`${labelOf(boxes)} copied`);
});

/** Returns the model, the revision and the elements of copied links, or null for another text. */
function parse(text) {
  const lines = text.trim().split(/\s+/);
  const found = lines.map((line) => {
    const link = URL.canParse(line) ? new URL(line) : null, [, base, model] = link?.pathname.match(page) ?? [];
    return { base: link && link.origin + base, model, element: link?.searchParams.get("select"), revision: link?.hash.match(/^#r(\d+)$/)?.[1] };
  });
  const [first] = found, same = ({ base, model, revision, element }) => element && base === first.base && model === first.model && revision === first.revision;
  return first.model && first.revision && found.every(same) ? { ...first, elements: found.map(({ element }) => element) } : null;
}

async function paste(view, text, keyspace = "") {
  const copied = parse(text), [, base] = location.pathname.match(page) ?? [];
  if (copied.base !== location.origin + base) {
    return showProblemMessage(`That was copied at ${new URL(copied.base).host}, which is another Widerow. Export it there as CQL or JSON, and import it here.`);
  }
  const before = idsIn(view.canvas);
  const problem = await sendEdit(view, [
    ["do", `paste:${copied.elements.join(":")}`], ["paste.model", copied.model], ["paste.revision", copied.revision], ["paste.keyspace", keyspace],
  ]);
  if (problem) return showProblemMessage(problem);
  markCopies(view.canvas, before);
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
  paste({ canvas }, text);
});

/** Returns the actions that copy boxes. */
export function copyActions(view, ids) {
  return copies(view) && ids.length > 0 ? [{ words: `Copy ${labelOf(boxesOf(view, ids))}`, keys: "Ctrl+C", run: () => copyBoxes(view, ids) }] : [];
}

/** Returns the action that pastes what was copied last, into a keyspace or where its name leads. */
export function pasteActions(view, keyspace = "") {
  if (!takes(view)) return [];
  try {
    const { links, label } = JSON.parse(localStorage.getItem(lastKey));
    return parse(links) ? [{ words: `Paste ${label}`, keys: "Ctrl+V", run: () => paste(view, links, keyspace) }] : [];
  } catch {
    return [];
  }
}
