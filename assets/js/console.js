// The console: the cursor and the selection choose the statement to run, and stay where they are. What was typed stays with
// the tab of the browser.

const kept = () => `console:${location.pathname}`;

/** Puts the text, the cursor and the selection where they were. The editor takes them over. */
function restore(text) {
  const { at, selection } = text.form.elements;
  if (!text.value) {
    try {
      text.value = sessionStorage.getItem(kept()) ?? "";
    } catch {
      // no storage: nothing was kept
    }
  }
  if (at.value === "") return;
  text.setSelectionRange(Number(at.value), Number(at.value) + selection.value.length);
  if (!document.querySelector("[autofocus]")) text.focus({ preventScroll: true });
}

/** Scrolls to an answer whose first facts are below the window. */
function showAnswer() {
  const answer = [...document.getElementById("console-answer").children].find((part) => !part.hidden);
  const fact = answer && (answer.querySelector("#console-sum, #console-confirm, #console-sure") ?? answer);
  if (fact?.getBoundingClientRect().bottom > innerHeight - 80) answer.scrollIntoView();
}

// Cancel is there while a form waits for its answer, and sends the form again as one that cancels.
let sent;
document.addEventListener("submit", (event) => {
  const bar = document.getElementById("console-running");
  const { target, submitter } = event;
  const asks = bar && target.elements.run && !submitter?.formTarget && !submitter?.hasAttribute("hx-post") &&
    !["csv", "json", "cql"].includes(submitter?.value);
  if (!asks || sent) return;
  sent = target;
  bar.hidden = false;
  if (bar.getBoundingClientRect().top > innerHeight || bar.getBoundingClientRect().top < 0) bar.scrollIntoView({ block: "center" });
});
document.addEventListener("click", (event) => {
  if (event.target.id !== "console-cancel" || !sent) return; // or the answer is here
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: "cancel" });
  sent.append(field);
  HTMLFormElement.prototype.submit.call(sent); // without checks of its fields
  field.remove();
});
addEventListener("pageshow", () => {
  sent = undefined;
  const bar = document.getElementById("console-running");
  if (bar) bar.hidden = true;
});

addEventListener("pagehide", () => {
  const text = document.getElementById("console-text");
  if (!text) return;
  try {
    sessionStorage.setItem(kept(), text.value);
  } catch {
    // no storage: the text goes with the page
  }
});

// A text that is neither saved as a script nor from an address is replaced on demand only.
let saved; // the text that nobody loses
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response?.status < 400 && ctx.sourceElement?.id?.startsWith("console-save-")) saved = open.value;
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#console-scripts a[href], #console-history a[href]");
  if (!link || !open || link.dataset.sure || !open.value.trim() || open.value === saved) return;
  event.preventDefault();
  document.getElementById("console-unsaved")?.remove();
  const question = Object.assign(document.createElement("p"), {
    id: "console-unsaved", className: "hint", textContent: "The text above is not saved as a script. ",
  });
  question.setAttribute("role", "alert");
  const sure = Object.assign(document.createElement("a"), { href: link.href, textContent: "Replace it" });
  Object.assign(sure.dataset, { sure: "yes", links: "off" });
  question.append(sure);
  link.closest("li").append(question);
  sure.focus();
});

let open;
function arrived() {
  const text = document.getElementById("console-text");
  if (!text || text === open) return;
  open = text;
  const address = new URLSearchParams(location.search);
  saved = address.has("text") || address.has("query") || document.querySelector("#console-scripts[data-saved]") ? text.value : undefined;
  const { form } = text;
  form.addEventListener("submit", () => {
    form.elements.at.value = text.selectionStart;
    form.elements.selection.value = text.value.slice(text.selectionStart, text.selectionEnd);
  });
  form.addEventListener("keydown", (event) => {
    const runs = event.key === "Enter" && !event.isComposing && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!runs || event.defaultPrevented) return;
    event.preventDefault();
    form.requestSubmit(document.getElementById("console-run"));
  });
  restore(text);
  showAnswer();
}
document.addEventListener("widerow:editing", ({ target }) => target === open && showAnswer()); // the editor has another height
document.addEventListener("htmx:after:swap", arrived);
arrived();
