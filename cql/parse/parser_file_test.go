package parse_test

import (
	"strings"
	"testing"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// TestParseFiles: anything that a file leaves unclosed ends with the file.
// Positions do not change.
func TestParseFiles(t *testing.T) {
	const second = "\nUSE \"two\"; -- it's\nLIST ROLES OF 'three''s';\nUSE four; /* five */"
	for _, test := range []struct{ name, first, want string }{
		{"string", "SELECT a FROM k.t WHERE a = 'x\n", "1:29: this string is never closed"},
		{"quoted name", `USE "x`, "1:5: this quoted name is never closed"},
		{"dollars", "SELECT a FROM k.t WHERE a = $$x", "1:29: this `$$` string is never closed"},
		{"comment", "; /* x", "1:3: this comment is never closed"},
		{"statement", "SELECT", "1:7: expected a column or a value, got the end of the text"},
		{"statement before line ends and a comment", "SELECT 'é', -- x\n\n", "1:12: expected a column or a value, got the end of the text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := parse.ParseFiles(model.Cassandra50, test.first+second, len(test.first))
			if len(script.Errors) != 1 || script.Errors[0].Error() != test.want {
				t.Errorf("errors %v, want %s", script.Errors, test.want)
			}
			var used []string
			for _, statement := range script.Statements {
				if use, isUse := statement.(*syntax.Use); isUse {
					used = append(used, use.Keyspace.Name)
				}
			}
			if got := strings.Join(used, " "); got != "two four" {
				t.Errorf("uses %s, want two and four", got)
			}
		})
	}
}
