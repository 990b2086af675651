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

// [data-copy-picture=ADDRESS]: puts that picture on the clipboard, SVG as text. What the server says against it is shown.
async function picture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

async function copyPicture(address) {
  const type = "image/png";
  if (address.includes(".svg")) return navigator.clipboard.writeText(await (await picture(address)).text());
  // Safari wants the promise, not its value, or it forgets the click.
  return navigator.clipboard.write([new ClipboardItem({ [type]: picture(address).then((answer) => answer.blob()) })]);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-picture]");
  if (!button) return;
  if (!navigator.clipboard?.write) return toast("Browsers copy pictures only over HTTPS: download it instead");
  try {
    await copyPicture(button.dataset.copyPicture);
    toast("Copied");
  } catch (error) {
    toast(`Not copied: ${error.message}`);
  }
});
