// Comments on lines: a gutter with a link at each line that declares something of the model. The links go with the lines while
// the text is edited.
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";
import { make } from "./dom.js";

class Mark extends GutterMarker {
  constructor(line) {
    super();
    Object.assign(this, line);
  }

  eq(other) {
    return other.href === this.href && other.count === this.count && other.isNew === this.isNew && other.current === this.current;
  }

  toDOM() {
    const words = this.count > 0 ? `${this.count} open ${this.count === 1 ? "thread" : "threads"} of comments${this.isNew ? ", some new" : ""}` : "Comment on this line";
    const link = make("a", { href: this.href, title: words, tabIndex: -1, className: `line-mark${this.count > 0 ? " counted" : ""}${this.isNew ? " new" : ""}` });
    Object.assign(link.dataset, { count: this.count || "", thenFocus: this.box });
    link.setAttribute("aria-label", `${words}: ${this.text}`);
    if (this.current) link.setAttribute("aria-current", "true");
    return link;
  }
}

const declare = StateEffect.define();

const marks = StateField.define({
  create: () => RangeSet.empty,
  update(set, transaction) {
    const moved = set.map(transaction.changes);
    return transaction.effects.reduce((now, effect) => (effect.is(declare) ? effect.value : now), moved);
  },
});

const column = gutter({ class: "cm-comments", markers: (view) => view.state.field(marks) });

export const lines = [marks, column];

/** Reads what the lines of the model's text declare, and how many threads are on each. */
function read({ dataset, defaultValue }) {
  const counts = new Map([...document.querySelectorAll("#script-marks > i")].map(({ dataset: mark }) => [Number(mark.line), mark]));
  const texts = defaultValue.split("\n");
  const separator = dataset.lineHref.includes("?") ? "&" : "?";
  let element = "";
  return dataset.declared.split("\n").map((declared, index) => {
    const [own, part] = declared.split("\t");
    if (part === undefined) return null;
    element = own || element;
    const mark = counts.get(index + 1);
    return {
      href: `${dataset.lineHref}${separator}${new URLSearchParams({ select: element, line: part })}`, box: `comment-${element}-${part.replace(/\W/g, "-")}-text`, text: texts[index]?.trim() ?? "",
      count: Number(mark?.count ?? 0), isNew: Boolean(mark && "new" in mark), current: element === dataset.selected && part === dataset.line,
    };
  });
}

/** Marks the lines. The text of the editor must be that of the model. */
export function show(view, area) {
  const { doc } = view.state;
  const found = (area.dataset.declared === undefined ? [] : read(area)).slice(0, doc.lines)
    .flatMap((line, index) => (line ? [new Mark(line).range(doc.line(index + 1).from)] : []));
  view.dispatch({ effects: declare.of(RangeSet.of(found)) });
}

/** Marks lines anew, by their links, in a text that was edited. */
export function renew(view, area) {
  const fresh = new Map((area.dataset.declared === undefined ? [] : read(area)).filter(Boolean).map((line) => [line.href, line]));
  const ranges = [];
  view.state.field(marks).between(0, view.state.doc.length, (from, to, mark) => {
    const line = fresh.get(mark.href);
    if (line) ranges.push(new Mark(line).range(from));
  });
  view.dispatch({ effects: declare.of(RangeSet.of(ranges, true)) });
}

/** Returns the place of the current line, or null. */
export function current(view) {
  let at = null;
  view.state.field(marks).between(0, view.state.doc.length, (from, to, mark) => {
    if (mark.current && at === null) at = from;
  });
  return at;
}

/** Returns the address of the comments on the line of the cursor, or "". */
export function addressAt(view) {
  const { from, to } = view.state.doc.lineAt(view.state.selection.main.head);
  let address = "", box = "";
  view.state.field(marks).between(from, to, (at, end, mark) => {
    if (!address) ({ href: address, box } = mark);
  });
  return { address, box };
}
