// [data-drop-files]: a form that takes the files dropped on it, and is sent at once when it has some.
const formAt = (event) => event.target.closest?.("[data-drop-files]");
const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

function mark(form) {
  for (const other of document.querySelectorAll("[data-drop-files]")) other.classList.toggle("over", other === form);
}

document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  const form = formAt(event);
  mark(form);
  if (form) event.preventDefault();
});
document.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(null));
document.addEventListener("drop", (event) => {
  const form = formAt(event);
  mark(null);
  if (!form || !hasFiles(event)) return;
  event.preventDefault();
  form.querySelector("input[type=file]").files = event.dataTransfer.files;
  form.requestSubmit();
});
document.addEventListener("change", (event) => {
  if (formAt(event) && event.target.matches("input[type=file]") && event.target.files.length > 0) event.target.form.requestSubmit();
});
