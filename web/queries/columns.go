package queries

import (
	"fmt"

	"widerow/model"
)

// ColumnPicker offers what a query can select as boxes, in one field.
type ColumnPicker struct {
	Query  model.ID
	Was    string // the ids that are selected
	Groups []ColumnGroup
}

// ColumnGroup is the attributes of a type, after the type itself.
type ColumnGroup struct {
	Title   string
	Named   bool // by the query
	Columns []ColumnBox
}

// ColumnBox is a checkbox for a column.
type ColumnBox struct {
	ID     model.ID
	Label  string
	Ticked bool
}

func (c ColumnPicker) name() string { return string(c.Query) + ".columns" }

// ticked returns the number of ticked boxes of a group, as text.
func (g ColumnGroup) ticked() string {
	count := 0
	for _, column := range g.Columns {
		if column.Ticked {
			count++
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprint(count)
}
