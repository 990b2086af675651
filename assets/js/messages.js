// Messages that scripts show in #messages, with buttons. A morph leaves them alone.

/** Makes a button that first removes its message. */
export function answerButton(text, withdraw, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small";
  made.textContent = text;
  made.addEventListener("click", () => {
    withdraw();
    act?.();
  });
  return made;
}

/** Shows a message and returns its element. */
export function showMessage(level, ...content) {
  const notice = document.createElement("div");
  notice.className = `notice ${level}`;
  notice.append(...content);
  document.getElementById("messages")?.append(notice);
  return notice;
}

export function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** Shows a problem until it is closed. */
export function showProblemMessage(text) {
  const notice = showMessage("bad", paragraph(text));
  notice.append(answerButton("Close", () => notice.remove()));
}
