package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql/parse"
	"widerow/cql/syntax"
)

// TestHashComments: a comment that begins with # is an error, but whatever it
// contains, no text after it is lost.
func TestHashComments(t *testing.T) {
	for _, test := range []struct{ text, errors, printed string }{
		{"#!/usr/bin/env cqlsh -f\nUSE a;", "1 at 1:1", "--!/usr/bin/env cqlsh -f\nUSE a;\n"},
		{"# it's \"mine\" /* $$\nUSE a; USE b;", "1 at 1:1", "-- it's \"mine\" /* $$\nUSE a;\n\nUSE b;\n"},
		{"USE a; # one; two\nUSE b;\n# three", "2 at 1:8, 2 at 3:1", "USE a; -- one; two\n\nUSE b;\n\n-- three\n"},
		{"CREATE TABLE t ( # the keys\na int PRIMARY KEY, # it's a\nb text);", "1 at 1:18, 1 at 2:20",
			"CREATE TABLE t (\n    -- the keys\n    a int PRIMARY KEY, -- it's a\n    b text\n);\n"},
		{"SELECT '# no' FROM t;", "", "SELECT '# no' FROM t;\n"},
		{"COPY t # all\nTO 'f';", "", "COPY t # all\nTO 'f';\n"},
		{"-- # no\nUSE a;", "", "-- # no\nUSE a;\n"},
	} {
		script := parse.Parse(test.text)
		var errors []string
		for _, err := range script.Errors {
			errors = append(errors, fmt.Sprintf("%d at %v", err.Statement, err.Position))
			if !err.Recovered {
				t.Errorf("%q: %v is not recovered", test.text, err)
			}
		}
		if got := strings.Join(errors, ", "); got != test.errors {
			t.Errorf("%q: errors %q, want %q", test.text, got, test.errors)
		}
		if got := syntax.Print(script); got != test.printed {
			t.Errorf("%q is printed as\n%s\nwant\n%s", test.text, got, test.printed)
		}
	}
}
