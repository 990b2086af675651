package cassandra

import (
	"bytes"
	"slices"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/storetest"
)

// TestSalvage: of damaged models what can be read is written to a new store, the others as they are.
func TestSalvage(t *testing.T) {
	address, session := emptyStore(t), cassandratest.Session(t)
	keyspace := address.Cluster.Keyspace
	filled := openStore(t, address, storetest.Options())
	const revisions = 10
	for _, id := range []store.ModelID{"first", "lost", "middle", "whole", "whole.discussion"} {
		if _, err := filled.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
		for base := uint64(1); base < revisions; base++ {
			if _, err := filled.Save(t.Context(), storetest.Edit(id, base)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// damage overwrites the record of a revision.
	damage := func(model string, number int64) {
		key := []any{model, lifeOf(t, filled, model), int64(0), number}
		var attempt any
		const where = ".revisions WHERE model = ? AND life = ? AND bucket = ? AND number = ?"
		if err := session.Query("SELECT attempt FROM "+keyspace+where, key...).Scan(&attempt); err != nil {
			t.Fatal(err)
		}
		if err := session.Query("UPDATE "+keyspace+".revisions SET record = 0x00 WHERE model = ? AND life = ? AND bucket = ? AND number = ? AND attempt = ?",
			append(key, attempt)...).Exec(); err != nil {
			t.Fatal(err)
		}
	}
	damage("first", 1) // its document is there, and those after it follow from it
	damage("middle", 3)
	rows := session.Query("SELECT DISTINCT model, life, attempt, kind, slice FROM " + keyspace + ".chunks").Iter()
	for row := map[string]any{}; rows.MapScan(row); row = map[string]any{} {
		if row["model"] == "lost" {
			if err := session.Query("DELETE FROM "+keyspace+".chunks WHERE model = ? AND life = ? AND attempt = ? AND kind = ? AND slice = ?",
				row["model"], row["life"], row["attempt"], row["kind"], row["slice"]).Exec(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}

	from, to := openStore(t, address, storetest.Options()), openStore(t, emptyStore(t), storetest.Options())
	salvaged, err := storetest.Options().Salvage(t.Context(), from, to)
	slices.Sort(salvaged.Repaired)
	if err != nil || salvaged.Whole != 1 || !slices.Equal(salvaged.Repaired, []store.ModelID{"first", "middle"}) || len(salvaged.Lost) != 1 || len(salvaged.Damage) != 3 {
		t.Fatalf("salvaged %+v, %v", salvaged, err)
	}
	for id, lost := range map[store.ModelID]uint64{"first": 1, "middle": 3, "whole": 0, "whole.discussion": 0} {
		document, newest, err := to.Head(t.Context(), id)
		if err != nil || !bytes.Equal(document, storetest.Document(revisions)) || newest.Number != revisions+min(lost, 1) {
			t.Errorf("%s: revision %d, document %q, %v", id, newest.Number, document, err)
		}
		page, err := to.History(t.Context(), id, revisions+1, revisions)
		if err != nil {
			t.Fatal(err)
		}
		for _, revision := range page {
			if (revision.Kind == store.KindLost) != (revision.Number == lost) {
				t.Errorf("%s: revision %d is %s", id, revision.Number, revision.Kind)
			}
		}
		if err := to.Verify(t.Context(), id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// lifeOf returns the life of a model.
func lifeOf(t *testing.T, s *Store, model string) string {
	t.Helper()
	h, err := s.head(t.Context(), true, store.ModelID(model))
	if err != nil {
		t.Fatal(err)
	}
	return h.life
}
