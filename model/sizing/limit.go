package sizing

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"widerow/model"
)

// Limit is a limit on one partition: of cells, or of bytes if Cells is 0.
type Limit struct {
	Words        string
	Cells, Bytes float64
}

// Limits are the limits that a partition reaches as it grows: the advised size, the size that is
// slow in the 99th percentile, and the size that practice bears.
var Limits = []Limit{
	{Words: "10 MB", Bytes: 10e6}, {Words: "100,000 cells", Cells: AdvisedCells}, {Words: "100 MB", Bytes: AdvisedBytes}, {Words: "1 GB", Bytes: HardBytes},
}

// ParseLimit reads a limit of one's own: bytes such as 50 MB, or a number of cells.
func ParseLimit(text string) (Limit, error) {
	if bytes, err := ParseBytes(text); err == nil {
		return Limit{Words: FormatBytes(bytes), Bytes: bytes}, nil
	}
	number := strings.NewReplacer(",", "", "_", "").Replace(strings.TrimSuffix(strings.TrimSpace(text), "cells"))
	cells, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(cells >= 1) || cells > mostNumber {
		return Limit{}, fmt.Errorf("%q: write bytes such as 50 MB, or a number of cells such as 20,000", text)
	}
	return Limit{Words: FormatNumber(cells) + " cells", Cells: cells}, nil
}

// over reports whether a partition is above the limit.
func (l Limit) over(f Figures) bool {
	if l.Cells > 0 {
		return f.Cells > l.Cells
	}
	return f.Bytes > l.Bytes
}

// mostNumber is the largest number that is tried for a limit.
const mostNumber = 1e15

// RowsWithin returns the largest whole number of rows of a partition within a limit,
// typical or at worst. It is infinite if no number reaches it.
func (s *Size) RowsWithin(limit Limit, worst bool) float64 {
	return largestWithin(func(rows float64) bool { return limit.over(s.At(rows, worst)) })
}

// At returns a partition with another number of rows, typical or at worst.
func (s *Size) At(rows float64, worst bool) Figures {
	if worst {
		return s.at(rows, worstOf)
	}
	return s.at(rows, typicalOf)
}

func (s *Size) at(rows float64, in func(model.Value) float64) Figures {
	other := *s
	other.Terms.Rows = model.Value{Typical: rows, Worst: rows}
	figures, _ := other.figures(in)
	return figures
}

// QuantityWithin returns the largest whole value of a quantity with which a typical partition is
// within a limit: 0 if no value fits, +Inf if every value does. of returns the size of the relation
// in a document with another value.
func QuantityWithin(m *model.Model, quantity model.ID, limit Limit, of func(*model.Model) Size) float64 {
	unit := SolvedUnit(m, quantity)
	return largestWithin(func(value float64) bool {
		size := of(WithQuantity(m, quantity, model.Expression(PlainNumber(value)+unit)))
		return size.Err == nil && limit.over(size.Typical)
	})
}

// WithQuantity returns a document in which a quantity has another value, typical and at
// worst unless it is a pair. It shares all else with m.
func WithQuantity(m *model.Model, id model.ID, typical model.Expression) *model.Model {
	other := *m
	other.Quantities = make(map[model.ID]*model.Quantity, len(m.Quantities))
	for known, quantity := range m.Quantities {
		other.Quantities[known] = quantity
	}
	replaced := *m.Quantities[id]
	replaced.Typical, replaced.Worst = typical, ""
	other.Quantities[id] = &replaced
	return &other
}

// SolvedUnit is the unit in which the largest value of a quantity is found: "", " days"
// or " per second".
func SolvedUnit(m *model.Model, id model.ID) string {
	switch _, time, _, _ := m.EvaluateUnit(model.Expression("@" + string(id))); time {
	case 1:
		return " days"
	case -1:
		return " per second"
	}
	return ""
}

// largestWithin returns the largest whole number that is not over, or infinity.
func largestWithin(over func(float64) bool) float64 {
	if !over(mostNumber) {
		return math.Inf(1)
	}
	low, high := 0.0, 1.0
	for !over(high) {
		low, high = high, high*2
	}
	for high-low > 1 {
		if middle := math.Floor((low + high) / 2); over(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// QuantitiesOf returns the quantities from which the size of a relation is computed,
// also through others, in order of appearance.
func QuantitiesOf(m *model.Model, relation *model.Relation) []model.ID {
	var ids []model.ID
	seen := model.IDSet{}
	var visit func(model.Expression)
	visit = func(e model.Expression) {
		for _, id := range e.Quantities() {
			quantity := m.Quantities[id]
			if quantity == nil || seen[id] {
				continue
			}
			seen[id] = true
			ids = append(ids, id)
			visit(quantity.Typical)
			visit(quantity.Worst)
		}
	}
	visit(relation.Rows)
	visit(relation.Scale)
	for _, column := range relation.SortedColumns() {
		for _, e := range []model.Expression{column.Value.Length, column.Value.KeyLength, column.Value.Elements, column.Value.Filled} {
			visit(e)
		}
	}
	return ids
}
