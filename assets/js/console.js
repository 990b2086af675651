// The console sends the place of the cursor and the selection with its form: they choose the statement to run.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const text = form.dataset.cursor && document.getElementById(form.dataset.cursor);
  if (!text) return;
  form.elements.at.value = text.selectionStart;
  form.elements.selection.value = text.value.slice(text.selectionStart, text.selectionEnd);
});
