// The text of an editor that is not in the model is kept in the browser, even if the page is closed or the model changes.
const revisionLine = /^-- Revision \d+\n/m;

/** Returns a text without its revision line, which changes with every change of the model. */
const content = (text) => text.replace(revisionLine, "");

export class Draft {
  constructor(key) {
    this.key = `script:${key}`;
  }

  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      return typeof kept?.text === "string" ? kept : null;
    } catch {
      return null;
    }
  }

  /** Keeps a text that started from base, the text of a revision. Reports whether the browser had room for it. */
  keep(text, base, revision) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ text, base: content(base), revision }));
      return true;
    } catch {
      return false;
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch { /* was never kept */ }
  }

  /** Returns the kept text and whether the model has changed since, given the text of the model; or null. */
  resume(served) {
    const kept = this.read();
    if (!kept) return null;
    if (content(kept.text) === content(served)) {
      this.forget();
      return null;
    }
    return { ...kept, changed: kept.base !== content(served) };
  }
}
