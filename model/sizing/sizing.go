// Package sizing computes the number of cells and bytes in one partition of a
// table or a materialized view, in the typical and in the worst case. It counts
// what Cassandra stores on disk, or uses the formulas of data modelling courses and
// books, and can show how the result comes about.
//
// Read Options, Of and Size first, then formula.go (the formulas), width.go (the
// bytes of a value by the book), content.go and storage.go (what package disk is
// told), and steps.go (the formulas as text). The limits, such as 100 MB, are
// AdvisedBytes and its neighbours in this file.
package sizing

import (
	"math"

	"widerow/model"
	"widerow/model/sizing/disk"
)

// Formula selects the formula for the bytes of a partition.
type Formula string

// The formulas. Disk counts the bytes of Data.db as Cassandra writes them (package
// disk). Book is from "Cassandra: The Definitive Guide" and the Apache
// documentation (storage engine of 3.0 and later). Legacy is from older courses
// (2.2 and before), where each cell repeats the clustering columns.
const (
	Disk   Formula = "disk"
	Book   Formula = "book"
	Legacy Formula = "legacy"
)

// Figures describes one partition. Rows and cells are means, so they may be
// fractions.
type Figures struct{ Rows, Cells, Bytes float64 }

// Level rates the size of a partition.
type Level string

// The levels: below the advised limits, between the advised and the hard limits,
// above the hard limits, and unknown because an input is missing or wrong.
const (
	OK      Level = "ok"
	Warn    Level = "warn"
	Bad     Level = "bad"
	Unknown Level = "missing"
)

// Limits on one partition. The advised ones are from the Apache documentation
// and DataStax (100 MB, 100,000 values), the hard ones from Cassandra (2·10⁹
// cells) and from practice (1 GB). Megabytes are decimal.
const (
	AdvisedBytes = 100e6
	AdvisedCells = 100e3
	HardBytes    = 1e9
	HardCells    = 2e9
)

// Size is the size of one partition of a relation.
type Size struct {
	Relation model.ID
	Typical  Figures
	Worst    Figures
	// Derived reports that the rows are not those of the relation but follow from
	// the concepts.
	Derived bool
	// Missing lists the inputs without a value, Err explains why the size cannot
	// be computed. With either of them the level is Unknown and the figures are
	// zero.
	Missing []Missing
	Err     *model.Problem
	// Level is the worse of both cases' levels. WorstOnly reports that the
	// typical case has a better one.
	Level     Level
	WorstOnly bool
	// Widths holds the widths of the columns, in the order of the table. Terms
	// holds the inputs of the formulas, Steps the formulas as text.
	Widths []Width
	Terms  Terms
	Steps  []Step

	layout *layout // of Disk
}

