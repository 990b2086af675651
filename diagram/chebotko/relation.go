package chebotko

import (
	"fmt"
	"strconv"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/typeface"
	"widerow/model"
)

func NewLogical(id model.ID, table *model.LogicalTable, columns figure.Columns, advice bool) *Table {
	t := &Table{ID: id, class: "table", advice: advice, Name: typeface.Clean(table.Name)}
	t.title = figure.Titled(t.Name, "table", table.Note)
	t.Rows = make([]Row, 0, len(table.Columns))
	for _, item := range table.SortedColumns() {
		t.Rows = append(t.Rows, logicalRow(item.ID, item.Value))
	}
	t.show(columns)
	t.Measure()
	return t
}

func NewRelation(m *model.Model, id model.ID, relation *model.Relation, columns figure.Columns, advice bool) *Table {
	t := &Table{ID: id, class: "table", advice: advice, Name: typeface.Clean(relation.Name)}
	kind := "table"
	if relation.Kind == model.MaterializedView {
		t.class, t.Italic, kind = "table view", true, "materialized view"
		t.Tags = append(t.Tags, Tag{figure.SymbolView, "MV"})
		if base := m.Physical.Relations[relation.Base]; base != nil {
			kind += " of " + typeface.Clean(base.Name)
		}
	}
	expiry := expiryOf(relation)
	if expiry != "" {
		t.Tags = append(t.Tags, Tag{figure.SymbolExpiry, "TTL " + expiry})
		expiry = "rows expire after " + expiry
	}
	indexes := indexesOf(relation)
	changed := changesOf(m, id)
	t.changed = changed.relation
	t.title = figure.Titled(t.Name, kind, expiry, changed.words, relation.Comment, relation.Note)
	t.Rows = make([]Row, 0, len(relation.Columns))
	for _, item := range relation.SortedColumns() {
		t.Rows = append(t.Rows, columnRow(m, item, indexes[item.ID], changed.columns[item.ID]))
	}
	t.show(columns)
	t.Measure()
	return t
}

// expiryOf returns the default time to live of rows, in its largest whole unit; ""
// if they do not expire.
func expiryOf(relation *model.Relation) string {
	seconds, err := strconv.Atoi(strings.Trim(relation.Options["default_time_to_live"], "' "))
	if err != nil || seconds <= 0 {
		return ""
	}
	for _, unit := range []struct {
		seconds int
		name    string
	}{{86400, "d"}, {3600, "h"}, {60, "min"}} {
		if seconds%unit.seconds == 0 {
			return fmt.Sprintf("%d %s", seconds/unit.seconds, unit.name)
		}
	}
	return fmt.Sprintf("%d s", seconds)
}

func NewType(m *model.Model, id model.ID, userType *model.UserType, columns figure.Columns) *Table {
	name := typeface.Clean(userType.Name)
	t := &Table{ID: id, class: "type-box", Name: Bracketed(name, model.UserDefined), symbols: []figure.Symbol{figure.SymbolTypeBox}}
	t.title = figure.Titled(name, "user-defined type", userType.Note)
	for _, item := range model.Sorted(userType.Fields) {
		field := typeface.Clean(item.Value.Name)
		row := typedRow(m, item.ID, field, item.Value.Type)
		row.title = figure.Titled(field, typeWords(m, item.Value.Type), item.Value.Note)
		t.Rows = append(t.Rows, row)
	}
	t.show(columns)
	t.Measure()
	return t
}
