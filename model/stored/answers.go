package stored

import (
	"slices"

	"widerow/model"
)

// Answer describes how the rows of a table hold the instances of a pattern.
type Answer struct {
	// At maps each node of the pattern to its node in the table.
	At Embedding
	// Repeats reports that several rows may have the same instances.
	Repeats bool
	// Lacking are nodes of the pattern that a row of the table may lack: such a row has
	// none of the pattern's instances. Collected are those in the collections of a row.
	Lacking, Collected []int
}

// Answers returns the ways in which a table holds exactly the instances of a pattern, which must be
// complete: none if the table lacks some instances, or has others. Further nodes of a row must
// exist for certain: for each instance of the pattern its owner, its supertype, its participants,
// and the relationships in which it takes part totally. fixed maps nodes of the pattern to their
// known nodes in the table.
func (c *Concepts) Answers(table, pattern *Meaning, fixed map[int]int) []Answer {
	if table.Grouped {
		return nil
	}
	var answers []Answer
	for _, at := range pattern.Embeddings(table, fixed) {
		if len(c.Unsure(table, pattern, at)) == 0 && at.hasValues(table, pattern) && !c.ties(table, at) {
			answers = append(answers, c.answer(table, pattern, at))
		}
	}
	return answers
}

// ties reports whether a row has an instance of the pattern only because of a relationship that the pattern lacks: of a
// ticket and an agent of one tenant the agent that handles the ticket, if there is one.
func (c *Concepts) ties(table *Meaning, at Embedding) bool {
	in := make([]bool, len(table.Nodes))
	for _, to := range at {
		in[to] = true
	}
	for by, n := range table.Nodes {
		if in[by] || !n.Optional || !c.IsRelationship(n.Of) {
			continue
		}
		count, isLoose := 0, false
		for _, l := range table.Links {
			if l.From == by && in[l.To] {
				count++
				isLoose = isLoose || table.Nodes[l.To].Optional
			}
		}
		if count > 1 && isLoose {
			return true
		}
	}
	return false
}

func (c *Concepts) answer(table, pattern *Meaning, at Embedding) Answer {
	answer := Answer{At: at}
	for i, to := range at {
		n := table.Nodes[to]
		if n.Collected && !pattern.Nodes[i].Collected {
			answer.Collected = append(answer.Collected, i)
		}
		if n.Optional && !pattern.Nodes[i].Optional {
			answer.Lacking = append(answer.Lacking, i)
		}
	}
	if len(at) == len(table.Nodes) {
		return answer
	}
	for to, known := range c.Closure(table).Of(at, nil) {
		answer.Repeats = answer.Repeats || !known && !table.Nodes[to].Collected
	}
	return answer
}

