package mapping

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/internal/english"
	"widerow/model/sizing"
)

// reportOptional notes that a table does not hold instances without a partner: its
// key needs one, and the relationship type is optional for them. That matters for
// the instances that the query starts from and whose attributes it finds.
func (d *designer) reportOptional(a *Alternative) {
	if a.Form != Rows {
		return
	}
	for _, at := range d.in.nodes[:d.in.path] {
		if d.graph.isRelationship(at) || !d.startsAt(at) || !d.storesInRows(at, a) {
			continue
		}
		for _, edge := range d.tree.edges {
			relationship := edge[0] + edge[1] - at
			if edge[0] != at && edge[1] != at || !d.graph.isRelationship(relationship) {
				continue
			}
			if other, needed := d.optionalPartner(at, relationship, a); needed {
				d.note(d.graph.node(relationship).of, "optional", fmt.Sprintf("%s without %s are not in its table, since the key needs one",
					plural(d.graph.title(at)), plural(d.graph.title(other))))
			}
		}
	}
}

// startsAt reports whether the query has a condition on a node, or none at all.
func (d *designer) startsAt(at int) bool {
	given := union(d.equal, d.many, d.ranges)
	return len(given) == 0 || slices.ContainsFunc(given, func(a atom) bool { return a.node == at })
}

// storesInRows reports whether a table has a column of a node that is in each row,
// besides what the query gives.
func (d *designer) storesInRows(at int, a *Alternative) bool {
	return slices.ContainsFunc(a.Columns, func(c Column) bool {
		return c.atom.node == at && c.Attribute != "" && c.Role != model.Static && contains(d.found, c.atom) && !contains(d.equal, c.atom)
	})
}

// optionalPartner returns the other end of a relationship type, if a node need not
// take part in it and the key needs the other end.
func (d *designer) optionalPartner(at, relationship int, a *Alternative) (int, bool) {
	optional := slices.ContainsFunc(d.in.ends[relationship], func(e end) bool { return e.node == at && !e.participant.Total })
	for _, e := range d.in.ends[relationship] {
		inKey := slices.ContainsFunc(a.shape.clustering(), func(key atom) bool { return key.node == e.node })
		if optional && e.node != at && inKey && !d.in.determines(at, e.node) {
			return e.node, true
		}
	}
	return 0, false
}

// contradiction is the ratio above which two numbers that should be equal
// contradict each other.
const contradiction = 1.5

// reportNumbers warns of relationship types on the path whose numbers contradict
// each other: the pairs counted from both ends differ.
func (d *designer) reportNumbers() {
	for _, at := range d.in.nodes[:d.in.path] {
		ends := d.in.ends[at]
		if len(ends) != 2 {
			continue
		}
		var pairs [2]Amount
		var words [2]string
		for i, end := range ends {
			other := ends[1-i]
			instances, count := d.graph.volume().of(end.participant.Entity), d.graph.volume().given(other.id, other.participant)
			pairs[i] = instances.Amount.times(count.Amount)
			words[i] = fmt.Sprintf("%s %s with %s each", round(instances.Typical), plural(d.graph.title(end.node)), round(count.Typical))
		}
		if !pairs[0].Known || !pairs[1].Known {
			continue
		}
		more, less := math.Max(pairs[0].Typical, pairs[1].Typical), math.Min(pairs[0].Typical, pairs[1].Typical)
		if atMost := d.isOptionalPair(ends, pairs); more > contradiction*less && !atMost {
			d.problem(d.graph.node(at).of, "numbers", fmt.Sprintf("The numbers of %s contradict each other: %s are %s, but %s are %s",
				d.graph.title(at), words[0], sizing.FormatNumber(pairs[0].Typical), words[1], sizing.FormatNumber(pairs[1].Typical)))
		}
	}
}

// plural returns the plural of a type's name, also of an abbreviation: POIs.
func plural(title string) string {
	if strings.ToUpper(title) == title {
		return title + "s"
	}
	return english.Plural(title)
}

// isOptionalPair reports whether the larger number of pairs only is an upper bound:
// not every instance at the end of "n" has a partner at the end of "1".
func (d *designer) isOptionalPair(ends []end, pairs [2]Amount) bool {
	for i, end := range ends {
		if ends[1-i].one && !end.participant.Total && pairs[i].Typical > pairs[1-i].Typical {
			return true
		}
	}
	return false
}
