// What a morph of htmx 4.0.1 does not handle: drawings, and controls that the user has changed.

import { asks } from "./asks.js";
import { holdBack, isFocused } from "./held.js";
import { keepsSeen, keepsTyped } from "./live/fields.js";
import { noteDrawn, patch } from "./parts.js";
import { dirty, stateOf, stateSent } from "./state.js";

const touched = (event) => dirty.add(event.target);
document.addEventListener("input", touched);
document.addEventListener("change", touched);

const sent = new WeakMap();
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.request.form && !asks(ctx.request)) sent.set(ctx, [...ctx.request.form.elements].map((control) => [control, stateSent(control, ctx.request.body)]));
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 400) return;
  for (const [control, state] of sent.get(ctx) ?? []) {
    if (stateOf(control) === state) dirty.delete(control);
  }
});

let stepping = false; // undo and redo change the focused field, too
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => { stepping = Boolean(ctx.request?.form?.matches("[data-undo], [data-redo]")); });

/** Gives a control the state that the server sent, after the morph. */
function follow(control, fresh) {
  if (!control.form || dirty.has(control) || control.type === "file" || keepsTyped(control, fresh) || (isFocused(control) && !stepping)) return;
  const state = stateOf(fresh);
  queueMicrotask(() => {
    if (stateOf(control) === state) return;
    if (typeof state === "boolean") {
      control.checked = state;
      return;
    }
    const caret = control === document.activeElement ? control.selectionStart : null;
    control.value = state;
    if (caret !== null) control.setSelectionRange(caret, caret);
  });
}

const sameChildren = (one, other) =>
  one.childNodes.length === other.childNodes.length && [...one.childNodes].every((child, i) => child.isEqualNode(other.childNodes[i]));

/** Resets a control to its markup. */
function reset(control) {
  if (control.matches("input[type=checkbox], input[type=radio]")) control.checked = control.defaultChecked;
  else if (control.matches("select") && !control.multiple) {
    control.selectedIndex = Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
  } else if (control.matches("input:not([type=file]), textarea") && control.value !== control.defaultValue) control.value = control.defaultValue;
}

/** Reports whether a control is a field of an element, not one for something new. */
const savesItself = ({ form, name }) => form?.matches("[data-autosave]") && !name.startsWith("new.");

// A morph skips elements with unchanged markup, such as the row for a new part after the part was added.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!(ctx.response?.status < 400)) return;
  for (const [control] of sent.get(ctx) ?? []) if (control.isConnected && !dirty.has(control) && !(isFocused(control) && savesItself(control))) reset(control);
});

// Chromium (156) crashes when a morph moves controls with moveBefore. Without it htmx uses insertBefore, which loses the focus
// of what it moves: it is restored below.
for (const type of [Element, Document, DocumentFragment]) delete type.prototype.moveBefore;

let focused = null;
document.addEventListener("htmx:before:swap", () => {
  const { id, selectionStart, selectionEnd } = document.activeElement ?? {};
  focused = id ? { id, selectionStart, selectionEnd } : null;
});
document.addEventListener("htmx:before:settle", () => {
  if (!focused || document.activeElement !== document.body) return;
  const control = document.getElementById(focused.id);
  control?.focus({ preventScroll: true });
  if (!control || document.activeElement === document.body) land();
  else if (typeof focused.selectionStart === "number") control.setSelectionRange?.(focused.selectionStart, focused.selectionEnd);
});

/** Moves the focus, whose element is gone, to the result, the heading of the details or that of the page. */
function land() {
  const places = [".notice[data-landing]", "#inspector [data-landing]", "[data-landing]", "#canvas"].map((place) => document.querySelector(place));
  places.find((place) => place?.checkVisibility())?.focus({ preventScroll: true });
}

