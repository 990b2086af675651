package home

import (
	"fmt"
	"math"

	"widerow/model/sizing"
	"widerow/web"
)

// Demo is an example at work: the path of one of its queries through the tables, and a partition
// that grows with a number.
type Demo struct {
	URL     web.URL
	Slug    string // of the example
	SVG     []byte
	Letters []string // of the picture
	Queries []DemoQuery

	Query, Label, Name string // that is shown
	Table              string // that serves it
	Statement          []web.Span
	Verdict, Judged    string // "One partition", and its level
	Reads              string

	Step, Steps int // of the slider, from 0, and how many it has
	Rooms       int // of each hotel
	Grown       string
	Partition   sizing.Figures // of Grown
	Level       string         // of the partition
}

// DemoQuery is a query that the picture can show.
type DemoQuery struct{ ID, Label, Name string }

// The scale of the bar is logarithmic, from 10,000 cells to 1,000 times as many; the limit is at a third.
const barStart, barDecades = 1e4, 3.0

// along is the place of a number of cells on the bar, from 0 to 100.
func along(cells float64) float64 {
	return math.Round(1000*min(1, max(0.02, math.Log10(cells/barStart)/barDecades))) / 10
}

// size is the partition in words.
func (d Demo) size() string {
	return sizing.Counted(d.Partition.Rows, "row") + " · " + sizing.FormatBytes(d.Partition.Bytes)
}

// judgement compares the partition with the limits.
func (d Demo) judgement() string {
	switch times := d.Partition.Cells / sizing.AdvisedCells; {
	case times <= 1:
		return fmt.Sprintf("Within the advised %s values", sizing.FormatNumber(sizing.AdvisedCells))
	case d.Partition.Bytes > sizing.HardBytes:
		return fmt.Sprintf("%s times the advised %s values, and over 1 GB: split it",
			sizing.FormatNumber(math.Round(times)), sizing.FormatNumber(sizing.AdvisedCells))
	default:
		return fmt.Sprintf("%s times the advised %s values: split it", sizing.FormatNumber(math.Round(times*10)/10), sizing.FormatNumber(sizing.AdvisedCells))
	}
}
