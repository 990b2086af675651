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

/** Shows the offer: a press tidies as the button Tidy does. */
function show(gain, key) {
  const button = document.createElement("button"), close = document.createElement("button");
  Object.assign(button, {
    type: "submit", className: "button", textContent: `Tidy: ${gain}`,
    title: "Arrange all that is not pinned better, and straighten the rest",
  });
  button.id = "tidy-offered";
  button.setAttribute("form", "layout");
  Object.assign(button, { name: "action", value: "tidy" });
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

document.addEventListener("htmx:after:swap", renew);
renew();
