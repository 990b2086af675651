// The text of an editor that is not in the model is kept in the browser, among the drafts of other texts, even if the page is closed
// or the model changes.
import { drafts, forget, keep, timeOf } from "../js/drafts/store.js";

const revisionLine = /^-- Revision \d+\n/m;

/** Returns a text without its revision line, which changes with every change of the model. */
const content = (text) => text.replace(revisionLine, "");

/** The draft of a text that is kept elsewhere. */
export const none = { read: () => null, resume: () => null, keep: () => true, forget() {} };

export class Draft {
  constructor(area) {
    const scope = document.querySelector("[data-live-model]")?.dataset.liveModel ?? location.pathname;
    // All windows share the one text of an editor: without a visit, none is left to another window.
    this.place = { scope, field: `${area.form?.id} ${area.name}`, visit: "", title: area.labels?.[0]?.textContent.trim() ?? "CQL" };
  }

  /** Returns all drafts of the text: without its editor the text is kept by visit. */
  all() {
    return drafts().filter(({ scope, field }) => scope === this.place.scope && field === this.place.field);
  }

  read() {
    const [kept] = this.all();
    return kept ? { ...kept, base: kept.base ?? content(kept.seen ?? "") } : null;
  }

  /** Keeps a text that started from base, the text of a revision. Reports whether the browser had room for it. */
  keep(text, base, revision) {
    return keep({ ...this.place, text, base: content(base), revision, at: Date.now(), href: location.pathname + location.search });
  }

  forget() {
    this.all().forEach(forget);
  }

  /** Returns the kept text, when it was typed and whether the model has changed since, given the text of the model; or null. */
  resume(served) {
    const kept = this.read();
    if (!kept) return null;
    if (content(kept.text) === content(served)) {
      this.forget();
      return null;
    }
    return { ...kept, time: timeOf(kept), changed: kept.base !== content(served) };
  }
}
