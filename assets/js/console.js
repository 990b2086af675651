// The console: the cursor and the selection choose the statement to run, and stay where they are. What was typed stays with
// the tab of the browser.

const text = document.getElementById("console-text");
const kept = `console:${location.pathname}`;

/** Puts the cursor and the selection where they were. */
function restore({ at, selection }) {
  if (!text.value) {
    try {
      text.value = sessionStorage.getItem(kept) ?? "";
    } catch {
      // no storage: nothing was kept
    }
  }
  if (at.value === "") return;
  text.setSelectionRange(Number(at.value), Number(at.value) + selection.value.length);
  if (!document.querySelector("[autofocus]")) text.focus({ preventScroll: true });
}

/** Scrolls to an answer that begins near the end of the window or after it. */
function showAnswer() {
  const answer = document.getElementById("console-answer").firstElementChild;
  if (answer?.getBoundingClientRect().top > innerHeight * 0.7) answer.scrollIntoView();
}

/** Shows Cancel while a form waits for its answer, and sends the form again as one that cancels. */
function offerCancel() {
  const bar = document.getElementById("console-running");
  const cancel = document.getElementById("console-cancel");
  if (!cancel) return;
  let sent;
  document.addEventListener("submit", (event) => {
    const asks = event.target.elements.run && !event.submitter?.formTarget && !["csv", "json", "cql"].includes(event.submitter?.value);
    if (!asks || sent) return;
    sent = event.target;
    bar.hidden = false;
    if (bar.getBoundingClientRect().top > innerHeight || bar.getBoundingClientRect().top < 0) bar.scrollIntoView({ block: "center" });
  });
  cancel.addEventListener("click", () => {
    if (!sent) return; // the answer is here
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: "cancel" });
    sent.append(field);
    HTMLFormElement.prototype.submit.call(sent); // without checks of its fields
    field.remove();
  });
  addEventListener("pageshow", () => {
    sent = undefined;
    bar.hidden = true;
  });
}

offerCancel();
if (text) {
  const { form } = text;
  form.addEventListener("submit", () => {
    form.elements.at.value = text.selectionStart;
    form.elements.selection.value = text.value.slice(text.selectionStart, text.selectionEnd);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    form.requestSubmit(document.getElementById("console-run"));
  });
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(kept, text.value);
    } catch {
      // no storage: the text goes with the page
    }
  });
  restore(form.elements);
  showAnswer();
}
