// [data-compare]: the comparison of two revisions. J and K, the arrow keys in the list, and a press on a change or on its mark in the
// picture go to a change: it is marked in the list, centred in the picture, and in the address. On the page of a proposal, a press on
// a pin or on anything else in the picture opens what is said about it. 1, 2 and 3 show the changes, before and after at the same
// place. Without scripts these are links, and the list has no filter.
import { viewOf } from "./canvas/views.js";
import { announce } from "./canvas/layer.js";

const legible = 0.6; // the smallest scale at which a chosen change is shown
const narrow = matchMedia("(max-width: 900px)"); // the list is below the picture
const area = () => document.querySelector("[data-compare]");
const rows = () => [...document.querySelectorAll("#compare-rows > li")];
const linkOf = (row) => row.querySelector("a[data-change]");
const chosen = () => document.querySelector("#compare-rows a[aria-current]");
const shown = () => rows().filter((row) => !row.hidden);

/** Marks the statement of a change in the script. */
function point(link) {
  for (const element of document.querySelectorAll(".statement.selected")) element.classList.remove("selected");
  const statement = link.dataset.at && document.getElementById(link.dataset.at);
  statement?.classList.add("selected");
  statement?.scrollIntoView({ block: "nearest" });
}

let last = ""; // what was centred last: the diagram and the change
const placeOf = (link) => `${document.querySelector(".comparison > .canvas")?.dataset.canvas} ${link?.dataset.change}`;

/** Brings the place of a change in the picture into the middle, large enough to be read. */
function centre(link, animated) {
  last = placeOf(link);
  const view = viewOf(document.querySelector(".comparison > .canvas[data-canvas]"));
  if (!view) return point(link);
  for (const element of view.svg.querySelectorAll(".selected")) element.classList.remove("selected");
  const id = link.dataset.at ?? "", element = id && view.element(id);
  Object.assign(view.canvas.dataset, { selected: id });
  Object.assign(view, { selected: id, chosen: false, jump: !animated });
  if (element) {
    element.classList.add("selected");
    const box = element.closest("[data-box]") ?? element, rect = box.getBBox();
    if (view.scale < legible) {
      view.fitted = false;
      view.fly(view.frame(rect, 0.85));
    } else {
      const { left, right, top, bottom } = view.room();
      const whole = rect.width * view.scale <= right - left && rect.height * view.scale <= bottom - top;
      view.reveal(whole ? box : element, true);
    }
  }
  view.jump = false;
  announce(view, element ? "" : "Not in this picture");
}

/** The links to other tabs and views keep the chosen change. */
function carry(number) {
  for (const link of area().querySelectorAll(".compare-bar a[href]:not([data-walk])")) {
    const url = new URL(link.href);
    url.searchParams.set("change", number);
    url.searchParams.delete("at");
    url.searchParams.delete("line");
    link.setAttribute("href", url.pathname + url.search);
  }
}

/** Returns the row before (-1) or after (1) the chosen one, or the last or first row if none is chosen. */
function neighbour(by) {
  const all = shown(), at = all.indexOf(chosen()?.closest("li"));
  if (at < 0) return by > 0 ? all[0] : all.at(-1);
  return all[at + by];
}

/** Returns the link to the changes before or after those of the list, or null. */
const beyond = (by) => document.querySelector(`#compare-more a[data-way="${by}"]`);

/** Shows the number of the chosen change, and where the two buttons lead. */
function count() {
  const at = document.querySelector("[data-at]#compare-at"), all = shown(), number = all.indexOf(chosen()?.closest("li"));
  if (!at) return;
  const total = Number(at.dataset.count ?? all.length), row = all[number]; // the list may have a part of the changes only
  at.textContent = row ? `${at.dataset.count ? linkOf(row).dataset.change : number + 1} of ${total}` : `${total} ${total === 1 ? "change" : "changes"}`;
  for (const link of document.querySelectorAll("[data-walk]")) {
    const way = Number(link.dataset.walk), next = neighbour(way), to = next ? linkOf(next) : beyond(way);
    if (to) link.setAttribute("href", to.getAttribute("href"));
    else link.removeAttribute("href");
  }
}

/** Goes to a change, in another diagram if this one does not show it. */
function choose(link, focused) {
  if (!("here" in link.dataset)) {
    area().dispatchEvent(new CustomEvent("widerow:go", { bubbles: true, detail: new URL(link.href) }));
    return;
  }
  chosen()?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  if (focused) link.focus({ preventScroll: true });
  link.closest("li").scrollIntoView({ block: "nearest" }); // with what follows
  history.replaceState(history.state, "", link.href);
  carry(link.dataset.change);
  count();
  centre(link, true);
  talkAbout(new URL(link.href));
}

/** On the page of a proposal, shows what is said about a change or an element. */
async function talkAbout(url) {
  const talk = document.getElementById("talk");
  if (!talk || !window.htmx) return;
  for (const name of ["change", "at", "line"]) for (const input of area().querySelectorAll(`input[name=${name}]`)) input.value = url.searchParams.get(name) ?? "";
  url.searchParams.set("part", "talk");
  htmx.trigger(talk, "htmx:abort");
  await htmx.ajax("GET", url.pathname + url.search, { source: talk, target: talk, swap: "outerMorph" });
}

