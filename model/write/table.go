package write

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// table is a table with what its rows represent.
type table struct {
	proof.Table
	columns []*column
	// key are the columns of the primary key, of which the first ones are the
	// partition key.
	partition, clustering []*column
	// represents are the types of which a row has one instance each that no other
	// type of the row determines: Reservation, not its Hotel. determined are
	// they and all types that they determine.
	represents []model.ID
	determined model.IDSet
	// meanings say exactly what a row represents, if the table was derived from queries.
	meanings   []mapping.Meaning
	isView     bool
	isCounter  bool
	columnByID map[model.ID]*column
	storing    map[reference][]*column
}

type column struct {
	proof.Column
	typ model.Type
	// aggregate is the function whose value the column stores.
	aggregate model.Aggregate
}

// reference names an attribute, or just a name.
type reference struct {
	attribute   model.ID
	name        string
	participant model.ID
}

// kind returns the kind of a collection that is not frozen, "" for other types.
func (c *column) kind() model.TypeKind {
	switch c.typ.Kind {
	case model.ListType, model.SetType, model.MapType:
		return c.typ.Kind
	}
	return ""
}

// isCollection reports whether the column holds several values, frozen or not.
func (c *column) isCollection() bool {
	switch c.typ.Unfrozen().Kind {
	case model.ListType, model.SetType, model.MapType:
		return true
	}
	return false
}

// named returns the column of a name that the table has.
func (t *table) named(name string) *column {
	return t.columns[slices.IndexFunc(t.columns, func(c *column) bool { return c.Name == name })]
}

func (t *table) key() []*column { return slices.Concat(t.partition, t.clustering) }

func (p *planner) newTable(t proof.Table) *table {
	out := &table{Table: t, isView: t.Relation.Kind == model.MaterializedView, columnByID: map[model.ID]*column{}, storing: map[reference][]*column{}}
	for _, c := range t.Columns {
		column := &column{Column: c, typ: t.Relation.Columns[c.ID].Type}
		out.columns = append(out.columns, column)
		out.columnByID[c.ID] = column
		out.isCounter = out.isCounter || column.typ.IsCounter()
		switch c.Role {
		case model.Partition:
			out.partition = append(out.partition, column)
		case model.Clustering:
			out.clustering = append(out.clustering, column)
		}
	}
	out.represents, out.determined = p.represented(out)
	out.meanings = p.meaningsOf(out)
	return out
}

// represented finds what the rows of a table represent: the types that its primary
// key identifies and that no other one of them determines. Of types that determine
// each other (1:1), it is the one of which the table stores most.
func (p *planner) represented(t *table) ([]model.ID, model.IDSet) {
	types := p.identified(t)
	stored := map[model.ID]int{}
	for _, c := range t.columns {
		for _, attribute := range c.Stores {
			if p.facts.known[attribute] != nil && p.facts.known[attribute].Key == model.NoKey {
				stored[p.facts.owner[attribute]]++
			}
		}
	}
	var found []model.ID
	determined := model.IDSet{}
	for _, id := range types {
		other := func(other model.ID) bool {
			if other == id || !p.facts.determines(other)[id] {
				return false
			}
			return !p.facts.determines(id)[other] || stored[other] > stored[id] ||
				stored[other] == stored[id] && slices.Index(types, other) < slices.Index(types, id)
		}
		if id != "" && !slices.ContainsFunc(types, other) {
			found = append(found, id)
			for reached := range p.facts.determines(id) {
				determined[reached] = true
			}
		}
	}
	return found, determined
}

// identified returns the types whose attributes are in the primary key, and the
// stored weak entity types that their owners in the key identify alone.
func (p *planner) identified(t *table) []model.ID {
	var types, keys []model.ID
	for _, c := range t.key() {
		for _, attribute := range c.Stores {
			keys, types = append(keys, attribute), appendNew(types, p.facts.owner[attribute])
		}
	}
	for _, c := range t.columns {
		for _, attribute := range c.Stores {
			of := p.facts.owner[attribute]
			entity := p.model.Concepts.Entities[of]
			if entity == nil || !entity.Weak || len(p.facts.ownKey(of)) > 0 || len(p.facts.owners(of)) == 0 {
				continue
			}
			if !slices.ContainsFunc(p.facts.identity(of), func(key model.ID) bool { return !slices.Contains(keys, key) }) {
				types = appendNew(types, of)
			}
		}
	}
	return types
}

// find returns the columns of a table that store what a reference names.
func (p *planner) find(t *table, r reference) []*column {
	if found, known := t.storing[r]; known {
		return found
	}
	var found []*column
	for _, id := range p.prover.Storing(t.ID, r.attribute, r.name, r.participant) {
		found = append(found, t.columnByID[id])
	}
	t.storing[r] = found
	return found
}

// storesAll reports whether a table has columns for all of the attributes.
func (p *planner) storesAll(t *table, attributes []model.ID) bool {
	return !slices.ContainsFunc(attributes, func(id model.ID) bool { return len(p.find(t, reference{attribute: id})) == 0 })
}

// aggregates marks the columns whose value a query computes from several rows.
func (p *planner) aggregates() {
	tables := map[model.ID][]*table{}
	for _, t := range p.tables {
		tables[t.ID] = append(tables[t.ID], t)
		for id := range t.Relation.Realizes {
			tables[id] = append(tables[id], t)
		}
	}
	for _, arrow := range model.Sorted(p.model.Logical.Arrows) {
		query := p.model.Workflow.Queries[arrow.Value.Access]
		if query == nil {
			continue
		}
		for _, find := range query.Find {
			if find.Aggregate == "" {
				continue
			}
			for _, t := range tables[arrow.Value.To] {
				for _, c := range p.find(t, reference{find.Attribute, find.Name, find.Participant}) {
					if !c.Role.InKey() && !p.isWholeRow(t) {
						c.aggregate = find.Aggregate
					}
				}
			}
		}
	}
}

// isWholeRow reports whether a row is one instance of what the table represents,
// not a group of them: the whole identity is in the primary key.
func (p *planner) isWholeRow(t *table) bool {
	for _, of := range t.represents {
		for _, attribute := range p.facts.identity(of) {
			if !slices.ContainsFunc(p.find(t, reference{attribute: attribute}), func(c *column) bool { return c.Role.InKey() }) {
				return false
			}
		}
	}
	return true
}
