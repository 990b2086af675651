package er

import (
	"fmt"
	"slices"

	"widerow/model"
)

// A path that has a relationship type twice goes from an instance in its first role over
// another one to an instance in its second role. Both ends are nodes in a role, that between
// them is the node without one.

// twice returns the relationship types that the path has twice.
func (q *Question) twice() []model.ID {
	return slices.DeleteFunc(q.Query.Twice.Sorted(), func(id model.ID) bool { return !q.Query.IsTwice(id) })
}

// repeatable reports whether the path can have twice what the query names twice, and adds a
// problem if not.
func (q *Question) repeatable() bool {
	for _, id := range q.twice() {
		if !q.Graph.Model.IsRepeatable(id) {
			q.Problem(q.ID, "no-path", fmt.Sprintf("VIA names %s twice; a path can have that twice only if it relates two of one entity type and has no key of its own",
				q.Graph.Model.Title(id)))
			return false
		}
	}
	return true
}

// withSeconds adds the second nodes of the relationship types that the path has twice.
func (q *Question) withSeconds(relationships []int) []int {
	for _, id := range q.twice() {
		relationships = append(relationships, q.Graph.place(Node{Of: id, second: true}))
	}
	return relationships
}

// middleOf returns the instance at which a path goes on by the same relationship type again,
// if it takes part in it as a participant.
func (q *Question) middleOf(relationship int, participant model.ID) (int, bool) {
	n := q.Graph.Node(relationship)
	if !q.Query.IsTwice(n.Of) {
		return 0, false
	}
	ends := q.Graph.Participants[n.Of]
	isFirst := ends[0].ID == participant
	if isFirst != n.second {
		return 0, false
	}
	return q.Graph.places[Node{Of: ends[0].Value.Entity}], true
}

// inEnds gives the ends of a path that has a relationship type twice their roles, if the query
// names none: what is given is the first, what is found the second.
func (c *Concepts) inEnds(q *model.Query) {
	for id := range q.Twice {
		ends := c.Participants[id]
		if !q.IsTwice(id) || !c.Model.IsRepeatable(id) || c.namesEnd(q, ends) {
			continue
		}
		name := func(attribute model.ID, participant *model.ID, end model.Item[*model.Participant]) {
			if *participant == "" && c.ownerOf(attribute) == end.Value.Entity {
				*participant = end.ID
			}
		}
		for _, given := range q.Given {
			name(given.Attribute, &given.Participant, ends[0])
		}
		for _, find := range q.Find {
			name(find.Attribute, &find.Participant, ends[1])
		}
		for _, sort := range q.SortBy {
			name(sort.Attribute, &sort.Participant, ends[1])
		}
	}
}

// namesEnd reports whether a query names one of some participants by its role.
func (c *Concepts) namesEnd(q *model.Query, ends []model.Item[*model.Participant]) bool {
	return slices.ContainsFunc(partsOf(q), func(p part) bool {
		return slices.ContainsFunc(ends, func(end model.Item[*model.Participant]) bool { return end.ID == *p.participant })
	})
}
