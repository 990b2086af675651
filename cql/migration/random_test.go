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
	"widerow/model"
)

var rounds = flag.Int("migration.rounds", 150, "how many pairs of random schemas")

// Between any two schemas, each statement of the plan is accepted in order, and the
// result is the second schema, with the names of the plan.
func TestRandomPlans(t *testing.T) {
	for round := range *rounds {
		random := rand.New(rand.NewPCG(7, uint64(round)))
		before, after := randomPair(t, random, "datacenter1")
		checkPlan(t, before, after)
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
	checkBack(t, old, before, plan)
	return plan
}

// checkBack goes the way back, after the plan with and without its cleanup. With it,
// the schema before must be reached. Importing a role and its DROP keeps both.
func checkBack(t *testing.T, old string, before *model.Model, plan *migration.Plan) {
	t.Helper()
	back := plan.Back(before)
	for _, drops := range []bool{true, false} {
		script := old + "\n" + plan.Script(drops) + "\n" + back.Script(drops)
		got, report := cql.Import(script, "Shop")
		if len(report.Refused) > 0 {
			t.Fatalf("%v on the way back, drops %v\n%s", report.Refused, drops, script)
		}
		if changes := schemaOnly(compare.Models(back.Target, apply.Pair(back.Target, got, false), false)); drops && !strings.Contains(script, " ROLE ") && len(changes) > 0 {
			t.Fatalf("after the way back\n%s\n%s", wordsOf(changes), script)
		}
	}
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
