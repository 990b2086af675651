// The highlighting of CQL 5.0. The server finds the errors.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { reserved, types, unreserved } from "./words.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/i;
const isoDuration = /^-?P(?=[\dT])(?:\d+W|(?:\d+[YMD])*(?:T(?:\d+[HMS])+)?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?![\w])/;
const duration = /^-?(?:\d+(?:mo|ms|us|µs|ns|[ywdhms]))+(?![\w])/i;
const number = /^-?(?:0x[0-9a-f]*|\d+(?:\.(?!\.)\d*)?(?:e[+-]?\d+)?|nan\b|infinity\b)/i;
const prompt = /^(?:[\w.]+@)?cqlsh(?::[\w"]+)?>/;

/** Tokens that may span lines, with their end. A doubled quote does not end a string. */
const closings = { comment: "*/", body: "$$", string: "'", name: '"' };
const classes = { comment: "comment", body: "string", string: "string", name: "name" };

function until(stream, state) {
  const end = closings[state.open];
  while (!stream.eol()) {
    if (!stream.match(end)) stream.next();
    else if (end.length > 1 || !stream.eat(end)) {
      const closed = state.open;
      state.open = null;
      return classes[closed];
    }
  }
  return classes[state.open];
}

function opens(stream) {
  if (stream.match("/*")) return "comment";
  if (stream.match("$$")) return "body";
  if (stream.eat("'")) return "string";
  return stream.eat('"') ? "name" : null;
}

/** Words that a type follows, and unreserved words that no type follows. */
const before = new Set(["AS", "TYPE", "RETURNS", "STYPE"]), never = new Set(["DISTINCT", "JSON"]);

/** Classifies a word. A type needs a place for a type, as in cql/syntax/highlight.go, since a column may be called date. */
function word(text, stream, state) {
  const upper = text.toUpperCase();
  const isType = (state.ready || state.depth > 0) && (upper === "SET" ? stream.match(/^\s*</, false) : types.has(upper));
  if (isType) return "typeName";
  if (upper === "TRUE" || upper === "FALSE" || upper === "NULL") return "atom";
  if (upper === "SET" || reserved.has(upper) || (text === upper && unreserved.has(upper))) return "keyword";
  return "name";
}

/** Notes whether a type may follow a token. */
function follow(state, kind, text) {
  if (kind === "punctuation") {
    if (text === "<" && state.typed) state.depth++;
    else if (text === ">") state.depth = Math.max(0, state.depth - 1);
    else if (text === ";") state.depth = 0;
  }
  const upper = text.toUpperCase();
  state.typed = kind === "typeName";
  state.ready = before.has(upper) || (kind === "name" && !never.has(upper));
}

/** Reads a token. */
function piece(stream, state) {
  if (state.open) return until(stream, state);
  if (stream.sol() && stream.match(prompt)) return "comment";
  if (stream.eatSpace()) return null;
  if (stream.match("--") || stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  state.open = opens(stream);
  if (state.open) return until(stream, state);
  if (stream.match(uuid) || stream.match(isoDuration) || stream.match(duration) || stream.match(number)) return "number";
  if (stream.match(/^[a-z]\w*/i)) return word(stream.current(), stream, state);
  stream.next();
  return "punctuation";
}

const cql = StreamLanguage.define({
  name: "cql",
  startState: () => ({ open: null, ready: false, typed: false, depth: 0 }),
  token(stream, state) {
    const kind = piece(stream, state);
    if (kind && kind !== "comment") follow(state, kind, stream.current());
    return kind;
  },
  languageData: {
    commentTokens: { line: "--", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", "'", '"', "$$"] },
    wordChars: "_",
  },
});

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.typeName, color: "var(--static)" },
  { tag: tags.string, color: "var(--ok)" },
  { tag: [tags.number, tags.atom], color: "var(--warn)" },
  { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
  { tag: tags.punctuation, color: "var(--dim)" },
]);

export const language = [cql, syntaxHighlighting(style)];
