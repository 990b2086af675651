// form[data-display]: each change leads to the address of what is asked for; display.css has where the form stands.
const addressOf = (form) => {
  const url = new URL(form.action, document.baseURI);
  for (const [name, value] of new FormData(form)) if (value !== "") url.searchParams.append(name, value);
  return url;
};

/** Follows an address as if a link in the form led there: links.js fetches it. */
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
