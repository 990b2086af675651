package measured

import (
	"math"

	"widerow/model"
)

// percentile is a share of the partitions, and the figures of the largest among them in
// bytes, rows and cells.
type percentile struct {
	share              float64
	bytes, rows, cells model.Figure
}

var percentiles = []percentile{
	{0, model.MinBytes, model.MinRows, model.MinCells},
	{0.5, model.P50Bytes, model.P50Rows, model.P50Cells},
	{0.75, model.P75Bytes, model.P75Rows, model.P75Cells},
	{0.9, model.P90Bytes, model.P90Rows, model.P90Cells},
	{0.95, model.P95Bytes, model.P95Rows, model.P95Cells},
	{0.98, model.P98Bytes, model.P98Rows, model.P98Cells},
	{0.99, model.P99Bytes, model.P99Rows, model.P99Cells},
	{0.999, model.P999Bytes, model.P999Rows, model.P999Cells},
	{1, model.MaxBytes, model.MaxRows, model.MaxCells},
}

func bytesOf(p percentile) model.Figure { return p.bytes }
func rowsOf(p percentile) model.Figure  { return p.rows }
func cellsOf(p percentile) model.Figure { return p.cells }

// span is between what an average lies, both ends included.
type span struct{ low, high float64 }

var anything = span{0, math.Inf(1)}

// clamp returns the number of the span that is nearest to a number.
func (s span) clamp(number float64) float64 { return min(max(number, s.low), s.high) }

// wideSpan is the ratio of the ends of a span above which its middle is no answer.
const wideSpan = 1.25

func (s span) isWide() bool { return s.high > wideSpan*s.low }

func (s span) middle() float64 { return (s.low + s.high) / 2 }

// spanOf returns the span of an average whose percentiles are known: numbers between two
// percentiles are larger than the lower one and at most as large as the upper one. The second
// result is false without a median or a maximum.
func spanOf(f model.Figures, of func(percentile) model.Figure) (span, bool) {
	if f[of(percentiles[1])] == 0 || f[of(percentiles[len(percentiles)-1])] == 0 {
		return anything, false
	}
	var found span
	share, last := 0.0, 0.0
	for _, p := range percentiles {
		value := f[of(p)]
		if value == 0 {
			continue
		}
		value = max(value, last)
		found.low += (p.share - share) * bucketStart(last)
		found.high += (p.share - share) * value
		share, last = p.share, value
	}
	return found, true
}

// bucketStart is the smallest number in the bucket of a histogram that ends with a number.
// The first buckets have one number each.
func bucketStart(end float64) float64 {
	if end <= 8 {
		return end
	}
	return end / model.BucketGrowth
}
