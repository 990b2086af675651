// form[data-display]: each change of the form opens the address of the new view.
import { follow } from "./actions.js";

const addressOf = (form) => {
  const url = new URL(form.action, document.baseURI);
  for (const [name, value] of new FormData(form)) if (value !== "") url.searchParams.append(name, value);
  return url;
};

const open = (form) => follow(addressOf(form));

document.addEventListener("change", ({ target }) => target.form?.matches("[data-display]") && open(target.form));
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-display]") || !window.htmx) return;
  event.preventDefault();
  open(event.target);
});
