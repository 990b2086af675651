// Which visits of pages are still open: a draft of another window that is open is left to it.
import { visit } from "./store.js";

const patience = 200; // ms for an answer
const channel = "BroadcastChannel" in window ? new BroadcastChannel("widerow:drafts") : null;
const ended = new Set([""]), asked = new Set();

/** Reports whether a visit has ended. If that is not known yet, the event widerow:ended tells when it is. */
export function hasEnded(other) {
  if (other === visit) return false;
  if (ended.has(other) || !channel) return true;
  if (!asked.has(other)) {
    asked.add(other);
    channel.postMessage({ asks: other });
    setTimeout(() => asked.has(other) && end(other), patience);
  }
  return false;
}

function end(other) {
  ended.add(other);
  document.dispatchEvent(new Event("widerow:ended"));
}

let away = false; // the browser keeps the page to come back to
channel?.addEventListener("message", ({ data }) => {
  if (data.asks === visit && !away) channel.postMessage({ here: visit });
  if (data.here) asked.delete(data.here); // it is asked again the next time
  if (data.left) end(data.left);
});
addEventListener("pagehide", () => {
  away = true;
  channel?.postMessage({ left: visit });
});
addEventListener("pageshow", () => { away = false; });
