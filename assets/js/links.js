// [data-links="#target"]: links inside, of HTML or SVG, fetch the new content of the target and change the address. Without
// scripts they are ordinary links. [data-pane]: on a narrow page its links lead to that pane, and others to what is selected.
// [data-then-focus] and [data-arrive] name the element that gets the focus there. [data-fill], "id=text", is what an empty input gets.
function plainClick(event) {
  return event.button === 0 && !event.defaultPrevented && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** Returns the address of a link, or null if the browser must follow it. */
function destination(link) {
  if (link.hasAttribute("target") || link.hasAttribute("download") || link.dataset.links === "off") return null;
  const href = link.getAttribute("href");
  const url = new URL(href, document.baseURI);
  return href.startsWith("#") || url.origin !== location.origin ? null : url;
}

// Saves under way. A page fetched meanwhile would not have them, and their answer would replace it by the old page.
const saving = new Set();
let refused = false;
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "GET") saving.add(ctx);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (saving.delete(ctx)) refused ||= !(ctx.response?.status < 400);
});

/** Waits for the saves under way. Reports whether all succeeded; otherwise the user must see the failure first. */
async function settled() {
  refused = false;
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  for (await turn(); saving.size > 0; await turn()) {
    await new Promise((resolve) => document.addEventListener("htmx:finally:request", resolve, { once: true }));
  }
  return !refused;
}

let clicks = 0;
/** Fills an empty input, as a user does. */
function fillIn(what) {
  const [id, text] = what.split("="), input = document.getElementById(id);
  if (!input || input.value) return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

async function go(area, url, { field = "", fill = "", pane: paneId = "" } = {}) {
  const click = ++clicks;
  if (document.activeElement?.form) document.activeElement.blur(); // saves its change
  if (!(await settled()) || click !== clicks) return;
  const target = document.querySelector(area.dataset.links);
  htmx.trigger(area, "htmx:abort"); // the last click wins
  await htmx.ajax("GET", url.pathname + url.search, { source: area, target, swap: "outerMorph", push: "true" });
  const pane = document.getElementById(paneId) ?? document.querySelector(".panes input[checked]");
  if (pane) pane.checked = true;
  if (fill) fillIn(fill);
  if (field) document.getElementById(field)?.focus();
}

/** Other scripts go to an address by this event. */
document.addEventListener("widerow:go", ({ target, detail }) => {
  const area = target.closest("[data-links]");
  if (area && window.htmx) go(area, detail);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const area = link?.closest("[data-links]:not(a)");
  if (!area || !window.htmx || !plainClick(event) || link.hasAttribute("hx-get")) return;
  const url = destination(link);
  if (!url || !document.querySelector(area.dataset.links)) return;
  event.preventDefault();
  go(area, url, { field: link.dataset.thenFocus ?? link.dataset.arrive, fill: link.dataset.fill, pane: link.closest("[data-pane]")?.dataset.pane });
});

// Undo and redo start from the latest change: they wait for the saves under way, too.
const waiting = new Set();
const ready = new WeakSet();
async function step(form) {
  if (waiting.has(form.id)) return;
  waiting.add(form.id);
  const saved = await settled();
  waiting.delete(form.id);
  const now = document.getElementById(form.id); // the answer of a save may have replaced it
  if (!saved || !now) return;
  ready.add(now);
  now.requestSubmit();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!window.htmx || !form.matches("form[data-undo], form[data-redo]") || ready.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // htmx would send it at once
  step(form);
}, { capture: true });
