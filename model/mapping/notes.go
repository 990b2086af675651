package mapping

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
	"widerow/model/mapping/er"
	"widerow/model/sizing"
)

// reportOptional notes that a table does not hold instances without a partner: its
// key needs one, and the relationship type is optional for them. That matters for
// the instances that the query starts from and whose attributes it finds.
func (d notes) reportOptional(a *Alternative) {
	if a.Form != Rows {
		return
	}
	for _, at := range d.In.Nodes[:d.In.Path] {
		if d.Graph.IsRelationship(at) || !d.startsAt(at) || !d.storesInRows(at, a) {
			continue
		}
		for _, edge := range d.Tree.Edges {
			relationship := edge[0] + edge[1] - at
			if edge[0] != at && edge[1] != at || !d.Graph.IsRelationship(relationship) {
				continue
			}
			if other, needed := d.optionalPartner(at, relationship, a); needed {
				d.Note(d.Graph.Node(relationship).Of, "optional", fmt.Sprintf("%s without %s are not in its table, since the key needs one",
					plural(d.Graph.Title(at)), plural(d.Graph.Title(other))))
			}
		}
	}
}

// startsAt reports whether the query has a condition on a node, or none at all.
func (d notes) startsAt(at int) bool {
	given := er.Union(d.Equal, d.Many, d.Ranges)
	return len(given) == 0 || slices.ContainsFunc(given, func(a er.Atom) bool { return a.Node == at })
}

// storesInRows reports whether a table has a column of a node that is in each row,
// besides what the query gives.
func (d notes) storesInRows(at int, a *Alternative) bool {
	return slices.ContainsFunc(a.Columns, func(c Column) bool {
		return c.atom.Node == at && c.Attribute != "" && c.Role != model.Static && er.Contains(d.Found, c.atom) && !er.Contains(d.Equal, c.atom)
	})
}

// optionalPartner returns the other end of a relationship type, if a node need not
// take part in it and the key needs the other end.
func (d notes) optionalPartner(at, relationship int, a *Alternative) (int, bool) {
	optional := slices.ContainsFunc(d.In.Ends[relationship], func(e er.End) bool { return e.Node == at && !e.Participant.Total })
	for _, e := range d.In.Ends[relationship] {
		inKey := slices.ContainsFunc(a.shape.clustering(), func(key er.Atom) bool { return key.Node == e.Node })
		if optional && e.Node != at && inKey && !d.In.Determines(at, e.Node) {
			return e.Node, true
		}
	}
	return 0, false
}

// contradiction is the ratio above which two numbers that should be equal
// contradict each other.
const contradiction = 1.5

// reportNumbers warns of relationship types on the path whose numbers contradict
// each other: the pairs counted from both ends differ.
func (d notes) reportNumbers() {
	for _, at := range d.In.Nodes[:d.In.Path] {
		ends := d.In.Ends[at]
		if len(ends) != 2 {
			continue
		}
		var pairs [2]er.Amount
		var words [2]string
		for i, end := range ends {
			other := ends[1-i]
			instances, count := d.Graph.Volume().Of(end.Participant.Entity), d.Graph.Volume().Given(other.ID, other.Participant)
			pairs[i] = instances.Amount.Times(count.Amount)
			words[i] = fmt.Sprintf("%s %s with %s each", round(instances.Typical), plural(d.Graph.Title(end.Node)), round(count.Typical))
		}
		if !pairs[0].Known || !pairs[1].Known {
			continue
		}
		more, less := math.Max(pairs[0].Typical, pairs[1].Typical), math.Min(pairs[0].Typical, pairs[1].Typical)
		if atMost := d.isOptionalPair(ends, pairs); more > contradiction*less && !atMost {
			d.Problem(d.Graph.Node(at).Of, "numbers", fmt.Sprintf("The numbers of %s contradict each other: %s are %s, but %s are %s",
				d.Graph.Title(at), words[0], sizing.FormatNumber(pairs[0].Typical), words[1], sizing.FormatNumber(pairs[1].Typical)))
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
func (d notes) isOptionalPair(ends []er.End, pairs [2]er.Amount) bool {
	for i, end := range ends {
		if ends[1-i].One && !end.Participant.Total && pairs[i].Typical > pairs[1-i].Typical {
			return true
		}
	}
	return false
}
