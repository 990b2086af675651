// A page that is behind asks for its fragments, as after an edit of its own: selection, zoom, focus and open parts stay. While the
// user is in the middle of something it waits, and a page that cannot be refreshed links to what is newer.
import { paragraph, showMessage, answerButton } from "../messages.js";
import { isTyped } from "../state.js";
import { connection, headOf, isLate, newerThan, settle } from "./stream.js";
import { beginSwap, heldFields } from "./fields.js";

const part = () => document.querySelector("[data-live]");
const shown = () => new Map((part()?.dataset.live ?? "").split(" ").filter(Boolean).map((text) => text.split("=")));

/** Returns what is newer than the page. */
const behind = () => [...shown()].map(([chain, number]) => newerThan(chain, number)).filter(Boolean);

const running = new Set(); // requests
let writes = 0; // that have begun
let pressed = false, refreshing = false, refused = "", since = 0, timer = 0, next = 0;

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  running.add(ctx);
  if (ctx.request.method !== "GET") writes++;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  running.delete(ctx);
  queueMicrotask(look);
});
for (const [type, down] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["dragstart", true], ["dragend", false]]) {
  document.addEventListener(type, () => { pressed = down; }, { capture: true });
}

let typedAt = 0;
document.addEventListener("input", () => { typedAt = Date.now(); }, { capture: true });
let movedAt = 0;
document.addEventListener("pointermove", () => { movedAt = Date.now(); }, { capture: true, passive: true });
const lists = "#models, #waiting"; // where a refresh can put something else below the pointer
/** Reports whether the user is about to press something in a list, or types what is to be found. */
const choosing = () => (Date.now() - movedAt < 1000 && document.querySelector(`:is(${lists}):hover`)) || (Date.now() - typedAt < 600 && document.querySelector(lists));

let composing = false; // a word by an input method
for (const [type, is] of [["compositionstart", true], ["compositionend", false]]) {
  document.addEventListener(type, () => { composing = is; }, { capture: true });
}

/** Reports whether the user is in the middle of something that a refresh would break. */
const busy = () => pressed || composing || running.size > 0 || choosing() || (document.querySelector(".completions") && Date.now() - typedAt < 1500) ||
  document.querySelector("dialog[open], :popover-open, .layer :is(input, textarea, select), input.in-place, [data-moving], .linking, .band") !== null;

/** Reports whether the page answers something that the user did: only the user ends it. */
const held = () => part()?.hasAttribute("data-live-held") || document.getElementById("saved")?.dataset.state === "failed";
const fixed = () => part()?.hasAttribute("data-live-newest");

function words({ of, n, by, gone }) {
  const who = by || "Somebody";
  if (of === "models") return "Newer: list of models";
  if (of === "inbox") return "Newer: inbox";
  if (gone) return `Deleted by ${who}`;
  if (of.endsWith(".discussion")) return `Newer: comment by ${who}`;
  if (of.endsWith(".proposals")) return `Newer: proposals by ${who}`;
  if (of.endsWith(".versions")) return `Newer: version named by ${who}`;
  return `Newer: r${n} by ${who}`;
}