// Unseen returns the nodes of lacking that no column of the pattern reveals: a reader of the row cannot tell whether
// they exist. A value reveals its node, what that node requires, and all through which alone the row has it.
func (c *Concepts) Unseen(m *Meaning, lacking []int) []int {
	told := make([]bool, len(m.Nodes))
	for at := range told {
		told[at] = !slices.Contains(lacking, at)
	}
	for _, value := range m.Columns {
		told[value.Node] = true
	}
	for changed := true; changed; {
		changed = false
		for _, at := range lacking {
			if !told[at] && (c.isRequired(m, at, told) || m.leadsOn(at, lacking, told)) {
				told[at], changed = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(lacking), func(at int) bool { return told[at] })
}

// isRequired reports whether a node exists because others do: their participant, owner or supertype, or the
// relationship in which they always take part.
func (c *Concepts) isRequired(m *Meaning, at int, told []bool) bool {
	return slices.ContainsFunc(m.Links, func(l Link) bool {
		of := m.Nodes[l.From].Of
		return l.To == at && told[l.From] ||
			l.From == at && told[l.To] && c.IsRelationship(of) && c.IsTotal(of, l.Participant)
	})
}

// leadsOn reports whether a row has some told node only through a node: without that, nothing leads to it from what
// each row has.
func (m *Meaning) leadsOn(at int, lacking []int, told []bool) bool {
	reached := map[int]bool{at: true}
	var queue []int
	for other := range m.Nodes {
		if !slices.Contains(lacking, other) {
			reached[other], queue = true, append(queue, other)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range m.Links {
			for _, ends := range [][2]int{{l.From, l.To}, {l.To, l.From}} {
				if ends[0] == queue[0] && !reached[ends[1]] {
					reached[ends[1]], queue = true, append(queue, ends[1])
				}
			}
		}
	}
	return slices.ContainsFunc(lacking, func(other int) bool { return told[other] && !reached[other] })
}

// Unsure returns the nodes that a row requires beyond the pattern and that may not exist: instances
// of the pattern without them have no row.
func (c *Concepts) Unsure(table, pattern *Meaning, at Embedding) []int {
	sure := make([]bool, len(table.Nodes))
	for i, to := range at {
		sure[to] = !pattern.Nodes[i].Optional && !pattern.Nodes[i].Collected
	}
	for changed := true; changed; {
		changed = false
		for to := range table.Nodes {
			if !sure[to] && c.follows(table, to, sure) {
				sure[to], changed = true, true
			}
		}
	}
	var unsure []int
	for to, n := range table.Nodes {
		if !sure[to] && !n.Optional && !n.Collected {
			unsure = append(unsure, to)
		}
	}
	return unsure
}

// follows reports whether there is an instance of a node for sure, whatever the others are:
// a participant, a supertype, or a relationship type in which one of the others takes part
// totally, and no second one. With two it would be a condition.
func (c *Concepts) follows(m *Meaning, at int, sure []bool) bool {
	if !c.IsRelationship(m.Nodes[at].Of) {
		return slices.ContainsFunc(m.Links, func(l Link) bool { return l.To == at && sure[l.From] })
	}
	count, total := 0, false
	for _, l := range m.Links {
		if l.From == at && sure[l.To] {
			count++
			total = c.IsTotal(m.Nodes[at].Of, l.Participant)
		}
	}
	return count == 1 && total
}

// hasValues reports whether a row of the table is for one value of a multi-valued
// attribute only if a choice of the pattern is, or if the pattern asks for the whole instance.
func (at Embedding) hasValues(table, pattern *Meaning) bool {
	asked := map[Value]bool{}
	for _, value := range pattern.Columns {
		if value.Element || value.Attribute == "" {
			asked[Value{Node: at[value.Node], Attribute: value.Attribute}] = true
		}
	}
	for _, value := range table.Columns {
		if value.Element && !asked[Value{Node: value.Node, Attribute: value.Attribute}] && !asked[Value{Node: value.Node}] {
			return false
		}
	}
	return true
}

// Required returns a meaning without the nodes that a row may lack, and without those in
// collections.
func (m *Meaning) Required() *Meaning {
	gone := make([]bool, len(m.Nodes))
	for at, n := range m.Nodes {
		gone[at] = n.Optional || n.Collected
	}
	return m.Without(gone)
}

// Without is a meaning without some of its nodes, and without their columns.
func (m *Meaning) Without(gone []bool) *Meaning {
	left, places := &Meaning{Grouped: m.Grouped, Queries: m.Queries, Columns: map[model.ID]Value{}}, make([]int, len(m.Nodes))
	for at, n := range m.Nodes {
		if !gone[at] {
			places[at] = len(left.Nodes)
			left.Nodes = append(left.Nodes, n)
		}
	}
	for _, l := range m.Links {
		if !gone[l.From] && !gone[l.To] {
			left.Links = append(left.Links, Link{places[l.From], places[l.To], l.Participant})
		}
	}
	for id, value := range m.Columns {
		if !gone[value.Node] {
			value.Node = places[value.Node]
			left.Columns[id] = value
		}
	}
	return left
}

// SameRows reports whether two tables have the same rows, one for one, whatever their columns are:
// the rows of both are about the same instances, and any further ones are determined by these and
// exist for certain.
func (c *Concepts) SameRows(a, b *Meaning) bool {
	if a.Grouped || b.Grouped {
		return Equal(a, b)
	}
	return c.hasRowsOf(a, b) || c.hasRowsOf(b, a)
}

func (c *Concepts) hasRowsOf(table, pattern *Meaning) bool {
	return slices.ContainsFunc(c.Answers(table, pattern.Required(), nil), func(answer Answer) bool {
		return !answer.Repeats && len(answer.Lacking)+len(answer.Collected) == 0
	})
}
