package check_test

import (
	"testing"

	"widerow/cql/check"
	"widerow/model/example"
)

func BenchmarkModel(b *testing.B) {
	m, err := example.Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		check.Model("hotel", m)
	}
}
