// Removing elements from the canvas. What others use is removed after a question, as in the details.
import { sendEdit } from "./edit.js";
import { announce } from "./layer.js";
import { answerButton, paragraph, showMessage, showProblemMessage } from "../messages.js";

/** Removes the elements with these ids. A problem or a question is shown in a message. */
export async function removeElements(view, ids) {
  const problem = await sendEdit(view, [["do", `remove:${ids.join(":")}`]]);
  const question = document.getElementById("canvas-removal");
  if (problem) showProblemMessage(problem);
  else if (question) ask(view, question);
  else removed(view);
}

function removed(view) {
  announce(view, "Removed");
  view.canvas.focus({ preventScroll: true });
}

/** Asks before elements are removed that others use. The answer goes with the next message of the page. */
function ask(view, { dataset, children }) {
  const title = document.createElement("strong"), list = document.createElement("ul"), heading = paragraph("");
  title.textContent = `Remove ${dataset.title}?`;
  heading.append(title);
  list.append(...[...children].map((effect) => effect.cloneNode(true)));
  const notice = showMessage("warn", heading, list), close = () => notice.remove();
  notice.classList.add("removal");
  const yes = answerButton("Remove", close, async () => {
    const problem = await sendEdit(view, [["do", dataset.do]]);
    if (problem) showProblemMessage(problem);
    else removed(view);
  });
  yes.classList.add("danger");
  notice.append(yes, answerButton("Cancel", close, () => view.canvas.focus({ preventScroll: true })));
  notice.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation(); // the marks stay
    notice.querySelector("button:last-of-type").click();
  });
  yes.focus();
}
