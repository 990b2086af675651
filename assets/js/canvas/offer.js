// Offers to tidy a diagram that has become crowded: #tidy-offer, above the tools. Whether it has is asked of the server a while
// after the drawing has changed. Once refused, it is not offered again for this diagram in this window.
import { dismissed, dismiss } from "../notices.js";

const rest = 1500; // ms after the last change
let asked = ""; // for which picture
let waiting;

const place = () => document.getElementById("tidy-offer");
const form = () => document.getElementById("layout");

function withdraw() {
  const offer = place();
  if (!offer) return;
  offer.replaceChildren();
  offer.hidden = true;
}

/** Shows the offer: a press asks as the button Tidy does, with both pictures. */
function show(gain, key) {
  const button = document.createElement("button"), close = document.createElement("button");
  Object.assign(button, { type: "submit", className: "button", textContent: `Tidy: ${gain}`, title: "Show a better arrangement of all that is not pinned" });
  button.id = "tidy-offered";
  button.setAttribute("form", "layout");
  Object.assign(button, { name: "action", value: "propose" });
  Object.assign(close, { type: "button", className: "button icon quiet", textContent: "×", title: "Do not offer it again in this window" });
  close.setAttribute("aria-label", "Do not offer to tidy this diagram again");
  close.addEventListener("click", () => {
    dismiss(key);
    withdraw();
    document.getElementById("canvas")?.focus({ preventScroll: true });
  });
  place().replaceChildren(button, close);
  place().hidden = false;
}

async function ask(address, picture) {
  const answer = await fetch(address).catch(() => null);
  const { gain = "" } = answer?.ok ? await answer.json() : {};
  if (gain && picture === asked && form()?.dataset.offer === address) show(gain, address);
}

/** Asks again if the drawing is another one. */
function renew() {
  const address = form()?.dataset.offer ?? "", picture = `${address} ${document.getElementById("canvas")?.dataset.picture ?? ""}`;
  if (picture === asked) return;
  asked = picture;
  clearTimeout(waiting);
  withdraw();
  if (address && !dismissed(address)) waiting = setTimeout(ask, rest, address, picture);
}

// Who keeps the diagram as it is has refused.
document.addEventListener("click", ({ target }) => {
  if (!target.closest("#tidy-keep") || !form()?.dataset.offer) return;
  dismiss(form().dataset.offer);
  withdraw();
});
// Escape answers as the link that keeps the diagram does, wherever the focus is.
document.addEventListener("keydown", (event) => {
  const keep = document.getElementById("tidy-keep");
  if (event.key !== "Escape" || event.isComposing || !keep) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  keep.click();
}, true);

/** Lets nothing but Tidy's answer be reached while it is asked for. Then the focus returns to the button. */
function seal() {
  const sealed = document.querySelectorAll("[data-sealed]"), asks = document.getElementById("tidy");
  for (const part of sealed) {
    part.inert = false;
    delete part.dataset.sealed;
  }
  if (sealed.length > 0 && !asks && document.activeElement === document.body) document.getElementById("layout-tidy")?.focus({ preventScroll: true });
  for (let at = asks; at && at !== document.body; at = at.parentElement) {
    for (const part of at.parentElement.children) if (part !== at && !part.inert) Object.assign(part, { inert: true }).dataset.sealed = "";
  }
}

for (const change of [renew, seal]) {
  document.addEventListener("htmx:after:swap", change);
  change();
}
