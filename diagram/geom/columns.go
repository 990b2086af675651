package geom

// ColumnsOf splits heights, in order, into at most count columns and returns
// the number of entries in each. The tallest column is within a pixel of the
// shortest possible.
func ColumnsOf(heights []float64, count int) []int {
	tooShort, enough := 0.0, 0.0
	for _, height := range heights {
		tooShort, enough = max(tooShort, height-1), enough+height
	}
	for enough-tooShort > 1 {
		if middle := (tooShort + enough) / 2; len(FillColumns(heights, middle)) <= count {
			enough = middle
		} else {
			tooShort = middle
		}
	}
	return FillColumns(heights, enough)
}

// FillColumns splits heights, in order, into columns no taller than limit, and
// returns the number of entries in each. An entry taller than limit has a
// column to itself.
func FillColumns(heights []float64, limit float64) []int {
	columns := []int{0}
	filled := 0.0
	for _, height := range heights {
		if filled > 0 && filled+height > limit {
			columns, filled = append(columns, 0), 0
		}
		columns[len(columns)-1]++
		filled += height
	}
	return columns
}
