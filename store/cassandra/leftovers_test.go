package cassandra

import (
	"context"
	"errors"
	"testing"
	"time"

	"widerow/store"
	"widerow/store/cluster"
	"widerow/store/storetest"
)

// prepared prepares a save as far as to the conditional write, as a writer that is killed then.
func prepared(t *testing.T, s *Store, change store.Save) *attempt {
	t.Helper()
	r := &request{model: change.Model, base: change.Base, operation: change.Operation, at: s.timeOf(change.At), create: change.Base == 0}
	r.decide = func(state store.State) (store.Step, error) {
		if r.create {
			return s.options.Create(state, change)
		}
		return s.options.Save(state, change)
	}
	b, err := s.before(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	step, err := r.decide(b.state)
	if err != nil {
		t.Fatal(err)
	}
	if r.create {
		if _, err := s.claim(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	a := s.newAttempt(r, b, step)
	if err := s.prepare(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// rowsOf counts the rows of a table.
func rowsOf(t *testing.T, s *Store, table string) (count int) {
	t.Helper()
	var number int64
	err := s.data.Each(t.Context(), cluster.Read{Text: "SELECT count(*) FROM " + table}, func(scan func(...any) error) error { return scan(&number) })
	if err != nil {
		t.Fatal(err)
	}
	return int(number)
}

var tablesOfAttempts = []string{"revisions", "chunks", "operations", "creations", "summaries"}

func counts(t *testing.T, s *Store) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, table := range tablesOfAttempts {
		all[table] = rowsOf(t, s, table)
	}
	return all
}

// TestLeftovers: what killed writers left is found and removed, once it is old, and never what is
// in use.
func TestLeftovers(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	ctx := t.Context()
	save := func(base uint64) {
		t.Helper()
		if _, err := s.Save(ctx, storetest.Edit("hotel", base)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Create(ctx, storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	save(1)
	clean := counts(t, s)

	large := storetest.Edit("hotel", 2)
	large.Operation, large.Document, large.Patch = "killed", make([]byte, 5*chunkSize), nil
	prepared(t, s, large)
	other := storetest.First("other")
	prepared(t, s, other)
	document, head, err := s.Head(ctx, "hotel")
	if err != nil || head.Number != 2 || string(document) != string(storetest.Document(2)) {
		t.Errorf("head %d, %q, error %v", head.Number, document, err)
	}
	if page, err := s.List(ctx, "", 0); err != nil || len(page.Models) != 1 {
		t.Errorf("list %+v, error %v", page, err)
	}
	if err := s.Verify(ctx, "hotel"); err != nil {
		t.Error(err)
	}

	scrub := func() {
		t.Helper()
		report, err := s.Scrub(ctx, 0)
		if err != nil || len(report.Damage) > 0 || report.Models != 1 || report.Revisions != 2 {
			t.Fatalf("scrub: %+v, error %v", report, err)
		}
	}
	scrub()
	if now := counts(t, s); now["chunks"] <= clean["chunks"] || now["operations"] != clean["operations"]+2 || now["creations"] != clean["creations"]+1 {
		t.Errorf("the scrub has removed what is young: %v, before the kill %v", now, clean)
	}
	s.leftAge = -time.Hour
	scrub()
	for table, want := range clean {
		if got := counts(t, s)[table]; got != want {
			t.Errorf("%s has %d rows, want %d", table, got, want)
		}
	}
	save(2)
	if _, err := s.Create(ctx, other); err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(ctx, "hotel"); err != nil {
		t.Error(err)
	}
}

// TestLateWriter: an attempt whose leftovers were removed cannot take effect any more.
func TestLateWriter(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	if _, err := s.Create(t.Context(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	late := prepared(t, s, storetest.Edit("hotel", 1))
	born := prepared(t, s, storetest.First("other"))
	s.leftAge = -time.Hour
	if _, err := s.Scrub(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	for _, a := range []*attempt{late, born} {
		if won, err := s.commit(t.Context(), a); won || err != nil {
			t.Errorf("%s: won %v, error %v", a.model, won, err)
		}
	}
	if _, err := s.Save(t.Context(), storetest.Edit("hotel", 1)); err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(t.Context(), "hotel"); err != nil {
		t.Error(err)
	}
}

// TestFindOperationOfKilledWriter: once it is said that an operation made nothing, it makes
// nothing.
func TestFindOperationOfKilledWriter(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	if _, err := s.Create(t.Context(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	for _, change := range []store.Save{storetest.Edit("hotel", 1), storetest.First("other")} {
		a := prepared(t, s, change)
		if _, found, err := s.FindOperation(t.Context(), change.Operation); found || err != nil {
			t.Fatalf("found %v, error %v", found, err)
		}
		if won, err := s.commit(t.Context(), a); won || err != nil {
			t.Errorf("won %v, error %v", won, err)
		}
	}
}

// TestCreateAgainAfterKill: a creation that was killed is repeated under another id, and makes one model.
func TestCreateAgainAfterKill(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	a := prepared(t, s, storetest.First("hotel"))
	again := storetest.First("hotel")
	again.Model = "second"
	made, err := s.Create(t.Context(), again)
	if err != nil || made.Model != "hotel" {
		t.Fatalf("created %q, error %v; want hotel, the id of the first try", made.Model, err)
	}
	if won, err := s.commit(t.Context(), a); won || err != nil {
		t.Errorf("the killed one: won %v, error %v", won, err)
	}
	if page, err := s.List(t.Context(), "", 0); err != nil || len(page.Models) != 1 {
		t.Errorf("list %+v, error %v", page, err)
	}
	if _, _, err := s.Head(t.Context(), "second"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("second: error %v", err)
	}
}

// TestPurgeContinues: a purge that was killed after its conditional write is finished by the scrub.
func TestPurgeContinues(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	ctx := context.Background()
	discussion := store.ModelID("hotel").Companion(store.Discussion)
	for _, id := range []store.ModelID{"hotel", discussion} {
		if _, err := s.Create(ctx, storetest.First(id)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Delete(ctx, store.Deletion{Model: "hotel", Base: 1, Operation: "gone"}); err != nil {
		t.Fatal(err)
	}
	if _, done, err := s.unmake(ctx, "hotel", 2); err != nil || !done {
		t.Fatalf("done %v, error %v", done, err)
	}
	for _, id := range []store.ModelID{"hotel", discussion} {
		if _, err := s.History(ctx, id, 0, 1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: error %v", id, err)
		}
	}
	if _, err := s.Scrub(ctx, 0); err != nil {
		t.Fatal(err)
	}
	for table, count := range counts(t, s) {
		if count > 0 {
			t.Errorf("%s has %d rows", table, count)
		}
	}
}
