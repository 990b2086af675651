// textarea[data-editor]: becomes an editor, whose code is fetched only where there is one. Without it the textarea does.
const editors = new Map(); // textarea → its editor

async function openAll() {
  for (const [area, editor] of editors) {
    if (area.isConnected) queueMicrotask(() => editor.follow()); // behind what a morph still has to do
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

// What an editor holds is saved by the button "apply" of its form.
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

// On the page an editor has the lines that are seen; on paper a listing stands for it with all of them.
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

// [data-offset]: leads to a place in the text of the editor on the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-offset]");
  const editor = [...editors.values()][0];
  if (!link || !editor) return;
  event.preventDefault();
  editor.show(Number(link.dataset.offset));
});
