// Highlights the paths that lead to the element under the pointer or with the keyboard focus: from the entry of the application
// along the queries to the tables that serve them. Between user-defined types and the columns that use them, no line is drawn:
// they are highlighted, too. The rest of the drawing stays as it is.
import { boxAt } from "./drawing.js";

const traceDelay = 160; // ms that the pointer rests

/**
 * Returns the edges of a drawing, each once: an edge has several elements with the same data-edge. A path leads along edges
 * with a query and, in the workflow, along all transitions.
 */
function graphOf(svg) {
  const edges = new Map(), leads = svg.classList.contains("workflow");
  for (const { dataset } of svg.querySelectorAll("[data-edge]")) {
    const known = edges.get(dataset.edge) ?? { key: dataset.edge, from: dataset.from, to: dataset.to, queries: new Set(), leads };
    for (const query of dataset.query?.split(" ") ?? []) known.queries.add(query);
    known.leads ||= known.queries.size > 0;
    edges.set(dataset.edge, known);
  }
  return [...edges.values()];
}

/** Returns starts and all edges on paths to them. */
function waysTo(edges, starts) {
  const found = new Set(starts), open = [...starts];
  for (let edge = open.pop(); edge; edge = open.pop()) {
    for (const before of edges) {
      if (!edge.from || before.to !== edge.from || !before.leads || found.has(before)) continue;
      found.add(before);
      open.push(before);
    }
  }
  return found;
}

/** Returns the id of the box whose lines to highlight: that of an element, or the one that a trunk leads to or from. */
const hubAt = (element) => boxAt(element) ?? element.closest(".bus")?.dataset.owner;

/** Returns the edges to highlight for an element of the drawing, or null if it has none. */
function linesOf(svg, element) {
  const edges = graphOf(svg), id = hubAt(element);
  const undirected = svg.classList.contains("er");
  if (id) {
    const own = edges.filter(({ from, to }) => from === id || to === id);
    return undirected ? new Set(own) : new Set([...own, ...waysTo(edges, own.filter(({ to, leads }) => to === id && leads))]);
  }
  const label = element.closest("[data-query]"), line = element.closest("[data-edge]");
  if (!line) return null;
  const asked = new Set(label?.dataset.query.split(" "));
  const starts = edges.filter(({ key, queries }) => key === line.dataset.edge || [...asked].some((query) => queries.has(query)));
  return undirected ? new Set(starts) : waysTo(edges, starts);
}

/** Returns the columns and fields that an element of the drawing uses types by, and those that use it. */
function usesOf(svg, element) {
  const own = element.closest("[data-uses]"), box = element.closest("[data-box]");
  if (own) return [own];
  return box ? [...box.querySelectorAll("[data-uses]"), ...svg.querySelectorAll(`[data-uses~="${CSS.escape(box.dataset.box)}"]`)] : [];
}

function trace(view, element) {
  const lines = (element && linesOf(view.svg, element)) ?? new Set(), uses = element ? usesOf(view.svg, element) : [];
  if (lines.size + uses.length === 0) return untrace(view);
  const keys = new Set([...lines].map(({ key }) => key));
  const hub = element && hubAt(element), ids = new Set([hub, ...[...lines].flatMap(({ from, to }) => [from, to]), ...uses.flatMap((row) => [boxAt(row), ...row.dataset.uses.split(" ")])]);
  for (const row of view.svg.querySelectorAll("[data-uses]")) row.classList.toggle("using", uses.includes(row));
  for (const part of view.svg.querySelectorAll("[data-box], [data-owner], [data-edge]")) {
    const { box, owner, edge } = part.dataset;
    part.classList.toggle("traced", edge ? keys.has(edge) : part.matches(".bus") ? owner === hub : ids.has(box ?? owner));
  }
  view.svg.dataset.traced = "";
}

function untrace(view) {
  delete view.svg.dataset.traced;
}

/** Follows the pointer and the focus on a canvas. */
export function watchTrace(view) {
  const { canvas } = view;
  let waiting;
  const later = (element) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => !["moving", "panning", "pick"].some((name) => name in canvas.dataset) && trace(view, element), traceDelay);
  };
  const part = (target) => (view.svg.contains(target) ? target.closest("[data-box], [data-owner], [data-edge]") : null);
  canvas.addEventListener("pointerover", (event) => event.pointerType === "mouse" && event.buttons === 0 && later(part(event.target) && event.target));
  canvas.addEventListener("pointerleave", () => later(null));
  canvas.addEventListener("pointerdown", () => {
    clearTimeout(waiting);
    untrace(view);
  });
  canvas.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && part(target) && later(target));
  canvas.addEventListener("focusout", () => later(null));
}
