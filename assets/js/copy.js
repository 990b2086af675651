// [data-copy="#element"]: puts that element's text on the clipboard.
function toast(text) {
  const place = document.getElementById("toast");
  if (!place) return;
  place.textContent = text;
  setTimeout(() => place.textContent === text && place.replaceChildren(), 2500);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  const source = button && document.querySelector(button.dataset.copy);
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    toast("Copied");
  } catch {
    getSelection().selectAllChildren(source);
    toast("Selected: copy it with Ctrl+C");
  }
});
