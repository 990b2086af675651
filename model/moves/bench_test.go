package moves

import (
	"fmt"
	"testing"

	"widerow/model"
)

// large returns the hotel with its tables many times over, in one keyspace.
func large(b *testing.B, copies int) *model.Model {
	m := load(b, "hotel").Clone()
	for _, item := range model.Sorted(m.Physical.Relations) {
		if item.Value.Kind == model.MaterializedView || len(item.Value.Realizes) != 1 {
			continue
		}
		for number := range copies {
			copied := *item.Value
			copied.Name = fmt.Sprintf("%s_%d", copied.Name, number)
			copied.Columns, copied.Realizes, copied.Indexes = map[model.ID]*model.Column{}, nil, nil
			for id, column := range item.Value.Columns {
				own := *column
				own.From = nil
				copied.Columns[model.ID(fmt.Sprintf("%sx%d", id, number))] = &own
			}
			m.Physical.Relations[model.ID(fmt.Sprintf("%sx%d", item.ID, number))] = &copied
		}
	}
	return m
}

// BenchmarkOffers finds the moves of one of 1,600 tables.
func BenchmarkOffers(b *testing.B) {
	m := large(b, 200)
	id, _ := relationNamed(b, m, "pois_by_hotel")
	b.ReportMetric(float64(len(m.Physical.Relations)), "tables")
	for b.Loop() {
		Offers(m, id)
	}
}

// BenchmarkSizes applies each of them without its proofs, as the page does.
func BenchmarkSizes(b *testing.B) {
	m := large(b, 200)
	id, _ := relationNamed(b, m, "pois_by_hotel")
	offers := Offers(m, id)
	b.ReportMetric(float64(len(offers)), "moves")
	for b.Loop() {
		for _, move := range offers {
			if _, err := move.Sizes(model.SeededIDs([]byte("moves"))); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkPreview previews one move with the proofs of the hotel's queries.
func BenchmarkPreview(b *testing.B) {
	m := load(b, "hotel")
	id, _ := relationNamed(b, m, "available_rooms_by_hotel_date")
	move, _ := Offer(m, id, SplitByTime)
	for b.Loop() {
		if _, err := move.Preview(model.SeededIDs([]byte("moves"))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSplits compares the splits of a table of the hotel, with their proofs. It may
// take 20 ms.
func BenchmarkSplits(b *testing.B) {
	m := load(b, "hotel")
	id, _ := relationNamed(b, m, "available_rooms_by_hotel_date")
	for b.Loop() {
		if splits := CompareSplits(m, id, DefaultNeeds); len(splits.Options) < 5 {
			b.Fatalf("%d options", len(splits.Options))
		}
	}
}

// BenchmarkSplitsOfLarge does so in a model of 310 tables.
func BenchmarkSplitsOfLarge(b *testing.B) {
	m := large(b, 38)
	id, _ := relationNamed(b, m, "available_rooms_by_hotel_date")
	b.ReportMetric(float64(len(m.Physical.Relations)), "tables")
	for b.Loop() {
		CompareSplits(m, id, DefaultNeeds)
	}
}
