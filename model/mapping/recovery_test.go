package mapping_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/recovery"
	"widerow/model/validation"
)

// TestRecoverDerivedTables recovers concepts and queries from the bare schemas of random
// ER models: what is accepted is valid, each query is served by its table, nothing is left
// to propose, and deriving again proposes no other table.
func TestRecoverDerivedTables(t *testing.T) {
	count := uint64(60)
	if testing.Short() {
		count = 15
	}
	seen := map[string]int{}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 17))
		m := mapping.WideModel(t, random, 4)
		ids := model.SeededIDs([]byte("recovery"))
		m, err := edit.Apply(m, ids, mapping.Derive(m, nil, nil).Commands(ids, nil)...)
		if err != nil {
			t.Fatal(err)
		}
		schema, _ := cql.Import(cql.PrintModel(m, cql.PrintOptions{}), "shop")
		recovered, err := edit.Apply(schema, ids, recovery.Recover(schema).Commands(ids, recovery.Accepted{})...)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		checkRecovered(t, fmt.Sprint("seed ", seed), recovered, seen)
	}
	t.Log(seen)
	if seen[string(mapping.Kept)] < seen[string(mapping.Changed)] {
		t.Errorf("deriving again changes %d tables, and keeps %d", seen[string(mapping.Changed)], seen[string(mapping.Kept)])
	}
}

func checkRecovered(t *testing.T, name string, m *model.Model, seen map[string]int) {
	t.Helper()
	if problems := validation.Problems(m); len(problems) > 0 {
		t.Errorf("%s: %v", name, problems)
	}
	if again := recovery.Recover(m); len(again.Entities)+len(again.Relationships)+len(again.Queries) > 0 {
		t.Errorf("%s: %d entity types, %d relationship types and %d queries are left", name, len(again.Entities), len(again.Relationships), len(again.Queries))
	}
	for _, result := range proof.All(m) {
		if best, _ := result.Best(); best.Faulty() {
			t.Errorf("%s: %s is %s by %s", name, m.Title(result.Query), best.Verdict, schemaWords(m, best.Table))
		}
		seen[string(result.Verdict())]++
	}
	d := mapping.Derive(m, nil, nil)
	for _, p := range d.Proposals {
		seen[string(p.Kind)]++
		if p.Kind == mapping.Added {
			t.Errorf("%s: deriving %v again makes the table %s", name, p.Queries, p.Name)
		}
	}
	for _, plan := range d.Failed {
		t.Errorf("%s: %s has no table: %v", name, m.Title(plan.Query), plan.Problems)
	}
}

// schemaWords writes a table as "name (a K, b C, c)".
func schemaWords(m *model.Model, id model.ID) string {
	var words []string
	relation := m.Physical.Relations[id]
	if relation == nil {
		return m.Title(id)
	}
	for _, c := range relation.SortedColumns() {
		words = append(words, strings.TrimSpace(c.Value.Name+" "+map[model.Role]string{model.Partition: "K", model.Clustering: "C", model.Static: "S"}[c.Value.Role]))
	}
	return relation.Name + " (" + strings.Join(slices.Clone(words), ", ") + ")"
}