/** Replaces the content of a drawing, or what has changed in it: htmx would create new groups as HTML elements, which are not drawn. */
function redraw(svg, fresh) {
  const { since } = fresh.dataset, { picture, selected } = fresh.parentElement.dataset;
  const active = document.activeElement;
  const holder = svg.contains(active) ? active.closest("[id]") : null;
  if (since && !patch(svg, fresh, picture)) return fetchWhole(svg);
  takeAttributes(svg, fresh);
  if (since) select(svg, selected ?? "");
  else if (!sameChildren(svg, fresh)) svg.replaceChildren(...fresh.childNodes);
  if (!since) noteDrawn(svg, picture);
  const again = holder && document.activeElement !== active && svg.querySelector(`[id="${CSS.escape(holder.id)}"]`);
  if (again) (again.matches("a") ? again : again.querySelector("a"))?.focus({ preventScroll: true });
  svg.dispatchEvent(new CustomEvent("widerow:drawn", { bubbles: true }));
}

const ofView = ["style", "viewBox"]; // what the view of a canvas has set
/** Gives a drawing the attributes of a fresh one. Its extent is kept beside what its view shows: js/canvas/view.js. */
function takeAttributes(svg, fresh) {
  const viewed = "extent" in svg.dataset, kept = viewed ? [...ofView, "data-extent"] : [];
  if (viewed) svg.dataset.extent = fresh.getAttribute("viewBox");
  for (const { name } of [...svg.attributes]) if (!fresh.hasAttribute(name) && !kept.includes(name)) svg.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (name !== "data-since" && !kept.includes(name) && svg.getAttribute(name) !== value) svg.setAttribute(name, value);
}

/** Asks for the page again, with the whole drawing: the changes were to one that is not here any more. */
function fetchWhole(svg) {
  const canvas = svg.parentElement;
  document.addEventListener("htmx:after:swap", () => {
    delete canvas.dataset.picture;
    htmx.ajax("GET", location.pathname + location.search, { source: canvas, target: "#workbench", swap: "outerMorph" });
  }, { once: true });
}

/** Keeps the drawing and changes only the selection, to data-selected of the new canvas. */
function keep(svg, fresh) {
  const id = fresh.parentElement.dataset.selected ?? "";
  select(svg, id);
  svg.parentElement.dataset.selected = id;
  svg.dispatchEvent(new CustomEvent("widerow:drawn", { bubbles: true, detail: { kept: true } }));
}

function select(svg, id) {
  for (const element of svg.querySelectorAll(".selected")) {
    element.classList.remove("selected");
    element.removeAttribute("aria-current");
  }
  if (id) {
    svg.querySelector(`[id="${CSS.escape(id)}"]`)?.classList.add("selected");
    for (const link of svg.querySelectorAll(`a[href$="select=${CSS.escape(id.slice("d-".length))}"]`)) {
      link.classList.add("selected");
      link.setAttribute("aria-current", "true");
    }
  }
}

// The server does not send again what the page already has of a drawing.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const picture = document.querySelector("#canvas[data-picture]:has(> svg)")?.dataset.picture;
  if (picture && ctx.request.headers) ctx.request.headers["Widerow-Picture"] = picture;
});

/** Adds the drawing to a new canvas before the morph, which would create it as an HTML element as well. */
function draw(canvas, fresh) {
  const svg = fresh.querySelector(":scope > svg");
  if (svg && !canvas.querySelector(":scope > svg")) canvas.prepend(svg.cloneNode(true));
}

window.htmx?.registerExtension("widerow", {
  htmx_before_morph_node(old, { newNode }) {
    if (newNode.matches?.("[data-canvas]")) draw(old, newNode);
    if (old instanceof SVGSVGElement) {
      if (newNode.hasAttribute("data-kept")) keep(old, newNode);
      else redraw(old, newNode);
      return false;
    }
    if (old.matches?.("[data-keep]")) return false; // its content belongs to scripts
    if (old.matches?.("input[type=hidden]") && keepsSeen(old, newNode)) return false;
    if (old.matches?.("details[id][open]")) newNode.open = true; // as the user left it
    if (!old.matches?.("input, select, textarea")) return true;
    if (!stepping && holdBack(old, newNode)) return false;
    follow(old, newNode);
    return true;
  },
});

// A whole page in answer to a request for a fragment (a proxy's error, a sign-in) is opened, never swapped in.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.request?.headers["HX-Request-Type"] !== "partial" || !/^\s*<!doctype/i.test(ctx.text)) return;
  event.preventDefault();
  if (ctx.response.status < 400 || ctx.request.method === "GET") location.assign(ctx.response.raw.url);
});
