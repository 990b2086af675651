// The editor in the colours of the page: it uses their tokens, so one theme serves light and dark.
import { EditorView } from "@codemirror/view";

const panel = { backgroundColor: "var(--panel)", color: "var(--ink)" };
const floating = { ...panel, border: "1px solid var(--line)", borderRadius: "var(--radius)", boxShadow: "0 4px 14px var(--shadow)" };
const squiggle = (colour) => ({ backgroundImage: "none", textDecoration: `underline wavy ${colour}`, textUnderlineOffset: "3px", textDecorationSkipInk: "none" });
const control = { font: "inherit", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--bg)", backgroundImage: "none", border: "1px solid var(--field-line)", borderRadius: "var(--radius)" };

export const theme = EditorView.theme({
  "&": { ...panel, height: "100%", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto", scrollbarWidth: "thin" },
  ".cm-content": { padding: "10px 0 40px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-placeholder": { color: "var(--dim)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--dim)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "4ch", padding: "0 6px 0 8px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 24%, transparent)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid color-mix(in srgb, var(--warn) 50%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--warn) 35%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)" },
  ".cm-lintRange-error": squiggle("var(--bad)"),
  ".cm-lintRange-warning": squiggle("var(--warn)"),
  ".cm-lintRange-info": squiggle("var(--dim)"),
  ".cm-lintRange-active": { backgroundColor: "var(--bad-soft)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
  ".cm-tooltip": { ...floating, maxWidth: "min(60ch, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete": { maxWidth: "min(640px, 94vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", gap: "12px", alignItems: "baseline", padding: "3px 10px", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--accent) !important" },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { marginLeft: "auto", fontStyle: "normal", fontFamily: "var(--ui)", fontSize: "12px", color: "var(--dim)" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 10px", fontSize: "13px", lineHeight: "1.45" },
  ".cm-tooltip-lint": { padding: "0" },
  ".cm-diagnostic": { padding: "7px 12px", borderLeft: "3px solid var(--dim)", whiteSpace: "pre-wrap", fontSize: "13px", lineHeight: "1.45" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic .hint, .cm-hover p": { margin: "3px 0 0", color: "var(--dim)" },
  ".cm-hover": { padding: "8px 12px", fontSize: "13px", lineHeight: "1.45" },
  ".cm-hover b": { fontFamily: "var(--mono)" },
  ".cm-panels": { ...panel, borderColor: "var(--line) !important" },
  ".cm-panel.cm-search": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "6px", padding: "8px 36px 8px 10px" },
  ".cm-panel.cm-search br": { flexBasis: "100%" },
  ".cm-panel.cm-search > *": { margin: "0" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "4px", fontSize: "12px", color: "var(--dim)", whiteSpace: "nowrap" },
  ".cm-panel.cm-search .cm-textfield": { ...control, flex: "1 1 14ch", width: "auto", maxWidth: "220px", minHeight: "0", padding: "3px 8px" },
  ".cm-panel.cm-search .cm-button": { ...control, backgroundColor: "var(--panel)", padding: "3px 8px", fontSize: "12px", cursor: "pointer" },
  ".cm-panel.cm-search [name=close]": { top: "6px", right: "10px", padding: "2px 8px", fontSize: "18px", color: "var(--dim)", cursor: "pointer" },
});
