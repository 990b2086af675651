package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// A row may have two instances of one type, of which an update changes one: the teacher of a course
// and its pupil, both persons. They may be the same person. So a row that moves with the name of
// the teacher has the new name of the pupil, too, if both have the same key.

// alike are pairs of values. If all are equal, the instance at another node is one of those that
// the update changes.
type alike [][2]place

// alikeOf returns the pairs for a column that stores an attribute which the update changes, of
// another node than the one that the rows are found by; nil for other columns.
func (r *rows) alikeOf(c *column) alike {
	for _, at := range r.placesOf(c) {
		if _, changed := r.news[at]; changed || r.isLeftAlone(at.node) {
			continue
		}
		for changed := range r.news {
			if changed.attribute == at.attribute && changed.element == at.element && !r.isLeftAlone(changed.node) {
				return r.alikeNodes(at.node, changed.node)
			}
		}
	}
	return nil
}

// isLeftAlone reports whether the instance of a node is none that is changed: a row has several of it,
// none, or a new one.
func (r *rows) isLeftAlone(node int) bool {
	return r.Nodes[node].Collected || r.fresh[node] || node < len(r.gone) && r.gone[node]
}

// alikeNodes returns the pairs for two nodes: the conditions of the update if all are on the changed
// instance, or else the keys of both.
func (r *rows) alikeNodes(other, changed int) alike {
	var keys, conditions alike
	r.walkBoth(other, changed, map[int]bool{}, func(other, changed int) {
		for _, attribute := range r.facts.parts[r.Nodes[changed].Of] {
			pair := [2]place{{other, attribute, false}, {changed, attribute, false}}
			if r.facts.known[attribute].Key != model.NoKey {
				keys = append(keys, pair)
			}
			if from := r.known[pair[1]]; from.given != nil && !from.given.Operator.IsRange() {
				conditions = append(conditions, pair)
			}
		}
	})
	if len(conditions) > 0 && len(conditions) == len(r.update.Given) {
		return conditions
	}
	return keys
}

// walkBoth visits two nodes of one type, and the pairs of nodes that identify their instances.
func (r *rows) walkBoth(other, changed int, seen map[int]bool, visit func(other, changed int)) {
	if other < 0 || other == changed || seen[changed] {
		return
	}
	seen[changed] = true
	visit(other, changed)
	for _, l := range r.Links {
		switch {
		case l.From == changed:
			r.walkBoth(r.end(other, l.Participant, r.Nodes[l.To].Of), l.To, seen, visit)
		case l.To == changed && l.Participant != "" && r.concepts.IsIdentifying(r.Nodes[l.From].Of, l.Participant):
			r.walkBoth(r.relationOf(other, l, r.Nodes[l.From].Of), l.From, seen, visit)
		}
	}
}

// relationOf returns the relationship of a type in which a node takes part as another link says, -1
// for none.
func (r *rows) relationOf(node int, as stored.Link, of model.ID) int {
	at := slices.IndexFunc(r.Links, func(l stored.Link) bool {
		return l.To == node && l.Participant == as.Participant && r.Nodes[l.From].Of == of
	})
	if at < 0 {
		return -1
	}
	return r.Links[at].From
}

// compared returns the values of the pairs for some columns that are not known yet.
func (r *rows) compared(columns []*column) (unknown []place) {
	for _, c := range columns {
		for _, pair := range r.alikeOf(c) {
			unknown = appendNew(unknown, filter(pair[:], func(at place) bool { return !r.pattern.knows(at) })...)
		}
	}
	return unknown
}

// addAlike marks the reads that tell whether two instances are one.
func (t *target) addAlike(columns []*column) {
	for _, c := range columns {
		for _, pair := range t.alikeOf(c) {
			for _, at := range pair {
				if from := t.known[at]; from.read != nil {
					t.useRead(from.read)
					from.read.selects(from.column)
				}
			}
		}
	}
}

// newIf returns the place of the pairs of a value among those of its statement, counted from 1; 0 if the
// value is always the old one.
func (w *planning) newIf(s *Statement, b bind) int {
	if b.isNew || len(b.alike) == 0 {
		return 0
	}
	var pairs [][2]Value
	for _, pair := range b.alike {
		var values [2]Value
		for i, at := range pair {
			from := s.target.known[at]
			values[i] = w.valueOf(&column{}, from)
			values[i].Column = w.prover.Name(at.attribute)
		}
		pairs = append(pairs, values)
	}
	for i, other := range s.Alike {
		if slices.Equal(other, pairs) {
			return i + 1
		}
	}
	s.Alike = append(s.Alike, pairs)
	return len(s.Alike)
}
