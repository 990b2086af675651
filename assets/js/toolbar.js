// [data-toolbar]: Tab reaches only one of its buttons and links, arrow keys go from one to the next. Without scripts Tab reaches
// each.
function tools(bar) {
  const all = [...bar.querySelectorAll("button:not(:disabled), a[href]")], shown = all.filter((tool) => tool.checkVisibility());
  return shown.length > 0 ? shown : all; // a bar in a hidden column
}

/** Makes one tool reachable by Tab: the given one, the last that had the focus, or the first. */
function stop(bar, wanted) {
  const all = tools(bar);
  const chosen = wanted ?? all.find((tool) => tool.tabIndex === 0 && tool.dataset.stop) ?? all[0];
  for (const tool of bar.querySelectorAll("button, a[href]")) {
    tool.tabIndex = tool === chosen ? 0 : -1;
    tool.toggleAttribute("data-stop", tool === chosen);
  }
}

const stopAll = () => document.querySelectorAll("[data-toolbar]").forEach((bar) => stop(bar));

document.addEventListener("focusin", ({ target }) => {
  const bar = target.closest("[data-toolbar]");
  if (bar) stop(bar, target);
});
document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("[data-toolbar]");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!bar || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = tools(bar);
  event.preventDefault();
  all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
});
document.addEventListener("htmx:after:swap", stopAll);
window.addEventListener("resize", stopAll);
stopAll();
