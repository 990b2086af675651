package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/moves"
	"widerow/model/sizing"
)

// writeSplits says how to split the partitions of a derived table that are over a limit:
// the split that the page of the table proposes first, and the best bucket of time.
func (d *derivedDocument) writeSplits(out *bytes.Buffer, name string) {
	for _, relation := range model.Sorted(d.after.Physical.Relations) {
		if !d.realizes(relation.Value, name) {
			continue
		}
		splits := moves.CompareSplits(d.after, relation.ID, moves.DefaultNeeds)
		if splits == nil || !splits.Now.Over || len(splits.Options) == 0 {
			continue
		}
		proposed := []*moves.Split{&splits.Options[0]}
		byTime := slices.IndexFunc(splits.Options, func(s moves.Split) bool { return s.Move.Name == moves.SplitByTime && len(s.Lost()) == 0 })
		if byTime > 0 {
			proposed = append(proposed, &splits.Options[byTime])
		}
		for _, split := range proposed {
			fmt.Fprintf(out, "  to split: %s: %s\n", split.What, visible(d.splitInWords(split, splits)))
		}
	}
}

func (d *derivedDocument) realizes(relation *model.Relation, name string) bool {
	for id := range relation.Realizes {
		if table := d.after.Logical.Tables[id]; table != nil && table.Name == name {
			return true
		}
	}
	return false
}

// splitInWords says what a split does to a partition and to the queries that read it.
func (d *derivedDocument) splitInWords(best *moves.Split, splits *moves.Splits) string {
	size := func(s *sizing.Size) string {
		return fmt.Sprintf("%s, at worst %s", sizing.FormatBytes(s.Typical.Bytes), sizing.FormatBytes(s.Worst.Bytes))
	}
	words := fmt.Sprintf("partition of ~%s, in place of ~%s", size(best.Size), size(splits.Now.Size))
	if best.Over {
		words += ": still over the limit"
	}
	if splits.Guessed && best.Move.Name == moves.SplitByTime {
		words += fmt.Sprintf(", if its rows are those of %s days", sizing.FormatNumber(splits.Covers.Typical))
	}
	for _, query := range best.Queries {
		words += "; " + d.after.Title(query.Query) + " reads " + readsInWords(query)
	}
	return words
}

func readsInWords(query moves.SplitQuery) string {
	var words string
	switch {
	case !query.Served:
		return "no table any more"
	case !query.Reads.Known:
		words = "an unknown number of partitions"
	case query.Reads.Most <= 1:
		words = "1 partition"
	case query.Reads.Typical == query.Reads.Most:
		words = sizing.FormatNumber(query.Reads.Most) + " partitions"
	case query.Reads.Typical <= 1:
		words = "1 partition, at worst " + sizing.FormatNumber(query.Reads.Most)
	default:
		words = fmt.Sprintf("%s partitions, at worst %s", sizing.FormatNumber(query.Reads.Typical), sizing.FormatNumber(query.Reads.Most))
	}
	if query.Merges {
		words += ", and the application merges their rows"
	}
	return strings.TrimSpace(words)
}
