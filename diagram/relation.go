package diagram

import (
	"fmt"
	"strconv"
	"strings"

	"widerow/diagram/typeface"
	"widerow/model"
)

func logicalTable(id model.ID, table *model.LogicalTable, columns Columns, advice bool) *tableFigure {
	t := &tableFigure{id: id, class: "table", advice: advice, name: typeface.Clean(table.Name)}
	t.title = titled(t.name, "table", table.Note)
	t.rows = make([]tableRow, 0, len(table.Columns))
	for _, item := range table.SortedColumns() {
		t.rows = append(t.rows, logicalRow(item.ID, item.Value))
	}
	t.show(columns)
	t.measure()
	return t
}

func relationFigure(m *model.Model, id model.ID, relation *model.Relation, columns Columns, advice bool) *tableFigure {
	t := &tableFigure{id: id, class: "table", advice: advice, name: typeface.Clean(relation.Name)}
	kind := "table"
	if relation.Kind == model.MaterializedView {
		t.class, t.italic, kind = "table view", true, "materialized view"
		t.tags = append(t.tags, tag{symbolView, "MV"})
		if base := m.Physical.Relations[relation.Base]; base != nil {
			kind += " of " + typeface.Clean(base.Name)
		}
	}
	expiry := expiryOf(relation)
	if expiry != "" {
		t.tags = append(t.tags, tag{symbolExpiry, "TTL " + expiry})
		expiry = "rows expire after " + expiry
	}
	indexes := indexesOf(relation)
	changed := changesOf(m, id)
	t.changed = changed.relation
	t.title = titled(t.name, kind, expiry, changed.words, relation.Comment, relation.Note)
	t.rows = make([]tableRow, 0, len(relation.Columns))
	for _, item := range relation.SortedColumns() {
		t.rows = append(t.rows, columnRow(m, item, indexes[item.ID], changed.columns[item.ID]))
	}
	t.show(columns)
	t.measure()
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

func userTypeFigure(m *model.Model, id model.ID, userType *model.UserType, columns Columns) *tableFigure {
	name := typeface.Clean(userType.Name)
	t := &tableFigure{id: id, class: "type-box", name: bracketed(name, model.UserDefined), symbols: []symbol{symbolTypeBox}}
	t.title = titled(name, "user-defined type", userType.Note)
	for _, item := range model.Sorted(userType.Fields) {
		field := typeface.Clean(item.Value.Name)
		row := typedRow(m, item.ID, field, item.Value.Type)
		row.title = titled(field, typeWords(m, item.Value.Type), item.Value.Note)
		t.rows = append(t.rows, row)
	}
	t.show(columns)
	t.measure()
	return t
}
