package migration_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/cql/schematest"
	"widerow/model"
)

var rounds = flag.Int("migration.rounds", 300, "how many pairs of random schemas")

// Between any two schemas, each statement of the plan is accepted in order, and the
// result is the second schema, with the names of the plan.
func TestRandomPlans(t *testing.T) {
	for round := range *rounds {
		random := rand.New(rand.NewPCG(7, uint64(round)))
		before, after := imported(t, schematest.Random(random)), imported(t, schematest.Random(random))
		checkPlan(t, before, apply.Pair(before, after, false))
	}
}

// checkPlan plans a migration. Each statement must be accepted in order, and the
// result must be the schema after, with the names of the plan.
func checkPlan(t *testing.T, before, after *model.Model) *migration.Plan {
	t.Helper()
	plan := migration.New(before, after)
	old := cql.PrintModel(before, cql.PrintOptions{})
	got, report := cql.Import(old+"\n"+plan.Script(true), "Shop")
	if len(report.Refused) > 0 {
		t.Fatalf("%v\nold:\n%s\nplan:\n%s", report.Refused, old, plan.Script(true))
	}
	if changes := schemaOnly(compare.Models(plan.Target, apply.Pair(plan.Target, got, false), false)); len(changes) > 0 {
		t.Fatalf("after the plan\n%s\nold:\n%s\nplan:\n%s", wordsOf(changes), old, plan.Script(true))
	}
	if len(plan.Steps) > 0 && len(schemaOnly(compare.Models(before, after, false))) == 0 {
		t.Fatalf("a plan without changes:\n%s", plan.Script(true))
	}
	return plan
}

func imported(t testing.TB, script string) *model.Model {
	t.Helper()
	m, report := cql.Import(script, "Shop")
	if len(report.Refused) > 0 {
		t.Fatalf("%v\n%s", report.Refused, script)
	}
	return m
}

// schemaOnly removes what an import adds to the schema.
func schemaOnly(changes []compare.Change) []compare.Change {
	var kept []compare.Change
	for _, change := range changes {
		if !strings.HasPrefix(change.Type, "logical ") && change.Type != "arrow" {
			kept = append(kept, change)
		}
	}
	return kept
}

func wordsOf(changes []compare.Change) string {
	var out strings.Builder
	for _, change := range changes {
		out.WriteString(change.Words + "\n")
	}
	return out.String()
}
