package moves

import (
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// Splitter compares the splits of several tables of a model. What all of them need is
// computed once, and the proofs only if a table is compared.
type Splitter struct {
	model *model.Model
	sizes map[model.ID]sizing.Size
	// proofs holds the proof of each query, reading those that read a table, by its ID.
	// Both are nil before the first use.
	proofs  []proof.Result
	reading map[model.ID][]*proof.Result
}

// NewSplitter returns a splitter of a model for a caller that knows the sizes of all
// relations.
func NewSplitter(m *model.Model, sizes map[model.ID]sizing.Size) *Splitter {
	return &Splitter{model: m, sizes: sizes}
}

// isOver reports whether a partition of a table is above a limit.
func (s *Splitter) isOver(id model.ID, needs *Needs) bool {
	size := s.sizes[id]
	return size.Level != sizing.Unknown && needs.isOver(size.Worst)
}

// Proofs returns the proofs of the queries, in their order.
func (s *Splitter) Proofs() []proof.Result {
	if s.proofs == nil {
		s.proofs = proof.WithSizes(s.model, s.sizes)
	}
	return s.proofs
}

// readers returns the proofs of the queries that read a table.
func (s *Splitter) readers(id model.ID) []*proof.Result {
	if s.reading == nil {
		s.reading = map[model.ID][]*proof.Result{}
		results := s.Proofs()
		for i := range results {
			for table := range tablesOf(&results[i]) {
				s.reading[table] = append(s.reading[table], &results[i])
			}
		}
	}
	return s.reading[id]
}

// tablesOf returns the tables on which a query is judged, with those of its lookups.
func tablesOf(result *proof.Result) model.IDSet {
	tables := model.IDSet{}
	for i := range result.Judgements {
		tables[result.Judgements[i].Table] = true
		for k := range result.Judgements[i].Lookups {
			tables[result.Judgements[i].Lookups[k].Table] = true
		}
	}
	return tables
}
