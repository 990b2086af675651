package geom

// ColumnsOf splits heights into at most count columns, the tallest as short as
// it can be to a pixel, in order, and gives the number of entries in each.
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

// FillColumns fills columns up to a height.
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
