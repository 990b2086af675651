package check_test

import (
	"testing"

	"widerow/cql/check"
	"widerow/model/advice"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/sizing"
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

// BenchmarkBeside measures what check finds beside the rules of advice, which no edit waits for.
func BenchmarkBeside(b *testing.B) {
	m, err := example.Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	sizes := mapping.Sizes(m, sizing.Disk)
	known := check.Judge(m, sizes)
	said := advice.OfDocument(m, advice.Known{Sizes: sizes, Proofs: known.Proofs, Plans: known.Plans})
	for b.Loop() {
		check.Beside(m, known, said)
	}
}
