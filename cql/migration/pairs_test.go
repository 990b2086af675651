package migration_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/model"
)

var (
	update      = flag.Bool("update", false, "write the expected changes and plans in testdata/pairs.txt anew")
	serverPairs = flag.Int("migration.pairs", 40, "how many of the pairs Cassandra migrates")
)

const pairsFile = "testdata/pairs.txt"

// pair is two schemas, and what is expected of them.
type pair struct{ name, before, after, expected string }

// readPairs returns the introduction of the file, and its pairs.
func readPairs(t *testing.T) (string, []pair) {
	t.Helper()
	text, err := os.ReadFile(pairsFile)
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n# ")
	var pairs []pair
	for _, section := range sections[1:] {
		name, rest, _ := strings.Cut(section, "\n")
		before, rest, found := strings.Cut(rest, "=>\n")
		if !found {
			t.Fatalf("%s has no line =>", name)
		}
		after, expected, _ := strings.Cut(rest, "---\n")
		if expected = strings.TrimRight(expected, "\n"); expected != "" {
			expected += "\n"
		}
		pairs = append(pairs, pair{name, before, after, expected})
	}
	return sections[0], pairs
}

// models returns the two schemas. The elements of after have the IDs of before.
func (p pair) models(t *testing.T) (before, after *model.Model) {
	t.Helper()
	read := func(script string) *model.Model {
		if !strings.Contains(script, "KEYSPACE s ") {
			script = keyspace + script
		}
		if !strings.Contains(script, "USE s") {
			script = strings.Replace(script, ";\n", ";\nUSE s;\n", 1)
		}
		return imported(t, script)
	}
	before, after = read(p.before), read(p.after)
	return before, apply.Pair(before, after, false)
}

// TestPairs compares the changes and the plan of each pair with the expected ones.
func TestPairs(t *testing.T) {
	introduction, pairs := readPairs(t)
	var written strings.Builder
	written.WriteString(introduction)
	for _, pair := range pairs {
		t.Run(pair.name, func(t *testing.T) {
			got := pair.expected
			defer func() {
				written.WriteString("\n# " + pair.name + "\n" + pair.before + "=>\n" + pair.after + "---\n" + got)
			}()
			before, after := pair.models(t)
			got = listed(schemaOnly(compare.Models(before, after, false)), checkPlan(t, before, after))
			if diff := cmp.Diff(pair.expected, got); diff != "" && !*update {
				t.Error(diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(pairsFile, []byte(written.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// listed writes changes, and then the steps with their warnings.
func listed(changes []compare.Change, plan *migration.Plan) string {
	var out strings.Builder
	for _, change := range changes {
		out.WriteString(change.Words + map[bool]string{true: "!\n", false: "\n"}[change.Breaking])
	}
	for _, step := range plan.Steps {
		text := strings.Join(strings.Fields(step.Statement), " ")
		if text == "" {
			text = string(step.Kind)
		}
		out.WriteString("  " + text + "\n")
		if step.Warning != "" {
			out.WriteString("    ⚠ " + step.Warning + "\n")
		}
	}
	return out.String()
}

// TestCassandraMigratesPairs executes the plans of pairs on tables with rows. The
// outcome is the schema after, and no row is lost unless the plan says so.
func TestCassandraMigratesPairs(t *testing.T) {
	session := cassandratest.Session(t)
	_, pairs := readPairs(t)
	every := max(1, len(pairs)/max(1, *serverPairs))
	for i, pair := range pairs {
		if i%every > 0 {
			continue
		}
		t.Run(pair.name, func(t *testing.T) {
			if strings.Contains(pair.after, "CREATE ROLE") {
				t.Skip("the server lets anyone in")
			}
			before, after := pair.models(t)
			migrate(t, session, before, after)
		})
	}
}
