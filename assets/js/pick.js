// While the attributes of a query are picked (#pick-form), a click on a concept of the diagram or the outline picks it instead of
// selecting it, and Escape ends. The form sends each click as one save.
const form = () => document.getElementById("pick-form");

/** Returns the ID of the concept that a link of the diagram or the outline leads to, or "". */
function conceptOf(link) {
  if (!link?.closest("#canvas > svg, #outline-list")) return "";
  const address = new URL(link.getAttribute("href"), document.baseURI);
  return address.pathname === location.pathname ? (address.searchParams.get("select") ?? "") : "";
}

document.addEventListener("click", (event) => {
  if (!form() || !window.htmx || event.button !== 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const concept = conceptOf(event.target.closest("a[href]"));
  if (!concept) return;
  event.preventDefault();
  const button = document.getElementById("pick-concept"), { value, disabled } = button;
  Object.assign(button, { value: `pick:${form().dataset.pickForm}:${concept}`, disabled: false });
  form().requestSubmit(button);
  Object.assign(button, { value, disabled });
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !form()) return;
  if (document.activeElement?.matches("input:not([type=radio]), select, textarea, :popover-open *, dialog *")) return;
  const control = document.querySelector(`[data-pick-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (control) {
    control.click();
    return event.preventDefault();
  }
  if (event.key !== "Escape") return;
  document.getElementById("pick-done").click();
  event.preventDefault();
});
