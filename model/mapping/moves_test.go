package mapping_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/model/validation"
)

// TestMovesOnDerivedTables makes random moves of physical design on the tables of random ER models:
// the document stays valid, Cassandra accepts its schema, each query that was served still is,
// unless the preview lists it as lost, and the model before the move is unchanged.
func TestMovesOnDerivedTables(t *testing.T) {
	count := uint64(40)
	if testing.Short() {
		count = 8
	}
	seen := map[moves.Name]int{}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 16))
		m := mapping.WideModel(t, random, 3)
		ids := model.SeededIDs([]byte("moves"))
		for element := range m.ElementsOf(model.AttributeKind) { // moves depend on types
			element.Value.(*model.Attribute).Type = model.Native([]string{"int", "timestamp", "date", "uuid", "text"}[random.IntN(5)])
		}
		m, err := edit.Apply(m, ids, mapping.Derive(m, nil, nil).Commands(ids, nil)...)
		if err != nil {
			t.Fatal(err)
		}
		for step := range 4 {
			var offers []moves.Move
			for _, relation := range model.Sorted(m.Physical.Relations) {
				offers = append(offers, moves.Offers(m, relation.ID)...)
			}
			if len(offers) == 0 {
				break
			}
			rarest := offers[random.IntN(len(offers))]
			for range 5 {
				if other := offers[random.IntN(len(offers))]; seen[other.Name] < seen[rarest.Name] {
					rarest = other
				}
			}
			name := fmt.Sprintf("seed %d, step %d, %s of %s", seed, step, rarest.Name, m.Title(rarest.Table))
			preview, err := rarest.Preview(model.SeededIDs([]byte(name)))
			var wrong *edit.InvalidError
			if errors.As(err, &wrong) && len(wrong.Problems) > 0 && wrong.Problems[0].Field != "" {
				continue // a parameter without a default
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			seen[rarest.Name]++
			checkMove(t, name, m, preview)
			m = preview.After
		}
	}
	t.Log(seen)
	if len(seen) < 10 {
		t.Errorf("only %d kinds of move were made", len(seen))
	}
}

func checkMove(t *testing.T, name string, before *model.Model, preview *moves.Preview) {
	t.Helper()
	text := before.Encode()
	if problems := validation.Problems(preview.After); len(problems) > len(validation.Problems(before)) {
		t.Errorf("%s: %v", name, problems)
	}
	for _, finding := range cql.CheckModel(preview.After) {
		if finding.Severity == cql.Error {
			t.Errorf("%s: %s", name, finding.Message)
		}
	}
	said := map[model.ID]bool{}
	for _, change := range preview.Queries {
		said[change.Query] = change.Worse || len(change.Notes) > 0
	}
	served := map[model.ID]bool{}
	for _, result := range proof.All(preview.After) {
		served[result.Query] = result.Served()
	}
	for _, result := range proof.All(before) {
		if result.Served() && !served[result.Query] && !said[result.Query] {
			t.Errorf("%s: no table serves %s any more, and the preview does not say so", name, before.Title(result.Query))
		}
	}
	if was := mapping.Overwrites(before); len(mapping.Overwrites(preview.After)) > len(was) {
		t.Errorf("%s: %v", name, mapping.Overwrites(preview.After))
	}
	if !bytes.Equal(text, before.Encode()) {
		t.Errorf("%s changes the model that it is made on", name)
	}
}
