package cli

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"widerow/cql"
	"widerow/cql/check"
)

// text is the report for a terminal: each finding as a compiler would write
// it, with the line of the source and a caret below the place.
//
//	shop.cql:3:14: error: Unknown type shop.adress [cql/invalid]
//	  shipping adress,
//	           ^
func (r report) text(source *source) []byte {
	var out bytes.Buffer
	lines := strings.Split(string(source.text), "\n")
	for _, finding := range r.Findings {
		fmt.Fprintf(&out, "%s: %s: %s [%s]\n", visible(placeOf(finding)), finding.Severity, visible(finding.Message), finding.Code)
		if 0 < finding.Line && finding.Line <= len(lines) {
			writeExcerpt(&out, lines[finding.Line-1], finding.Column)
		}
	}
	fmt.Fprintf(&out, "%s: %s, %s, %s\n", source.name, counted(r.Statements, "statement"),
		counted(r.count(cql.Error), "error"), counted(r.count(cql.Warning), "warning"))
	return out.Bytes()
}

// placeOf is file:line:column, or the file and the element where there is none.
func placeOf(f check.Finding) string {
	switch {
	case f.Line > 0:
		return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	case f.Element != "":
		return f.File + ": " + f.Element
	}
	return f.File
}

// excerptWidth keeps a script that is one long line readable.
const excerptWidth = 100

func writeExcerpt(out *bytes.Buffer, line string, column int) {
	line = strings.TrimRight(line, "\r")
	characters := []rune(line)
	at := min(max(column-1, 0), len(characters))
	start := max(0, at-excerptWidth*2/3)
	end := min(len(characters), start+excerptWidth)
	shown, before := string(characters[start:end]), string(characters[start:at])
	indent := len(shown) - len(strings.TrimLeft(shown, " \t"))
	if indent <= len(before) {
		shown, before = shown[indent:], before[indent:]
	}
	fmt.Fprintf(out, "  %s\n  %s^\n", visible(shown), blank(visible(before)))
}

// visible keeps control characters from steering the terminal.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r < ' ' || 0x7f <= r && r <= 0x9f {
			return utf8.RuneError
		}
		return r
	}, text)
}

func blank(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }

func counted(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
