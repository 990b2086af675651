// form[data-display]: each change of the form opens the address of the new view.
const addressOf = (form) => {
  const url = new URL(form.action, document.baseURI);
  for (const [name, value] of new FormData(form)) if (value !== "") url.searchParams.append(name, value);
  return url;
};

/** Opens the address by a click on a link, so that links.js fetches it. */
function follow(form) {
  const link = document.createElement("a");
  link.href = addressOf(form);
  link.hidden = true;
  form.append(link);
  link.click();
  link.remove();
}

document.addEventListener("change", ({ target }) => target.form?.matches("[data-display]") && follow(target.form));
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-display]") || !window.htmx) return;
  event.preventDefault();
  follow(event.target);
});
