// Messages of scripts, with buttons, in #told: no morph touches them.

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
export function tell(level, ...content) {
  const notice = document.createElement("div");
  notice.className = `notice ${level}`;
  notice.append(...content);
  document.getElementById("told")?.append(notice);
  return notice;
}

export function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** Shows a problem until it is closed. */
export function tellProblem(text) {
  const notice = tell("bad", paragraph(text));
  notice.append(answerButton("Close", () => notice.remove()));
}
