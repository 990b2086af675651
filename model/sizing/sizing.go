// Package sizing computes how many cells and bytes one partition of a table
// or a materialized view has, typically and in the worst case, by the
// formulas that data modelling courses and books use, and shows the sums.
package sizing

import (
	"math"

	"widerow/model"
)

// Formula is a way to count the bytes of a partition.
type Formula string

// The formulas. Book is that of "Cassandra: The Definitive Guide" and the
// Apache documentation (storage engine of 3.0 and later), Legacy that of the
// older courses (2.2 and before), where each cell repeats the clustering columns.
const (
	Book   Formula = "book"
	Legacy Formula = "legacy"
)

// Figures are of one partition. Rows and cells may be fractions: they are means.
type Figures struct{ Rows, Cells, Bytes float64 }

// Level judges a partition.
type Level string

// The levels: below the advised limits, between, above the hard limits, and
// not known because something is missing or wrong.
const (
	OK      Level = "ok"
	Warn    Level = "warn"
	Bad     Level = "bad"
	Unknown Level = "missing"
)

// The limits of one partition: advised ones from the Apache documentation
// and DataStax (100 MB, 100,000 values), hard ones from Cassandra (2·10⁹
// cells) and practice (1 GB). Megabytes are decimal.
const (
	AdvisedBytes = 100e6
	AdvisedCells = 100e3
	HardBytes    = 1e9
	HardCells    = 2e9
)

// Size is what is known of one relation's partition.
type Size struct {
	Relation model.ID
	Typical  Figures
	Worst    Figures
	// Missing is what must be given first; Err what cannot be computed. With
	// either of them the level is Unknown and the figures are zero.
	Missing []Missing
	Err     *model.Problem
	// Level is that of the worse case; WorstOnly says that the typical case
	// has a better one.
	Level     Level
	WorstOnly bool
	// Widths are the columns with their widths, as they stand in the table;
	// Terms the inputs of the formulas, and Steps the formulas as text.
	Widths []Width
	Terms  Terms
	Steps  []Step
}

// Missing is an input without a value: Element and Field say where to give it.
type Missing struct {
	What    string // "rows of orders", "length of orders.note", "quantity guests"
	Element model.ID
	Field   string
}

// Terms are the inputs of the formulas.
type Terms struct {
	Formula    Formula
	Rows       model.Value // N_r
	Columns    int         // N_c
	Key        int         // N_pk, partition key and clustering columns
	Static     int         // N_s
	Partition  model.Value // Σ c_k, bytes of the partition key columns
	Statics    model.Value // Σ c_s
	Clustering model.Value // Σ c_c, of one row
	Regulars   model.Value // Σ c_r, of one row
}

// Of computes the size of one relation. One that does not exist is Unknown.
func Of(m *model.Model, relation model.ID, formula Formula) Size {
	return newSizer(m, formula).size(relation)
}

// All computes the sizes of all relations.
func All(m *model.Model, formula Formula) map[model.ID]Size {
	s := newSizer(m, formula)
	sizes := make(map[model.ID]Size, len(m.Physical.Relations))
	for id := range m.Physical.Relations {
		sizes[id] = s.size(id)
	}
	return sizes
}

// sizer computes sizes in one document.
type sizer struct {
	model     *model.Model
	formula   Formula
	evaluator *model.Evaluator
	types     map[model.ID]*typeWidth
}

func newSizer(m *model.Model, formula Formula) *sizer {
	return &sizer{m, formula, m.NewEvaluator(), map[model.ID]*typeWidth{}}
}

func (s *sizer) size(id model.ID) Size {
	size := Size{Relation: id, Level: Unknown}
	relation := s.model.Physical.Relations[id]
	if relation == nil {
		return size
	}
	in := inputs{sizer: s}
	size.Terms = Terms{Formula: s.formula, Rows: in.rows(id, relation)}
	for _, column := range relation.SortedColumns() {
		width := in.column(relation.Name, column.ID, column.Value)
		size.Widths = append(size.Widths, width)
		size.Terms.add(width)
	}
	size.Missing, size.Err = in.missing, in.err
	if len(size.Missing) > 0 || size.Err != nil {
		return size
	}
	size.Typical = size.Terms.figures(func(v model.Value) float64 { return v.Typical })
	size.Worst = size.Terms.figures(func(v model.Value) float64 { return v.Worst })
	if !isFinite(size.Typical.Bytes) || !isFinite(size.Worst.Bytes) {
		size.Typical, size.Worst = Figures{}, Figures{}
		size.Err = &model.Problem{Code: "sizing/overflow", Message: "the size is too big for a number", Element: id, Field: "rows"}
		return size
	}
	size.Level, size.WorstOnly = judge(size.Typical, size.Worst)
	size.Steps = size.steps()
	return size
}

func isFinite(number float64) bool { return !math.IsInf(number, 0) && !math.IsNaN(number) }

// Level judges one case.
func (f Figures) Level() Level { return levels[f.severity()] }

var levels = [...]Level{OK, Warn, Bad}

func (f Figures) severity() int {
	switch {
	case f.Bytes > HardBytes || f.Cells > HardCells:
		return 2
	case f.Bytes < AdvisedBytes && f.Cells < AdvisedCells:
		return 0
	}
	return 1
}

// judge takes the worse case's level. Where more makes less (a quantity
// divides) that is the typical one.
func judge(typical, worst Figures) (level Level, worstOnly bool) {
	a, b := typical.severity(), worst.severity()
	return levels[max(a, b)], b > a
}
