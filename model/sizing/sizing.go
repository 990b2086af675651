// Package sizing computes the number of cells and bytes in one partition of a table or a
// materialized view, in the typical and in the worst case. It counts what Cassandra stores on disk,
// or uses the formulas of data modelling courses and books, and can show how the result comes
// about. Missing inputs are assumed, and listed.
//
// Read Options, Of and Size first, then formula.go (the formulas), assumption.go (the defaults),
// width.go (the bytes of a value by the book), content.go and storage.go (the input of package
// disk), and steps.go (the formulas as text). The limits, such as 100 MB, are AdvisedBytes and its
// neighbours in this file.
package sizing

import (
	"fmt"
	"math"

	"widerow/model"
	"widerow/model/sizing/disk"
)

// Formula selects the formula for the bytes of a partition.
type Formula string

// The formulas. Disk, the usual one, counts the bytes of Data.db as Cassandra writes them (package
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
	// Derived reports that the rows follow from the concepts, not from the relation.
	Derived bool
	// Assumed lists what the document does not say, each once.
	Assumed []Assumption
	// Problem is an oddity of the inputs: less than one row.
	Problem *model.Problem
	// Err explains why the size cannot be computed: the level is Unknown and the
	// figures are zero.
	Err *model.Problem
	// Level is the worse of both cases' levels. WorstOnly reports that the
	// typical case has a better one.
	Level     Level
	WorstOnly bool
	// Widths holds the widths of the columns, in the order of the table. Terms
	// holds the inputs of the formulas.
	Widths []Width
	Terms  Terms

	// entered reports that the document has a number of the relation.
	entered bool

	layout *layout // of Disk
	// fixed is the size of the partition without its rows.
	fixed model.Value
	// scale is the ratio of the measured bytes to those of the columns.
	scale model.Value
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
	size.Assumed, size.Err, size.entered = in.assumed, in.err, in.entered
	if size.Err == nil && !hasRole(relation, model.Partition) {
		size.Err = &model.Problem{Code: "sizing/key", Element: id, Field: "columns", Message: relation.Name + " has no partition key"}
	}
	if size.Err != nil {
		return size
	}
	size.Typical, size.fixed.Typical = size.figures(typicalOf)
	size.Worst, size.fixed.Worst = size.figures(worstOf)
	size.Problem = tooFewRows(id, relation.Name, size.Terms.Rows)
	if !isFinite(size.Typical.Bytes) || !isFinite(size.Worst.Bytes) {
		size.Typical, size.Worst, size.fixed = Figures{}, Figures{}, model.Value{}
		size.Err = &model.Problem{Code: "sizing/overflow", Message: "the size is too large to compute", Element: id, Field: "rows"}
		return size
	}
	size.Level, size.WorstOnly = judge(size.Typical, size.Worst)
	return size
}

// collect evaluates the inputs.
func (in *inputs) collect(id model.ID, relation *model.Relation) Size {
	size := Size{Relation: id, Level: Unknown, Terms: Terms{Formula: in.options.Formula}}
	size.Terms.Rows, size.Derived = in.rows(id, relation)
	if in.options.Formula == Disk {
		size.layout = in.options.storage().layout(relation)
		size.scale = in.scale(id, relation)
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

// figures computes one case, and the bytes without rows.
func (s *Size) figures(in func(model.Value) float64) (figures Figures, fixed float64) {
	figures = s.Terms.figures(s.Terms.Formula, in)
	if s.layout == nil {
		return figures, in(s.Terms.Partition) + in(s.Terms.Statics) + cellOverhead*float64(s.Terms.Static)
	}
	files := s.layout.files(figures.Rows)
	result := s.layout.partition(figures.Rows/files, in).Size()
	scaled := files * in(s.scale)
	figures.Bytes = scaled * result.Bytes
	return figures, scaled * (result.Bytes - result.Partition.Of(disk.AllRows))
}

// By returns the typical and the worst case by the book's or the older formula.
func (s *Size) By(formula Formula) (typical, worst Figures) {
	if s.Level == Unknown {
		return Figures{}, Figures{}
	}
	return s.Terms.figures(formula, typicalOf), s.Terms.figures(formula, worstOf)
}

// Fixed returns the bytes of a partition without its rows.
func (s *Size) Fixed() model.Value { return s.fixed }

// tooFewRows is the problem of a partition with less than one row.
func tooFewRows(id model.ID, name string, rows model.Value) *model.Problem {
	least := min(rows.Typical, rows.Worst)
	if least >= 1 {
		return nil
	}
	return &model.Problem{Code: "sizing/rows", Element: id, Field: "rows", Message: fmt.Sprintf(
		"a partition of %s has less than one row: %s. A typical and a worst case are written without spaces: 1000/5000.", name, formulaNumber(least))}
}

// Ledger explains the bytes of a partition on disk, typical or at worst: of its part
// in one file, if there are several. It is empty by other formulas, and if the size is
// not known.
func (s *Size) Ledger(worst bool) disk.Result {
	switch {
	case s.layout == nil || s.Level == Unknown:
		return disk.Result{}
	case worst:
		return s.ledger(s.Worst.Rows, worstOf)
	}
	return s.ledger(s.Typical.Rows, typicalOf)
}

func (s *Size) ledger(rows float64, in func(model.Value) float64) disk.Result {
	result := s.layout.partition(rows/s.layout.files(rows), in).Size()
	if unexplained := result.Bytes * (in(s.scale) - 1); unexplained != 0 {
		result.Partition = append(result.Partition, disk.Line{Part: disk.Unexplained, Bytes: unexplained})
		result.Bytes += unexplained
	}
	return result
}

// Scale returns the ratio of the measured bytes to those of the columns, 1 if none is
// entered.
func (s *Size) Scale() model.Value { return s.scale }

// Cells returns the number of cells of a partition, also if its bytes are not
// known.
func (t Terms) Cells() model.Value {
	cells := func(rows float64) float64 { return rows*float64(t.cellsPerRow()) + float64(t.Static) }
	return model.Value{Typical: cells(t.Rows.Typical), Worst: cells(t.Rows.Worst)}
}

func isFinite(number float64) bool { return !math.IsInf(number, 0) && !math.IsNaN(number) }
