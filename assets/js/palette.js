// The command palette: finds any element, tab or action of the model (Ctrl+K, / or [data-open-palette]). The elements come from the
// server when they are first needed, and again after a change.
import { follow, pageActions } from "./actions.js";
import { canvasActions } from "./canvas/actions.js";
import { candidate, dialog, isOpen, none, search, show } from "./chooser.js";

let known = { key: "", found: null }; // what the server has sent, for one revision

/** Returns the elements and addresses of the model. */
async function fetchModel() {
  const address = dialog().dataset.palette, key = `${address} ${document.getElementById("saved")?.dataset.revision}`;
  if (known.key !== key) known = { key, found: fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`)))) };
  try {
    return await known.found;
  } catch (error) {
    known = { key: "", found: null };
    throw error;
  }
}

/** The address of an element: that of its tab as the bar has it, with the view of the visitor. */
function addressOf(tab, href, select) {
  const url = new URL(document.getElementById(`tab-${tab}`)?.href ?? href, document.baseURI);
  if (select) url.searchParams.set("select", select);
  return url.href;
}

const here = (tab) => document.getElementById(`tab-${tab}`)?.hasAttribute("aria-current");

/** What people look for most comes first: boxes before other elements, and these before parts. */
const weight = (kind) => (/ table$|^entity/.test(kind) ? 4 : /attribute|column|field|arrow|transition/.test(kind) ? 0 : 3);

function elementsOf({ places, elements }) {
  return elements.map(([place, id, name, owner]) => {
    const { kind, tab, href } = places[place], bonus = (here(tab) ? 4 : 0) + weight(kind);
    const open = () => {
      document.activeElement?.blur(); // a choice that is not made in the diagram may zoom it
      follow(addressOf(tab, href, id), { arrive: `link-${id}` });
    };
    return candidate(name, owner ? `${kind} of ${owner}` : kind, "", open, { bonus });
  });
}

function linksOf({ actions }) {
  return actions.map(({ words, more = "", href, tab, field, file, page }) => candidate(words, "", more,
    () => follow(tab && !field ? addressOf(tab, href) : href, { field, pane: tab && !field ? "pane-canvas" : "", download: file, outside: page }), { action: true }));
}

const actionsOf = (actions) => actions.map(({ words, keys, more = "", run }) => candidate(words, "", more, run, { keys, action: true }));

/** Opens the palette with what can be done at once, and adds what the server knows. */
async function openAll() {
  const now = actionsOf([...canvasActions(), ...pageActions()]);
  const opened = show({ label: "Find a table, column, query … or an action", candidates: now, take: ({ run }) => run() });
  try {
    const model = await fetchModel();
    if (!isOpen(opened)) return;
    opened.candidates = [...now, ...linksOf(model), ...elementsOf(model)];
    search();
  } catch {
    if (isOpen(opened)) none("The elements could not be loaded: close this and try again.");
  }
}

document.addEventListener("keydown", (event) => {
  const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
  if (!command || event.defaultPrevented || event.isComposing || !dialog()) return;
  event.preventDefault();
  if (dialog().open) dialog().close();
  else openAll();
});
document.addEventListener("click", ({ target }) => target.closest("[data-open-palette]") && openAll());
document.addEventListener("widerow:palette", openAll);
