package mapping

import (
	"fmt"
	"slices"

	"widerow/model/mapping/er"
)

// crossed names two entity types that have nothing to do with each other, but of
// which the table stores a row for each pair.
func (d *designer) crossed(s *shape) string {
	var repeated []int
	var values []er.Atom
	for _, a := range s.missing {
		if attribute := d.Graph.Attribute(a); attribute != nil && attribute.MultiValued {
			values = append(values, a)
			continue
		}
		if !slices.Contains(repeated, a.Node) {
			repeated = append(repeated, a.Node)
		}
	}
	if len(values) > 1 {
		return fmt.Sprintf("%s do not depend on each other, and the table has a row for each pair", d.names(values))
	}
	for i, one := range repeated {
		for _, other := range repeated[i+1:] {
			if disjoint(d.undetermined(one), d.undetermined(other)) {
				return fmt.Sprintf("%s and %s do not depend on each other, and the table has a row for each pair", d.Graph.Title(one), d.Graph.Title(other))
			}
		}
	}
	return ""
}

func disjoint(a, b map[int]bool) bool {
	for at := range a {
		if b[at] {
			return false
		}
	}
	return true
}
