package mapping

import (
	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

// meansAll reports whether the rows of the table answer each of its queries exactly. A table
// of tickets with their agents has no ticket without one, if its key needs the agent.
func (t *table) meansAll(columns []Column) bool {
	s, logical := t.plans[0].meanings.stored(), t.logical(columns)
	rows := s.meaning(t.designer, logical)
	rows.Grouped = false
	for _, p := range t.plans {
		s.relaxFor(rows, logical, p.pattern())
	}
	return er.All(t.plans, func(p *Plan) bool { return s.answers(rows, p) })
}

// answers reports whether rows have what a plan's query asks for, once each, and none that it
// would have to drop.
func (s *Stored) answers(rows *stored.Meaning, p *Plan) bool {
	pattern := p.pattern()
	if len(pattern.Nodes) == 0 {
		return true // it names no concepts
	}
	for _, answer := range s.Facts().Answers(rows, pattern, nil) {
		if (!answer.Repeats || p.designer.Query.Distinct) && p.designer.mayLack(s.Facts(), pattern, answer.Lacking) {
			return true
		}
	}
	return false
}

// mayLack reports whether a row may lack some nodes of a query's pattern. In a list each row has
// all of them; in a single row nulls stand for absent instances.
func (d *designer) mayLack(facts *stored.Concepts, pattern *stored.Meaning, nodes []int) bool {
	return len(nodes) == 0 || !d.Aggregates() && d.findsOne() && len(facts.Unseen(pattern, nodes)) == 0
}

// pattern returns the meaning of a plan's query, with what an answer may lack.
func (p *Plan) pattern() *stored.Meaning {
	if p.asks == nil {
		p.asks = p.meanings.stored().ofQuery(p.designer, p.designer.optional(p.Alternatives[0].shape.key()))
	}
	return p.asks
}

// logical is the table as a document would hold it.
func (t *table) logical(columns []Column) *model.LogicalTable {
	made := &model.LogicalTable{Columns: make(map[model.ID]*model.LogicalColumn, len(columns))}
	for i, c := range columns {
		column := c.logical(t.plans[0].Query)
		column.Order = model.Nth(i)
		made.Columns[model.ID(column.Order)] = &column
	}
	return made
}
