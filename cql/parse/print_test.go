package parse_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
)

func TestPrint(t *testing.T) {
	for _, test := range syntaxtest.PrintCases {
		t.Run(test.Name, func(t *testing.T) {
			got := syntax.Print(parse.Parse(test.Script))
			if diff := cmp.Diff(test.Want, got); diff != "" {
				t.Errorf("Print(Parse(%q)) differs (-want +got):\n%s", test.Script, diff)
			}
			if again := syntax.Print(parse.Parse(got)); again != got {
				t.Errorf("printed twice it differs (-once +twice):\n%s", cmp.Diff(got, again))
			}
		})
	}
}

func TestQuoteName(t *testing.T) {
	for _, test := range []struct{ name, want, asType string }{
		{"id", "id", "id"},
		{"Id", `"Id"`, `"Id"`},
		{"select", `"select"`, `"select"`},
		{"true", `"true"`, `"true"`},
		{"values", "values", "values"},
		{"timestamp", "timestamp", `"timestamp"`},
		{"key", "key", "key"},
		{"ttl", "ttl", `"ttl"`},
		{"", `""`, `""`},
		{`a"b`, `"a""b"`, `"a""b"`},
		{"x\"; DROP TABLE t", `"x""; DROP TABLE t"`, `"x""; DROP TABLE t"`},
		{"名", `"名"`, `"名"`},
	} {
		if got := syntax.QuoteName(test.name); got != test.want {
			t.Errorf("QuoteName(%q) = %s, want %s", test.name, got, test.want)
		}
		if got := syntax.QuoteTypeName(test.name); got != test.asType {
			t.Errorf("QuoteTypeName(%q) = %s, want %s", test.name, got, test.asType)
		}
	}
}
