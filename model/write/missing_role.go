package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// inRoles returns attributes with the roles in which a query names their instances: each with
// each role once. on are the relationships of its path.
func (r *rows) inRoles(on []int, places []place) (attributes, roles []model.ID) {
	var found []reference
	for _, at := range places {
		if at.attribute != "" {
			found = appendNew(found, reference{attribute: at.attribute, participant: r.roleOn(on, at.node)})
		}
	}
	for _, one := range found {
		attributes, roles = append(attributes, one.attribute), append(roles, one.participant)
	}
	return attributes, roles
}

// roleOn returns by which end an instance takes part in a relationship of a path, itself or as
// one of its subtypes, "" if no other instance of its type is on the path. An end by which no other one
// takes part comes first, of these one of a relationship type that has two ends of the type.
func (r *rows) roleOn(on []int, at int) model.ID {
	of, role, best := r.Nodes[at].Of, model.ID(""), 0
	for same := []int{at}; len(same) > 0; same = same[1:] {
		for _, l := range r.Links {
			if l.To != same[0] {
				continue
			}
			if l.Participant == "" {
				same = append(same, l.From)
				continue
			}
			isOneOfTwo := r.takesPartElse(r.Nodes[l.From].Of, l.Participant, of)
			if !slices.Contains(on, l.From) || !isOneOfTwo && !r.isOnPathTwice(on, at) {
				continue
			}
			rank := 1
			switch isOnlyOne := !r.isEndOfTwo(on, l.Participant); {
			case isOnlyOne && isOneOfTwo:
				rank = 3
			case isOnlyOne:
				rank = 2
			}
			if rank > best {
				role, best = l.Participant, rank
			}
		}
	}
	return role
}

// isOnPathTwice reports whether another instance of the same type takes part in a relationship
// of a path: the depots where a tour begins and where it ends.
func (r *rows) isOnPathTwice(on []int, at int) bool {
	return slices.ContainsFunc(r.Links, func(l stored.Link) bool {
		return l.To != at && r.Nodes[l.To].Of == r.Nodes[at].Of && slices.Contains(on, l.From)
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

// isEndOfTwo reports whether two instances take part in relationships of a path by an end.
func (r *rows) isEndOfTwo(on []int, participant model.ID) bool {
	var ends []int
	for _, l := range r.Links {
		if l.Participant == participant && slices.Contains(on, l.From) {
			ends = appendNew(ends, l.To)
		}
	}
	return len(ends) > 1
}

// confused returns the names of what a query would have to name for two instances that it cannot tell apart: needed
// attributes in the same role, and relationship types that it cannot name twice. What identifies the instances of its rows
// needs no name: it is in the key.
func (r *rows) confused(on []int, needed, from []place) (names []string) {
	var ends []int
	for _, at := range from {
		ends = appendNew(ends, at.node)
	}
	isInKey := func(owner int) bool {
		return slices.ContainsFunc(needed, func(owned place) bool {
			return slices.Contains(r.owners(owned.node), owner) && !r.followsFrom(owned.node, on, ends)
		})
	}
	for _, at := range needed {
		isLike := func(other place) bool {
			return other.node != at.node && other.attribute == at.attribute && r.roleOn(on, other.node) == r.roleOn(on, at.node)
		}
		if at.attribute != "" && slices.ContainsFunc(slices.Concat(needed, from), isLike) && !isInKey(at.node) {
			names = appendNew(names, r.prover.Name(at.attribute))
		}
	}
	for i, at := range on {
		of := r.Nodes[at].Of
		isLike := func(other int) bool { return r.Nodes[other].Of == of && !isInKey(other) }
		if !r.model.IsRepeatable(of) && !isInKey(at) && slices.ContainsFunc(on[:i], isLike) {
			names = appendNew(names, r.model.Title(of))
		}
	}
	return names
}

// followsFrom reports whether the relationships of a path determine an instance by others than its owners.
func (r *rows) followsFrom(node int, on, others []int) bool {
	own := append(r.owners(node), node)
	for _, l := range r.Links {
		if slices.Contains(on, l.From) {
			others = appendNew(others, l.To)
		}
	}
	others = filter(others, func(at int) bool { return !slices.Contains(own, at) })
	return r.concepts.Closure(r.Meaning).Of(others, nil)[node]
}
