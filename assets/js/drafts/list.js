// The drafts of the model whose fields the page does not show are listed in a message: each leads to where it was typed. A field
// that is not even there has been removed; its text is there to copy.
import { answerButton, showMessage } from "../messages.js";
import { discard, draftsOf, shownFields } from "./fields.js";
import { offer } from "./offers.js";
import { excerpt, timeOf } from "./store.js";

let notice = null, told = "";
const closed = new Set(); // drafts whose message the user has closed
const idOf = ({ field, visit, at }) => `${field} ${visit} ${at}`;

const here = () => location.pathname + location.search;

function row(draft) {
  const made = document.createElement("li"), link = document.createElement("a"), text = document.createElement("bdi");
  const gone = draft.href === here();
  link.href = draft.href;
  link.textContent = draft.title;
  text.textContent = `“${excerpt(draft.text, 80)}”`;
  const where = document.createElement("span");
  where.append(`${draft.title}, which is not here any more`);
  made.append(gone ? where : link, timeOf(draft), text);
  if (gone) made.append(answerButton("Copy", () => {}, () => navigator.clipboard?.writeText(draft.text)));
  made.append(answerButton("Discard", () => discard(draft), look));
  return made;
}

/** Makes a closed list of several drafts. */
function folded(rows, count) {
  const list = document.createElement("details"), words = document.createElement("summary");
  list.id = "drafts-more";
  words.textContent = `${count} texts are not saved yet`;
  list.open = Boolean(notice?.querySelector("details[open]"));
  list.append(words, rows);
  return list;
}

function show(kept) {
  const rows = document.createElement("ul"), words = document.createElement("p"), close = answerButton("×", () => notice.remove(), () => kept.forEach((draft) => closed.add(idOf(draft))));
  words.textContent = "Not saved yet:";
  rows.className = "drafts";
  rows.append(...kept.map(row));
  close.className = "button icon quiet";
  close.ariaLabel = close.title = "Close";
  const content = kept.length === 1 ? [words, rows] : [folded(rows, kept.length)];
  notice?.remove();
  notice = showMessage("info", ...content, close);
  notice.classList.add("kept");
}

/** Offers the drafts of the page, and lists the others. */
function look() {
  offer();
  const shown = shownFields(), fields = new Set();
  const kept = draftsOf().filter(({ field }) => !shown.has(field) && !fields.has(field) && fields.add(field));
  const text = [here(), ...kept.map(idOf)].join("\n"), open = kept.some((draft) => !closed.has(idOf(draft)));
  if (text === told && open === Boolean(notice?.isConnected)) return;
  told = text;
  if (open) show(kept);
  else notice?.remove();
}

document.addEventListener("htmx:after:swap", look);
document.addEventListener("htmx:after:history:push", look);
document.addEventListener("widerow:ended", look);
look();
