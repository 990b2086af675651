package apply_test

import (
	"testing"

	"widerow/cql/apply"
)

// FuzzScript: applying any script in any mode gives a valid model, and applying
// that model's own script changes nothing.
func FuzzScript(f *testing.F) {
	m := shopModel(f)
	for _, seed := range []string{shop, print(m), "ALTER TABLE shop.orders RENAME day TO x;", "DROP KEYSPACE shop;", "-- nothing",
		"USE shop; CREATE TABLE t (a int, b text, PRIMARY KEY (a, b)); ALTER TABLE t RENAME a TO c; DROP TABLE items;",
		"CREATE TYPE shop.t (a int); ALTER TYPE shop.address RENAME zip TO z AND street TO zip; DROP INDEX shop.items_tags;",
		"ALTER TABLE shop.items DROP tags; ALTER TABLE shop.items ADD more map<text, frozen<address>>;"} {
		f.Add(seed, uint8(0))
	}
	modes := []apply.Mode{"", apply.Whole, apply.Changes, apply.Addition}
	f.Fuzz(func(t *testing.T, text string, mode uint8) {
		result := apply.Script(m, text, apply.Options{Mode: modes[int(mode)%len(modes)], Home: "home", Lenient: mode > 127, IDs: new(listed)})
		if result.Model == nil {
			return
		}
		checkSound(t, m, result.Model)
		apply.Effects(m, result.Model, apply.Compare(m, result.Model))
		again := apply.Script(result.Model, print(result.Model), options(apply.Whole))
		if again.Model == nil || string(again.Model.Encode()) != string(result.Model.Encode()) {
			t.Errorf("the script of the result makes of it another model, or is refused: %v\n%s", again.Findings, print(result.Model))
		}
	})
}

// BenchmarkPreview applies and compares a script of 100 tables, all of which it
// changes.
func BenchmarkPreview(b *testing.B) {
	m, text := hundredTables(b)
	b.ReportAllocs()
	for b.Loop() {
		next := mustApply(b, m, text, options(""))
		if got := len(apply.Compare(m, next)); got != 100 {
			b.Fatalf("%d changes, want 100", got)
		}
	}
}
