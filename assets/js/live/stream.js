// One stream of server-sent events for all tabs of a browser: HTTP/1.1 allows six connections to a server. The tab that holds a
// Web Lock keeps it, for all that any tab shows, and tells the others by a BroadcastChannel. Another tab takes over when it is closed.
// A browser that lacks one of these asks now and then instead, and so does one whose stream is refused or held up by a proxy: it goes on
// trying.
//
// A message is the newest state of what has changed, and the first one of a stream is the state of everything: after a lost
// connection nothing is missing.

const line = () => document.getElementById("live");
export const address = () => line()?.dataset.liveUrl;
/** Identifies this browser to the server for presence. It is no secret of the visitor. */
export const browser = identity();
const heads = new Map(); // chain → its newest revision, see handlers/live
const people = new Map(); // model → the others there
const marks = new Map(); // "models" and "inbox" → the mark of the newest
const settled = new Map(); // the same → the mark for which the page has asked already
// "starting", "live", "asking" (now and then) or "lost".
let state = "starting", lostTimer = 0, heard = Date.now();

function identity() {
  const fresh = () => crypto.getRandomValues(new Uint32Array(6)).reduce((text, number) => text + number.toString(36).padStart(7, "0"), "");
  try {
    const kept = localStorage.getItem("browser");
    if (kept) return kept;
    const made = fresh();
    localStorage.setItem("browser", made);
    return made;
  } catch {
    return fresh(); // no storage: each tab counts as a browser
  }
}

export const headOf = (chain) => heads.get(chain);
export const markOf = (what) => marks.get(what);
export const peopleAt = (model) => people.get(model) ?? { people: [] };

/** Returns the others who are in a model or its branches. */
export function peopleIn(model) {
  const found = new Map();
  for (const [of, there] of people) {
    if (of === model || of.startsWith(`${model}.p`)) for (const person of there.people) found.set(person.id, person);
  }
  return [...found.values()];
}

/** Reports whether the server is heard. */
export const isOpen = () => state === "live" || state === "asking";
export const connection = () => state;
const canStream = () => "EventSource" in window && "BroadcastChannel" in window && navigator.locks !== undefined;
/** Reports whether changes are late though the browser can get them at once. */
export const isLate = () => state === "lost" || (state === "asking" && canStream());

/** Returns what is newer than the page shows: a chain with its number, or a list with its mark. */
export function newerThan(of, shown) {
  const mark = marks.get(of);
  if (mark !== undefined) return mark !== shown && mark !== settled.get(of) ? { of, n: mark } : null;
  const head = heads.get(of);
  return head?.n > Number(shown) ? head : null;
}

/** Notes that the page has asked for the newest of what it shows: if it still shows another mark, as that of another person, it does not ask again. */
export function settle(news) {
  for (const { of, n } of news) if (marks.has(of)) settled.set(of, n);
}

/** Returns what this page shows of others. */
function interest() {
  const shown = (document.querySelector("[data-live]")?.dataset.live.split(" ") ?? []).map((part) => part.split("=")[0]);
  const of = shown.filter((chain) => chain !== "models" && chain !== "inbox").map((chain) => chain.replace(/\.(discussion|versions|proposals)$/, ""));
  return { of: [...new Set(of)], models: shown.includes("models"), inbox: document.getElementById("inbox")?.dataset.inboxKey ?? "" };
}

const isEmpty = ({ of, models, inbox }) => of.length === 0 && !models && !inbox;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`widerow:${name}`, { detail }));

function setState(next) {
  const change = () => {
    lostTimer = 0;
    if (next === state) return;
    state = next;
    tell("connected", isOpen());
  };
  if (next !== "lost") {
    clearTimeout(lostTimer);
    change();
  } else if (state !== "lost") lostTimer ||= setTimeout(change, 3000); // a server that restarts is back before anybody notices
}

/** Takes over a message of the server. */
function take({ at = [], here = [], models, inbox }) {
  for (const head of at) if (!(heads.get(head.of)?.n > head.n)) heads.set(head.of, head);
  for (const there of here) people.set(there.of, there);
  if (models) marks.set("models", models);
  if (inbox) marks.set("inbox", inbox);
  if (at.length > 0 || models || inbox) tell("newer");
  if (here.length > 0) tell("present");
}

function query({ of, models, inbox }) {
  const asked = [["browser", browser], ...of.map((id) => ["of", id])];
  if (models) asked.push(["models", "1"]);
  if (inbox) asked.push(["inbox", inbox]);
  return `${address()}?${new URLSearchParams(asked)}`;
}

// Asking now and then.
const askEvery = 10_000; // ms
let asking = 0;
function stopAsking() {
  clearTimeout(asking);
  asking = 0;
}

async function ask() {
  clearTimeout(asking);
  asking = setTimeout(ask, askEvery);
  const wants = leads ? union() : interest();
  if (isEmpty(wants) || (document.hidden && !leads)) return;
  const response = await fetch(query(wants), { headers: { Accept: "application/json" } }).catch(() => null);
  const message = response?.ok ? await response.json().catch(() => null) : null;
  if (asking === 0) return; // the stream was faster
  const news = message ? { state: "asking", message } : { state: "lost" };
  if (leads) share(news);
  else learn(news);
}

