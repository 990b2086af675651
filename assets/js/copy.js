// [data-copy="#element"]: copies the text of that element.
const readable = 60; // ms a letter

/** Shows a short message for a moment: as long as it takes to read it. */
export function toast(text) {
  const place = document.getElementById("toast");
  if (!place) return;
  place.textContent = text;
  setTimeout(() => place.textContent === text && place.replaceChildren(), Math.max(2500, readable * text.length));
}

/** Copies text, also over plain HTTP, where the page has no access to the clipboard. */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("the browser forbids it");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  const source = button && document.querySelector(button.dataset.copy);
  if (!source) return;
  try {
    await copyText(source.value ?? source.textContent);
    toast("Copied");
  } catch {
    getSelection().selectAllChildren(source);
    toast("Selected: copy it with Ctrl+C");
  }
});

// [data-copy-picture=ADDRESS]: copies that picture, SVG as text. An error of the server is shown.
async function picture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

async function copyPicture(address) {
  const type = "image/png";
  if (address.includes(".svg")) return copyText(await (await picture(address)).text());
  if (!navigator.clipboard?.write) throw new Error("browsers copy PNG only over HTTPS, so download it instead");
  // Safari needs the promise, not its value: by then the click no longer counts.
  return navigator.clipboard.write([new ClipboardItem({ [type]: picture(address).then((answer) => answer.blob()) })]);
}

// [data-copy-link=ADDRESS]: copies that address as an absolute one.
document.addEventListener("click", async ({ target }) => {
  const { copyPicture: address, copyLink: link } = target.closest("[data-copy-picture], [data-copy-link]")?.dataset ?? {};
  if (!address && !link) return;
  try {
    await (link ? copyText(new URL(link, document.baseURI).href) : copyPicture(address));
    toast("Copied");
  } catch (error) {
    toast(`Not copied: ${error.message}`);
  }
});
