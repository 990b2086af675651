// [data-fold=ID]: hides or shows the side column of that id, and remembers it. theme.js restores it before the first paint,
// layout.css has the styles. In a window below 1600 px the details show only what is selected, or what the visitor asks for by
// [data-unfold] (data-asked). The event widerow:unfold at the document shows a column.
const root = document.documentElement;
const folded = () => new Set((root.dataset.folded ?? "").split(" ").filter(Boolean));
const seen = (column) => document.getElementById(column)?.checkVisibility() ?? false;
const narrow = matchMedia("(max-width: 1599.98px)");

const idle = () => document.getElementById("inspector")?.hasAttribute("data-idle");

function mark() {
  for (const button of document.querySelectorAll("[data-fold]")) {
    const shown = seen(button.dataset.fold);
    button.setAttribute("aria-expanded", String(shown));
    button.title = `${shown ? "Hide" : "Show"} the ${button.getAttribute("aria-label").toLowerCase()}`;
  }
}

function label() {
  if (!idle()) delete root.dataset.asked;
  mark();
}

function put(columns) {
  root.dataset.folded = [...columns].join(" ");
  try {
    localStorage.setItem("folded", root.dataset.folded);
  } catch { /* not remembered */ }
}

function show(column) {
  const columns = folded();
  if (columns.delete(column)) put(columns);
  if (column === "inspector") root.dataset.asked = column; // until something is selected
  mark();
}

function hide(column) {
  if (column === "inspector" && idle() && narrow.matches) delete root.dataset.asked;
  else put(folded().add(column));
  mark();
}

document.addEventListener("click", ({ target }) => {
  const column = target.closest("[data-fold]")?.dataset.fold;
  if (column) (seen(column) ? hide : show)(column);
});

// [data-unfold=ID]: a link whose content is in that column, or a button that shows it. The second press hides it again.
document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-unfold]"), column = asked?.dataset.unfold;
  const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!asked || !plain || !document.getElementById(column)) return;
  const pane = document.getElementById(`pane-${column}`);
  if (pane?.checkVisibility()) pane.checked = true;
  if (!idle()) return show(column); // its link clears the selection
  event.preventDefault();
  (seen(column) && narrow.matches && !pane?.checkVisibility() ? hide : show)(column);
  if (seen(column)) document.querySelector(`#${column} :is(input, select, textarea):not([type=hidden])`)?.focus({ preventScroll: true });
}, { capture: true });

// [data-then-focus]: a link to a form in the details.
document.addEventListener("click", ({ target }) => target.closest("[data-then-focus]") && show("inspector"));
document.addEventListener("widerow:unfold", ({ detail }) => show(detail));
document.addEventListener("htmx:after:swap", label);
narrow.addEventListener("change", label);
label();
