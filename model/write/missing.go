package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/stored"
)

// addMissing records what no table finds: a part of a primary key, or whether there is a row.
func (r *rows) addMissing(t *target) {
	l := Lookup{Table: r.table.ID}
	var nodes []int
	for _, c := range t.missing {
		l.Names = append(l.Names, c.Name)
		l.Needed = appendNew(l.Needed, c.Stores...)
		for _, at := range r.placesOf(c) {
			nodes = appendNew(nodes, at.node)
		}
	}
	if len(t.missing) == 0 {
		for _, at := range t.unsure {
			of := r.Nodes[at].Of
			l.Names = append(l.Names, r.model.Title(of))
			if parts := r.facts.parts[of]; len(parts) > 0 {
				l.Needed = appendNew(l.Needed, parts[0])
			}
			nodes = appendNew(nodes, at)
		}
	}
	r.complain(&l, nodes)
}

// addUncopied records values outside of the key that no table finds.
func (r *rows) addUncopied(columns []*column) {
	l := Lookup{Table: r.table.ID, Copied: true}
	var nodes []int
	for _, c := range columns {
		l.Names = append(l.Names, c.Name)
		l.Needed = appendNew(l.Needed, c.Stores...)
		for _, at := range r.placesOf(c) {
			nodes = appendNew(nodes, at.node)
		}
	}
	r.complain(&l, nodes)
}

// complain adds by what the missing values would be looked up: the known keys from which the
// pattern leads to them.
func (r *rows) complain(l *Lookup, nodes []int) {
	from := r.knownAround(nodes)
	for _, at := range from {
		l.From = appendNew(l.From, at.attribute)
	}
	for _, id := range l.From {
		l.Known = append(l.Known, r.prover.Name(id))
	}
	l.Path = r.relationshipsBetween(nodes, from)
	l.Own = !slices.ContainsFunc(nodes, func(at int) bool { return !r.fresh[at] })
	l.PerSecond = r.writtenBy(l)
	if !slices.ContainsFunc(r.plan.Lookups, func(other Lookup) bool {
		return other.Table == l.Table && slices.Equal(other.Names, l.Names) && slices.Equal(other.Known, l.Known)
	}) {
		r.plan.Lookups = append(r.plan.Lookups, *l)
	}
}

// proposal describes the lookup table that is missing: its key, and what writing it costs.
func (l *Lookup) proposal(w *planning) string {
	if len(l.From) == 0 || len(l.Needed) == 0 {
		return ""
	}
	needed := list(l.Names) // the same attribute in another role
	if others := filter(l.Needed, func(id model.ID) bool { return !slices.Contains(l.From, id) }); len(others) > 0 {
		needed = w.namesOf(others)
	}
	text := " of " + needed + " with the key " + w.namesOf(l.From)
	if l.PerSecond.Known && l.PerSecond.Typical > 0 {
		text += fmt.Sprintf(" (it is written %s times a second)", sizing.FormatNumber(l.PerSecond.Typical))
	}
	return text
}

// namesOf names attributes: "Hotel.name and Hotel.phone".
func (p *planner) namesOf(attributes []model.ID) string {
	var names []string
	for _, id := range attributes {
		names = append(names, p.prover.Name(id))
	}
	return list(names)
}

// writtenBy returns how many rows per second the updates write that insert, change or delete
// what a lookup stores.
func (p *planner) writtenBy(l *Lookup) amount {
	rate := exactly(0)
	about := slices.Clone(l.Path)
	for _, id := range append(slices.Clone(l.Needed), l.From...) {
		about = appendNew(about, p.facts.owner[id])
	}
	for _, update := range p.model.Workflow.Updates {
		for _, write := range update.Writes {
			if slices.Contains(l.Needed, write.Element) || slices.Contains(about, write.Element) && update.Kind != model.Change {
				rate = sum(rate, p.rate(update))
				break
			}
		}
	}
	return rate
}

// knownAround returns the known keys of the instances that are nearest to some nodes, and of
// those that identify them.
func (r *rows) knownAround(nodes []int) []place {
	isKnown := func(at int) bool {
		return slices.ContainsFunc(r.facts.ownKey(r.Nodes[at].Of), func(id model.ID) bool {
			from, known := r.known[place{at, id, false}]
			return known && from.read == nil && !r.fresh[at]
		})
	}
	seen, level := map[int]bool{}, slices.Clone(nodes)
	var found []place
	for len(level) > 0 {
		var next []int
		for _, at := range level {
			if seen[at] {
				continue
			}
			seen[at] = true
			if isKnown(at) {
				found = append(found, r.keyPlaces(at, map[int]bool{})...)
				continue
			}
			for _, l := range r.Links {
				switch at {
				case l.From:
					next = append(next, l.To)
				case l.To:
					next = append(next, l.From)
				}
			}
		}
		level = next
	}
	return found
}

// keyPlaces are the known key attributes of an instance and of its owners.
func (r *rows) keyPlaces(at int, seen map[int]bool) []place {
	if seen[at] {
		return nil
	}
	seen[at] = true
	var places []place
	for _, id := range r.facts.ownKey(r.Nodes[at].Of) {
		if from, known := r.known[place{at, id, false}]; known && from.read == nil {
			places = append(places, place{at, id, false})
		}
	}
	for _, l := range r.Links {
		if l.To == at && r.concepts.IsIdentifying(r.Nodes[l.From].Of, l.Participant) || l.From == at && (l.Participant == "" || seen[at] && r.concepts.IsRelationship(r.Nodes[at].Of)) {
			other := l.To
			if l.To == at {
				other = l.From
			}
			places = append(places, r.keyPlaces(other, seen)...)
		}
	}
	return places
}

// relationshipsBetween returns the relationship types of the pattern on the shortest ways
// from nodes to what is known.
func (r *rows) relationshipsBetween(nodes []int, known []place) []model.ID {
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
	var path []model.ID
	for _, at := range nodes {
		for {
			if r.concepts.IsRelationship(r.Nodes[at].Of) {
				path = appendNew(path, r.Nodes[at].Of)
			}
			next, reached := from[at]
			if !reached || next == at {
				break
			}
			at = next
		}
	}
	return path
}
