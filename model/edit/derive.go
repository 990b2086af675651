package edit

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/carry"
)

// DeriveTable adds a logical table that was derived from queries, or changes one.
// Package mapping makes it. Columns are all columns of the table, so others are
// removed.
type DeriveTable struct {
	ID    model.ID // an existing table or a new one
	Title string
	// DerivedName replaces the table's own.
	DerivedName string
	Columns     []DerivedColumn
}

// DerivedColumn is a column of a DeriveTable. ID is empty for a new column.
// Derived is the column as it was derived, nil for one added by hand. A column
// with Removed was derived, but is removed by hand.
type DerivedColumn struct {
	ID      model.ID
	Value   model.LogicalColumn
	Derived *model.LogicalColumn
	Removed bool
}

// Name returns "DeriveTable".
func (d DeriveTable) Name(*model.Model) string { return "DeriveTable" }

func (d DeriveTable) apply(m *model.Model, ids model.IDs) error {
	table := m.Logical.Tables[d.ID]
	isNew := table == nil
	if isNew {
		if err := newDraft(m).newID(d.ID, ids); err != nil {
			return err
		}
		table = &model.LogicalTable{}
	}
	for _, column := range d.Columns {
		for _, source := range []model.ID{column.Value.Attribute, column.Value.Participant, column.Value.Query} {
			if _, found := m.Parts().Find(source); source != "" && !found {
				return &GoneError{source}
			}
		}
	}
	taken := func(name string) bool {
		return newForm(m).siblingNamed(model.Element{ID: d.ID, Kind: model.TableKind}, name)
	}
	if table.Name != d.Title {
		table.Name = model.FreeName(d.Title, taken)
	}
	table.DerivedName = d.DerivedName
	for _, column := range model.Sorted(table.Columns) {
		if !d.keeps(column.ID) {
			m.Parts().Remove(model.Element{ID: column.ID, Kind: model.ColumnKind, Parent: d.ID, Value: column.Value})
		}
	}
	d.setColumns(table, ids)
	if !isNew {
		return nil
	}
	m.Parts().Insert(model.Element{ID: d.ID, Kind: model.TableKind, Parent: "", Value: table}, "")
	return Realize{Table: d.ID}.apply(m, ids)
}

func (d DeriveTable) keeps(column model.ID) bool {
	return slices.ContainsFunc(d.Columns, func(c DerivedColumn) bool { return c.ID == column && !c.Removed })
}

// setColumns replaces the columns. Those that stay keep their ID and, if the
// order stays, their order key.
func (d DeriveTable) setColumns(table *model.LogicalTable, ids model.IDs) {
	columns, derived := map[model.ID]*model.LogicalColumn{}, map[model.ID]model.LogicalColumn{}
	var order []model.ID
	for _, column := range d.Columns {
		id := column.ID
		if id == "" {
			id = ids.New()
		}
		if column.Derived != nil {
			derived[id] = *column.Derived
		}
		if column.Removed {
			continue
		}
		value := column.Value
		if existing := table.Columns[id]; existing != nil {
			value.Order, value.Note = existing.Order, existing.Note
		}
		columns[id] = &value
		order = append(order, id)
	}
	table.Columns, table.Derived = columns, derived
	unplaced := slices.ContainsFunc(order, func(id model.ID) bool { return columns[id].Order == "" })
	if unplaced || !slices.Equal(table.ColumnIDs(), order) {
		var last model.Order
		for _, id := range order {
			last = model.Between(last, "")
			columns[id].Order = last
		}
	}
	for id, column := range derived {
		if columns[id] != nil {
			column.Order = columns[id].Order
			derived[id] = column
		}
	}
}

func (d DeriveTable) words(before, after *model.Model) string {
	switch was, is := before.Logical.Tables[d.ID], after.Logical.Tables[d.ID]; {
	case is == nil:
		return ""
	case was == nil:
		return "derived table " + after.ShortTitle(d.ID)
	case !was.Equal(is):
		return "derived table " + after.ShortTitle(d.ID) + " again"
	}
	return ""
}

// ServeQuery makes a table serve a query: the query's arrows lead to it from the
// tables of the queries before. Others are tables that serve the query together
// with it.
type ServeQuery struct {
	Query, Table model.ID
	Others       []model.ID
}

// Name returns "ServeQuery".
func (s ServeQuery) Name(*model.Model) string { return "ServeQuery" }

func (s ServeQuery) apply(m *model.Model, ids model.IDs) error {
	if m.Workflow.Queries[s.Query] == nil {
		return &GoneError{s.Query}
	}
	if m.Logical.Tables[s.Table] == nil {
		return &GoneError{s.Table}
	}
	served := false
	for id, arrow := range m.Logical.Arrows {
		if arrow.Access != s.Query {
			continue
		}
		if arrow.To == s.Table {
			served = true
		} else if !slices.Contains(s.Others, arrow.To) {
			delete(m.Logical.Arrows, id)
		}
	}
	if !served {
		for _, from := range carry.NewFlow(m).Starts(s.Query, s.Table).Sorted() {
			carry.Of(m).AddArrow(s.Query, from, s.Table, ids)
		}
	}
	return nil
}

func (s ServeQuery) words(before, after *model.Model) string {
	if tables := carry.NewFlow(before).Tables[s.Query]; tables[s.Table] && len(tables) <= 1+len(s.Others) {
		return ""
	}
	return fmt.Sprintf("%s is served by %s", after.ShortTitle(s.Query), after.ShortTitle(s.Table))
}

// TraceColumns links columns of logical tables to the attributes that they hold. It skips columns
// that are gone or already have an attribute.
type TraceColumns struct{ Attributes map[model.ID]model.ID }

// Name returns "TraceColumns".
func (t TraceColumns) Name(*model.Model) string { return "TraceColumns" }

func (t TraceColumns) apply(m *model.Model, _ model.IDs) error {
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			attribute, found := t.Attributes[id]
			if !found || column.Attribute != "" {
				continue
			}
			if element, exists := m.Element(attribute); !exists || element.Kind != model.AttributeKind {
				return &GoneError{attribute}
			}
			column.Attribute = attribute
		}
	}
	return nil
}

func (t TraceColumns) words(before, after *model.Model) string {
	traced := 0
	for id := range t.Attributes {
		was, _ := before.Element(id)
		is, _ := after.Element(id)
		column, found := is.Value.(*model.LogicalColumn)
		if old, had := was.Value.(*model.LogicalColumn); found && column.Attribute != "" && !(had && old.Attribute != "") {
			traced++
		}
	}
	if traced == 0 {
		return ""
	}
	if traced == 1 {
		return "connected 1 column to its attribute"
	}
	return fmt.Sprintf("connected %d columns to their attributes", traced)
}
