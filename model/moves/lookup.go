package moves

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// lookupTable adds a table that finds the key of a row by a column.
var lookupTable = kind{
	name: LookupTable, title: "Add a lookup table",
	offer: func(t *table) (string, []Parameter) {
		known := t.lookupColumns()
		if len(known) == 0 {
			return "", nil
		}
		best := known[0]
		return fmt.Sprintf("A row is found by its whole key. Whoever knows only %s, such as an update or a "+
				"delete, needs a table that leads to the rest.", best.Value.Name),
			[]Parameter{
				{Name: "column", Label: "Known column", Input: edit.ChoiceInput, Value: string(best.ID), Choices: choices(known)},
				t.forColumn(Parameter{Name: "rows", Label: "Rows with the same value", Input: edit.ExpressionInput, Value: t.rowsFor(best),
					Hint: "1 if the value identifies a row. Otherwise the rest of the key becomes clustering columns."}, t.rowsFor),
				t.forColumn(t.newName(t.lookupName(best)), t.lookupName),
			}
	},
	make: makeLookup,
}

// makeLookup adds a table with the known column as partition key and the rest of the key.
func makeLookup(e *editor) error {
	c, rows, name := e.column(e.value("column")), e.value("rows"), e.value("name")
	rest := model.Clustering
	if e.worst(rows) <= 1 {
		rest = model.Regular
	}
	key := slices.DeleteFunc(e.key(), func(k column) bool { return k.ID == c.ID })
	from := map[model.ID]model.IDSet{}
	var realizes model.IDSet
	if len(e.origins(c)) > 0 {
		logical := e.newLogical(name)
		from[c.ID] = logical.copyOf(c, model.Partition)
		for _, k := range key {
			if !e.ofTime().isComputed(k) || k.Value.Role != model.Partition {
				from[k.ID] = logical.copyOf(k, rest)
			}
		}
		for _, k := range key {
			for _, source := range append(key, c) {
				if from[k.ID] == nil && idText(source.Value.From) == idText(k.Value.From) {
					from[k.ID] = from[source.ID] // a bucket comes from what it is computed from
				}
			}
		}
		logical.add()
		e.addArrows(logical.ID)
		realizes = model.SetOfIDs(logical.ID)
	}
	lookup := e.addTable(name, realizes, rows, replaced(times(e.rows(), e.partitions()), rows, "1"))
	copied := func(k column, role model.Role) {
		e.copyColumn(k, lookup, false, map[string]string{"role": string(role), "descending": "", "buckets": "", "from": idText(from[k.ID])})
	}
	copied(c, model.Partition)
	for _, k := range key {
		copied(k, rest)
	}
	e.words = fmt.Sprintf("added the lookup table %s for %s", name, e.Name)
	e.cost = fmt.Sprintf("Each insert writes two tables. An update that knows %s reads %s first. A delete "+
		"removes the row of %s first and that of %s last, so that a failure between them can be repeated.",
		c.Value.Name, name, e.Name, name)
	return nil
}

// lookupColumns returns the columns by which a row could be known: the last
// clustering columns first.
func (t *table) lookupColumns() []column {
	clustering := t.inRole(model.Clustering)
	if t.isView() || len(clustering) == 0 {
		return nil
	}
	slices.Reverse(clustering)
	known := append(clustering, selected(t.inRole(model.Regular), func(c column) bool {
		attribute := t.attributeOf(c)
		return isType(c, "uuid", "timeuuid") || attribute != nil && attribute.Key == model.Key
	})...)
	known = selected(known, func(c column) bool { return canBeKey(c) && !isType(c, "boolean") })
	slices.SortStableFunc(known, func(a, b column) int { return lastIf(!t.identifies(a)) - lastIf(!t.identifies(b)) })
	return known
}

// lookupName replaces what follows "by": orders_by_customer is looked up in
// orders_by_order_id.
func (t *table) lookupName(c column) string {
	what, _, _ := strings.Cut(t.Name, "_by_")
	return t.freeRelation(what+"_by_"+c.Value.Name, t.Name+"_lookup")
}

func (t *table) rowsFor(c column) string {
	if t.identifies(c) {
		return "1"
	}
	return "10"
}

// identifies reports whether a value of the column has one row: the column is the
// key of an entity type, and the other key columns are attributes of the same, or
// of one that it has one of.
func (t *table) identifies(c column) bool {
	attribute, owner := t.attributeOf(c), t.ownerOf(c)
	if attribute == nil || attribute.Key != model.Key || owner == "" {
		return false
	}
	return !slices.ContainsFunc(t.key(), func(other column) bool {
		of := t.ownerOf(other)
		return of != owner && !t.isBucket(other) && !t.hasOne(owner, of)
	})
}

// ownerOf returns the entity type whose attribute a column stores, or "".
func (t *table) ownerOf(c column) model.ID {
	attribute := t.attributeOf(c)
	for id, entity := range t.model.Concepts.Entities {
		for _, own := range entity.Attributes {
			if attribute != nil && own == attribute {
				return id
			}
		}
	}
	return ""
}

// hasOne reports whether an instance of one entity type has at most one of
// another, by a relationship type between the two.
func (t *table) hasOne(entity, other model.ID) bool {
	for _, relationship := range t.model.Concepts.Relationships {
		ends, one := map[model.ID]bool{}, false
		for _, participant := range relationship.Participants {
			ends[participant.Entity] = true
			one = one || participant.Entity == other && participant.Cardinality == "1"
		}
		if len(relationship.Participants) == 2 && ends[entity] && ends[other] && one {
			return true
		}
	}
	return false
}
