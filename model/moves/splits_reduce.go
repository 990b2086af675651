package moves

import (
	"widerow/model"
	"widerow/model/proof"
)

// reduced returns the model with the tables alone that a split or its proofs can touch:
// each split is tried on a copy of the model.
func (c *compared) reduced() *model.Model {
	relations, tables := c.touched()
	small := *c.model
	small.Layout = nil
	small.Physical.Relations = map[model.ID]*model.Relation{}
	for id := range relations {
		relation := c.model.Physical.Relations[id]
		if relation == nil {
			continue
		}
		small.Physical.Relations[id] = relation
		for logical := range relation.Realizes {
			tables[logical] = true
		}
	}
	if len(tables) == 0 {
		return &small // that there are logical tables matters to proofs
	}
	small.Logical.Tables, small.Logical.Arrows = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.QueryArrow{}
	for id := range tables {
		if table := c.model.Logical.Tables[id]; table != nil {
			small.Logical.Tables[id] = table
		}
	}
	for id, arrow := range c.model.Logical.Arrows {
		if tables[arrow.To] {
			small.Logical.Arrows[id] = arrow
		}
	}
	return &small
}

// touched returns the table and its views, the tables on which its queries are judged, and the base
// tables of the views among all of these.
func (c *compared) touched() (relations, tables model.IDSet) {
	relations, tables = model.IDSet{c.id: true}, model.IDSet{}
	for id, relation := range c.model.Physical.Relations {
		if relation.Base == c.id {
			relations[id] = true
		}
	}
	judged := func(j *proof.Judgement) {
		if j.Logical {
			tables[j.Table] = true
		} else {
			relations[j.Table] = true
		}
		for i := range j.Lookups {
			relations[j.Lookups[i].Table], tables[j.Lookups[i].Table] = true, true
		}
	}
	for _, result := range c.before {
		for i := range result.Judgements {
			judged(&result.Judgements[i])
		}
	}
	for id := range relations {
		if relation := c.model.Physical.Relations[id]; relation != nil && relation.Base != "" {
			relations[relation.Base] = true
		}
	}
	return relations, tables
}
