package moves

import (
	"fmt"
	"math"

	"widerow/model"
	"widerow/model/sizing"
)

// inWords describes the partition after a split and the queries that read it.
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
