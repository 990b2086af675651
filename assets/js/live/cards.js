// Who is in each model of the home page, on its card.
import { badge, named } from "./presence.js";
import { isOpen, peopleIn } from "./stream.js";

const listed = 3;

function show() {
  for (const card of document.querySelectorAll("#models [data-card]")) {
    const people = isOpen() ? peopleIn(card.dataset.card) : [], old = card.querySelector(":scope > .present");
    if (people.length === 0) {
      old?.remove();
      continue;
    }
    const fresh = document.createElement("ul");
    fresh.className = "present";
    fresh.setAttribute("aria-label", "Here now");
    fresh.title = people.map(named).join(", ");
    for (const person of people.slice(0, listed)) {
      const row = document.createElement("li"), mark = badge(person);
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", named(person));
      row.append(mark);
      fresh.append(row);
    }
    if (people.length > listed) {
      const more = document.createElement("li");
      more.className = "more";
      more.textContent = `+${people.length - listed}`;
      fresh.append(more);
    }
    if (old?.isEqualNode(fresh)) continue;
    old?.remove();
    card.append(fresh);
  }
}

document.addEventListener("widerow:present", show);
document.addEventListener("widerow:connected", show);
document.addEventListener("htmx:after:swap", show);
