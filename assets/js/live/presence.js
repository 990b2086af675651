// Who else looks at the model, and where: initials in the top bar, in the outline and in the drawing, at what they have selected.
import { around, boxElement, boxes, placeOf } from "../canvas/drawing.js";
import { attach, detach } from "../canvas/layer.js";
import { eachView, viewOf } from "../canvas/views.js";
import { address, browser, isOpen, peopleAt } from "./stream.js";

const every = 12_000; // ms between signs of life: the server forgets a person after 30 s
const tight = matchMedia("(min-width: 901px) and (max-width: 1400px)");
const listed = () => (tight.matches ? 2 : 4); // people in the top bar
const colours = 6; // see live.css

const part = () => document.querySelector("[data-live-model]");
const here = () => part()?.dataset.liveModel;

/** Returns what the page shows, as its address says. */
function place() {
  const url = new URL(location.href), tab = document.querySelector("[data-compare]") ? "" : url.pathname.split("/").at(-1);
  return { of: here(), tab, select: url.searchParams.get("rev") ? "" : url.searchParams.get("select") ?? "" };
}

let told = "", at = 0;
/** Tells the server where the user is, if that has changed or it is time to. */
function tellPlace(again) {
  if (document.hidden || !here() || !isOpen()) return;
  const now = place(), text = JSON.stringify(now);
  if (!again && text === told) return;
  if (told && JSON.parse(told).of !== now.of) leave();
  told = text;
  at = Date.now();
  fetch(address(), { method: "POST", body: new URLSearchParams({ browser, ...now }) }).catch(() => {}); // the next one will tell
}

function leave() {
  if (!told || !address()) return;
  navigator.sendBeacon?.(address(), new URLSearchParams({ browser, of: JSON.parse(told).of, left: "1" }));
  told = "";
}

setInterval(() => Date.now() - at >= every && tellPlace(true), 3000);
addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => event.persisted && tellPlace(true));
document.addEventListener("visibilitychange", () => tellPlace(true));
document.addEventListener("widerow:connected", ({ detail }) => detail && tellPlace(true));

/** Returns one or two letters for a name. */
function initials(name) {
  const words = name.trim().split(/\s+/).filter(Boolean), letter = (word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? "";
  return (words.length > 1 ? letter(words[0]) + letter(words.at(-1)) : letter(words[0] ?? "?")).toUpperCase();
}

const colour = ({ id }) => [...id].reduce((sum, digit) => (sum * 16 + parseInt(digit, 16)) % 9973, 0) % colours;

export function badge(person, name = "span") {
  const made = document.createElement(name);
  made.className = `who who-${colour(person)}`;
  made.textContent = initials(person.name);
  made.title = named(person);
  return made;
}

/** Returns the name that a person has chosen, with the account. */
export const named = ({ name, account }) => (account ? `${name}, account ${account}` : name);

/** Returns the id of the row of the outline, or the box of the drawing, that shows an element. */
function shownIn(id, view) {
  const drawn = view?.svg.querySelector(`[id="d-${CSS.escape(id)}"]`);
  const box = drawn?.closest("[data-box]")?.dataset.box ?? drawn?.dataset.owner;
  return document.getElementById(`row-${id}`) ?? (box && document.getElementById(`row-${box}`));
}

const tabTitle = (tab) => document.getElementById(`tab-${tab}`)?.firstChild?.textContent.trim() ?? "";

/** Lists people in the top bar. Each leads to where the person is. */
function list(people, more) {
  const bar = document.getElementById("present");
  if (!bar) return;
  const rows = people.slice(0, listed()).map((person) => {
    const row = document.createElement("li"), link = badge(person, "a"), url = new URL(location.href);
    const tab = tabTitle(person.tab);
    if (tab) {
      url.pathname = url.pathname.replace(/[^/]*$/, person.tab);
      url.search = person.on ? `?${new URLSearchParams({ select: person.on })}` : "";
      link.href = url.pathname + url.search;
    }
    const shown = person.on && document.getElementById(`link-${person.on}`)?.textContent.trim();
    link.title = [named(person), tab, shown].filter(Boolean).join(" · ");
    link.setAttribute("aria-label", link.title);
    row.append(link);
    return row;
  });
  const left = people.length - rows.length + more;
  if (left > 0) {
    const row = document.createElement("li");
    row.className = "more";
    row.textContent = `+${left}`;
    row.title = people.slice(listed()).map(named).concat(more > 0 ? [`${more} more`] : []).join(", ");
    rows.push(row);
  }
  bar.hidden = rows.length === 0;
  if (!same(bar, rows)) bar.replaceChildren(...rows);
}

const same = (bar, rows) => bar.childElementCount === rows.length && rows.every((row, i) => row.isEqualNode(bar.children[i]));

/** Marks rows of the outline. */
function markRows(people, view) {
  const wanted = new Map();
  for (const person of people) {
    const row = person.on && shownIn(person.on, view);
    if (row) wanted.set(row, [...(wanted.get(row) ?? []), person]);
  }
  for (const old of document.querySelectorAll("#outline .here")) if (!wanted.has(old.parentElement)) old.remove();
  for (const [row, those] of wanted) {
    const marks = document.createElement("span");
    marks.className = "here";
    marks.append(...those.slice(0, 3).map((person) => badge(person)));
    const old = row.querySelector(":scope > .here");
    if (old?.isEqualNode(marks)) continue;
    old?.remove();
    const parts = row.querySelector(":scope > ul");
    if (parts) parts.before(marks);
    else row.append(marks);
  }
}

const pinned = new WeakMap(); // View → its marks, and what they were made of

/** Marks elements of a drawing. */
function markDrawing(view, people) {
  const wanted = people.filter(({ on }) => on && rectOf(view, on));
  const source = JSON.stringify(wanted), made = pinned.get(view);
  if ((made?.source ?? "[]") === source) return;
  made?.items.forEach((item) => detach(view, item));
  const counts = new Map();
  const items = wanted.map((person) => {
    const mark = badge(person), before = counts.get(person.on) ?? 0;
    counts.set(person.on, before + 1);
    mark.classList.add("there");
    mark.classList.toggle("part", !boxElement(view, person.on));
    mark.style.setProperty("--before", before);
    mark.setAttribute("aria-hidden", "true"); // the top bar and the outline say it
    return attach(view, mark, () => rectOf(view, person.on));
  });
  pinned.set(view, { source, items });
}

function rectOf(view, id) {
  const box = boxElement(view, id);
  if (box) return placeOf(box);
  const element = view.svg.querySelector(`[id="d-${CSS.escape(id)}"]`);
  return element && around([element]);
}

function show() {
  if (!here()) return;
  const { people, more = 0 } = isOpen() ? peopleAt(here()) : { people: [] };
  list(people, more);
  markRows(people, viewOf(null));
  eachView((view) => boxes(view).length > 0 && markDrawing(view, people));
}

document.addEventListener("widerow:present", show);
document.addEventListener("widerow:connected", show);
document.addEventListener("htmx:after:swap", () => {
  tellPlace(false);
  show();
});
document.addEventListener("htmx:after:history:push", () => setTimeout(tellPlace, 0, false));