const lateTitles = {
  lost: "The connection to the server is lost. It is restored as soon as possible; saving is tried all the same.",
  asking: "What others do appears within 10 seconds: the server, or a proxy before it, does not send it at once.",
};
let linked = "";
/** Shows what is newer, and whether the connection is lost. */
function say(news) {
  const line = document.getElementById("live");
  if (!line) return;
  const text = news ? words(news) : "", state = isLate() ? "Not live" : "";
  if (`${text} ${state} ${connection()}` === linked && line.textContent === (text || state)) return;
  linked = `${text} ${state} ${connection()}`;
  line.replaceChildren();
  line.dataset.state = text ? "newer" : state ? connection() : "";
  line.title = text ? "Show it" : state ? lateTitles[connection()] : "";
  if (!text) return line.append(state);
  const link = document.createElement("a");
  link.href = part().dataset.liveNewest ?? location.pathname + location.search;
  link.textContent = text;
  link.addEventListener("click", (event) => {
    if (fixed() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    refused = "";
    refresh(true);
  });
  line.append(link);
}

/** Decides what to do about what is newer. */
function look() {
  clearTimeout(timer);
  const news = behind();
  if (news.length === 0) {
    since = 0;
    return say(null);
  }
  since ||= Date.now();
  const newest = news.find(({ of }) => !/\.(discussion|versions|proposals)$/.test(of)) ?? news[0];
  if (newest.gone) return say(newest);
  const same = refused === `${newest.of} ${newest.n}`;
  if (fixed() || held() || same) {
    if (running.size === 0) say(newest);
    return;
  }
  if (Date.now() - since > 4000) say(newest);
  const now = Date.now();
  if (document.hidden) return; // it looks again when it is shown
  if (!refreshing && !busy() && now >= next) refresh();
  else timer = setTimeout(look, Math.max(300, next - now));
}

let asked = null; // the request under way
async function refresh(wanted = false) {
  const area = part();
  if (!area || !window.htmx || refreshing) return;
  refreshing = true;
  const began = performance.now(), fields = heldFields();
  const headers = { "Widerow-Live": "1" };
  if (fields.length > 0) headers["Widerow-Typing"] = fields.map(encodeURIComponent).join(",");
  asked = { address: location.href, writes, wanted, area, news: behind() };
  try {
    await window.htmx.ajax("GET", location.pathname + location.search, { source: area, target: area, swap: "outerMorph", headers });
  } catch { /* no answer: the next message asks again */ }
  refreshing = false;
  // One that takes long, or is asked for by many, leaves the server time for others.
  next = Date.now() + Math.max(400, 3 * (performance.now() - began));
  look();
}

const isLive = (ctx) => ctx.request?.headers?.["Widerow-Live"] !== undefined;

function refuse(news = behind()[0]) {
  refused = news ? `${news.of} ${news.n}` : "";
}

// What is no page of ours, or came too late, is not shown.
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!isLive(ctx)) return;
  const late = asked.address !== location.href || asked.writes !== writes;
  const failed = ctx.response.status >= 400 || /^\s*<!doctype/i.test(ctx.text);
  if (failed) next = Date.now() + 10_000;
  if (failed && ctx.response.status !== 503) refuse();
  if (late || failed) event.preventDefault();
});

/** Returns the typed controls that a fragment lacks. */
function losing(text) {
  const typed = [...document.querySelectorAll("[data-live] :is(input, textarea, select)[id]")].filter(isTyped);
  if (typed.length === 0) return [];
  const fresh = new DOMParser().parseFromString(text, "text/html");
  return typed.filter(({ id }) => !fresh.getElementById(id));
}

let lossTold = null;
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  beginSwap(ctx.request, isLive(ctx) ? asked.news[0]?.by ?? "" : undefined);
  if (!isLive(ctx)) return;
  const saved = document.getElementById("saved");
  asked.state = saved?.dataset.state === "unsaved" ? saved.textContent : "";
  if (asked.writes !== writes || busyNow(ctx)) return event.preventDefault();
  if (losing(ctx.text).length === 0) return;
  event.preventDefault();
  const news = behind()[0];
  refuse(news);
  lossTold?.remove();
  lossTold = showMessage("warn", paragraph(`What you are typing in is not there any more: ${news?.by || "somebody"} has removed it. Your text is still here to copy.`),
    answerButton("Show the newest", () => lossTold.remove(), () => location.reload()));
});

/** Reports whether another request has begun since, whose answer is newer. */
const busyNow = (ctx) => pressed || [...running].some((other) => other !== ctx);

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!isLive(ctx)) {
    since = 0;
    return;
  }
  settle(asked.news);
  const saved = document.getElementById("saved"), revision = Number(saved?.dataset.revision ?? 0);
  const by = [...shown().keys()].map(headOf).find((head) => head?.n === revision && !/\.(discussion|versions|proposals)$/.test(head.of))?.by;
  if (saved?.dataset.state === "saved" && by) {
    saved.title = `Revision ${revision} was saved by ${by}`;
  }
  if (asked.state && saved?.dataset.state === "saved") { // of the field in which the user types
    saved.dataset.before = saved.textContent;
    saved.dataset.state = "unsaved";
    saved.textContent = saved.title = asked.state;
  }
});

document.addEventListener("widerow:connected", look);
document.addEventListener("widerow:newer", look);
document.addEventListener("visibilitychange", look);
document.addEventListener("focusout", () => setTimeout(look));
