package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// placements returns the ways to map the nodes of a table to nodes of the pattern such that a
// column by which the table can be read has a known value. known are the known places.
func (r *rows) placements(t *table, known []place) [][]int {
	var found [][]int
	for _, c := range t.starts() {
		for _, at := range known {
			if at.attribute != c.value.Attribute || at.element != c.value.Element ||
				r.fresh[at.node] || r.gone[at.node] || r.Nodes[at.node].Of != t.meaning.Nodes[c.value.Node].Of {
				continue
			}
			if from := r.known[at]; from.attribute == "" && from.read == nil {
				continue
			}
			placed := make([]int, len(t.meaning.Nodes))
			for i := range placed {
				placed[i] = further
			}
			placed[c.value.Node] = at.node
			r.place(t, placed, []int{c.value.Node}, &found)
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

// starts are the columns by whose values a table may be read: the first one of the partition
// key that stores something, and those with an index.
func (t *table) starts() []*column {
	stores := func(c *column) bool { return c.stores && c.value.Aggregate == "" && !c.Added }
	if first := filter(t.partition, stores); len(first) > 0 {
		return append(first[:1:1], filter(t.indexed, stores)...)
	}
	return filter(t.columns, stores) // the partition key is a bucket
}

// place gives the nodes that are related to placed ones their nodes of the pattern.
func (r *rows) place(t *table, placed []int, queue []int, found *[][]int) {
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, l := range t.meaning.Links {
			switch at {
			case l.From:
				to := r.end(placed[at], l.Participant, t.meaning.Nodes[l.To].Of)
				if to < 0 || r.gone[to] {
					continue
				}
				if placed[l.To] == to {
					continue
				}
				if isTwice := slices.Contains(placed, to); placed[l.To] != further || isTwice && !r.isComparable(t, l.To, to) {
					return // two instances cannot be one
				} else if placed[l.To] = to; !isTwice {
					queue = append(queue, l.To)
				}
			case l.To:
				if placed[l.From] != further {
					continue
				}
				var choices []int
				for _, other := range r.Links {
					if other.To == placed[at] && other.Participant == l.Participant && r.Nodes[other.From].Of == t.meaning.Nodes[l.From].Of &&
						!r.fresh[other.From] && !r.gone[other.From] && !slices.Contains(placed, other.From) {
						choices = appendNew(choices, other.From)
					}
				}
				for _, choice := range choices[min(len(choices), 1):] {
					branch := slices.Clone(placed)
					branch[l.From] = choice
					r.place(t, branch, append(slices.Clone(queue), at, l.From), found)
				}
				if len(choices) > 0 {
					placed[l.From], queue = choices[0], append(queue, l.From)
				}
			}
		}
	}
	if !slices.ContainsFunc(*found, func(other []int) bool { return slices.Equal(other, placed) }) {
		*found = append(*found, placed)
	}
}

// isComparable reports whether the application can keep the rows in which a node is a known instance: the owner of a
// ticket, and of the agent that handles it.
func (r *rows) isComparable(t *table, node, instance int) bool {
	of := t.meaning.Nodes[node].Of
	keys := r.facts.ownKey(of)
	return len(keys) > 0 && !r.concepts.IsWeak(of) && !t.meaning.Nodes[node].Collected && !slices.ContainsFunc(keys, func(key model.ID) bool {
		return !r.pattern.knows(place{instance, key, false}) || t.storingOf(node, key) == nil
	})
}

// storingOf returns the column that stores one value of an attribute of a node, nil for none.
func (t *table) storingOf(node int, attribute model.ID) *column {
	for _, c := range t.columns {
		if c.stores && c.value == (stored.Value{Node: node, Attribute: attribute}) && !c.isCollection() {
			return c
		}
	}
	return nil
}

// variants returns the reads of a table by a placement: with all nodes of the pattern that it has,
// without the collected ones, and without the optional ones.
func (r *rows) variants(t *table, at []int, bound []bool) []*candidate {
	var found []*candidate
	var tried []int
	for _, drops := range []func(stored.Node) bool{
		func(stored.Node) bool { return false },
		func(n stored.Node) bool { return n.Collected },
		func(n stored.Node) bool { return n.Collected || n.Optional },
	} {
		variant := slices.Clone(at)
		for i, n := range t.meaning.Nodes {
			if drops(n) {
				variant[i] = dropped
			} else if (n.Optional || n.Collected) && variant[i] == further {
				variant[i] = dropped
			}
		}
		if tried != nil && slices.Equal(tried, variant) {
			continue
		}
		tried = variant
		if c := r.candidate(t, variant, bound, false); c != nil {
			found = append(found, c)
		}
	}
	if c := r.partners(t, at, bound); c != nil {
		found = append(found, c)
	}
	if len(found) == 0 {
		if c := r.witnessed(t, at, bound); c != nil {
			found = append(found, c)
		}
	}
	return found
}

// witnessed returns the read of a table that has what is known with each of its partners, of which the pattern has one: the
// title of a trial, from the rows of its subjects. There is such a row because of the one of the pattern. It is nil if the
// read would find more than what the compared values determine.
func (r *rows) witnessed(t *table, at []int, bound []bool) *candidate {
	c := &candidate{table: t, at: slices.Clone(at)}
	if !c.restrict(r) {
		return nil
	}
	restricted, witnesses := t.closure.Of(nil, t.valuesOf(slices.Concat(c.where, c.keep))), map[int]bool{}
	for i, to := range c.at {
		n := t.meaning.Nodes[i]
		switch isOptional := n.Optional || n.Collected; {
		case to == further && !isOptional, to >= 0 && restricted[i]:
		case isOptional:
			c.at[i] = dropped
		case r.fresh[to] || !r.sure[to] && (r.Nodes[to].Optional || r.Nodes[to].Collected):
			return nil
		default:
			c.at[i], witnesses[i] = dropped, true
		}
	}
	if len(witnesses) == 0 {
		return nil
	}
	return r.candidateOf(&candidate{table: t, at: c.at, witnesses: witnesses}, bound)
}

// partners returns the read of a table whose rows all have what the pattern may lack: the customer
// of an order, from a table of the orders that have one.
func (r *rows) partners(t *table, at []int, bound []bool) *candidate {
	variant, has := slices.Clone(at), false
	for i, n := range t.meaning.Nodes {
		if variant[i] == further || n.Optional || n.Collected {
			variant[i] = dropped
		}
		has = has || variant[i] >= 0 && r.Nodes[variant[i]].Optional
	}
	if !has {
		return nil
	}
	return r.candidate(t, variant, bound, true)
}
