// Package recovery proposes the purpose of the tables of an existing schema: the queries that their
// keys serve, and the entity and relationship types behind their columns. It judges by keys, by
// names and by the columns that tables share. A proposal is a guess for a person to accept, with
// its reason.
//
// Read Recover first, then table.go (the facts about a table), entity.go, attribute.go and
// relationship.go, and query.go. commands.go adds what was accepted to the model.
package recovery

import "widerow/model"

// Recovery holds the probable concepts and queries behind the tables of a model, except for those
// that the model already has.
type Recovery struct {
	Entities      []*Entity
	Relationships []*Relationship
	Queries       []*Query
	// attributes holds the attributes of the tables' columns, by column.
	attributes map[model.ID]*Attribute
}

// Entity is an entity type. ID is set for one that the model has.
type Entity struct {
	ID         model.ID
	Name       string
	Weak       bool
	Attributes []*Attribute
	Reason     string
}

// New reports whether accepting the entity type adds something to the model.
func (e *Entity) New() bool {
	for _, attribute := range e.Attributes {
		if attribute.ID == "" {
			return true
		}
	}
	return e.ID == ""
}

// Attribute is an attribute of an entity type. ID is set for one that the model
// has.
type Attribute struct {
	ID          model.ID
	Name        string
	Key         model.KeyKind
	MultiValued bool
	// Unique reports that a lookup table finds one instance by the attribute: among all or, if
	// UniqueWithin is set, among those of one owner.
	Unique       bool
	UniqueWithin *Entity
	// Type is the type of the first column that has one.
	Type    model.Type
	Columns []model.ID // the columns of logical tables that hold it
}

// Relationship is a binary relationship type.
type Relationship struct {
	Name        string
	Ends        [2]End
	Identifying bool
	Reason      string
}

// End is a participant of a relationship type.
type End struct {
	Entity      *Entity
	Cardinality string
	Total       bool
}

// Query is the query that the key of a table serves.
type Query struct {
	Table  model.ID
	Name   string
	Find   []Part
	Given  []Part
	SortBy []Part
	Reason string
	// Before is the query that returns the given values of this one, nil for an entry point.
	Before *Query
	step   string
	one    bool // it returns one row
}

// Part is a column that a query names. Name is the column's name if it has no attribute. Descending
// is its order.
type Part struct {
	Attribute  *Attribute
	Name       string
	Descending bool
}

// Recover proposes concepts and queries for the tables of a model. Tables that
// serve a query already get no further one, and columns that have an attribute keep
// it.
func Recover(m *model.Model) *Recovery {
	s := newSchema(m)
	s.findEntities()
	s.findOwners()
	s.placeColumns()
	s.findRelationships()
	s.findUnique()
	r := &Recovery{attributes: s.attributes}
	for _, e := range s.entities {
		if e.New() {
			r.Entities = append(r.Entities, e.Entity)
		}
	}
	r.Relationships = s.relationships
	r.Queries = s.queries()
	return r
}
