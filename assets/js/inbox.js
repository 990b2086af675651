// The count of the inbox in the top bar follows what waits for the user in any model: the stream says that it has changed, and the page
// asks for the link.
import { markOf } from "./live/stream.js";

let asked = "", running = false;

async function renew() {
  const link = document.getElementById("inbox"), mark = markOf("inbox");
  if (!link || !mark || document.hidden || running || mark === link.dataset.inbox || mark === asked) return;
  asked = mark;
  running = true;
  const response = await fetch(link.dataset.inboxUrl).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => "") : "";
  running = false;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("inbox");
  const shown = document.getElementById("inbox"); // a morph may have replaced it
  if (!fresh || !shown) {
    setTimeout(() => { asked = ""; renew(); }, 10_000);
    return;
  }
  for (const name of ["title", "data-inbox", "data-inbox-key"]) shown.setAttribute(name, fresh.getAttribute(name));
  shown.replaceChildren(...fresh.childNodes);
  renew();
}

for (const event of ["widerow:newer", "visibilitychange", "htmx:after:swap"]) document.addEventListener(event, renew);
