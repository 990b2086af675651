package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
)

// isHot reports whether few values of the partition key take all reads or
// writes: a truth value, a status, or only the time.
func (d *designer) isHot(a *Alternative) bool {
	if len(a.shape.partition) == 0 {
		return true
	}
	if d.isTime(a) {
		return true
	}
	if share := a.Estimate.Share; share.Known {
		return max(share.Typical, share.Worst) >= hotShare
	}
	return er.All(a.shape.partition, func(a er.Atom) bool { return d.isNamed(a, fewValues) || d.isNamed(a, times) })
}

// isTime reports whether the partition key is only a time: the current one takes
// all writes, however many there are.
func (d *designer) isTime(a *Alternative) bool {
	return er.All(a.shape.partition, func(a er.Atom) bool { return d.isNamed(a, times) })
}

// fewValues are last words of names of attributes with few values, times those of
// attributes whose current value takes all writes.
var (
	fewValues = []string{"is", "status", "state", "type", "kind", "category", "country", "gender", "level", "active", "enabled", "deleted", "available"}
	times     = []string{"date", "day", "month", "year", "hour", "week"}
)

func (d *designer) isNamed(a er.Atom, names []string) bool {
	attribute := d.Graph.Attribute(a)
	if attribute == nil || attribute.Key == model.Key {
		return false
	}
	words := strings.Split(model.Identifier(attribute.Name), "_")
	return words[0] == "is" && slices.Contains(names, "is") || slices.Contains(names, words[len(words)-1])
}

// hotReason explains why few partitions take most reads or writes, "" if none do.
func (d *designer) hotReason(a *Alternative) string {
	share := max(a.Estimate.Share.Typical, a.Estimate.Share.Worst)
	switch {
	case a.Bucketed || !d.isHot(a):
		return ""
	case a.Estimate.Share.Known && share >= hotShare:
		return fmt.Sprintf("the largest partition has %.0f %% of all rows: a hot partition", 100*share)
	case a.Estimate.Share.Known:
		return fmt.Sprintf("the current %s takes all writes: a hot partition", d.names(a.shape.partition))
	}
	return fmt.Sprintf("few values of %s take all reads and writes: hot partitions", d.names(a.shape.partition))
}
