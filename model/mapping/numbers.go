package mapping

import (
	"fmt"
	"math"

	"widerow/model/sizing"
)

// The limits of an estimate. Above comfortableBytes, reads of a partition begin to
// be slow in the 99th percentile. hotShare of all rows in one partition is more
// than one of 20 nodes should have. A collection is read whole, so it is for
// dozens of elements (Cassandra's documentation of collections).
const (
	comfortableBytes = 10e6
	hotShare         = 0.05
	maxElements      = 200
)

// severity rates the size of a partition in the worst case: 0 is comfortable or
// not known, 1 slow in the 99th percentile, 2 over the advised limits, 3 over the
// hard ones.
func (e *Estimate) severity() int { return severityOf(e.Cells.Worst, e.Bytes.Worst) }

// excess rates the size of a typical partition if it is over a limit, else it is 0.
func (e *Estimate) excess() int {
	if severity := severityOf(e.Cells.Typical, e.Bytes.Typical); severity > 1 {
		return severity
	}
	return 0
}

func severityOf(cells, bytes float64) int {
	switch {
	case cells > sizing.HardCells || bytes > sizing.HardBytes:
		return 3
	case cells > sizing.AdvisedCells || bytes > sizing.AdvisedBytes:
		return 2
	case bytes > comfortableBytes:
		return 1
	}
	return 0
}

// limit names the limit that a partition is over, or "".
func limit(cells, bytes float64) string {
	switch {
	case bytes > sizing.HardBytes:
		return "over the limit of 1 GB"
	case cells > sizing.HardCells:
		return "over Cassandra's limit of 2 billion cells"
	case bytes > sizing.AdvisedBytes:
		return "over the limit of 100 MB"
	case cells > sizing.AdvisedCells:
		return "over the limit of 100,000 cells"
	case bytes > comfortableBytes:
		return "above 10 MB, slow in the 99th percentile"
	}
	return ""
}

// wasted is the number of rows that the query reads for one that it asks for.
func (e *Estimate) wasted() float64 {
	if !e.Read.Known || !e.Wanted.Known {
		return 1
	}
	return math.Round(100*e.Read.Typical/max(1, e.Wanted.Typical)) / 100
}

// Numbers is an estimate in words: "73,000 rows, 1.1 MB", at worst "365,000 rows,
// 5.5 MB: over the limit of 100,000 cells", "reads 1 of 5,000 partitions". Worst is
// empty if it is as the typical case. All are empty if the rows are not known.
// OverLimit reports that a partition is over a limit in one of the cases.
type Numbers struct {
	Typical, Worst, Reads string
	OverLimit             bool
}

// Numbers describes the estimate of an alternative.
func (a *Alternative) Numbers() Numbers {
	e := &a.Estimate
	if !e.Rows.Known {
		return Numbers{}
	}
	over, worst := limit(e.Cells.Typical, e.Bytes.Typical), limit(e.Cells.Worst, e.Bytes.Worst)
	numbers := Numbers{Typical: e.partitionInWords(e.Rows.Typical, e.Bytes.Typical, over), Reads: a.readsInWords(), OverLimit: e.severity() > 1}
	if worst == over {
		worst = ""
	}
	if e.Rows.Worst != e.Rows.Typical {
		numbers.Worst = e.partitionInWords(e.Rows.Worst, e.Bytes.Worst, worst)
	}
	return numbers
}

// numbers describes an estimate in one sentence, "" if the rows are not known:
// "partition of 73,000 rows, 1.1 MB; reads 1 of 5,000 partitions".
func (a *Alternative) numbers() string {
	n := a.Numbers()
	if n.Typical == "" {
		return ""
	}
	text := "partition of " + n.Typical
	if n.Worst != "" {
		text += " (at worst " + n.Worst + ")"
	}
	return text + "; " + n.Reads
}

// partitionInWords writes bytes that rest on assumed lengths as "~1.1 MB".
func (e *Estimate) partitionInWords(rows, bytes float64, over string) string {
	text := counted(rows, "row")
	switch {
	case e.Bytes.Known && e.Assumed:
		text += ", ~" + sizing.FormatBytes(bytes)
	case e.Bytes.Known:
		text += ", " + sizing.FormatBytes(bytes)
	}
	if over != "" {
		text += ": " + over
	}
	return text
}

// readsInWords returns the number of partitions that the query reads, and the number of rows if it
// exceeds the number asked for.
func (a *Alternative) readsInWords() string {
	text := "reads a partition for each value of IN"
	if a.Partitions > 0 {
		text = "reads " + counted(a.Partitions, "partition")
	}
	if a.Form == PerSubtype && a.Partitions > 0 {
		return fmt.Sprintf("reads %s in each of %d tables", counted(a.Partitions/float64(len(a.Tables)), "partition"), len(a.Tables))
	}
	if e := &a.Estimate; a.Partitions > 0 && e.Partitions.Known && e.Partitions.Typical > a.Partitions {
		text = fmt.Sprintf("reads %s of %s", round(a.Partitions), counted(e.Partitions.Typical, "partition"))
	}
	if a.Estimate.wasted() > 1.01 {
		text += fmt.Sprintf(", %s for %s", counted(a.Estimate.Read.Typical, "row"), round(max(1, a.Estimate.Wanted.Typical)))
	}
	return text
}

// round writes a number of things. Small means keep one decimal.
func round(number float64) string {
	if number < 10 {
		return sizing.FormatNumber(math.Round(number*10) / 10)
	}
	return sizing.FormatNumber(math.Round(number))
}

func counted(number float64, noun string) string {
	if text := round(number); text != "1" {
		return text + " " + noun + "s"
	}
	return "1 " + noun
}
