package stored

import (
	"slices"

	"widerow/model"
)

// Answer is how the rows of a table have the instances of a pattern.
type Answer struct {
	// At has the node of the table for each node of the pattern.
	At Embedding
	// Repeats reports that several rows may have the same instances.
	Repeats bool
	// Lacking are nodes of the pattern that a row of the table may lack: such a row has
	// none of the pattern's instances. Collected are those in the collections of a row.
	Lacking, Collected []int
}

// Answers returns how a table has exactly the instances of a pattern, which is complete:
// none if it lacks some, or has others. What a row has besides must be there for sure: of
// each instance of the pattern the owner, the supertype, the participants, and what it
// takes part in totally. fixed are nodes of the pattern whose node in the table is known.
func (c *Concepts) Answers(table, pattern *Meaning, fixed map[int]int) []Answer {
	if table.Grouped {
		return nil
	}
	var answers []Answer
	for _, at := range pattern.Embeddings(table, fixed) {
		if c.isSure(table, pattern, at) && at.hasValues(table, pattern) {
			answers = append(answers, c.answer(table, pattern, at))
		}
	}
	return answers
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
	for to, known := range c.Closure(table).Of(at, nil) {
		answer.Repeats = answer.Repeats || !known && !table.Nodes[to].Collected
	}
	return answer
}

// isSure reports whether there is a row for each choice of instances of a pattern: what
// else a row has is there for sure.
func (c *Concepts) isSure(table, pattern *Meaning, at Embedding) bool {
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
	for to, n := range table.Nodes {
		if !sure[to] && !n.Optional && !n.Collected {
			return false
		}
	}
	return true
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
// attribute only if a choice of the pattern is.
func (at Embedding) hasValues(table, pattern *Meaning) bool {
	asked := map[Value]bool{}
	for _, value := range pattern.Columns {
		if value.Element {
			value.Node = at[value.Node]
			asked[value] = true
		}
	}
	for _, value := range table.Columns {
		if value.Element && !asked[value] {
			return false
		}
	}
	return true
}

// Required is a meaning without what a row may lack, and without what is in collections.
// places says which node of it each node is, -1 for none.
func (m *Meaning) Required() (needed *Meaning, places []int) {
	needed, places = &Meaning{Grouped: m.Grouped}, make([]int, len(m.Nodes))
	for at, n := range m.Nodes {
		if places[at] = -1; !n.Optional && !n.Collected {
			places[at] = len(needed.Nodes)
			needed.Nodes = append(needed.Nodes, n)
		}
	}
	for _, l := range m.Links {
		if places[l.From] >= 0 && places[l.To] >= 0 {
			needed.Links = append(needed.Links, Link{places[l.From], places[l.To], l.Participant})
		}
	}
	for id, value := range m.Columns {
		if places[value.Node] >= 0 {
			if needed.Columns == nil {
				needed.Columns = map[model.ID]Value{}
			}
			value.Node = places[value.Node]
			needed.Columns[id] = value
		}
	}
	return needed, places
}

// SameRows reports whether two tables have the same rows, one for one, whatever their
// columns are: the rows of the one are about what those of the other are about, and what
// they have besides is determined by it and there for sure.
func (c *Concepts) SameRows(a, b *Meaning) bool {
	if a.Grouped || b.Grouped {
		return Equal(a, b)
	}
	return c.hasRowsOf(a, b) || c.hasRowsOf(b, a)
}

func (c *Concepts) hasRowsOf(table, pattern *Meaning) bool {
	needed, _ := pattern.Required()
	return slices.ContainsFunc(c.Answers(table, needed, nil), func(answer Answer) bool {
		return !answer.Repeats && len(answer.Lacking)+len(answer.Collected) == 0
	})
}
