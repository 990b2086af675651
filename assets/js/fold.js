// [data-fold=ID]: hides or shows the side column of that id, and remembers it. theme.js restores it before the first paint,
// layout.css has the styles. The event widerow:unfold at the document shows a column.
const root = document.documentElement;
const folded = () => new Set((root.dataset.folded ?? "").split(" ").filter(Boolean));

function label() {
  for (const button of document.querySelectorAll("[data-fold]")) {
    button.setAttribute("aria-expanded", String(!folded().has(button.dataset.fold)));
    button.title = `${folded().has(button.dataset.fold) ? "Show" : "Hide"} the ${button.getAttribute("aria-label").toLowerCase()}`;
  }
}

function put(columns) {
  root.dataset.folded = [...columns].join(" ");
  try {
    localStorage.setItem("folded", root.dataset.folded);
  } catch { /* not remembered */ }
  label();
}

document.addEventListener("click", ({ target }) => {
  const column = target.closest("[data-fold]")?.dataset.fold;
  const columns = folded();
  if (column) put(columns.delete(column) ? columns : columns.add(column));
});
document.addEventListener("widerow:unfold", ({ detail }) => {
  const columns = folded();
  if (columns.delete(detail)) put(columns);
});
document.addEventListener("htmx:after:swap", label);
label();
