package oracle

import (
	"fmt"
	"slices"

	"widerow/model"
)

// besidePlain returns the ends of the path that are not the instance that the query names without a role, though it might be
// at each of them: the doctor who prescribes and the patient who makes the stay are people, but two. It is the owner, if the
// query gives the partial key of what that owns; else the query says too little.
func (p *path) besidePlain(query *model.Query, same map[model.ID]model.ID) (model.IDSet, error) {
	beside := model.IDSet{}
	for _, v := range p.variables {
		if !v.plain {
			continue
		}
		ends := p.plainEnds(v, same)
		isSplit := slices.ContainsFunc(ends, func(a model.ID) bool {
			return slices.ContainsFunc(ends, func(b model.ID) bool { return !p.isComparable(p.entityAt(a), p.entityAt(b)) })
		})
		if !isSplit {
			continue
		}
		owners := slices.DeleteFunc(slices.Clone(ends), func(end model.ID) bool { return !p.ownsGiven(query, end) })
		if len(owners) != 1 {
			return nil, unclearError(fmt.Sprintf("%s may be one of several ends of the path", p.m.Title(v.root)))
		}
		for _, end := range ends {
			if !p.isComparable(p.entityAt(end), p.entityAt(owners[0])) {
				beside[end] = true
			}
		}
	}
	return beside, nil
}

// plainEnds are the ends of the path at which an instance without a role can be.
func (p *path) plainEnds(v *variable, same map[model.ID]model.ID) []model.ID {
	var ends []model.ID
	for _, id := range p.via {
		for _, end := range model.Sorted(p.m.Concepts.Relationships[id].Participants) {
			isNamed := same[end.ID] != "" || slices.ContainsFunc(p.variables, func(other *variable) bool { return other.roles[end.ID] })
			if !isNamed && rootOf(p.m, end.Value.Entity) == v.root && p.canBe(v, end.Value.Entity) {
				ends = append(ends, end.ID)
			}
		}
	}
	return ends
}

func (p *path) entityAt(end model.ID) model.ID {
	return p.m.Concepts.Relationships[relationshipOf(p.m, end)].Participants[end].Entity
}

// isComparable reports whether an entity type is another one, or a supertype or a subtype of it.
func (p *path) isComparable(a, b model.ID) bool {
	return a == b || slices.Contains(p.m.Supertypes(a), b) || slices.Contains(p.m.Supertypes(b), a)
}

// ownsGiven reports whether an end owns what the query gives a partial key of.
func (p *path) ownsGiven(query *model.Query, end model.ID) bool {
	relationship := p.m.Concepts.Relationships[relationshipOf(p.m, end)]
	for id, owned := range relationship.Participants {
		entity := p.m.Concepts.Entities[owned.Entity]
		if id == end || !relationship.Identifying || !entity.Weak {
			continue
		}
		for _, given := range query.Given {
			if a := entity.Attributes[given.Attribute]; a != nil && a.Key != model.NoKey {
				return true
			}
		}
	}
	return false
}
