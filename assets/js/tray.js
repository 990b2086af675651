// [data-tray]: queries that are not in the workflow. One that is dragged onto a step of the diagram is added to it, one that is
// dropped on free space gets a step of its own. The menu key or the right button lets the step be chosen by name instead. The
// tray's form sends that as one save.
import { choose } from "./chooser.js";

let dragged = ""; // the ID of the query

const boxOf = (target) => target.closest?.("#canvas > svg [data-box]:not(.memo, .area)");

/** Adds a query to a step, or to a new one. */
function place(access, step) {
  const form = document.getElementById("tray-form"), button = document.getElementById("tray-place");
  if (!form || !window.htmx) return;
  Object.assign(button, { value: `workflow:${access}:${step}`, disabled: false });
  form.requestSubmit(button);
  Object.assign(button, { value: "", disabled: true });
}

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
  if (!dragged || !event.target.closest?.("#canvas") || event.target.closest("[data-tray]")) return;
  event.preventDefault();
  place(dragged, boxOf(event.target)?.dataset.box ?? "new");
});

/** Lets the step of a query be chosen by its name. */
async function chooseStep(query) {
  const steps = [...document.querySelectorAll("#canvas > svg a[data-box]:not(.memo, .area)")].map((box) => ({
    words: box.querySelector("title").textContent.split(" · ")[0], kind: "step", value: box.dataset.box,
  }));
  const step = await choose(`Add ${query.textContent} to a step`, [{ words: "A step of its own", kind: "new step", value: "new" }, ...steps]);
  if (!step) return;
  document.addEventListener("htmx:before:settle", () => requestAnimationFrame(() => document.querySelector("#tray [data-access]")?.focus()), { once: true });
  place(query.dataset.access, step);
}

function menu(event) {
  const query = event.target.closest?.("[data-tray] [data-access]");
  if (!query || !window.htmx) return;
  event.preventDefault();
  chooseStep(query);
}
document.addEventListener("contextmenu", menu);
document.addEventListener("keydown", (event) => {
  if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) menu(event);
});

document.addEventListener("dragend", () => {
  dragged = "";
  highlight(null);
});
