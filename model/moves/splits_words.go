package moves

import (
	"fmt"
	"math"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
)

// InWords proposes how to split the partitions of a logical table that are over a
// limit: the split that the page of the table proposes first, and the best bucket of
// time. There are none if the partitions are within the limits.
func (s *Splitter) InWords(table string) []string {
	var words []string
	for _, id := range s.realizing[table] {
		if !s.isOver(id, &DefaultNeeds) {
			continue
		}
		splits := s.Compare(id, DefaultNeeds)
		for _, split := range splits.proposed() {
			words = append(words, fmt.Sprintf("%s: %s", split.What, splits.inWords(s.model, split)))
		}
	}
	return words
}

func (s *Splits) proposed() []*Split {
	if len(s.Options) == 0 {
		return nil
	}
	proposed := []*Split{&s.Options[0]}
	byTime := slices.IndexFunc(s.Options, func(split Split) bool { return split.Move.Name == SplitByTime && len(split.Lost()) == 0 })
	if byTime > 0 {
		proposed = append(proposed, &s.Options[byTime])
	}
	return proposed
}

// inWords says what a split does to a partition and to the queries that read it.
func (s *Splits) inWords(m *model.Model, split *Split) string {
	size := func(of *sizing.Size) string {
		typical, worst := sizing.FormatBytes(of.Typical.Bytes), sizing.FormatBytes(of.Worst.Bytes)
		if typical == worst {
			return typical
		}
		return typical + ", at worst " + worst
	}
	words := fmt.Sprintf("partition of ~%s, in place of ~%s", size(split.Size), size(s.Now.Size))
	if split.Over {
		words += ": still over the limit"
	}
	if s.Guessed && split.Move.Name == SplitByTime {
		words += fmt.Sprintf(", if its rows are those of %s days", sizing.FormatNumber(s.Covers.Typical))
	}
	for _, query := range split.Queries {
		words += "; " + m.Title(query.Query) + " reads " + readsInWords(query)
	}
	return words
}

func readsInWords(query SplitQuery) string {
	typical, most := math.Ceil(query.Reads.Typical), math.Ceil(query.Reads.Most)
	var words string
	switch {
	case !query.Served:
		return "no table any more"
	case !query.Reads.Known:
		words = "an unknown number of partitions"
	case most <= 1:
		words = "1 partition"
	case typical == most:
		words = sizing.FormatNumber(most) + " partitions"
	case typical <= 1:
		words = "1 partition, at worst " + sizing.FormatNumber(most)
	default:
		words = fmt.Sprintf("%s partitions, at worst %s", sizing.FormatNumber(typical), sizing.FormatNumber(most))
	}
	if query.Merges {
		words += ", and the application merges their rows"
	}
	return words
}
