// Package sample makes rows for the tables of a model: sample data on which its queries have answers.
//
// The rows follow from random instances of the concepts: each table stores what it means, so a query
// on one table finds what another one has. The instances are numbers, their relationships arrays of
// numbers, and their values functions of the seed: the rows of a table are never all in memory, except
// for the groups of a table that aggregates. The same model, seed and number of rows give the same rows.
//
// Read New and Sample.Rows first, then counts.go (how many instances), facts.go (which are related),
// choose.go (the instances of a row), row.go (its columns), value.go and text.go (the values of
// attributes), bucket.go (what the application computes) and encode.go (values as the protocol has them).
package sample

import (
	"iter"
	"math"
	"slices"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/recovery"
	"widerow/model/sizing"
	"widerow/model/stored"
)

// Options are the size and the seed of sample data.
type Options struct {
	// Rows is about the number of rows of the largest table. The others have rows in proportion.
	Rows int
	Seed uint64
}

// Version is the version of this package's rows: with another one, the same seed gives other rows.
const Version = 2

// MaxRows bounds the rows of the largest table: relationships take some bytes of memory each.
const MaxRows = 20_000_000

// Sample is sample data for the tables of a model.
type Sample struct {
	world  *world
	tables []*table
}

// Table describes a table that gets rows.
type Table struct {
	Relation model.ID
	// Columns are those that rows have values for, in the order of the table.
	Columns []Column
	// Rows estimates how many rows there will be.
	Rows float64
	// Guessed reports that the model does not say what the rows are: they follow from the types alone.
	Guessed bool
}

// Column is a column of a table.
type Column struct {
	ID      model.ID
	Name    string
	InKey   bool
	Counter bool
}

// Row has a value for each column, as the protocol encodes it; nil stands for NULL.
type Row [][]byte

// New prepares sample data. It takes the numbers of the model, and what they say of the data in its tables.
func New(m *model.Model, options Options) *Sample {
	m = withConcepts(m)
	w := newWorld(m, options.Seed)
	s := &Sample{world: w}
	meanings := mapping.NewStored(m)
	sizes := mapping.Sizes(m, sizing.Disk)
	for _, item := range model.Sorted(m.Physical.Relations) {
		var meaning *stored.Meaning
		if isUsable(item.Value, meanings.Of(item.ID)) {
			meaning = meanings.Of(item.ID)
			w.assumeOwners(meaning)
		}
		s.tables = append(s.tables, newTable(w, item.ID, item.Value, meaning, sizes[item.ID]))
	}
	s.scale(max(1, options.Rows))
	return s
}

// withConcepts returns the model with the concepts that its tables suggest, if it has none.
func withConcepts(m *model.Model) *model.Model {
	if len(m.Concepts.Entities) > 0 {
		return m
	}
	found := recovery.Recover(m)
	ids := model.SeededIDs([]byte("sample"))
	with, err := edit.Apply(m, ids, found.Commands(ids, recovery.Accepted{})...)
	if err != nil {
		return m
	}
	return with
}

// isUsable reports whether a meaning says what is in each column of the key that nobody computes.
func isUsable(relation *model.Relation, meaning *stored.Meaning) bool {
	if meaning == nil {
		return false
	}
	for id, column := range relation.Columns {
		if _, has := meaning.Columns[id]; column.Role == model.Clustering && !has {
			return false
		}
	}
	return slices.ContainsFunc(meaning.Nodes, func(n stored.Node) bool { return !n.Optional && !n.Collected })
}

// scale sets the numbers of instances so that the largest table has about so many rows.
func (s *Sample) scale(rows int) {
	factor, most := s.factorFor(float64(rows))
	for ; most > float64(rows) && s.world.choice >= 1; factor, most = s.factorFor(float64(rows)) {
		s.world.choice /= 2
	}
	s.scaleBy(factor)
	const counted, close, rounds = 1_000_000, 0.7, 3
	for range rounds { // rows that need a circle of relationships are fewer than estimated
		most := s.largest(3 * rows)
		if rows > counted || most == 0 || float64(most) > close*float64(rows) && float64(rows) > close*float64(most) {
			return
		}
		factor *= float64(rows) / float64(most)
		s.scaleBy(factor)
	}
}

// factorFor returns the factor with which the largest table is estimated to have so many rows, and how many it has:
// more, if it cannot have as few.
func (s *Sample) factorFor(rows float64) (factor, most float64) {
	largest := func(factor float64) (most float64) {
		counts := s.world.countsAt(factor)
		for _, t := range s.tables {
			if t.relation.Kind == model.Table {
				most = max(most, t.estimate(counts, factor))
			}
		}
		return most
	}
	const rounds, widest = 60, 1e9
	low, high := 1/widest, widest
	for range rounds {
		if middle := math.Sqrt(low * high); largest(middle) > rows {
			high = middle
		} else {
			low = middle
		}
	}
	return low, largest(low)
}

func (s *Sample) scaleBy(factor float64) {
	s.world.setCounts(s.world.countsAt(factor))
	for _, t := range s.tables {
		t.expected = t.estimate(s.world.counts, factor)
	}
}

// largest counts the rows of the largest table, up to a limit.
func (s *Sample) largest(limit int) (most int) {
	for _, t := range s.tables {
		rows := int(t.expected)
		if t.meaning != nil && t.relation.Kind == model.Table {
			rows = 0
			t.choices(func([]int32) bool { rows++; return rows < limit })
			rows = int(float64(rows) * t.perChoice())
		}
		most = max(most, rows)
	}
	return most
}

// Tables returns the tables and the views, in the order of the model.
func (s *Sample) Tables() []Table {
	var tables []Table
	for _, t := range s.tables {
		described := Table{Relation: t.id, Rows: t.expected, Guessed: t.meaning == nil}
		for _, c := range t.columns {
			described.Columns = append(described.Columns, Column{c.id, c.Name, c.Role.InKey(), c.Type.IsCounter()})
		}
		tables = append(tables, described)
	}
	return tables
}

// Rows yields the rows of a table. No two have the same primary key. Those of a view are made from the rows of
// its table, without its filter.
func (s *Sample) Rows(relation model.ID) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		t := s.table(relation)
		switch {
		case t == nil:
		case t.relation.Kind == model.MaterializedView:
			if base := s.table(t.relation.Base); base != nil {
				t.view(base, yield)
			}
		default:
			t.rows(yield)
		}
	}
}

func (s *Sample) table(relation model.ID) *table {
	if at := slices.IndexFunc(s.tables, func(t *table) bool { return t.id == relation }); at >= 0 {
		return s.tables[at]
	}
	return nil
}
