// Turns a textarea[data-editor] into an editor. The form still sends the textarea; the editor writes into it.
import "./style.js";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from "@codemirror/view";
import * as assist from "./assist.js";
import { make } from "./dom.js";
import { Draft, none } from "./draft.js";
import { language } from "./language.js";
import * as problems from "./problems.js";
import * as lines from "./lines.js";
import { giving } from "./server.js";
import { theme } from "./theme.js";

/** Labels of CodeMirror, in the style of the page. */
const phrases = { next: "Next", previous: "Previous", all: "All", "match case": "Case", regexp: "Pattern", "by word": "Word", replace: "Replace", "replace all": "Replace all" };
const pause = 150; // ms without a key before the textarea gets the text and the diagram its subject
const served = Annotation.define(); // marks a change that came from the server
const editors = new WeakMap(); // textarea → Editor

class Editor {
  constructor(area) {
    this.area = area;
    this.address = area.dataset.assist;
    giving(this.address, () => ({ keyspace: area.form?.elements.keyspace?.value ?? "" }));
    this.runs = document.getElementById(area.dataset.runs ?? "");
    this.draft = this.runs ? none : new Draft(area); // console.js keeps the text of the console
    this.served = area.defaultValue;
    this.base = this.served;
    this.began = this.field?.value;
    const focused = document.activeElement === area;
    this.build();
    if (focused) this.view.focus();
    if (this.runs && this.text) assist.reportSubject(this.view, this.address);
    this.declared = area.dataset.declared !== undefined;
    if (this.declared && this.text === this.served) lines.show(this.view, area);
    this.resume();
    if (!area.dataset.line) this.select(area.dataset.selected);
    if (this.declared) this.showLine();
  }

  get revision() {
    return Number(document.getElementById("saved")?.dataset.revision ?? 0);
  }

  /** Tells the form which revision the text is based on. */
  get field() {
    return this.area.form?.elements.revision;
  }

  begin(revision) {
    this.began = revision;
    if (this.field) this.field.value = revision;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  build() {
    this.status = make("output", { className: "status", textContent: "Not checked yet" });
    this.problems = make("ol", { className: "problems", hidden: true });
    this.problems.setAttribute("aria-label", "Problems");
    this.notice = make("div", { className: "notice warn", hidden: true });
    const comment = this.area.dataset.declared === undefined ? [] : [this.button("Comment", "Ctrl+Alt+M", () => this.comment())];
    this.bar = make("div", { className: "bar" }, this.status, this.button("Format", "Shift+Alt+F", () => assist.format(this.view, this.address)),
      this.button("Find", "Ctrl+F", () => openSearchPanel(this.view)), ...comment, make("span", { className: "way-out", textContent: "Esc leaves the editor" }));
    this.host = document.getElementById(`${this.area.id}-editor`);
    this.view = new EditorView({ state: this.start() });
    this.host.replaceChildren(make("div", { className: "frame" }, this.view.dom, this.bar), this.problems);
    this.host.addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && event.stopPropagation());
    this.area.addEventListener("input", () => this.area.value !== this.text && this.take());
    this.area.form?.addEventListener("submit", () => this.send(), { capture: true });
    window.addEventListener("pagehide", () => this.write(), { capture: true });
  }

  button(label, key, act) {
    const button = make("button", { type: "button", className: "button quiet small", textContent: label, title: `${label} (${key})` });
    button.addEventListener("click", act);
    return button;
  }

