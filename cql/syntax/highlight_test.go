package syntax_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
)

func TestHighlight(t *testing.T) {
	got := syntax.Highlight("CREATE TABLE \"T\" (\r\n  type text, -- the kind\n  n frozen<set<int>> PRIMARY KEY\n) WITH comment = 'two\nlines' AND x = 1.5 € ; # no comment")
	want := [][]syntax.Span{
		{{"keyword", "CREATE"}, {"", " "}, {"keyword", "TABLE"}, {"", " "}, {"name", `"T"`}, {"", " "}, {"punctuation", "("}},
		{{"", "  "}, {"name", "type"}, {"", " "}, {"type", "text"}, {"punctuation", ","}, {"", " "}, {"comment", "-- the kind"}},
		{{"", "  "}, {"name", "n"}, {"", " "}, {"type", "frozen"}, {"punctuation", "<"}, {"type", "set"}, {"punctuation", "<"},
			{"type", "int"}, {"punctuation", ">"}, {"punctuation", ">"}, {"", " "}, {"keyword", "PRIMARY"}, {"", " "}, {"keyword", "KEY"}},
		{{"punctuation", ")"}, {"", " "}, {"keyword", "WITH"}, {"", " "}, {"name", "comment"}, {"", " "}, {"punctuation", "="}, {"", " "},
			{"string", "'two"}},
		{{"string", "lines'"}, {"", " "}, {"keyword", "AND"}, {"", " "}, {"name", "x"}, {"", " "}, {"punctuation", "="}, {"", " "},
			{"number", "1.5"}, {"", " "}, {"error", "€"}, {"", " "}, {"punctuation", ";"}, {"", " "}, {"error", "# no comment"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Highlight (-want +got):\n%s", diff)
	}
}

// FuzzHighlight: the spans are the text.
func FuzzHighlight(f *testing.F) {
	syntaxtest.Seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		var lines []string
		for _, line := range syntax.Highlight(text) {
			joined := ""
			for _, span := range line {
				joined += span.Text
			}
			lines = append(lines, joined)
		}
		want := strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("Highlight(%q) gives %q", text, got)
		}
	})
}
