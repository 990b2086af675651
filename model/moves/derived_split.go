package moves

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// AsItIs is the choice of a table without a split.
const AsItIs = "none"

// Proposed is a proposal for a derived table whose partitions are over a limit.
type Proposed struct {
	// Table is the relation, Logical the derived table that it realizes.
	Table, Logical model.ID
	*Splits
	// Chosen is the split that is made, nil for none. Cost describes its costs.
	Chosen *Split
	Cost   string
	// ByDefault reports that nobody has chosen.
	ByDefault bool
	// Reason is the reason for the split, or an objection to it.
	Reason string
	model  *model.Model
}

// Warning is set if partitions stay over a limit.
func (p *Proposed) Warning() string {
	now := &p.Now
	if p.Chosen != nil {
		now = p.Chosen
	}
	switch {
	case !now.Over:
		return ""
	case DefaultNeeds.isOver(now.Size.Typical):
		return fmt.Sprintf("a partition has %s: %s", aboutPartition(now.Size, now.Size.Typical), overWhat(now.Size.Typical))
	}
	return fmt.Sprintf("a partition has at worst %s: %s", aboutPartition(now.Size, now.Size.Worst), overWhat(now.Size.Worst))
}

// Sizes describes a partition of the table as it is proposed: typically, and at worst if that
// is larger.
func (p *Proposed) Sizes() (typical, worst string) {
	size := p.Now.Size
	if p.Chosen != nil {
		size = p.Chosen.Size
	}
	words := func(f sizing.Figures) string {
		f.Rows = math.Ceil(f.Rows)
		text := aboutPartition(size, f)
		if DefaultNeeds.isOver(f) {
			text += ": " + overWhat(f)
		}
		return text
	}
	typical, worst = words(size.Typical), words(size.Worst)
	if typical == worst {
		worst = ""
	}
	return typical, worst
}

func aboutPartition(size *sizing.Size, f sizing.Figures) string {
	return sizing.Counted(f.Rows, "row") + ", " + size.About(f.Bytes)
}

// overWhat names the advised limit that a partition is over.
func overWhat(f sizing.Figures) string {
	if f.Bytes > sizing.AdvisedBytes {
		return "over the limit of " + sizing.FormatBytes(sizing.AdvisedBytes)
	}
	return "over the limit of " + sizing.FormatNumber(sizing.AdvisedCells) + " cells"
}

// Propose makes the splits of derived tables whose partitions are over a limit. tables has the
// logical ones, true for those that are new: these get the best split that helps, unless
// something else is chosen for one. chosen has the choices by logical table: AsItIs, or the
// What of a split. It returns the model with the splits.
func Propose(m *model.Model, ids model.IDs, tables map[model.ID]bool, chosen map[model.ID]string) (*model.Model, []*Proposed, error) {
	splitter := NewSplitter(m, mapping.Sizes(m, sizing.Disk))
	var found []*Proposed
	var commands []edit.Command
	for _, relation := range model.Sorted(m.Physical.Relations) {
		logical := onlyRealized(relation.Value)
		isNew, derived := tables[logical]
		if !derived || !splitter.isOver(relation.ID, &DefaultNeeds) {
			continue
		}
		p := splitter.propose(relation.ID, chosen[logical], isNew)
		p.Logical = logical
		found = append(found, p)
		if p.Chosen == nil {
			continue
		}
		e, err := p.Chosen.Move.edit(ids)
		if err != nil {
			return nil, nil, fmt.Errorf("split %s: %w", relation.Value.Name, err)
		}
		p.Cost = e.cost
		commands = append(commands, e.commands...)
	}
	if len(commands) == 0 {
		return m, found, nil
	}
	after, err := edit.Apply(m, ids, commands...)
	if err != nil {
		return nil, nil, fmt.Errorf("split derived tables: %w", err)
	}
	return after, found, nil
}

// onlyRealized is the logical table that a table alone realizes, "" if there is none.
func onlyRealized(relation *model.Relation) model.ID {
	if relation.Kind != model.Table || len(relation.Realizes) != 1 {
		return ""
	}
	return relation.Realizes.Sorted()[0]
}

