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

function word(text) {
  const upper = text.toUpperCase();
  if (upper === "TRUE" || upper === "FALSE" || upper === "NULL") return "atom";
  if (upper === "SET" || types.has(upper)) return "typeName";
  if (reserved.has(upper) || (text === upper && unreserved.has(upper))) return "keyword";
  return "name";
}

const cql = StreamLanguage.define({
  name: "cql",
  startState: () => ({ open: null }),
  copyState: ({ open }) => ({ open }),
  token(stream, state) {
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
    if (stream.match(/^[a-z]\w*/i)) return word(stream.current());
    stream.next();
    return "punctuation";
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