/** On the page of a proposal, shows what is said about an element of the picture, with a box to say more. */
async function openElement(id) {
  const view = viewOf(document.querySelector(".comparison > .canvas[data-canvas]")), url = new URL(location.href);
  url.hash = "";
  url.searchParams.delete("change");
  url.searchParams.delete("line");
  url.searchParams.set("at", id);
  if (view) {
    for (const element of view.svg.querySelectorAll(".selected")) element.classList.remove("selected");
    view.element(`d-${id}`)?.classList.add("selected");
    view.canvas.dataset.selected = view.selected = `d-${id}`;
  }
  await openPlace(url);
  document.getElementById("about-chosen")?.focus();
}

/** On the page of a proposal, shows what is said about the element or the line of an address. */
export function openPlace(url) {
  history.replaceState(history.state, "", url);
  chosen()?.removeAttribute("aria-current");
  count();
  for (const link of area().querySelectorAll(".compare-bar [id^=compare-view]")) carryPlace(link, url);
  return talkAbout(url);
}

/** The links to other views keep the place. */
function carryPlace(link, place) {
  const url = new URL(link.href);
  url.searchParams.delete("change");
  for (const name of ["at", "line"]) {
    if (place.searchParams.has(name)) url.searchParams.set(name, place.searchParams.get(name));
    else url.searchParams.delete(name);
  }
  link.setAttribute("href", url.pathname + url.search);
}

function walk(by, focused) {
  const next = neighbour(by), further = beyond(by);
  if (next) choose(linkOf(next), focused);
  else if (further) area().dispatchEvent(new CustomEvent("widerow:go", { bubbles: true, detail: new URL(further.href) }));
}

function filter() {
  const form = document.querySelector("[data-filter]");
  if (!form) return;
  const words = form.querySelector("[type=search]").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [...form.querySelectorAll("[type=checkbox]:checked")].map(({ value }) => value);
  for (const row of rows()) {
    const text = row.textContent.toLowerCase();
    row.hidden = !kinds.some((kind) => row.classList.contains(kind)) || !words.every((word) => text.includes(word)) ||
      (kinds.includes("breaking") && !("breaking" in row.dataset));
  }
  document.getElementById("compare-none").hidden = shown().length > 0;
  count();
}

const typing = (element) => element.matches?.("textarea, select, input:not([type=checkbox])") || element.isContentEditable;

function pressed({ key: pressedKey, target }) {
  const key = pressedKey.toLowerCase();
  const listed = target.closest?.("#compare-rows"), toggle = area().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (key === "j" || key === "k") walk(key === "j" ? 1 : -1, Boolean(listed));
  else if (listed && (key === "arrowdown" || key === "arrowup")) walk(key === "arrowdown" ? 1 : -1, true);
  else if (toggle) toggle.click();
  else return false;
  return true;
}

// The canvas has other uses for some of these keys.
document.addEventListener("keydown", (event) => {
  if (!area() || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (pressed(event)) event.preventDefault();
}, { capture: true });

const plain = (event) => area() && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

// Before links.js, which would fetch the page of the change.
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-walk]"), row = event.target.closest("a[data-change]"), pin = event.target.closest(".comparison .layer > .pin");
  if (!plain(event) || !(step ?? row ?? pin)) return;
  event.preventDefault();
  if (pin) openElement(pin.dataset.pin);
  else if (step) walk(Number(step.dataset.walk), false);
  else choose(row, false);
}, { capture: true });

// After the canvas, which prevents the click at the end of a drag.
document.addEventListener("click", (event) => {
  const mark = event.target.closest(".comparison > .canvas svg a[href^='#c']"), other = event.target.closest(".comparison > .canvas svg a[href^='#at-']");
  const view = event.target.closest("[data-key]") && viewOf(document.querySelector(".comparison > .canvas[data-canvas]"));
  if (view) view.fitted = false; // boxes stay where they are
  if (other && plain(event) && !event.defaultPrevented) {
    event.preventDefault();
    openElement(other.getAttribute("href").slice("#at-".length));
  }
  if (!mark || !plain(event) || event.defaultPrevented) return;
  event.preventDefault();
  choose(linkOf(document.querySelector(mark.getAttribute("href"))), false);
});
document.addEventListener("input", ({ target }) => target.closest("[data-filter]") && filter());
document.addEventListener("submit", (event) => event.target.matches("[data-filter]") && event.preventDefault());

/** After another diagram is there, its change is centred. Another view of the same one stays in place. */
function arrived() {
  if (!area()) return;
  filter();
  const link = chosen();
  if (!link || placeOf(link) === last) return;
  if (!narrow.matches) link.scrollIntoView({ block: "nearest" });
  centre(link, false);
}
document.addEventListener("htmx:before:settle", arrived);
arrived();

// A button that needs a text leads to it: in a narrow window they are far apart.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#verdict button"), text = button?.form.elements.text;
  if (!text) return;
  text.setCustomValidity(text.value.trim() ? "" : button.dataset.needs ?? "");
  if (!text.reportValidity()) event.preventDefault();
});
