import { submitted } from "../submit.js";

// Edits that start on the canvas: they are sent through its own hidden form, which has what the page shows.
export const editForm = (view) => view.canvas.querySelector("form[data-canvas-edit]");

/** The diagram that the canvas edits: er, workflow, logical or physical, or "" if it cannot be edited. */
export const diagramOf = (view) => editForm(view)?.dataset.canvasEdit ?? "";

/** Sends fields, as [name, value], and resolves to the server's problem with them, or "". */
export const sendEdit = async (view, fields) => await send(editForm(view), fields) ? "" : problem();

/** The hidden form of comments on a place, if there can be any. */
export const commentForm = (view) => view.canvas.querySelector("#canvas-comment");

/** The same for a comment. */
export const sendComment = async (view, fields) =>
  await send(commentForm(view), fields) ? "" : document.querySelector(".comment-box .error, .comment-box + .error")?.textContent || "Not saved: comment on the box instead.";

function send(form, fields) {
  // They are not of type hidden: save.js refreshes those when a save had to wait.
  const added = fields.map(([name, value]) => Object.assign(document.createElement("input"), { name, value, hidden: true }));
  return submitted(() => {
    form.append(...added);
    form.requestSubmit();
    for (const field of added) field.remove();
  });
}

const problem = () => (document.getElementById("canvas-problem")?.textContent || document.getElementById("saved")?.textContent || "Not saved").trim();
