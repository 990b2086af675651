package sizing

import (
	"slices"
)

// Level rates the size of a partition.
type Level string

// The levels: below the advised limits, between the advised and the hard limits,
// above the hard limits, and unknown because an input is wrong. Assumed is a rating
// only (see Size.Rating): the figures rest on assumed rows.
const (
	OK      Level = "ok"
	Warn    Level = "warn"
	Bad     Level = "bad"
	Unknown Level = "missing"
	Assumed Level = "assumed"
)

// Rating returns the level to show. It is Assumed if the number of rows is assumed
// and either no number was entered for the relation, or the size is within the limits
// only by that assumption.
func (s *Size) Rating() Level {
	if s.assumesRows() && (!s.entered || s.Level == OK) {
		return Assumed
	}
	return s.Level
}

func (s *Size) assumesRows() bool {
	return s.Level != Unknown && slices.ContainsFunc(s.Assumed, func(a Assumption) bool {
		return a.Element == s.Relation && a.Field == "rows"
	})
}

// Level returns the level of one case.
func (f Figures) Level() Level { return levels[f.severity()] }

var levels = [...]Level{OK, Warn, Bad}

func (f Figures) severity() int {
	switch {
	case f.Bytes > HardBytes || f.Cells > HardCells:
		return 2
	case f.Bytes < AdvisedBytes && f.Cells < AdvisedCells:
		return 0
	}
	return 1
}

// judge returns the worse of both cases' levels. That can be the level of the
// typical case, if an expression divides by a quantity.
func judge(typical, worst Figures) (level Level, worstOnly bool) {
	a, b := typical.severity(), worst.severity()
	return levels[max(a, b)], b > a
}
