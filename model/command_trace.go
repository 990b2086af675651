package model

import "fmt"

// TraceColumns says which attributes the columns of logical tables hold. It
// leaves out columns that are gone or have an attribute.
type TraceColumns struct{ Attributes map[ID]ID }

// Name returns "TraceColumns".
func (t TraceColumns) Name(*Model) string { return "TraceColumns" }

func (t TraceColumns) apply(m *Model, _ IDs) error {
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			attribute, found := t.Attributes[id]
			if !found || column.Attribute != "" {
				continue
			}
			if element, exists := m.Element(attribute); !exists || element.Kind != AttributeKind {
				return &GoneError{attribute}
			}
			column.Attribute = attribute
		}
	}
	return nil
}

func (t TraceColumns) words(before, after *Model) string {
	traced := 0
	for id := range t.Attributes {
		was, _ := before.Element(id)
		is, _ := after.Element(id)
		column, found := is.Value.(*LogicalColumn)
		if old, had := was.Value.(*LogicalColumn); found && column.Attribute != "" && !(had && old.Attribute != "") {
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
