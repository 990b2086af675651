// [data-dismiss]: hides the notice that it is in. A notice with [data-notice=MODEL] stays hidden in this window, for that model.
import { toast } from "./copy.js";

const key = ({ dataset, firstElementChild }) => `away:${dataset.notice}:${firstElementChild.textContent.trim()}`;

/** Reports whether something was dismissed in this window. */
export function dismissed(what) {
  try {
    return sessionStorage.getItem(what) !== null;
  } catch {
    return false; // no storage: each page shows it again
  }
}

export function dismiss(what) {
  try {
    sessionStorage.setItem(what, "");
  } catch { /* as above */ }
}

function hide() {
  for (const notice of document.querySelectorAll("[data-notice]")) notice.hidden = dismissed(key(notice));
}

document.addEventListener("click", ({ target }) => {
  const notice = target.closest("[data-dismiss]")?.closest(".notice");
  if (!notice?.dataset.notice) return notice?.remove();
  notice.hidden = true;
  dismiss(key(notice));
});
document.addEventListener("htmx:after:swap", hide);
hide();

// [data-toast]: a notice about what was just done, which is shown for a moment only.
document.addEventListener("htmx:after:swap", () => {
  for (const notice of document.querySelectorAll("[data-toast]")) {
    toast(notice.querySelector("p").textContent.trim());
    notice.remove();
  }
});

// [data-answer]: the harmless answer to a question of the page, which is focused when the question appears. All of the question is
// to be seen, if it fits.
document.addEventListener("htmx:after:swap", () => {
  const answer = document.querySelector("[data-answer]");
  answer?.focus();
  answer?.closest(".notice")?.scrollIntoView({ block: "nearest" });
});
