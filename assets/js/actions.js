// The actions of the page that have a button or a link, under the names by which the palette finds them. Those of the canvas are
// in canvas/actions.js.

/** The buttons and links, with the keys that do the same. Words replace a label that is short because of its place. */
const controls = [
  { at: "#undo-button", keys: "Ctrl+Z", words: ({ title }) => title },
  { at: "#redo-button", keys: "Ctrl+Shift+Z", words: ({ title }) => title },
  { at: "#layout-tidy", words: "Tidy the diagram", more: "layout arrange" },
  { at: "#layout-release-all", words: "Unpin all boxes" },
  { at: "#display-button", words: "Choose what the diagram shows", more: "view filter columns legend focus" },
  { at: "#picture-button", words: "Picture of the diagram…", more: "export svg png pdf copy" },
  { at: "#copy-png", words: "Copy the picture as PNG", more: "clipboard" },
  { at: "#copy-svg", words: "Copy the picture as SVG", more: "clipboard" },
  { at: "#copy-link", words: "Copy the picture's address", more: "link embed clipboard" },
  { at: "#findings-button", words: ({ textContent }) => `Show ${textContent.trim()}`, more: "advice problems warnings" },
  { at: "#fold-outline", words: "Hide or show the outline", more: "panel" },
  { at: "#fold-inspector", words: "Hide or show the details", more: "panel inspector" },
  { at: "#model-name", words: "Name, target and note of the model", more: "settings rename cassandra version" },
  { at: "#theme-switch", words: ({ textContent }) => `${textContent.trim()}: switch`, more: "dark light colours" },
  { at: "#visitor", words: "Your name", more: "author" },
  { at: "#help", keys: "?", words: "Help", more: "keys notation method" },
];

/** Returns what can be done now, each with its words, the keys for it, and the function that does it. */
export function pageActions() {
  return controls.flatMap(({ at, keys = "", words, more = "" }) => {
    const control = document.querySelector(at);
    if (!control || control.disabled) return [];
    return [{ words: typeof words === "string" ? words : words(control), keys, more, run: () => control.click() }];
  });
}

/** Follows a link as if it were in the page. field is the input to go to, arrive another element that gets the focus. */
export function follow(href, { field = "", arrive = "", pane = "", download = false, outside = false } = {}) {
  const link = document.createElement("a");
  link.href = href;
  link.hidden = true;
  if (field) link.dataset.thenFocus = field;
  if (arrive) link.dataset.arrive = arrive;
  if (pane) link.dataset.pane = pane;
  if (download) link.setAttribute("download", "");
  (outside || download ? document.body : document.getElementById("workbench") ?? document.body).append(link);
  link.click();
  link.remove();
}
