package syntax_test

import (
	"slices"
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

// The name of a type has the class "type" only where CQL expects a type. The values are the classes of date, text, int, set and map.
func TestHighlightTypes(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT date, text FROM t WHERE date >= ? AND date < 5 AND text > 3 ORDER BY date": "name name name name name name",
		"select distinct date from date":                                                              "name name",
		"CREATE TABLE t (date date, text text, PRIMARY KEY (date, text))":                             "name type name type name name",
		"CREATE TABLE t (a map<date, frozen<set<text>>>, date int STATIC)":                            "type type type type name type",
		"UPDATE t SET date = ?, set = {1} WHERE int = 1":                                              "keyword name keyword name",
		"SELECT CAST(date AS text) FROM t":                                                            "name type",
		"ALTER TABLE t ADD date date; ALTER TABLE t ALTER date TYPE text; ALTER TABLE t DROP (date)":  "name type name type name",
		"CREATE FUNCTION f (date date, n int) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'x'": "name type type type",
		"INSERT INTO t (date, -- the int\n text) VALUES (?, ?)":                                       "name name",
	} {
		var got []string
		for _, line := range syntax.Highlight(text) {
			for _, span := range line {
				if span.Class != "comment" && slices.Contains([]string{"date", "text", "int", "set", "map"}, strings.ToLower(span.Text)) {
					got = append(got, span.Class)
				}
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("Highlight(%q): %s, want %s", text, got, want)
		}
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
