// textarea[data-editor]: becomes a CQL editor. Its code is loaded only on pages with one; until then the textarea works.
const editors = new Map(); // textarea → its editor

async function openAll() {
  for (const [area, editor] of editors) {
    if (area.isConnected) queueMicrotask(() => editor.follow()); // after the morph has finished
    else {
      editor.close();
      editors.delete(area);
    }
  }
  for (const area of document.querySelectorAll("textarea[data-editor]")) {
    if (editors.has(area)) continue;
    const { open } = await import(area.dataset.editor);
    if (!area.isConnected || editors.has(area)) continue;
    editors.set(area, open(area));
    area.dispatchEvent(new Event("widerow:editing", { bubbles: true }));
  }
}
document.addEventListener("htmx:after:swap", openAll);
openAll();

// The button "apply" of its form saves the text of an editor.
const sent = new WeakMap(); // request → editor and the text that it saves
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  for (const [area, editor] of editors) {
    if (ctx.request.form === area.form && ctx.request.body?.get?.("do") === "apply") sent.set(ctx, { editor, text: editor.text });
  }
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { editor, text } = sent.get(ctx) ?? {};
  if (editor && ctx.response.status < 400) editor.applied(text);
});

// An editor has only its visible lines in the page; for printing, a listing of all lines replaces it.
function listing(text) {
  const list = document.createElement("pre"), code = document.createElement("code");
  list.className = "cql listing";
  for (const content of text.trimEnd().split("\n")) {
    const line = document.createElement("span");
    line.className = "line";
    line.textContent = content + "\n";
    code.append(line);
  }
  list.append(code);
  return list;
}
const takeListings = () => document.querySelectorAll("pre.listing").forEach((list) => list.remove());
addEventListener("beforeprint", () => {
  takeListings();
  for (const [area, editor] of editors) area.before(listing(editor.text));
});
addEventListener("afterprint", takeListings);

// [data-offset]: goes to an offset in the text of the editor.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-offset]");
  const editor = [...editors.values()][0];
  if (!link || !editor) return;
  event.preventDefault();
  editor.show(Number(link.dataset.offset));
});
