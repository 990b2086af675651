// Counts beside the titles of tabs that take longer than an edit may: the page shows those of the revision before, and asks for the
// right ones once nothing has changed for a moment.
const moment = 300; // ms
let asked = "", waiting;

const wanted = () => document.querySelector("#tabs [data-later]");
const revision = () => document.getElementById("saved")?.textContent ?? "";

async function renew() {
  const shown = wanted(), name = shown && shown.dataset.later + revision();
  if (!shown || document.hidden || name === asked) return;
  asked = name;
  const response = await fetch(shown.dataset.later).catch(() => null);
  const text = response?.ok && !response.redirected ? await response.text().catch(() => "") : null;
  const old = wanted(); // a morph may have replaced it
  if (text === null || !old || old.dataset.later + revision() !== name) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".count");
  if (fresh) old.replaceWith(document.adoptNode(fresh));
  else old.remove();
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(renew, moment);
}

for (const event of ["visibilitychange", "htmx:after:swap"]) document.addEventListener(event, soon);
soon();
