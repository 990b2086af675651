package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// addPath adds the relationship types of the pattern on the shortest ways from nodes to known
// instances, and those that a query must name beside them.
func (r *rows) addPath(l *Lookup, nodes []int, known []place) {
	passed := r.between(nodes, known)
	for _, at := range passed {
		if of := r.Nodes[at].Of; slices.Contains(l.Path, of) && r.model.IsRepeatable(of) {
			l.Twice = appendNew(l.Twice, of)
		} else {
			l.Path = appendNew(l.Path, of)
		}
	}
	isKnown := func(at int) bool { return slices.ContainsFunc(known, func(p place) bool { return p.node == at }) }
	l.Via = slices.Clone(l.Path)
	for _, one := range r.Links {
		if isKnown(one.To) && r.concepts.IsIdentifying(r.Nodes[one.From].Of, one.Participant) &&
			slices.ContainsFunc(r.Links, func(o stored.Link) bool { return o.From == one.From && o.To != one.To && isKnown(o.To) }) {
			l.Via = appendNew(l.Via, r.Nodes[one.From].Of)
		}
	}
}

// between returns the relationships on the shortest ways from nodes to known instances.
func (r *rows) between(nodes []int, known []place) []int {
	from, queue := map[int]int{}, []int(nil)
	for _, at := range known {
		if _, seen := from[at.node]; !seen {
			from[at.node] = at.node
			queue = append(queue, at.node)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range r.Links {
			for _, ends := range []stored.Link{l, {From: l.To, To: l.From}} {
				if _, seen := from[ends.To]; ends.From == queue[0] && !seen {
					from[ends.To] = ends.From
					queue = append(queue, ends.To)
				}
			}
		}
	}
	var passed []int
	for _, at := range nodes {
		for {
			if r.concepts.IsRelationship(r.Nodes[at].Of) {
				passed = appendNew(passed, at)
			}
			next, reached := from[at]
			if !reached || next == at {
				break
			}
			at = next
		}
	}
	return passed
}

// inRoles returns attributes with the roles in which a query names their instances: each with
// each role once.
func (r *rows) inRoles(path []model.ID, places []place) (attributes, roles []model.ID) {
	var found []reference
	for _, at := range places {
		if at.attribute != "" {
			found = appendNew(found, reference{attribute: at.attribute, participant: r.roleOn(path, at.node)})
		}
	}
	for _, one := range found {
		attributes, roles = append(attributes, one.attribute), append(roles, one.participant)
	}
	return attributes, roles
}

// roleOn returns by which end an instance takes part in a relationship type of a path, itself or as
// one of its subtypes, "" if no other instance of its type is on the path.
func (r *rows) roleOn(path []model.ID, at int) model.ID {
	of := r.Nodes[at].Of
	for same := []int{at}; len(same) > 0; same = same[1:] {
		for _, l := range r.Links {
			switch {
			case l.To != same[0]:
			case l.Participant == "":
				same = append(same, l.From)
			case slices.Contains(path, r.Nodes[l.From].Of) && (r.takesPartElse(r.Nodes[l.From].Of, l.Participant, of) || r.isOnPathTwice(path, at)):
				return l.Participant
			}
		}
	}
	return ""
}

// isOnPathTwice reports whether another instance of the same type takes part in a relationship type
// of a path: the depots where a tour begins and where it ends.
func (r *rows) isOnPathTwice(path []model.ID, at int) bool {
	return slices.ContainsFunc(r.Links, func(l stored.Link) bool {
		return l.To != at && r.Nodes[l.To].Of == r.Nodes[at].Of && slices.Contains(path, r.Nodes[l.From].Of)
	})
}

// takesPartElse reports whether instances of a type take part in a relationship type by another
// end, too.
func (p *planner) takesPartElse(relationship, end, of model.ID) bool {
	for id, other := range p.model.Concepts.Relationships[relationship].Participants {
		if id != end && (other.Entity == of || slices.Contains(p.model.Supertypes(other.Entity), of)) {
			return true
		}
	}
	return false
}

// viaNames names the relationship types of the path of a lookup: "handles", "knows twice".
func (p *planner) viaNames(lookup *Lookup) []string {
	var names []string
	for _, id := range lookup.Path {
		name := p.model.Title(id)
		if slices.Contains(lookup.Twice, id) {
			name += " twice"
		}
		names = append(names, name)
	}
	return names
}
