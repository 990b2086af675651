package moves

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// Needs are the goals of a split of a table's partitions.
type Needs struct {
	// Bytes and Cells bound a partition, 0 for no limit. A partition with fewer bytes than Small is
	// small.
	Bytes, Cells, Small float64
	// MostWrites bounds the writes a second of one partition.
	MostWrites float64
	// Writes is the number of writes per second to a partition, PerDay the number per day if they
	// were spread evenly over all partitions; zero stands for unknown. Days is the number of days
	// that a partition covers now, an expression, "" for a guess.
	Writes, PerDay model.Value
	Days           string
	// Ranges holds the number of days that each query's range usually covers.
	Ranges map[model.ID]float64
	// Chosen is compared, too: a move with parameters that nobody has proposed.
	Chosen *Move
}

// DefaultNeeds are the limits that are advised, and a number of writes that leaves a
// replica room for other partitions.
var DefaultNeeds = Needs{Bytes: sizing.AdvisedBytes, Cells: sizing.AdvisedCells, Small: 1e6, MostWrites: 1000}

// Splits compares the ways to split the partitions of a table.
type Splits struct {
	Now Split
	// Options are the ways, the best one first.
	Options []Split
	// Refused are the impossible splits.
	Refused []RefusedSplit
	// Days is the number of days that a partition covers now, as an expression; Covers is its
	// value. Guessed marks a guess, Fixed the length of a bucket.
	Days           string
	Covers         model.Value
	Guessed, Fixed bool
	// Ranges holds the number of days that the time range of each query is assumed to cover.
	Ranges map[model.ID]float64
	// Writes are the writes per second to the busiest partition. FromRows reports that they follow
	// from the rows of the partition and the days that it covers.
	Writes   model.Value
	FromRows bool
}

// Split is the table without a move, or after one.
type Split struct {
	Move Move
	// What is the choice in few words: "by 10 minutes of added".
	What string
	Size *sizing.Size
	// Partitions is the number of partitions of the table, zero if it is not known.
	Partitions model.Value
	// Added is the size of a table that is added, nil without one.
	Added   *sizing.Size
	Queries []SplitQuery
	// Writes are the writes a second to the busiest partition, Share its share of all
	// writes to the table, 0 if that is not known.
	Writes model.Value
	Share  float64
	// Over, Hot and Small report that a partition is above the limit, that it gets too
	// many writes, and that it is small while a query reads many.
	Over, Hot bool
	Small     *SplitQuery
}

// Lost returns the queries that are served now, and not after the split.
func (s *Split) Lost() []model.ID {
	var lost []model.ID
	for _, q := range s.Queries {
		if q.WasServed && !q.Served {
			lost = append(lost, q.Query)
		}
	}
	return lost
}

// Fits reports whether the split does what is needed: no query is lost, and no
// partition too large or too busy.
func (s *Split) Fits() bool { return !s.Over && !s.Hot && len(s.Lost()) == 0 }

// SplitQuery describes the reads of a query on the table.
type SplitQuery struct {
	Query             model.ID
	Served, WasServed bool
	// Reads is the number of partitions. It is unknown if the query is not served, or
	// reads an unknown number.
	Reads PartitionReads
	// Merges reports that the application merges or sorts rows, Second that it reads a
	// second table.
	Merges, Second bool
	rate           float64
	// whole reports that it reads all rows of what it names, however these are parted.
	whole bool
}

// RefusedSplit is a way to split that is not possible, with the reason.
type RefusedSplit struct {
	Name          Name
	Title, Reason string
}

// compared is a comparison of splits while it is made.
type compared struct {
	*table
	needs   Needs
	result  *Splits
	sizes   map[model.ID]sizing.Size
	queries []model.ID
	before  map[model.ID]*proof.Result
	small   *model.Model // by reduced
}

// CompareSplits compares the ways to split a table. It is nil if there is no such table.
func CompareSplits(m *model.Model, id model.ID, needs Needs) *Splits {
	return NewSplitter(m, mapping.Sizes(m, sizing.Disk)).Compare(id, needs)
}

// Compare compares the ways to split a table. It is nil if there is no such table.
func (s *Splitter) Compare(id model.ID, needs Needs) *Splits {
	c := s.begin(id, needs)
	if c == nil {
		return nil
	}
	m, t := c.model, c.table
	var moves []Move
	for _, kind := range []*kind{&splitByTime, &splitByHash, &splitByPrefix, &splitByRange, &splitByAttribute, &splitTable, &dynamicBucket} {
		reason, parameters := kind.offer(t)
		var found []Move
		if reason != "" && len(t.inRole(model.Partition)) > 0 {
			found = c.variants(Move{kind.name, id, kind.title, reason, parameters, m, kind})
		}
		if len(found) == 0 {
			c.refuse(kind)
		}
		moves = append(moves, found...)
	}
	if chosen := needs.Chosen; chosen != nil && !slices.ContainsFunc(moves, chosen.isSame) {
		moves = append(moves, *chosen)
	}
	c.small = c.reduced()
	for _, move := range moves {
		if split, err := c.try(move); err == nil {
			c.result.Options = append(c.result.Options, split)
		}
	}
	slices.SortStableFunc(c.result.Options, c.compare)
	return c.result
}

// begin describes a table before any move. It is nil if there is no such table.
func (s *Splitter) begin(id model.ID, needs Needs) *compared {
	t := newTable(s.model, id)
	if t == nil {
		return nil
	}
	c := &compared{table: t, needs: needs, result: &Splits{}, sizes: s.sizes, before: map[model.ID]*proof.Result{}}
	size := c.sizes[id]
	t.known = &size
	c.take(s.readers(id))
	c.findDays()
	c.findRanges()
	c.result.Now = c.now()
	return c
}

