// The views that a visitor has left: of each drawing in this window, and of each entry of the window's history, to which Back and
// Forward return.
import { eachView } from "./views.js";

let returning = null; // the view of the entry that Back or Forward leads to
let keeping; // the timer of keepView

const viewIn = (entry) => ([entry?.scale, entry?.x, entry?.y].every(Number.isFinite) ? { scale: entry.scale, x: entry.x, y: entry.y, fitted: Boolean(entry.fitted) } : null);

/** Adds the view to the entry of the history; htmx ignores entries that are not marked as its own. */
function note({ key, scale, x, y, fitted }) {
  history.replaceState({ ...history.state, htmx: true, view: { key, scale, x, y, fitted } }, "");
}

/** Keeps a view once it has been at rest for a moment. */
export function keepView(view) {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    try {
      sessionStorage.setItem(view.key, JSON.stringify({ scale: view.scale, x: view.x, y: view.y, fitted: view.fitted }));
    } catch { /* no storage: each page starts with the first view */ }
    note(view);
  }, 200);
}

/** Returns the view of a drawing in this window, or null if it has none yet. */
export function keptView(key) {
  try {
    return viewIn(JSON.parse(sessionStorage.getItem(key)));
  } catch {
    return null;
  }
}

/** Returns, only once, the view of a drawing to which the visitor goes back or forward. */
export function returnedView(key) {
  const found = returning?.key === key ? viewIn(returning) : null;
  if (found) returning = null;
  return found;
}

addEventListener("popstate", ({ state }) => {
  clearTimeout(keeping);
  returning = state?.view ?? null;
});
// The page is about to get another address.
document.addEventListener("htmx:before:history:update", () => {
  clearTimeout(keeping);
  returning = null;
  eachView((view) => view.scale !== undefined && note(view));
});
