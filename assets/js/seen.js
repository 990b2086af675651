// [data-seen] and [data-look]: what is new to the person, until they have seen it. A thread was seen once it was in the window for a
// second, a proposal once its page was shown. The server is told of several at once, at the latest when the page is left; what is on
// the page keeps its marks until it is shown again. Without scripts there is a button that marks all as read.
const enough = 1000, gather = 2000; // milliseconds
const waiting = new Map(); // address → what to tell, in the form of handlers/seen.go
const told = new Set();
const watched = new WeakMap(); // thread → what it has to tell
const timers = new Map(); // thread → its timer
let sending = 0;

function send() {
  clearTimeout(sending);
  sending = 0;
  for (const [address, fields] of waiting) fetch(address, { method: "POST", body: fields, keepalive: true }).catch(() => { /* it stays new */ });
  waiting.clear();
}

/** Notes what was seen, unless it was noted already. */
function note(element, fields) {
  const address = element.dataset.seenAt, key = `${address} ${fields}`;
  if (told.has(key)) return;
  told.add(key);
  if (!waiting.has(address)) waiting.set(address, new URLSearchParams());
  for (const [name, value] of fields) waiting.get(address).append(name, value);
  if (!sending) sending = setTimeout(send, gather);
}

function noteThread(element) {
  timers.delete(element);
  if (element.isConnected && !document.hidden) note(element, new URLSearchParams({ seen: element.dataset.seen }));
}

// Half of a thread, or as much of a long one as half of the window holds.
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
    const seen = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? innerHeight) / 2);
    if (!seen) {
      clearTimeout(timers.get(target));
      timers.delete(target);
    } else if (!timers.has(target)) timers.set(target, setTimeout(noteThread, enough, target));
  }
}, { threshold: [0, 0.1, 0.25, 0.5] });

function look() {
  if (document.hidden) return;
  for (const thread of document.querySelectorAll("[data-seen]")) {
    if (watched.get(thread) === thread.dataset.seen) continue;
    watched.set(thread, thread.dataset.seen);
    observer.unobserve(thread);
    observer.observe(thread);
  }
  const proposal = document.querySelector("[data-look]");
  if (proposal) note(proposal, new URLSearchParams(proposal.dataset.look));
}

document.addEventListener("htmx:after:settle", look);
document.addEventListener("htmx:finally:request", look);
document.addEventListener("visibilitychange", () => document.hidden ? send() : look());
addEventListener("pagehide", send);
look();
