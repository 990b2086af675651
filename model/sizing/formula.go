package sizing

import "widerow/model"

func (t *Terms) add(width Width) {
	t.Columns++
	sum := &t.Regulars
	switch width.Role {
	case model.Partition:
		t.Key++
		sum = &t.Partition
	case model.Clustering:
		t.Key++
		sum = &t.Clustering
	case model.Static:
		t.Static++
		sum = &t.Statics
	}
	sum.Typical += width.Bytes.Typical
	sum.Worst += width.Bytes.Worst
}

// regular returns the number of columns that are neither in the key nor static.
func (t Terms) regular() int { return t.Columns - t.Key - t.Static }

// figures computes one case by the formulas
//
//	F1        N_v = N_r · (N_c − N_pk − N_s) + N_s
//	F1b       N_v = N_r + N_s                        (only key and static columns)
//	F2        S_t = Σc_k + Σc_s + N_r · (Σc_r + Σc_c) + 8 · N_v
//	F2 legacy S_t = Σc_k + Σc_s + N_r · Σ_r (c_r + Σc_c) + 8 · N_v
//
// Worked example (available rooms by hotel and date: 100 rooms, 730 days):
// N_v = 73,000 · (4 − 3 − 0) + 0 = 73,000 and
// S_t = 5 + 0 + 73,000 · (1 + 6) + 8 · 73,000 = 1,095,005 bytes.
func (t Terms) figures(formula Formula, in func(model.Value) float64) Figures {
	rows := in(t.Rows)
	cellsPerRow := float64(t.cellsPerRow())
	cells := rows*cellsPerRow + float64(t.Static)
	clustering := in(t.Clustering)
	if formula == Legacy {
		clustering *= cellsPerRow
	}
	return Figures{
		Rows:  rows,
		Cells: cells,
		Bytes: in(t.Partition) + in(t.Statics) + rows*(in(t.Regulars)+clustering) + cellOverhead*cells,
	}
}

// cellOverhead is the size of a cell's timestamp, in bytes.
const cellOverhead = 8

// cellsPerRow returns the number of cells in a row. A row without regular columns
// has one, its marker (F1b).
func (t Terms) cellsPerRow() int { return max(1, t.regular()) }
