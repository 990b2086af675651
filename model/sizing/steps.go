package sizing

import (
	"math"
	"strconv"
	"strings"

	"widerow/model"
)

// Step is one formula: the name of its result, the formula in symbols, the same
// with the numbers of each case, and the result. In Name and Symbols an
// underscore starts an index: N_pk.
type Step struct {
	Name    string
	Symbols string
	Typical string
	Worst   string
	Value   model.Value
}

// Steps returns the formulas of a size as text, from the parts to the total. There
// are none if the size is not known.
func (s Size) Steps() []Step {
	if s.Level == Unknown {
		return nil
	}
	t := s.Terms
	if s.layout != nil {
		return append(s.diskSteps(), t.cells(s))
	}
	steps := []Step{
		s.sum("Σc_k", "partition key columns", model.Partition, t.Partition),
		s.sum("Σc_s", "static columns", model.Static, t.Statics),
		s.sum("Σc_c", "clustering columns", model.Clustering, t.Clustering),
		s.sum("Σc_r", "other columns", model.Regular, t.Regulars),
	}
	return append(steps, t.cells(s), t.bytes(s))
}

// sum returns the step for the sum of the widths of one group of columns. The
// columns have no symbols, so Symbols describes the group in words.
func (s Size) sum(name, words string, group model.Role, value model.Value) Step {
	var typical, worst []string
	for _, width := range s.Widths {
		if groupOf(width.Role) == group {
			typical = append(typical, formulaNumber(width.Bytes.Typical))
			worst = append(worst, formulaNumber(width.Bytes.Worst))
		}
	}
	if len(typical) == 0 {
		return Step{Name: name, Symbols: "no " + words, Typical: "0", Worst: "0", Value: value}
	}
	return Step{Name: name, Symbols: words, Typical: strings.Join(typical, " + "), Worst: strings.Join(worst, " + "), Value: value}
}

func groupOf(role model.Role) model.Role {
	switch role {
	case model.Partition, model.Clustering, model.Static:
		return role
	}
	return model.Regular
}

func (t Terms) cells(s Size) Step {
	step := Step{Name: "N_v", Value: model.Value{Typical: s.Typical.Cells, Worst: s.Worst.Cells}}
	symbols := "N_r × (N_c − N_pk − N_s) + N_s"
	if t.regular() == 0 {
		symbols = "N_r + N_s"
	}
	step.Symbols = symbols
	step.Typical, step.Worst = t.fill(symbols, s.Typical, typicalOf), t.fill(symbols, s.Worst, worstOf)
	return step
}

func (t Terms) bytes(s Size) Step {
	symbols := "Σc_k + Σc_s + N_r × (Σc_r + Σc_c) + 8 × N_v"
	if t.Formula == Legacy {
		symbols = "Σc_k + Σc_s + N_r × (Σc_r + " + strconv.Itoa(t.cellsPerRow()) + " × Σc_c) + 8 × N_v"
	}
	return Step{
		Name: "S_t", Symbols: symbols, Value: model.Value{Typical: s.Typical.Bytes, Worst: s.Worst.Bytes},
		Typical: t.fill(symbols, s.Typical, typicalOf), Worst: t.fill(symbols, s.Worst, worstOf),
	}
}

func typicalOf(v model.Value) float64 { return v.Typical }
func worstOf(v model.Value) float64   { return v.Worst }

// fill replaces the symbols by the numbers of one case.
func (t Terms) fill(symbols string, f Figures, of func(model.Value) float64) string {
	return strings.NewReplacer(
		"N_pk", strconv.Itoa(t.Key), "N_c", strconv.Itoa(t.Columns), "N_s", strconv.Itoa(t.Static),
		"N_r", formulaNumber(f.Rows), "N_v", formulaNumber(f.Cells),
		"Σc_k", formulaNumber(of(t.Partition)), "Σc_s", formulaNumber(of(t.Statics)),
		"Σc_r", formulaNumber(of(t.Regulars)), "Σc_c", formulaNumber(of(t.Clustering)),
	).Replace(symbols)
}

// formulaNumber formats a number in a formula: 1095005 as 1,095,005, 2.345 as
// 2.35.
func formulaNumber(number float64) string {
	if math.Abs(number) >= 1e15 {
		return strconv.FormatFloat(number, 'e', 3, 64)
	}
	text := strconv.FormatFloat(math.Round(number*100)/100, 'f', -1, 64)
	whole, fraction, isFraction := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if isFraction {
		return whole + "." + fraction
	}
	return whole
}
