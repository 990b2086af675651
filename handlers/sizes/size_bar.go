package sizes

import (
	"fmt"
	"math"
	"strconv"

	"widerow/model/sizing"
	websizes "widerow/web/sizes"
)

// The bar of a table is logarithmic: it begins at a hundred-thousandth of the advised limits and ends at a
// hundred times as much, beyond the hard limit of bytes.
const barFrom, barTo = 1e-5, 1e2

// onBar is the place of a share of the limits on a bar, from 0 to 1.
func onBar(share float64) float64 {
	if share <= barFrom {
		return 0
	}
	return min(math.Log(share/barFrom)/math.Log(barTo/barFrom), 1)
}

func sizeBar(size *sizing.Size) websizes.SizeBar {
	typical, worst := share(size.Typical), share(size.Worst)
	return websizes.SizeBar{
		Typical: onBar(typical), Worst: onBar(worst), Limit: onBar(1),
		Words: fmt.Sprintf("%s of the advised limit, %s in the worst case", Percent(typical), Percent(worst)),
	}
}

// levelReason names the number that makes a partition large, and by how much: "292,000 cells in the
// worst case: 2.9 times the 100,000 that are advised".
func levelReason(size *sizing.Size) string {
	figures, when := size.Typical, ""
	if size.WorstOnly {
		figures, when = size.Worst, " in the worst case"
	}
	bytes, cells, kind := figures.Bytes/sizing.HardBytes, figures.Cells/sizing.HardCells, " of the hard limit"
	if max(bytes, cells) <= 1 {
		bytes, cells, kind = figures.Bytes/sizing.AdvisedBytes, figures.Cells/sizing.AdvisedCells, " that are advised"
	}
	switch {
	case max(bytes, cells) < 1:
		return ""
	case bytes >= cells:
		return exceeds(sizing.FormatBytes(figures.Bytes)+when, bytes, sizing.FormatBytes(figures.Bytes/bytes)+kind)
	}
	return exceeds(sizing.FormatMean(figures.Cells)+" cells"+when, cells, sizing.FormatMean(figures.Cells/cells)+kind)
}

func exceeds(what string, times float64, limit string) string {
	return fmt.Sprintf("%s: %s times the %s", what, strconv.FormatFloat(math.Round(times*10)/10, 'f', -1, 64), limit)
}
