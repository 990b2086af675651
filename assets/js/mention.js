// textarea[data-mentions]: after @ the names of those who take part, from #people, to complete.
import { hide, inList, isOpen, opened, show } from "./completions.js";

const most = 8; // names of the list

const isText = (element) => element?.matches?.("textarea[data-mentions]");

function people() {
  return (document.getElementById("people")?.dataset.names ?? "").split("\n").filter(Boolean);
}

/** What is typed after the last @ before the cursor, null if there is none. A name may have spaces. */
function mentioned(text) {
  const before = text.value.slice(0, text.selectionStart);
  return /(?:^|[^\p{L}\p{N}_@])@([^\n@]{0,40})$/u.exec(before)?.[1] ?? null;
}

/** The names that begin with what is typed, then those with a word that does. */
function namesFor(typed) {
  const wanted = typed.toLowerCase();
  const rank = (name) => [name.toLowerCase().startsWith(wanted), name.toLowerCase().split(/\s+/).some((word) => word.startsWith(wanted))].indexOf(true);
  return people().map((name) => [rank(name), name]).filter(([place]) => place >= 0).sort((a, b) => a[0] - b[0]).slice(0, most).map(([, name]) => name);
}

document.addEventListener("input", ({ target }) => {
  if (!isText(target)) return;
  const typed = mentioned(target), names = typed === null ? [] : namesFor(typed);
  const whole = names.some((name) => typed === name || typed.startsWith(`${name} `));
  if (names.length === 0 || whole) return opened() === target && hide();
  show(target, names.map((name) => ({ label: name, insert: `@${name} `, replace: typed.length + 1 })), {});
});

document.addEventListener("keydown", (event) => {
  const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (!isText(event.target) || event.isComposing || !isOpen() || !plain || !inList(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("focusout", ({ target }) => isText(target) && opened() === target && hide());
