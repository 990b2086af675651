package mapping_test

import (
	"math/rand/v2"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestDerivedTablesAreProved derives each alternative of random queries: by its proof, the tables
// serve the query without filtering and completely, and in no table do rows overwrite each other.
func TestDerivedTablesAreProved(t *testing.T) {
	count, subtypes := uint64(40), 0
	if testing.Short() {
		count = 5
	}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 4))
		m := mapping.RandomModel(t, random)
		for _, query := range model.Sorted(m.Workflow.Queries) {
			for _, a := range mapping.Explore(m, query.ID).Alternatives {
				if a.Form != mapping.Rows && a.Form != mapping.PerSubtype || a.Service != mapping.Served {
					continue
				}
				prove(t, seed, m, query.ID, &a)
				if a.Form == mapping.PerSubtype {
					subtypes++
				}
			}
		}
	}
	if subtypes == 0 {
		t.Error("no alternative has a table for each subtype")
	}
}

func prove(t *testing.T, seed uint64, m *model.Model, query model.ID, a *mapping.Alternative) {
	t.Helper()
	ids := model.SeededIDs([]byte("prove"))
	d := mapping.Derive(m, []model.ID{query}, map[model.ID]mapping.Choice{query: {Key: a.Signature()}})
	after, err := edit.Apply(m, ids, d.Commands(ids, nil)...)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if a.Form == mapping.PerSubtype && len(d.Proposals) != len(a.Tables) {
		t.Errorf("seed %d, %s %s: %d tables, want %d", seed, query, a.Signature(), len(d.Proposals), len(a.Tables))
	}
	result := proof.Of(after, query)
	best, _ := result.Best()
	if best.Verdict != proof.Partition && best.Verdict != proof.Partitions {
		t.Errorf("seed %d, %s %s: the verdict is %s", seed, query, a.Signature(), best.Verdict)
	}
	if a.Form == mapping.Rows && len(best.Missing) > 0 {
		t.Errorf("seed %d, %s %s: the table lacks %v", seed, query, a.Signature(), best.Missing)
	}
	for _, lost := range mapping.Overwrites(after) {
		t.Errorf("seed %d, %s %s: %s", seed, query, a.Signature(), lost.Message)
	}
	if a.Form == mapping.Rows {
		spoil(t, seed, after, query, a)
	}
}

// spoil takes each column out of the primary key in turn: rows overwrite each other, or
// the table no longer serves its query as it did.
func spoil(t *testing.T, seed uint64, m *model.Model, query model.ID, a *mapping.Alternative) {
	t.Helper()
	before := proof.Of(m, query)
	for _, id := range m.TablesOf(query) {
		for column, value := range m.Logical.Tables[id].Columns {
			if !value.Role.InKey() {
				continue
			}
			spoilt := m.Clone()
			spoilt.Physical.Relations = nil
			spoilt.Logical.Tables[id].Columns[column].Role = model.Regular
			result := proof.Of(spoilt, query)
			best, _ := result.Best()
			if len(mapping.Overwrites(spoilt)) == 0 && best.Verdict == before.Verdict() && len(best.Select.OrderBy) == 0 {
				t.Errorf("seed %d, %s %s: %s without %s passes", seed, query, a.Signature(), best.Verdict, value.Name)
			}
		}
	}
}

// The examples without their tables derive tables that serve each query, also the
// one that gives nothing: its bucket is no column that the query must know.
func TestExamplesAreServedByWhatTheyDerive(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		m.Logical, m.Physical.Relations = model.Logical{}, nil
		ids := model.SeededIDs([]byte(e.Slug))
		for _, relations := range []bool{false, true} {
			after, err := edit.Apply(m, ids, mapping.Derive(m, nil, nil).Commands(ids, nil)...)
			if err != nil {
				t.Fatal(err)
			}
			if !relations {
				after.Physical.Relations = nil
			}
			for _, result := range proof.All(after) {
				if best, _ := result.Best(); !best.Verdict.Better(proof.Index) || len(best.Missing) > 0 {
					t.Errorf("%s, physical %t, %s: %s, lacks %v", e.Slug, relations, after.Title(result.Query), best.Verdict, best.Missing)
				}
			}
		}
	}
}
