package moves

import (
	"fmt"

	"widerow/model"
	"widerow/model/edit"
)

// splitTable moves columns to a second table with the same key.
var splitTable = kind{
	name: SplitTable, title: "Split the table",
	offer: func(t *table) (string, []Parameter) {
		movable := selected(t.inRole(model.Regular), t.isFree)
		if t.isView() || len(t.inRole(model.Regular)) < 2 || len(movable) == 0 {
			return "", nil
		}
		return "Some columns move to a second table with the same key. Rows that are read often become smaller.",
			[]Parameter{
				{Name: "columns", Label: "Columns that move", Input: edit.ReferencesInput, Value: t.widest(movable), Choices: choices(movable)},
				t.newName(t.freeRelation(t.Name + "_details")),
			}
	},
	make: func(e *editor) error {
		columns := e.chosen("columns")
		if len(columns) == 0 || len(columns) == len(e.inRole(model.Regular)) {
			return e.move.invalid("columns", "Choose some of the columns, and leave at least one")
		}
		e.addTwin(e.value("name"), e.key(), columns, nil)
		for _, c := range columns {
			e.remove(c.ID)
		}
		e.words = fmt.Sprintf("split %s from %s into %s", some(names(columns)), e.Name, e.value("name"))
		e.cost = fmt.Sprintf("Each insert writes two tables, in one batch if they must not differ. A query for "+
			"columns of both reads %s and %s.", e.Name, e.value("name"))
		return nil
	},
}

// newName is the name of a table that the move adds.
func (t *table) newName(name string) Parameter {
	return Parameter{Name: "name", Label: "Name of the new table", Input: edit.TextInput, Value: name, isTaken: t.hasSibling}
}

// widest returns columns with about half of the bytes of a row, the widest first.
// At least one regular column is left out.
func (t *table) widest(among []column) string {
	bytes := map[model.ID]float64{}
	total := 0.
	for _, width := range t.size().Widths {
		bytes[width.Column] = width.Bytes.Worst
		if width.Role == model.Regular {
			total += width.Bytes.Worst
		}
	}
	chosen, sum := model.IDSet{}, 0.
	most := len(t.inRole(model.Regular)) - 1
	for len(chosen) < min(most, len(among)) && (len(chosen) == 0 || sum < total/2) {
		var best column
		for _, c := range among {
			if !chosen[c.ID] && (best.Value == nil || bytes[c.ID] > bytes[best.ID]) {
				best = c
			}
		}
		chosen[best.ID] = true
		sum += bytes[best.ID]
	}
	return idText(chosen)
}

// addTwin adds a table that realizes the same logical tables, with copies of key
// columns and of others. changes are fields of the others that differ.
func (e *editor) addTwin(name string, key, others []column, changes map[string]string) model.ID {
	twin := e.addTable(name, e.Realizes, e.rows(), e.partitions())
	for _, c := range key {
		e.copyColumn(c, twin, true, nil)
	}
	for _, c := range others {
		e.copyColumn(c, twin, true, changes)
	}
	return twin
}
