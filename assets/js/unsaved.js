// Asks before the page is left while something on it is not saved. The browser hears of it only then: a page that always listens
// for beforeunload must answer before each navigation, and Chromium loses one that begins while another page is about to appear.

const unsaved = new Set();
const ask = (event) => event.preventDefault();

/** Notes that a part of the page has something that is not saved, or no longer has. */
export function noteUnsaved(part, has) {
  if (has) unsaved.add(part);
  else unsaved.delete(part);
  if (unsaved.size > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}
