// Drafts are texts that somebody has typed and the server has not saved. They are kept in localStorage, one for each field and
// each visit of a page, so that two windows do not overwrite each other. Old ones and those beyond the bounds are dropped.
const prefix = "draft:";
const longest = 1_000_000, room = 3_000_000; // characters of one text, and of all
const most = 100;
const oldest = 30 * 24 * 60 * 60 * 1000; // ms

/** The id of this visit of this page. */
export const visit = Math.round(performance.timeOrigin * 1000).toString(36);

const keyOf = (draft) => `${prefix}${draft.scope} ${draft.field} ${draft.visit}`;

function parse(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return typeof draft?.text === "string" && draft.at > Date.now() - oldest && keyOf(draft) === key ? draft : null;
  } catch {
    return null;
  }
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return []; // no storage
  }
}

/** Returns all drafts, the newest first, and drops what is no draft any more. */
export function drafts() {
  const found = [];
  for (const key of keys()) {
    const draft = parse(key);
    if (draft) found.push(draft);
    else localStorage.removeItem(key);
  }
  return found.sort((a, b) => b.at - a.at);
}

export function forget(draft) {
  try {
    localStorage.removeItem(keyOf(draft));
  } catch { /* was never kept */ }
}

/** Drops the oldest drafts beyond the bounds. */
function bound() {
  let used = 0;
  drafts().forEach((draft, i) => {
    used += draft.text.length;
    if (i >= most || used > room) forget(draft);
  });
}

/**
 * Keeps { scope, field, visit, text, at } and what else a draft has: the page and the field of that page. Reports whether the
 * browser had room for it.
 */
export function keep(draft) {
  if (draft.text.length > longest) {
    forget(draft);
    return false;
  }
  try {
    const key = keyOf(draft), begins = localStorage.getItem(key) === null;
    localStorage.setItem(key, JSON.stringify(draft));
    if (begins) bound();
    return true;
  } catch {
    return false;
  }
}

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Returns when a draft was typed, for people. */
export function timeOf({ at }) {
  const then = new Date(at);
  return (then.toDateString() === new Date().toDateString() ? time : date).format(then);
}

/** Returns the begin of a text, on one line. */
export function excerpt(text, longest = 60) {
  const line = text.replace(/\s+/g, " ").trim(), letters = [...line];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : line;
}
