package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping"
)

// extends reports whether the query asks for the rows of a lookup. In a model without concepts the
// query must name the elements, and the rest of the key must identify a row of the first table.
func (c *completion) extends(t *table, next *step) bool {
	nameless := func(k *column) bool { return len(k.attributes) == 0 }
	if slices.ContainsFunc(next.elements, nameless) {
		return allOf(next.elements, func(k *column) bool { return c.asks(t, k) }) && c.identifiesRow(next.sources)
	}
	if c.join == nil {
		c.join = c.rows.Join(c.id)
	}
	further := &mapping.Further{Known: next.known(), Finds: next.finds(), Stored: c.storedOf(t, next), Queries: c.queriesOf(t)}
	for _, k := range slices.Concat(t.partition, t.clustering) {
		further.Key = append(further.Key, k.attributes...)
	}
	var ok bool
	next.path, ok = c.join.Extends(further)
	return ok || len(next.elements) == 0 && !c.join.HasPath()
}

// known are the attributes whose values earlier steps have.
func (s *step) known() []model.ID {
	var known []model.ID
	for _, source := range s.sources {
		known = append(known, source.column.attributes...)
		known = append(known, source.from.attributes...)
	}
	return known
}

func (s *step) finds() []model.ID {
	var finds []model.ID
	for _, found := range s.lookup.Finds {
		finds = append(finds, found.Attribute)
	}
	for _, k := range s.elements {
		finds = append(finds, k.attributes...)
	}
	return finds
}

// storedOf are the attributes that a table stores, and those that the query finds in
// it by name or as a part.
func (c *completion) storedOf(t *table, next *step) []model.ID {
	stored := next.finds()
	for _, column := range t.columns {
		stored = append(stored, column.attributes...)
	}
	for _, find := range c.query.Find {
		if len(c.columnsOf(t, reference{find.Attribute, find.Name, find.Participant})) > 0 {
			stored = append(stored, find.Attribute)
		}
	}
	return stored
}

// queriesOf are the queries with an arrow to a table.
func (c *completion) queriesOf(t *table) []model.ID {
	var queries []model.ID
	for _, query := range model.Sorted(c.model.Workflow.Queries) {
		if query.ID != c.id && slices.Contains(c.assigned[query.ID], t) {
			queries = append(queries, query.ID)
		}
	}
	return queries
}

// asks reports whether the query asks for a column of a table.
func (c *completion) asks(t *table, k *column) bool {
	for _, find := range c.query.Find {
		if slices.Contains(c.columnsOf(t, reference{find.Attribute, find.Name, find.Participant}), k) {
			return true
		}
	}
	return false
}

// identifiesRow reports whether sources include the primary key of the first table.
func (c *completion) identifiesRow(sources []source) bool {
	first := c.steps[0]
	used := func(k *column) bool {
		return k.added || slices.ContainsFunc(sources, func(s source) bool { return s.step == first && s.from == k })
	}
	return allOf(first.table.partition, used) && allOf(first.table.clustering, used)
}
