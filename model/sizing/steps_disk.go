package sizing

import (
	"strings"

	"widerow/model"
	"widerow/model/sizing/disk"
)

// rowGroups are the parts of a row, by the groups in which a formula shows them.
var rowGroups = []struct {
	words string
	parts []disk.Part
}{
	{"flags", []disk.Part{disk.Flags}},
	{"sizes", []disk.Part{disk.RowSize, disk.PreviousSize}},
	{"clustering", []disk.Part{disk.ClusteringHeader, disk.ClusteringValue}},
	{"row marker", []disk.Part{disk.RowMarker, disk.RowExpiry}},
	{"missing columns", []disk.Part{disk.MissingColumns}},
	{"cells", []disk.Part{disk.CellFlags, disk.CellTime, disk.CellExpiry, disk.CellValue, disk.Replacement, disk.Count, disk.Paths, disk.Values}},
}

// diskSteps returns how the bytes on disk come about: the header, a row, and the
// partition.
func (s Size) diskSteps() []Step {
	typical, worst := s.Ledger(false), s.Ledger(true)
	header := partStep("header", "length of the key + key + deletion time", typical, worst, disk.KeyLength, disk.KeyValues, disk.PartitionDeletion)
	steps := []Step{header}
	total := "header + "
	if typical.Static != nil || worst.Static != nil {
		steps = append(steps, rowStep("static", typical.Static, worst.Static))
		total += "static + "
	}
	row := rowStep("row", typical.Row, worst.Row)
	steps = append(steps, row)
	total += "N_r × mean row + 1"
	if one := (model.Value{Typical: 1, Worst: 1}); s.scale != one {
		total = "(" + total + ") × scale"
	}
	return append(steps, Step{
		Name: "S_t", Symbols: total, Value: model.Value{Typical: s.Typical.Bytes, Worst: s.Worst.Bytes},
		Typical: fillDisk(total, typical, s.Typical.Rows, s.scale.Typical), Worst: fillDisk(total, worst, s.Worst.Rows, s.scale.Worst),
	})
}

// fillDisk replaces the symbols of the total by the numbers of one case. "mean row" is the mean of
// all rows; the first row is up to two bytes smaller.
func fillDisk(symbols string, result disk.Result, rows, scale float64) string {
	sums := map[disk.Part]float64{}
	for _, line := range result.Partition {
		sums[line.Part] += line.Bytes
	}
	each := result.Row.Bytes()
	if rows > 0 {
		each = sums[disk.AllRows] / rows
	}
	return strings.NewReplacer(
		"header", formulaNumber(sums[disk.KeyLength]+sums[disk.KeyValues]+sums[disk.PartitionDeletion]),
		"static", formulaNumber(sums[disk.StaticRow]), "N_r", formulaNumber(rows), "mean row", formulaNumber(each), "scale", formulaNumber(scale),
	).Replace(symbols)
}

func partStep(name, symbols string, typical, worst disk.Result, parts ...disk.Part) Step {
	step := Step{Name: name, Symbols: symbols}
	step.Typical, step.Value.Typical = sumParts(typical.Partition, parts)
	step.Worst, step.Value.Worst = sumParts(worst.Partition, parts)
	return step
}

// sumParts returns the bytes of each part, in the order of parts, and their sum.
func sumParts(ledger disk.Ledger, parts []disk.Part) (string, float64) {
	var terms []string
	total := 0.0
	for _, part := range parts {
		for _, line := range ledger {
			if line.Part == part {
				terms = append(terms, formulaNumber(line.Bytes))
				total += line.Bytes
			}
		}
	}
	return strings.Join(terms, " + "), total
}

// rowStep is the size of a row, as the sum of its groups of parts.
func rowStep(name string, typical, worst disk.Ledger) Step {
	var symbols, typicals, worsts []string
	for _, group := range rowGroups {
		_, a := sumParts(typical, group.parts)
		_, b := sumParts(worst, group.parts)
		if a == 0 && b == 0 {
			continue
		}
		symbols = append(symbols, group.words)
		typicals, worsts = append(typicals, formulaNumber(a)), append(worsts, formulaNumber(b))
	}
	return Step{
		Name: name, Symbols: strings.Join(symbols, " + "), Typical: strings.Join(typicals, " + "), Worst: strings.Join(worsts, " + "),
		Value: model.Value{Typical: typical.Bytes(), Worst: worst.Bytes()},
	}
}
