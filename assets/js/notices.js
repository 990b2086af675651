// [data-notice=MODEL]: a notice that was put away by its [data-dismiss] stays so in this window, for that model.
const key = ({ dataset, firstElementChild }) => `away:${dataset.notice}:${firstElementChild.textContent.trim()}`;

function hide() {
  for (const notice of document.querySelectorAll("[data-notice]")) {
    try {
      notice.hidden = sessionStorage.getItem(key(notice)) !== null;
    } catch { /* it is shown again with each page */ }
  }
}

document.addEventListener("click", ({ target }) => {
  const notice = target.closest("[data-dismiss]")?.closest("[data-notice]");
  if (!notice) return;
  notice.hidden = true;
  try {
    sessionStorage.setItem(key(notice), "");
  } catch { /* as above */ }
});
document.addEventListener("htmx:after:swap", hide);
hide();