// propose compares the few splits of a table that come into question, and makes the choice.
func (s *Splitter) propose(id model.ID, chosen string, isNew bool) *Proposed {
	c := s.begin(id, DefaultNeeds)
	c.small = c.reduced()
	for _, move := range c.likely() {
		if split, err := c.try(move); err == nil {
			c.result.Options = append(c.result.Options, split)
		}
	}
	slices.SortStableFunc(c.result.Options, c.compare)
	p := &Proposed{Table: id, Splits: c.result, ByDefault: true, model: s.model}
	if chosen == AsItIs {
		p.ByDefault = false
		p.Reason = "left as it is"
		return p
	}
	for i := range p.Options {
		if p.Options[i].What == chosen {
			p.ByDefault, p.Chosen = false, &p.Options[i]
			p.Reason = p.why()
			return p
		}
	}
	if p.chooseBest(); p.Chosen == nil && p.Reason == noSplit {
		p.Splits = s.Compare(id, DefaultNeeds) // a second table, or buckets that are listed
		p.Options = slices.DeleteFunc(p.Options, func(split Split) bool { return len(split.Lost()) > 0 })
		p.chooseBest()
	}
	if p.Reason == noSplit {
		p.chooseLeast()
	}
	if p.Chosen != nil && !isNew {
		p.Chosen, p.Reason = nil, "the table is there already: a split moves its rows"
	}
	return p
}

// noSplit is the reason of a table for which nothing helps.
const noSplit = "no split brings it below"

// leastSplit is the reason of a split that helps most, but not enough.
const leastSplit = noSplit + ", and this one leaves the least"

// chooseBest takes the first split that helps. If a partition is over a limit in the worst
// case alone, it does so only if that costs reads next to nothing.
func (p *Proposed) chooseBest() {
	p.Reason = ""
	for i := range p.Options {
		split := &p.Options[i]
		typicalOver := DefaultNeeds.isOver(p.Now.Size.Typical)
		switch {
		case len(split.Lost()) > 0 || split.Size.Level == sizing.Unknown || DefaultNeeds.isOver(split.Size.Typical):
		case !typicalOver && (split.Over || !split.isCheap(&p.Now)):
			p.Reason = "a split would make typical reads ask more partitions, which are small already"
		default:
			p.Chosen = split
			p.Reason = p.why()
			return
		}
	}
	if p.Reason == "" {
		p.Reason = noSplit
	}
}

// chooseLeast takes the split with the smallest partitions where none brings them below a limit.
func (p *Proposed) chooseLeast() {
	least := timesOver(p.Now.Size.Typical)
	for i := range p.Options {
		split := &p.Options[i]
		if over := timesOver(split.Size.Typical); len(split.Lost()) == 0 && split.Size.Level != sizing.Unknown && over < least {
			p.Chosen, p.Reason, least = split, leastSplit, over
		}
	}
}

// timesOver is the size of a partition in terms of the limit that it is over by the most.
func timesOver(f sizing.Figures) float64 {
	return math.Max(f.Bytes/sizing.AdvisedBytes, f.Cells/sizing.AdvisedCells)
}

// Remedy describes what brings partitions below a limit that no split does.
func (p *Proposed) Remedy() string {
	text := "an attribute that each query gives by = beside the partition key, or fewer rows in one partition, such as those of a year"
	if p.Chosen == nil || p.Chosen.Move.Name != SplitByHash {
		return "What would help: " + text + "."
	}
	buckets := float64(maxBuckets)
	for over := timesOver(p.Chosen.Size.Typical); over > 1; over /= 2 {
		buckets *= 2
	}
	return fmt.Sprintf("What would help: %s buckets (on the page Split partitions; each read asks them all), %s.", sizing.FormatNumber(buckets), text)
}

// why returns the reason to split a table.
func (p *Proposed) why() string {
	size := p.Now.Size
	if DefaultNeeds.isOver(size.Typical) {
		return fmt.Sprintf("without it a partition has %s: %s", aboutPartition(size, size.Typical), overWhat(size.Typical))
	}
	return fmt.Sprintf("without it a partition has at worst %s: %s", aboutPartition(size, size.Worst), overWhat(size.Worst))
}

// isCheap reports whether each query reads at most one partition more than now, in order.
func (s *Split) isCheap(now *Split) bool {
	for i, q := range s.Queries {
		was := now.Queries[i]
		if !q.Reads.Known || !was.Reads.Known || q.Merges || q.Reads.Typical > was.Reads.Typical+1.5 {
			return false
		}
	}
	return true
}

// likely are the splits from which the proposed one is chosen: the longest bucket of time
// that helps, buckets of a value, a hash, and a column that all queries give.
func (c *compared) likely() []Move {
	var moves []Move
	for _, kind := range []*kind{&splitByTime, &splitByPrefix, &splitByRange, &splitByHash, &splitByAttribute} {
		reason, parameters := kind.offer(c.table)
		if reason == "" || len(c.inRole(model.Partition)) == 0 {
			continue
		}
		move := Move{kind.name, c.id, kind.title, reason, parameters, c.model, kind}
		switch kind.name {
		case SplitByTime:
			moves = append(moves, c.likelyTime(move)...)
		case SplitByHash:
			moves = append(moves, c.likelyHash(move)...)
		case SplitByAttribute:
			moves = append(moves, c.givenByAll(move)...)
		default:
			moves = append(moves, c.variants(move)...)
		}
	}
	return moves
}

