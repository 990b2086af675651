// The count of the inbox in the top bar: what waits for somebody can be in any model, of which the page hears nothing. So it asks once
// a minute while it is seen, and when it is seen again.
const every = 60_000; // ms
let asked = Date.now();

async function renew() {
  const link = document.getElementById("inbox");
  if (!link || document.hidden || Date.now() - asked < every - 1000) return;
  asked = Date.now();
  const response = await fetch(link.href).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("inbox");
  const shown = document.getElementById("inbox"); // a morph may have replaced it
  if (!fresh || !shown || shown.innerHTML === fresh.innerHTML) return;
  shown.title = fresh.title;
  shown.replaceChildren(...fresh.childNodes);
}

setInterval(renew, every);
document.addEventListener("visibilitychange", renew);
