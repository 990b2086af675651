// One stream of server-sent events for all tabs of a browser: HTTP/1.1 allows six connections to a server. The tab that holds a
// Web Lock keeps it, for the models that any tab shows, and tells the others by a BroadcastChannel. Another tab takes over when it is closed.
// A browser that lacks one of these, or whose stream is refused, asks now and then instead.
//
// A message is the newest state of what has changed, and the first one of a stream is the state of everything: after a lost
// connection nothing is missing.

const line = () => document.getElementById("live");
export const address = () => line()?.dataset.liveUrl;
/** Identifies this browser to the server for presence. It is no secret of the visitor. */
export const browser = identity();
const heads = new Map(); // chain → its newest revision, see handlers/live
const people = new Map(); // model → the others there
let open = false, lostTimer = 0, heard = 0;

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
export const peopleAt = (model) => people.get(model) ?? { people: [] };
export const isOpen = () => open;

/** Returns the models and branches of which the page shows something. */
function models() {
  const shown = document.querySelector("[data-live]")?.dataset.live.split(" ") ?? [];
  return [...new Set(shown.map((part) => part.split("=")[0].replace(/\.(discussion|versions|proposals)$/, "")))];
}

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`widerow:${name}`, { detail }));

function setOpen(state) {
  const change = () => {
    lostTimer = 0;
    if (state === open) return;
    open = state;
    tell("connected", open);
  };
  if (state) {
    clearTimeout(lostTimer);
    change();
  } else lostTimer ||= setTimeout(change, 3000); // a server that restarts is back before anybody notices
}

/** Takes over a message of the server. */
function take({ at = [], here = [] }) {
  heard = Date.now();
  for (const head of at) if (!(heads.get(head.of)?.n > head.n)) heads.set(head.of, head);
  for (const there of here) people.set(there.of, there);
  if (at.length > 0) tell("newer");
  if (here.length > 0) tell("present");
}

const query = (of) => `${address()}?${new URLSearchParams([["browser", browser], ...of.map((id) => ["of", id])])}`;

// Asking now and then.
const pollEvery = 10_000; // ms
let polling = 0;
async function poll() {
  clearTimeout(polling);
  polling = setTimeout(poll, pollEvery);
  const of = leads ? union() : models();
  if (of.length === 0 || (document.hidden && !leads)) return;
  const response = await fetch(query(of), { headers: { Accept: "application/json" } }).catch(() => null);
  const news = response?.ok ? { state: true, message: await response.json() } : { state: false };
  if (leads) share(news);
  else learn(news);
}

// The stream. `wanted` are the models of all tabs.
const tab = crypto.randomUUID?.() ?? String(Math.random());
const wanted = new Map();
let channel = null, leads = false, stream = null, streamed = "", wait = 1000, again = 0, release = null;

const union = () => [...new Set([...wanted.values()].flat())].sort();

function connect() {
  clearTimeout(again);
  const of = union();
  if (!leads || of.length === 0) return;
  const known = new Set(streamed.split(" "));
  if (stream && stream.readyState !== EventSource.CLOSED && of.every((id) => known.has(id))) return;
  stream?.close();
  streamed = of.join(" ");
  stream = new EventSource(query(of));
  stream.onopen = () => {
    wait = 1000;
    share({ state: true });
  };
  stream.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    share({ message, state: true });
  };
  stream.onerror = () => {
    share({ state: false });
    // The browser itself tries again, unless the server has refused.
    if (stream.readyState === EventSource.CLOSED) retry();
  };
}

function retry() {
  clearTimeout(again);
  again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(2 * wait, 60_000);
  if (wait > 8000) poll(); // refused for long: others have used up the address
}

/** Tells this tab and all others. */
function share(news) {
  channel.postMessage(news);
  learn(news);
}

function learn({ state, message }) {
  heard = Date.now();
  if (stream?.readyState === EventSource.OPEN) clearTimeout(polling); // no need to ask
  setOpen(state);
  if (message) take(message);
}

function connectSoon() {
  clearTimeout(again);
  again = setTimeout(connect, 30);
}

function want() {
  const of = models();
  wanted.set(tab, of);
  channel.postMessage({ tab, of });
  if (leads) connectSoon();
}

function onChannel({ data }) {
  if (data.roll) want();
  else if (data.tab) {
    if (data.of) wanted.set(data.tab, data.of);
    else wanted.delete(data.tab);
    if (!leads) return;
    connectSoon();
    // A new tab knows nothing yet.
    if (data.of && isOpen()) channel.postMessage({ state: true, message: { at: [...heads.values()], here: [...people.values()] } });
  } else learn(data);
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
  if (!("EventSource" in window && "BroadcastChannel" in window && navigator.locks)) {
    polling ||= setTimeout(poll, 1000);
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
  if (!channel || heard === 0 || Date.now() - heard < 50_000) return;
  setOpen(false);
  if (leads) {
    stream?.close();
    stream = null;
    connect();
  } else poll();
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
  const of = models().join(" ");
  if (of === follows) return;
  follows = of;
  start();
});
follows = models().join(" ");
start();