  start() {
    const { area, address } = this;
    return EditorState.create({
      doc: area.value,
      selection: this.runs ? { anchor: area.selectionStart, head: area.selectionEnd } : undefined,
      extensions: [
        ...(area.dataset.declared === undefined ? [] : lines.lines), lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), bracketMatching(),
        highlightSelectionMatches({ minSelectionLength: 2 }), search({ top: true }), indentUnit.of("    "), EditorState.tabSize.of(4),
        EditorState.readOnly.of(area.readOnly), placeholder(area.placeholder), EditorView.lineWrapping, EditorState.phrases.of(phrases), theme, language,
        problems.check(address, (answer) => this.compare(answer.revision)), problems.list(this.status, this.problems), assist.assist(address),
        EditorView.contentAttributes.of({ "aria-label": `${area.labels?.[0]?.textContent ?? "CQL"}. Escape leaves the editor.`, spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
        EditorView.domEventHandlers({ blur: () => { this.write(); this.left(); } }),
        EditorView.updateListener.of((update) => this.updated(update)),
        keymap.of([
          { key: "Mod-Enter", run: () => this.run() },
          ...assist.keys(address), ...problems.keys, ...searchKeymap, ...historyKeymap, { key: "Tab", run: indentMore, shift: indentLess }, ...defaultKeymap,
          { key: "Mod-z", run: (view) => undo(view) || true, shift: (view) => redo(view) || true },
          { key: "Mod-Alt-m", run: () => this.comment() },
          { key: "Escape", run: () => this.leave() },
        ]),
      ],
    });
  }

  /** Sends the statement at the cursor. Reports whether the text is one that runs. */
  run() {
    if (this.runs) this.area.form.requestSubmit(this.runs);
    return Boolean(this.runs);
  }

  /** Gives the form the text, and the cursor or the selection in it. */
  send() {
    this.write();
    const { from, to } = this.view.state.selection.main;
    this.area.setSelectionRange(from, to);
  }

  /** Opens the comments on the line of the cursor. Reports whether there can be any. */
  comment() {
    const { address, box } = this.declared ? lines.addressAt(this.view) : { address: "" };
    if (!address) return false;
    const link = make("a", { href: address, hidden: true });
    link.dataset.thenFocus = box;
    this.host.append(link);
    link.click();
    link.remove();
    return true;
  }

  /** Brings the line whose comments are shown into view. */
  showLine() {
    const { selected = "", line = "" } = this.area.dataset, chosen = line && `${selected} ${line}`;
    const at = chosen && chosen !== this.chosen ? lines.current(this.view) : null;
    this.chosen = chosen;
    if (at !== null) this.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
  }

  /** Moves the focus to the element after the text, for users without a mouse. */
  leave() {
    this.bar.querySelector("button").focus();
    return true;
  }

  updated(update) {
    if (update.docChanged) this.changed(update);
    if (!update.selectionSet) return;
    clearTimeout(this.asking);
    if (document.querySelector(".canvas[data-follow]")?.clientWidth > 0) this.asking = setTimeout(() => assist.reportSubject(this.view, this.address), pause);
  }

  changed(update) {
    if (update.transactions.some((one) => one.annotation(served))) return;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), pause);
  }

  /** Writes the text to the textarea, for the form and other scripts, and keeps it as a draft. */
  write() {
    clearTimeout(this.writing);
    if (this.area.value === this.text) return;
    this.area.value = this.text;
    this.keep();
    if (this.area.isConnected) this.area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Takes over a text that another script put into the form. */
  take() {
    this.view.dispatch({ changes: assist.change(this.text, this.area.value) });
    this.keep();
  }

  keep() {
    if (this.text === this.served) this.draft.forget();
    else if (!this.draft.keep(this.text, this.base, this.began)) this.say("This text is too large to be kept in the browser: do not leave the page before it is applied.");
  }

  /** Restores a draft, unless the page has a text of its own. */
  resume() {
    if (this.area.dataset.source === "form") {
      this.base = this.served = this.draft.read()?.base ?? "";
      this.keep();
      return;
    }
    if (this.text !== this.served) { // the user has typed before the editor opened
      this.keep();
      return;
    }
    const kept = this.draft.resume(this.served);
    if (!kept) return;
    this.replace(kept.text);
    this.base = kept.base;
    this.begin(kept.revision ?? this.began);
    if (kept.changed) this.warn();
    else this.say(`Draft from ${kept.time}: your text is not in the model yet.`);
  }

  replace(text) {
    this.view.dispatch({ changes: assist.change(this.text, text), annotations: served.of(true) });
    this.area.value = this.text;
  }

  /** Someone else may have changed the model while this text was written. */
  compare(revision) {
    if (revision > this.revision && this.text !== this.served) this.warn();
  }

  warn() {
    this.say("The model has changed since you began this text. Your text is kept as it is; a preview shows what it would change now.");
  }

  say(text) {
    if (this.area.dataset.scratch !== undefined) return; // a text that belongs to no model
    const drop = this.button("Take the model’s text", "throws your text away", () => this.drop());
    drop.classList.remove("quiet");
    this.notice.replaceChildren(make("p", { textContent: text }), drop);
    this.place();
    this.notice.hidden = false;
  }

  /** Adds the notice to those of the page. */
  place() {
    const messages = document.getElementById("messages");
    if (messages && this.notice.parentElement !== messages) messages.append(this.notice);
  }

  drop() {
    this.draft.forget();
    this.notice.hidden = true;
    if (this.area.dataset.source === "form") {
      location.reload(); // the page has the text that was typed
      return;
    }
    this.base = this.served;
    this.replace(this.served);
    if (this.declared) lines.show(this.view, this.area);
  }

  /** The server has saved this text; the next page has it as the text of the model. */
  applied(text) {
    this.saved = text;
  }

  /** A morph has updated the page around the editor. */
  follow() {
    this.followText();
    if (!this.declared) return;
    if (!this.newer && this.text === this.served && this.area.dataset.declared !== undefined) lines.show(this.view, this.area);
    else lines.renew(this.view, this.area);
    this.showLine();
  }

  followText() {
    if (!this.notice.hidden) this.place();
    if (!this.area.dataset.line) this.select(this.area.dataset.selected);
    const { saved, began } = this;
    this.saved = undefined;
    this.began = this.field?.value;
    if (this.area.dataset.source === "form") return;
    const fresh = this.area.defaultValue;
    if (fresh === this.served && saved === undefined) {
      this.begin(began);
      return;
    }
    const untouched = this.text === (saved ?? this.served);
    if (untouched && saved === undefined && this.view.hasFocus) {
      if (this.newer?.text !== fresh) this.newer = { text: fresh, revision: this.began };
      this.begin(began);
      return this.warn();
    }
    this.newer = null;
    this.served = fresh;
    if (saved !== undefined) this.base = fresh;
    if (untouched) this.drop();
    else if (saved !== undefined) this.keep();
    else {
      this.begin(began);
      this.warn();
    }
  }

  /** Takes over the text of the model that came while the editor had the focus, unless something was typed. */
  left() {
    const { newer } = this;
    if (!newer || document.activeElement === this.view.contentDOM) return; // the window has lost the focus
    this.newer = null;
    const untouched = this.text === this.served;
    this.served = newer.text;
    if (!untouched) return;
    this.begin(newer.revision);
    this.drop();
  }

  show(offset) {
    const at = Math.min(offset, this.view.state.doc.length);
    problems.show(this.view, { from: at, to: at });
  }

  /** Goes to an element that was selected in the outline or in the diagram. */
  select(element) {
    if (element && element !== this.selected) assist.reveal(this.view, this.address, element);
    this.selected = element;
  }

  close() {
    this.write();
    this.notice.remove();
    this.view.destroy();
  }
}

/** Opens an editor for a textarea, once. */
export function open(area) {
  if (!editors.has(area)) editors.set(area, new Editor(area));
  return editors.get(area);
}
