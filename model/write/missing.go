package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/stored"
)

// lack is a value that no table finds: its name, and what it is.
type lack struct {
	name   string
	places []place
}

// addMissing records what no table finds: a part of a primary key, or whether there is a row.
func (r *rows) addMissing(t *target) {
	lacks := r.valuesOf(t.missing)
	if len(t.missing) == 0 {
		for _, at := range t.unsure {
			lacks = append(lacks, r.existenceOf(at))
		}
	}
	for _, at := range t.untold {
		lacks = append(lacks, lack{r.prover.Name(at.attribute), []place{at}})
	}
	r.complain(&Lookup{Table: r.table.ID}, lacks)
}

// existenceOf is whether there is the instance of a node.
func (r *rows) existenceOf(at int) lack {
	of := r.Nodes[at].Of
	one := lack{r.model.Title(of), []place{{node: at}}}
	if parts := r.facts.parts[of]; len(parts) > 0 {
		one.places[0].attribute = parts[0]
	}
	return one
}

// addUncopied records values outside of the key that no table finds.
func (r *rows) addUncopied(columns []*column) {
	r.complain(&Lookup{Table: r.table.ID, Copied: true}, r.valuesOf(columns))
}

// valuesOf are the values of columns.
func (r *rows) valuesOf(columns []*column) (lacks []lack) {
	for _, c := range columns {
		one := lack{name: c.Name}
		places := r.placesOf(c)
		for _, id := range c.Stores {
			if len(places) > 0 {
				one.places = append(one.places, place{places[0].node, id, false})
			}
		}
		lacks = append(lacks, one)
	}
	return lacks
}

// complain records lookups of what is lacking: one of all that hangs together without what the
// application knows.
func (r *rows) complain(l *Lookup, lacks []lack) {
	for len(lacks) > 0 {
		around, group, rest := r.around(lacks[0].nodes()), lacks[:1:1], []lack(nil)
		for _, one := range lacks[1:] {
			if slices.ContainsFunc(r.around(one.nodes()), func(at int) bool { return slices.Contains(around, at) }) {
				group = append(group, one)
			} else {
				rest = append(rest, one)
			}
		}
		r.complainOf(*l, group)
		lacks = rest
	}
}

func (l *lack) nodes() (nodes []int) {
	for _, at := range l.places {
		nodes = appendNew(nodes, at.node)
	}
	return nodes
}

// around returns nodes with those to which they are related, as far as no known key leads.
func (r *rows) around(nodes []int) []int {
	for i := 0; i < len(nodes); i++ {
		for _, l := range r.Links {
			for _, ends := range []stored.Link{l, {From: l.To, To: l.From}} {
				if ends.From == nodes[i] && !r.isNew(ends.To) && !r.isKnown(nodes[i]) {
					nodes = appendNew(nodes, ends.To)
				}
			}
		}
	}
	return nodes
}

// complainOf adds by what the missing values would be looked up: the known keys from which the
// pattern leads to them.
func (r *rows) complainOf(l Lookup, lacks []lack) {
	var nodes []int
	var needed []place
	for _, one := range lacks {
		l.Names = append(l.Names, one.name)
		nodes, needed = appendNew(nodes, one.nodes()...), appendNew(needed, one.places...)
	}
	from := r.knownAround(nodes)
	on := r.addPath(&l, nodes, from)
	l.Needed, l.NeededIn = r.inRoles(on, needed)
	l.From, l.FromIn = r.inRoles(on, from)
	l.Confused = r.confused(on, needed, from)
	for _, id := range l.From {
		l.Known = append(l.Known, r.prover.Name(id))
	}
	l.Own = l.Without == "" && !slices.ContainsFunc(nodes, func(at int) bool { return !r.fresh[at] })
	l.PerSecond = r.writtenBy(&l)
	if !slices.ContainsFunc(r.plan.Lookups, func(other Lookup) bool {
		return other.Table == l.Table && slices.Equal(other.Names, l.Names) && slices.Equal(other.Known, l.Known) && other.Without == l.Without
	}) {
		r.plan.Lookups = append(r.plan.Lookups, l)
	}
}

// proposal describes the lookup table that is missing: its key, and what writing it costs.
func (l *Lookup) proposal(w *planning) string {
	if len(l.From) == 0 || len(l.Needed) == 0 || len(l.Confused) > 0 {
		return ""
	}
	needed := list(l.Names) // the same attribute in another role
	if others := filter(l.Needed, func(id model.ID) bool { return !slices.Contains(l.From, id) }); len(others) > 0 {
		needed = w.namesOf(others)
	}
	text := " of " + needed + " with the key " + w.namesOf(l.From)
	if len(l.Path) > 0 {
		text += " via " + list(w.viaNames(l))
	}
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
	seen, level := map[int]bool{}, slices.Clone(nodes)
	var found []place
	for len(level) > 0 {
		var next []int
		for _, at := range level {
			if seen[at] {
				continue
			}
			seen[at] = true
			if r.isKnown(at) {
				found = append(found, r.keyPlaces(at, map[int]bool{})...)
				continue
			}
			for _, l := range r.Links {
				switch {
				case at == l.From && !r.isNew(l.To):
					next = append(next, l.To)
				case at == l.To && !r.isNew(l.From):
					next = append(next, l.From)
				}
			}
		}
		level = next
	}
	return found
}

// isKnown reports whether the update gives a part of the own key of an instance that is there.
func (r *rows) isKnown(at int) bool {
	return !r.fresh[at] && slices.ContainsFunc(r.facts.ownKey(r.Nodes[at].Of), func(id model.ID) bool {
		from, known := r.known[place{at, id, false}]
		return known && from.read == nil
	})
}

// isNew reports whether no table has an instance: the update makes it, or there is none.
func (r *rows) isNew(at int) bool { return r.fresh[at] || at < len(r.gone) && r.gone[at] }

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
		if l.To == at && r.concepts.IsIdentifying(r.Nodes[l.From].Of, l.Participant) || l.From == at &&
			(l.Participant == "" || seen[at] && r.concepts.IsRelationship(r.Nodes[at].Of)) {
			other := l.To
			if l.To == at {
				other = l.From
			}
			places = append(places, r.keyPlaces(other, seen)...)
		}
	}
	return places
}
