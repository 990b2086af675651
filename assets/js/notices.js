// [data-dismiss]: hides the notice that it is in. A notice with [data-notice=MODEL] stays hidden in this window, for that model.
const key = ({ dataset, firstElementChild }) => `away:${dataset.notice}:${firstElementChild.textContent.trim()}`;

function hide() {
  for (const notice of document.querySelectorAll("[data-notice]")) {
    try {
      notice.hidden = sessionStorage.getItem(key(notice)) !== null;
    } catch { /* no storage: each page shows it again */ }
  }
}

document.addEventListener("click", ({ target }) => {
  const notice = target.closest("[data-dismiss]")?.closest(".notice");
  if (!notice?.dataset.notice) return notice?.remove();
  notice.hidden = true;
  try {
    sessionStorage.setItem(key(notice), "");
  } catch { /* as above */ }
});
document.addEventListener("htmx:after:swap", hide);
hide();

// [data-answer]: the harmless answer to a question of the page, which is focused when the question appears. All of the question is
// to be seen, if it fits.
document.addEventListener("htmx:after:swap", () => {
  const answer = document.querySelector("[data-answer]");
  answer?.focus();
  answer?.closest(".notice")?.scrollIntoView({ block: "nearest" });
});