// likelyTime is the longest bucket of time that keeps a partition within the limit at worst,
// and where none does, typically. The shortest one is also in shards, if it is too long.
func (c *compared) likelyTime(move Move) []Move {
	variants := c.variants(move)
	within := func(f sizing.Figures) (best []Move) {
		for _, variant := range variants {
			l, err := lengthIn(variant.value("count"), unitNamed(variant.value("bucket")))
			share := l.inDays() / c.result.Covers.Typical
			if err == nil && !c.isOver(part(f, share)) {
				if len(best) > 0 && best[0].isOfLength(l) {
					best = append(best, variant)
				} else {
					best = []Move{variant}
				}
			}
		}
		return best
	}
	if best := within(c.known.Worst); len(best) > 0 {
		return best
	}
	if best := within(c.known.Typical); len(best) > 0 {
		return best
	}
	return c.shortestInShards(variants)
}

// isOfLength reports whether a split by time has buckets of a length.
func (m *Move) isOfLength(l length) bool {
	return m.value("bucket") == l.name && m.value("count") == fmt.Sprint(l.count)
}

// shortestInShards spreads the rows of the shortest bucket by a hash.
func (c *compared) shortestInShards(variants []Move) []Move {
	if len(variants) == 0 {
		return nil
	}
	shortest := variants[0]
	l, err := lengthIn(shortest.value("count"), unitNamed(shortest.value("bucket")))
	if err != nil {
		return nil
	}
	shards := c.likelyBuckets(l.inDays() / c.result.Covers.Typical)
	return []Move{shortest.With(map[string]string{"shards": fmt.Sprint(shards)})}
}

// likelyBuckets returns the smallest power of two of hash buckets that keeps a share of a partition
// within the limit: typically, and also at worst unless typical buckets would then be small.
func (c *compared) likelyBuckets(share float64) int {
	buckets := 2
	for buckets < maxBuckets {
		next := share / float64(buckets)
		typical, worst := part(c.known.Typical, next), part(c.known.Worst, next)
		if !c.isOver(typical) && (!c.isOver(worst) || typical.Bytes/2 < c.needs.Small) {
			break
		}
		buckets *= 2
	}
	return buckets
}

// likelyHash is the hash of a column with enough values.
func (c *compared) likelyHash(move Move) []Move {
	buckets := max(c.likelyBuckets(1), c.bucketsForWrites())
	if sources := c.hashSources(float64(buckets)); len(sources) > 0 {
		return []Move{move.With(map[string]string{"source": string(sources[0].ID), "buckets": fmt.Sprint(buckets)})}
	}
	return nil
}

// bucketsForWrites is the smallest power of two of hash buckets of which none gets too many
// writes.
func (c *compared) bucketsForWrites() int {
	buckets := 1
	for c.needs.MostWrites > 0 && float64(buckets)*c.needs.MostWrites < c.result.Writes.Worst && buckets < maxBuckets {
		buckets *= 2
	}
	return buckets
}

// part is a share of a partition.
func part(f sizing.Figures, share float64) sizing.Figures {
	f.Bytes, f.Cells, f.Rows = f.Bytes*share, f.Cells*share, f.Rows*share
	return f
}

// givenByAll are the columns that all queries of the table give by =.
func (c *compared) givenByAll(move Move) []Move {
	given := c.givenByEqual()
	var moves []Move
	for _, choice := range move.Parameters[0].Choices {
		if len(c.queries) > 0 && given[model.ID(choice.Value)] == len(c.queries) {
			moves = append(moves, move.With(map[string]string{"column": choice.Value}))
		}
	}
	return moves
}

// InWords describes the partition after the split and the reads of each query.
func (p *Proposed) InWords(split *Split) string {
	return split.What + ": " + p.inWords(p.model, split)
}

// Named lists the choices: the splits, and the table as it is.
func (p *Proposed) Named() []string {
	var names []string
	for i := range p.Options {
		names = append(names, p.Options[i].What)
	}
	return append(names, AsItIs)
}

// History describes the splits that are made for the history of a document.
func History(proposed []*Proposed) string {
	var words []string
	for _, p := range proposed {
		if p.Chosen != nil {
			words = append(words, fmt.Sprintf("split %s (%s)", p.model.Title(p.Logical), p.Chosen.What))
		}
	}
	return strings.Join(words, ", ")
}