// Missing is an input without a value. Element and Field identify the form field
// in which to enter it.
type Missing struct {
	What    string // "rows of orders", "length of orders.note", "quantity guests"
	Element model.ID
	Field   string
	// Path is the part of the column if amounts are given for parts: see Input.
	Path string
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

// Of computes the size of one relation. It is Unknown if the relation does not
// exist.
func Of(m *model.Model, relation model.ID, formula Formula) Size {
	return Options{Formula: formula}.Of(m, relation)
}

// All computes the sizes of all relations.
func All(m *model.Model, formula Formula) map[model.ID]Size { return Options{Formula: formula}.All(m) }

// Derived are numbers that the document lacks and that follow from others: the
// rows of relations, and the elements of columns that are collections, by ID.
type Derived struct{ Rows, Elements map[model.ID]model.Value }

// OfWith is like Of, with derived numbers.
func OfWith(m *model.Model, relation model.ID, formula Formula, derived Derived) Size {
	return Options{Formula: formula, Derived: derived}.Of(m, relation)
}

// AllWith is like All, with derived numbers.
func AllWith(m *model.Model, formula Formula, derived Derived) map[model.ID]Size {
	return Options{Formula: formula, Derived: derived}.All(m)
}

// Plan is a relation that is not in the document, with its rows and, of columns
// that are collections, the number of elements.
type Plan struct {
	Relation *model.Relation
	Rows     model.Value
	Elements map[model.ID]model.Value
}

// Of computes the size of a partition of a planned relation.
func (p Plan) Of(m *model.Model, formula Formula) Size {
	s := newSizer(m, Options{Formula: formula, Derived: Derived{map[model.ID]model.Value{"": p.Rows}, p.Elements}})
	return s.sizeOf("", p.Relation)
}

// sizer computes sizes for one document.
type sizer struct {
	model     *model.Model
	options   Options
	evaluator *model.Evaluator
	types     map[model.ID]*typeWidth
}

func newSizer(m *model.Model, options Options) *sizer {
	return &sizer{model: m, options: options, evaluator: m.NewEvaluator(), types: map[model.ID]*typeWidth{}}
}

func (s *sizer) size(id model.ID) Size {
	relation := s.model.Physical.Relations[id]
	if relation == nil {
		return Size{Relation: id, Level: Unknown}
	}
	return s.sizeOf(id, relation)
}

func (s *sizer) sizeOf(id model.ID, relation *model.Relation) Size {
	in := inputs{sizer: s}
	size := in.collect(id, relation)
	size.Missing, size.Err = in.missing, in.err
	if len(size.Missing) > 0 || size.Err != nil {
		return size
	}
	size.Typical, size.Worst = size.figures(typicalOf), size.figures(worstOf)
	if !isFinite(size.Typical.Bytes) || !isFinite(size.Worst.Bytes) {
		size.Typical, size.Worst = Figures{}, Figures{}
		size.Err = &model.Problem{Code: "sizing/overflow", Message: "the size is too large to compute", Element: id, Field: "rows"}
		return size
	}
	size.Level, size.WorstOnly = judge(size.Typical, size.Worst)
	size.Steps = size.steps()
	return size
}

// collect evaluates the inputs.
func (in *inputs) collect(id model.ID, relation *model.Relation) Size {
	size := Size{Relation: id, Level: Unknown, Terms: Terms{Formula: in.options.Formula}}
	size.Terms.Rows, size.Derived = in.rows(id, relation)
	if in.options.Formula == Disk {
		size.layout = in.options.storage().layout(relation)
	}
	for _, column := range relation.SortedColumns() {
		width, content := in.column(relation.Name, column.ID, column.Value)
		size.Widths = append(size.Widths, width)
		size.Terms.add(width)
		if size.layout != nil {
			size.layout.columns = append(size.layout.columns, stored{
				column.Value.Name, column.Value.Role, column.Value.Type.IsCounter(), in.filled(column.ID, column.Value), content})
		}
	}
	return size
}

// figures computes one case.
func (s *Size) figures(in func(model.Value) float64) Figures {
	figures := s.Terms.figures(in)
	if s.layout != nil {
		figures.Bytes = s.layout.partition(figures.Rows, in).Size().Bytes
	}
	return figures
}

// Ledger explains the bytes of a partition on disk, typical or at worst. It is
// empty by other formulas, and if the size is not known.
func (s *Size) Ledger(worst bool) disk.Result {
	switch {
	case s.layout == nil || s.Level == Unknown:
		return disk.Result{}
	case worst:
		return s.layout.partition(s.Worst.Rows, worstOf).Size()
	}
	return s.layout.partition(s.Typical.Rows, typicalOf).Size()
}

// Cells returns the number of cells of a partition, also if its bytes are not
// known.
func (t Terms) Cells() model.Value {
	cells := func(rows float64) float64 { return rows*float64(t.cellsPerRow()) + float64(t.Static) }
	return model.Value{Typical: cells(t.Rows.Typical), Worst: cells(t.Rows.Worst)}
}

func isFinite(number float64) bool { return !math.IsInf(number, 0) && !math.IsNaN(number) }

// Level returns the level of one case.
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

// judge returns the worse of both cases' levels. That can be the level of the
// typical case, if an expression divides by a quantity.
func judge(typical, worst Figures) (level Level, worstOnly bool) {
	a, b := typical.severity(), worst.severity()
	return levels[max(a, b)], b > a
}
