package feature

import (
	"strings"

	"widerow/web"
)

// NarrowLines highlights the lines of a statement for a narrow column: its clauses are not
// indented.
func NarrowLines(statement string) [][]web.Span {
	lines := strings.Split(strings.TrimSpace(statement), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(strings.TrimPrefix(line, "    "), "    ", "  ", 1)
	}
	return Highlighted(strings.Join(lines, "\n"))
}

// NarrowCode is narrowLines as one text.
func NarrowCode(statement string) []web.Span {
	var spans []web.Span
	for i, line := range NarrowLines(statement) {
		if i > 0 {
			spans = append(spans, web.Span{Text: "\n"})
		}
		spans = append(spans, line...)
	}
	return spans
}
