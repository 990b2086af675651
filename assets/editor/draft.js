// What is in an editor and not in the model is kept in this browser, whatever happens to the page or to the model.
const revisionLine = /^-- Revision \d+\n/m;

/** What a text says beside its revision, which changes with every change of the model. */
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

  /** Keeps a text that began as base, which was the model's of a revision; false where the browser has no room for it. */
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

  /** The text to go on with, given the model's: as it was, with whether the model has changed since; or null. */
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
