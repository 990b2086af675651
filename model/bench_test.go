package model

import "testing"

func BenchmarkApplySet(b *testing.B) {
	m, err := Apply(New("Shop"), SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Apply(m, RandomIDs(), Set{"oid", "name", "order_id", "id"}); err != nil {
			b.Fatal(err)
		}
	}
}
