// Lines of CQL on the page of a comparison: one of the links at the lines is a stop of the Tab key, and the arrow keys go from
// line to line. On the page of a proposal, a press opens what is said about the line.
import { openPlace } from "./compare.js";

const marks = () => [...document.querySelectorAll(".comparison :is(.compare-script, .compare-plan) .line-mark")];
const isShown = (mark) => mark.getClientRects().length > 0;

/** Makes one link the stop of the Tab key. */
function stop(at) {
  for (const mark of marks()) mark.tabIndex = mark === at ? 0 : -1;
}

function arrived() {
  const all = marks();
  stop(all.find((mark) => mark === document.activeElement) ?? all.find((mark) => mark.ariaCurrent && isShown(mark)) ?? all.find(isShown));
}

document.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || !event.target.matches?.(".comparison .line-mark")) return;
  const shown = marks().filter(isShown), next = shown[shown.indexOf(event.target) + by];
  event.preventDefault();
  if (!next) return;
  stop(next);
  next.focus();
});

// Before links.js, which would fetch the whole page.
document.addEventListener("click", (event) => {
  const mark = event.target.closest(".comparison .line-mark");
  if (!mark || !document.getElementById("talk") || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  choose(mark);
}, { capture: true });

async function choose(mark) {
  for (const other of marks()) {
    other.removeAttribute("aria-current");
    other.removeAttribute("id");
  }
  mark.setAttribute("aria-current", "true");
  mark.id = "chosen-line";
  stop(mark);
  await openPlace(new URL(mark.href));
  document.getElementById(mark.dataset.thenFocus)?.focus();
}

document.addEventListener("htmx:before:settle", arrived);
arrived();
