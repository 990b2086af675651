package proof

import (
	"math"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Amount is a number in the typical and the worst case, if it is known.
type Amount struct {
	Known          bool
	Typical, Worst float64
}

func exactly(number float64) Amount { return Amount{true, number, number} }

func (a Amount) times(b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{true, a.Typical * b.Typical, a.Worst * b.Worst}
}

func (a Amount) plus(b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{true, a.Typical + b.Typical, a.Worst + b.Worst}
}

func (a Amount) atMost(most float64) Amount {
	return Amount{a.Known, math.Min(a.Typical, most), math.Min(a.Worst, most)}
}

// Reads is the cost of a statement, or with a Spread of all its statements together. AtMost reports
// that a range of clustering columns selects an unknown part of the rows, Assumed that the bytes
// rest on assumed lengths.
type Reads struct {
	Partitions, Rows, Bytes Amount
	AtMost, Assumed         bool
}

// plus returns the reads of two statements together.
func (r Reads) plus(other Reads) Reads {
	return Reads{r.Partitions.plus(other.Partitions), r.Rows.plus(other.Rows), r.Bytes.plus(other.Bytes), r.AtMost || other.AtMost, r.Assumed || other.Assumed}
}

// times returns the reads of several runs of a statement.
func (r Reads) times(runs Amount) Reads {
	return Reads{r.Partitions.times(runs), r.Rows.times(runs), r.Bytes.times(runs), r.AtMost, r.Assumed}
}

// amount evaluates an expression. It is unknown if it is empty, wrong, or needs
// quantities without a value.
func (p *prover) amount(e model.Expression) Amount {
	if e.IsEmpty() {
		return Amount{}
	}
	value, missing, err := p.evaluator.Evaluate(e)
	if err != nil || len(missing) > 0 {
		return Amount{}
	}
	return Amount{true, value.Typical, value.Worst}
}

// rowsOf returns the number of rows in a partition.
func (p *prover) rowsOf(t *table) Amount {
	if t.relation.Rows.IsEmpty() && len(t.clustering) == 0 {
		return exactly(1)
	}
	if t.relation.Rows.IsEmpty() && !t.logical {
		if size := p.sizeOf(t.id); size.Derived { // from the numbers of the concepts
			return Amount{true, size.Terms.Rows.Typical, size.Terms.Rows.Worst}
		}
	}
	return p.amount(t.relation.Rows)
}

func (s *statement) reads(j *Judgement, plan access.Plan) Reads {
	if j.Verdict == None {
		return Reads{}
	}
	reads := Reads{Partitions: s.partitionsRead(j.Verdict)}
	rows := s.rowsOf(s.table)
	if j.Verdict == Partition || j.Verdict == Partitions {
		rows, reads.AtMost = s.rowsInRange(rows)
	}
	reads.Rows = reads.Partitions.times(rows)
	if s.shape.Limit != nil && !plan.Filtering && !s.aggregates() {
		limit := float64(s.query.Limit)
		if !reads.Rows.Known && !reads.AtMost {
			reads.AtMost = true
		}
		if !reads.Rows.Known {
			reads.Rows = exactly(limit)
		}
		if s.spread != nil && !s.spread.InOrder && rows.Known { // each run has the LIMIT
			limit *= math.Max(1, reads.Partitions.Worst)
		}
		reads.Rows = reads.Rows.atMost(limit)
	}
	reads.Partitions = s.stopEarly(reads.Partitions, rows, reads.AtMost)
	reads.Bytes = s.bytes(reads)
	reads.Assumed = reads.Bytes.Known && len(s.sizeOf(s.table.id).Assumed) > 0
	return reads
}

// stopEarly returns the number of partitions that are read, one after the other in the order of the
// query, until the LIMIT is reached. Typically they have the rows of the LIMIT between them; in the
// worst case all are read. rows is the number of rows in one partition.
func (s *statement) stopEarly(all, rows Amount, isAtMost bool) Amount {
	if s.spread == nil || !s.spread.InOrder || s.spread.Limit == 0 || !all.Known || !rows.Known || isAtMost || rows.Typical <= 0 {
		return all
	}
	enough := math.Ceil(float64(s.spread.Limit) / math.Max(1, rows.Typical))
	return Amount{true, math.Min(all.Typical, enough), all.Worst}
}

// partitionsRead returns the number of partitions that all statements read.
func (s *statement) partitionsRead(verdict Verdict) Amount {
	switch verdict {
	case Index:
		return Amount{}
	case Scan:
		return s.amount(s.table.relation.Partitions)
	}
	count := exactly(1)
	for _, c := range s.table.partition {
		if s.restricted[c] == anyOf {
			count = count.times(s.valueCount(c))
		}
	}
	if s.spread != nil {
		count = count.times(s.spread.Values)
	}
	return count
}

// rowsInRange returns the rows of one partition that the clustering columns
// select, and whether there may be fewer.
func (s *statement) rowsInRange(all Amount) (Amount, bool) {
	rows, whole := exactly(1), true
	for _, c := range s.table.clustering {
		switch s.restricted[c] {
		case equality:
		case anyOf:
			rows = rows.times(s.valueCount(c))
		default:
			whole = false
		}
	}
	if whole {
		return rows, false
	}
	for _, c := range s.table.clustering {
		if s.restricted[c] != unrestricted {
			return all, true
		}
	}
	return all, false
}

// bytes returns the bytes on disk of the rows that are read, with the overhead of each partition.
func (s *statement) bytes(reads Reads) Amount {
	if s.table.logical || !reads.Rows.Known {
		return Amount{}
	}
	size := s.sizeOf(s.table.id)
	if size.Level == sizing.Unknown {
		return Amount{}
	}
	fixed := Amount{true, size.Fixed().Typical, size.Fixed().Worst}
	row := Amount{true, perRow(size.Typical, fixed.Typical), perRow(size.Worst, fixed.Worst)}
	partitions := reads.Partitions
	if !partitions.Known {
		return Amount{}
	}
	return partitions.times(fixed).plus(reads.Rows.times(row))
}

func perRow(figures sizing.Figures, fixed float64) float64 {
	if figures.Rows == 0 {
		return 0
	}
	return (figures.Bytes - fixed) / figures.Rows
}

func (p *prover) sizeOf(id model.ID) sizing.Size {
	if p.sizes == nil {
		p.sizes = mapping.Sizes(p.model, sizing.Disk)
	}
	return p.sizes[id]
}