// The stream. `wanted` is what the tabs show.
const tab = crypto.randomUUID?.() ?? String(Math.random());
const wanted = new Map();
let channel = null, leads = false, stream = null, streamed = null, wait = 1000, again = 0, release = null;
let key = ""; // of the inbox that a tab has shown last: its person may have chosen another name since
let opened = 0, told = 0; // when the stream was opened, and when it has told something last
let silent = 0; // streams in a row that have begun and then said nothing: something on the way keeps their messages
const patience = 5000; // ms until a stream must have said something
let proof = 0;

function union() {
  const all = [...wanted.values()];
  return { of: [...new Set(all.flatMap(({ of }) => of))].sort(), models: all.some(({ models }) => models), inbox: key };
}

const covers = ({ of, models, inbox }) => streamed !== null && of.every((id) => streamed.of.includes(id)) && (!models || streamed.models) && inbox === streamed.inbox;

function connect() {
  clearTimeout(again);
  const wants = union();
  if (!leads || isEmpty(wants)) return;
  if (stream && stream.readyState !== EventSource.CLOSED && covers(wants)) return;
  stream?.close();
  streamed = wants;
  opened = told = Date.now();
  stream = new EventSource(query(wants));
  stream.onmessage = ({ data }) => {
    told = Date.now();
    if (told - opened > 15_000) silent = 0;
    wait = 1000;
    clearTimeout(proof);
    if (silent < 2) stopAsking();
    share({ message: JSON.parse(data), state: silent < 2 ? "live" : "asking" });
  };
  stream.onerror = () => {
    // The browser itself tries again, unless the server has refused.
    const refused = stream.readyState === EventSource.CLOSED;
    if (asking === 0) {
      share({ state: "lost" });
      prove(refused ? 0 : patience);
    }
    if (refused) retry();
  };
  if (asking === 0) prove(patience);
}

/** Asks after a time, unless the stream has told something until then. */
function prove(after) {
  clearTimeout(proof);
  proof = setTimeout(ask, after);
}

function retry() {
  clearTimeout(again);
  again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(2 * wait, 60_000);
}

/** Tells this tab and all others. */
function share(news) {
  channel.postMessage(news);
  learn(news);
}

function learn({ state: next, message }) {
  heard = Date.now();
  setState(next);
  if (message) take(message);
}

function connectSoon() {
  clearTimeout(again);
  again = setTimeout(connect, 30);
}

function want() {
  const wants = interest();
  wanted.set(tab, wants);
  key = wants.inbox || key;
  channel.postMessage({ tab, wants });
  if (leads) connectSoon();
}

function onChannel({ data }) {
  if (data.roll) want();
  else if (data.tab) {
    if (data.wants) wanted.set(data.tab, data.wants);
    else wanted.delete(data.tab);
    key = data.wants?.inbox || key;
    if (!leads) return;
    connectSoon();
    // A new tab knows nothing yet.
    if (!data.wants || state === "starting") return;
    const message = { at: [...heads.values()], here: [...people.values()], models: marks.get("models"), inbox: marks.get("inbox") };
    channel.postMessage(isOpen() ? { state, message } : { state });
  } else {
    if (!leads) stopAsking();
    learn(data);
  }
}

async function lead() {
  if (release) return;
  const ended = new Promise((resolve) => { release = resolve; });
  navigator.locks.request(`widerow ${address()}`, async () => {
    leads = true;
    channel.postMessage({ roll: true });
    connectSoon();
    await ended;
    leads = false;
    clearTimeout(proof);
    stopAsking();
    stream?.close();
    stream = null;
  }).catch(() => {});
}

/** Ends the part of this tab, before it is closed or put aside. */
function stop() {
  channel?.postMessage({ tab });
  release?.();
  release = null;
}

function start() {
  if (!address()) return;
  if (!canStream()) {
    asking ||= setTimeout(ask, 1000);
    return;
  }
  if (!channel) {
    channel = new BroadcastChannel(`widerow ${address()}`);
    channel.onmessage = onChannel;
  }
  want();
  lead();
}

// The server is heard every 20 seconds. If it is not, the connection is dead though nobody has closed it, or the leading tab is stuck.
setInterval(() => {
  if (!channel) return;
  if (leads && stream && Date.now() - told > 50_000) {
    silent++;
    if (asking === 0) share({ state: "lost" });
    stream.close();
    stream = null;
    connect();
  } else if (!leads && asking === 0 && Date.now() - heard > 50_000 && !isEmpty(interest())) {
    setState("lost");
    ask();
  }
}, 10_000);

addEventListener("pagehide", stop);
addEventListener("pageshow", (event) => event.persisted && start());
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => !document.hidden && wake());
function wake() {
  if (leads && stream?.readyState !== EventSource.OPEN) {
    wait = 1000;
    connect();
  }
}
let follows = "";
document.addEventListener("htmx:after:swap", () => {
  const wants = JSON.stringify(interest());
  if (wants === follows) return;
  follows = wants;
  start();
});
follows = JSON.stringify(interest());
start();
