// [data-tray]: queries that are not in the workflow. One that is dragged onto a step of the diagram is added to it, one that is
// dropped on free space gets a step of its own. Its form sends that as one save.
let dragged = ""; // the ID of the query

const boxOf = (target) => target.closest?.("#canvas > svg [data-box]");

/** Highlights the step under the pointer. */
function highlight(box) {
  for (const other of document.querySelectorAll("#canvas .drop")) if (other !== box) other.classList.remove("drop");
  box?.classList.add("drop");
}

document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-tray] [data-access]")?.dataset.access ?? "";
  if (dragged) event.dataTransfer.effectAllowed = "copy";
});

document.addEventListener("dragover", (event) => {
  if (!dragged || !event.target.closest?.("#canvas")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  highlight(boxOf(event.target));
});

document.addEventListener("drop", (event) => {
  const form = document.getElementById("tray-form");
  if (!dragged || !form || !window.htmx || !event.target.closest?.("#canvas") || event.target.closest("[data-tray]")) return;
  event.preventDefault();
  const button = document.getElementById("tray-place");
  Object.assign(button, { value: `workflow:${dragged}:${boxOf(event.target)?.dataset.box ?? "new"}`, disabled: false });
  form.requestSubmit(button);
  Object.assign(button, { value: "", disabled: true });
});

document.addEventListener("dragend", () => {
  dragged = "";
  highlight(null);
});