// refuse notes why a table cannot be split in a way.
func (c *compared) refuse(kind *kind) {
	if reason := c.whyNot(kind.name); reason != "" {
		c.result.Refused = append(c.result.Refused, RefusedSplit{kind.name, kind.title, reason})
	}
}

// isSame reports whether another move does the same.
func (m *Move) isSame(other Move) bool {
	return m.Name == other.Name && slices.EqualFunc(m.Parameters, other.Parameters, func(a, b Parameter) bool { return a.Value == b.Value })
}

// IsSame reports whether two moves have the same name and the same parameters.
func (m Move) IsSame(other Move) bool { return m.isSame(other) }

// take takes the proofs of the queries that read the table now.
func (c *compared) take(results []*proof.Result) {
	for _, result := range results {
		c.queries = append(c.queries, result.Query)
		c.before[result.Query] = result
	}
}

// now returns the table without a move.
func (c *compared) now() Split {
	split := Split{Size: c.known, Writes: c.result.Writes, Share: c.shareNow()}
	split.Partitions, _ = c.number(c.partitions())
	for _, id := range c.queries {
		split.Queries = append(split.Queries, c.query(c.model, id, c.before[id]))
	}
	c.judge(&split)
	return split
}

// try makes a move and proves the queries of the table again.
func (c *compared) try(move Move) (Split, error) {
	split := Split{Move: move, What: c.what(&move), Writes: c.result.Writes, Share: c.shareNow()}
	move.model = c.small
	p, err := move.sizes(model.SeededIDs([]byte("splits")), c.sizes)
	if err != nil {
		return Split{}, err
	}
	sizes := maps.Clone(c.sizes)
	for _, change := range p.Tables {
		switch {
		case change.After == nil:
			delete(sizes, change.Table)
			continue
		case change.Table == c.id:
			split.Size = change.After
		case change.Before == nil:
			split.Added = change.After
		}
		sizes[change.Table] = *change.After
	}
	after := newTable(p.After, c.id)
	split.Partitions, _ = after.number(after.partitions())
	for _, result := range proof.Some(p.After, sizes, c.queries) {
		split.Queries = append(split.Queries, c.query(p.After, result.Query, &result))
	}
	if move.Name == DynamicBucket {
		for i := range split.Queries {
			split.Queries[i].Reads = split.Queries[i].Reads.plus(1)
			split.Queries[i].Second = true
		}
	}
	c.spreadWrites(&split)
	c.judge(&split)
	return split, nil
}

// manyReads is the number of partitions from which on their size matters to a query.
const manyReads = 10

// judge finds what is wrong with a split.
func (c *compared) judge(s *Split) {
	if s.Size.Level != sizing.Unknown {
		s.Over = c.isOver(s.Size.Worst)
	}
	if s.Added != nil && s.Added.Level != sizing.Unknown {
		s.Over = s.Over || c.isOver(s.Added.Worst)
	}
	s.Hot = c.needs.MostWrites > 0 && s.Writes.Worst > c.needs.MostWrites
	if s.Size.Level == sizing.Unknown || s.Size.Typical.Bytes >= c.needs.Small {
		return
	}
	for i := range s.Queries {
		if q := &s.Queries[i]; !q.whole && q.Reads.Known && q.Reads.Typical >= manyReads && (s.Small == nil || q.Reads.Typical > s.Small.Reads.Typical) {
			s.Small = q
		}
	}
}

func (c *compared) isOver(f sizing.Figures) bool { return c.needs.isOver(f) }

func (n *Needs) isOver(f sizing.Figures) bool {
	return n.Bytes > 0 && f.Bytes > n.Bytes || n.Cells > 0 && f.Cells > n.Cells
}

// compare orders splits, the best one first: no query is lost, partitions are within the
// limit, not too busy and not too small, and then the fewest partitions are read, the
// application has the least to do, and partitions are large.
func (c *compared) compare(a, b Split) int {
	return cmp.Or(
		cmp.Compare(len(a.Lost()), len(b.Lost())), cmp.Compare(lastIf(a.Over), lastIf(b.Over)), cmp.Compare(lastIf(a.Hot), lastIf(b.Hot)),
		cmp.Compare(lastIf(a.Small != nil), lastIf(b.Small != nil)), cmp.Compare(a.cost(), b.cost()), -cmp.Compare(a.Size.Typical.Bytes, b.Size.Typical.Bytes),
	)
}

// unknownReads is taken for the partitions of a query that reads an unknown number.
const unknownReads = 100

// wholeReads is the weight of a partition in the cost of a query that reads all its rows: with so
// many rows to read, the number of partitions matters little.
const wholeReads = 0.01

// cost adds up the reads of all queries: by their rates if all are known.
func (s *Split) cost() float64 {
	rated := !slices.ContainsFunc(s.Queries, func(q SplitQuery) bool { return q.rate == 0 })
	sum := 0.
	for _, q := range s.Queries {
		reads := float64(unknownReads)
		if q.Reads.Known {
			reads = q.Reads.Typical
		}
		if q.whole {
			reads *= wholeReads
		}
		if q.Merges {
			reads += 0.5 // of two that read the same, the one that leaves less to the application
		}
		if rated {
			reads *= q.rate
		}
		sum += reads
	}
	return sum
}
