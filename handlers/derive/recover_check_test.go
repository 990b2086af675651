package derive

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

var update = flag.Bool("update", false, "rewrite the findings in testdata")

// TestImportedSchemasAreSound imports schemas with lookup tables, buckets, counters and views,
// recovers concepts and queries, and checks them: sound tables have no error, and the warnings
// match the files.
func TestImportedSchemasAreSound(t *testing.T) {
	for _, test := range []struct{ name, schema, statements string }{
		{"shop", "shop.cql", "shop_statements.cql"}, {"chat", "chat.cql", "chat_statements.cql"},
		{"chat_tables", "chat.cql", ""}, {"identity_tables", "identity.cql", ""},
	} {
		schema, statements := content(t, test.schema), ""
		if test.statements != "" {
			statements = content(t, test.statements)
		}
		m, report := cql.Import(schema, test.name)
		recovered, err := (&RecoverForm{Values: url.Values{}, Text: statements}).Recover(m, model.SeededIDs([]byte(test.name)))
		if err != nil || len(report.Refused) > 0 || len(recovered.Left) > 0 {
			t.Fatalf("%s: %v, refused %v, left %v", test.name, err, report.Refused, recovered.Left)
		}
		var got strings.Builder
		for _, f := range check.Model(test.name, recovered.After).Findings {
			if f.Severity == cql.Error {
				t.Errorf("%s: %s: %s [%s]", test.name, f.Element, f.Message, f.Code)
			}
			if f.Severity != cql.Info {
				fmt.Fprintf(&got, "%s %s: %s [%s]\n", f.Severity, f.Element, f.Message, f.Code)
			}
		}
		golden := "testdata/" + test.name + ".findings"
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(content(t, golden), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	if !strings.HasPrefix(file, "testdata/") {
		file = "testdata/" + file
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
