// [data-links="#target"]: links inside, of HTML or of a drawing, fetch the target's new content and change the address.
// Without scripts they are ordinary links.
function plainClick(event) {
  return event.button === 0 && !event.defaultPrevented && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** The address that a link leads to, if the page can go there by itself. */
function destination(link) {
  if (link.hasAttribute("target") || link.hasAttribute("download") || link.dataset.links === "off") return null;
  const href = link.getAttribute("href");
  const url = new URL(href, document.baseURI);
  return href.startsWith("#") || url.origin !== location.origin ? null : url;
}

// Saves on their way. A page fetched meanwhile would not know them, and their answer would bring the old page back.
const saving = new Set();
let refused = false;
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "GET") saving.add(ctx);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (saving.delete(ctx)) refused ||= !(ctx.response?.status < 400);
});

/** Waits for the saves on their way; false if one was refused, which must be seen first. */
async function settled() {
  refused = false;
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  for (await turn(); saving.size > 0; await turn()) {
    await new Promise((resolve) => document.addEventListener("htmx:finally:request", resolve, { once: true }));
  }
  return !refused;
}

let clicks = 0;
async function go(area, url) {
  const click = ++clicks;
  if (document.activeElement?.form) document.activeElement.blur(); // its change is saved
  if (!(await settled()) || click !== clicks) return;
  const target = document.querySelector(area.dataset.links);
  htmx.trigger(area, "htmx:abort"); // the last click wins
  await htmx.ajax("GET", url.pathname + url.search, { source: area, target, swap: "outerMorph", push: "true" });
  const pane = document.querySelector(".panes input[checked]");
  if (pane) pane.checked = true;
}

/** What other scripts want to see is gone to as by a link. */
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
  go(area, url);
});

// A step back or forward is one from what was typed last: it too waits for the saves on their way.
const waiting = new Set();
const ready = new WeakSet();
async function step(form) {
  if (waiting.has(form.id)) return;
  waiting.add(form.id);
  const saved = await settled();
  waiting.delete(form.id);
  const now = document.getElementById(form.id); // the answer of a save may have brought another
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
