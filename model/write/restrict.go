package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// dependent names instances that exist only with a deleted one: the relationships in which it takes
// part by an end, or the weak entities that it owns by that relationship type.
type dependent struct{ relationship, end model.ID }

// takenWith returns the kinds of instances that are deleted along with an instance of an entity
// type, at any distance: the relationship types in which it takes part, the weak entity types that
// it owns, and its subtypes. It leaves out relationships to a single partner, such as its own
// agent.
func (p *planner) takenWith(entity model.ID) (kinds []model.ID, direct []dependent) {
	types := append([]model.ID{entity}, p.facts.subtypes(entity)...)
	for i := 0; i < len(types); i++ {
		of := types[i]
		if i > 0 {
			kinds = appendNew(kinds, of)
		}
		for _, link := range p.facts.links[of] {
			for _, end := range model.Sorted(p.model.Concepts.Relationships[link].Participants) {
				if end.Value.Entity != of || p.concepts.IsIdentifying(link, end.ID) {
					continue
				}
				weak := p.owned(link)
				if weak == "" && p.isSingle(link, end.ID) {
					continue
				}
				if direct = append(direct, dependent{link, end.ID}); weak != "" {
					types = appendNew(append(types, weak), p.facts.subtypes(weak)...)
				} else {
					kinds = appendNew(kinds, link)
				}
			}
		}
		if i == 0 {
			direct = direct[:len(direct):len(direct)]
		}
	}
	return kinds, slices.DeleteFunc(slices.Clone(direct), func(d dependent) bool {
		return p.model.Concepts.Relationships[d.relationship].Participants[d.end].Entity != entity
	})
}

// owned returns the weak entity type that a relationship type identifies, "" for none.
func (p *planner) owned(relationship model.ID) model.ID {
	for _, end := range model.Sorted(p.model.Concepts.Relationships[relationship].Participants) {
		if p.concepts.IsIdentifying(relationship, end.ID) {
			return end.Value.Entity
		}
	}
	return ""
}

// restrictAll reads before a deletion whether there is something that exists only with its
// instances, if it may not be deleted with them.
func (w *planning) restrictAll() {
	if w.kind != model.Delete || w.update.Cascade != model.Restricts {
		return
	}
	for _, of := range w.types {
		if w.concepts.IsRelationship(of) {
			continue
		}
		_, direct := w.takenWith(of)
		for _, d := range direct {
			w.restrict(of, d)
		}
	}
}

// restrict reads whether there is something that exists only with an instance.
func (w *planning) restrict(of model.ID, d dependent) {
	r := &rows{planning: w, pattern: w.stated.clone(), table: &table{}, by: map[int]source{}, news: map[place]source{}}
	at := r.addNode(stored.Node{Of: d.relationship}, false)
	r.Links = append(r.Links, stored.Link{From: at, To: w.targets[of], Participant: d.end})
	at = r.complete(w.concepts)[at]
	r.gone = make([]bool, len(r.Nodes))
	r.spread(w.concepts)
	r.find(&need{nodes: []int{at}})
	if by, found := r.by[at]; found {
		w.useRead(by.read)
		by.read.stops = true
		return
	}
	r.complain(&Lookup{Table: w.anyTable(d.relationship)}, []lack{{w.model.Title(d.relationship), r.keysOfOthers(d, at)}})
}

// anyTable returns the first table that a missing lookup may be shown at: one that stores
// something of a type, or any.
func (w *planning) anyTable(of model.ID) model.ID {
	for _, t := range w.tables {
		if t.meaning != nil && slices.ContainsFunc(t.meaning.Nodes, func(n stored.Node) bool { return n.Of == of }) {
			return t.ID
		}
	}
	return w.tables[0].ID
}

// keysOfOthers are the key attributes of the other participants of a relationship, with those of their owners and
// supertypes.
func (r *rows) keysOfOthers(d dependent, relationship int) []place {
	keys := []place{{node: relationship}}
	for _, l := range r.Links {
		if l.From == relationship && l.Participant != d.end {
			for _, at := range append([]int{l.To}, r.owners(l.To)...) {
				for _, id := range r.facts.ownKey(r.Nodes[at].Of) {
					keys = append(keys, place{node: at, attribute: id})
				}
			}
		}
	}
	return keys
}

// isRestricted reports whether there are no rows of a table because a deletion happens only
// while nothing depends on what it deletes.
func (w *planning) isRestricted(t *table, node int) bool {
	if w.update.Cascade != model.Restricts {
		return false
	}
	path := w.pathFrom(t, node)
	kinds, _ := w.takenWith(t.meaning.Nodes[node].Of)
	for at, n := range t.meaning.Nodes {
		if slices.Contains(kinds, n.Of) && (path[at] || !n.Optional && !n.Collected) {
			return true
		}
	}
	return false
}
