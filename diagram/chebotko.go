package diagram

import (
	"fmt"

	"widerow/model"
)

// leastLogical and leastPhysical are the widths of small tables in px, so
// that tables look alike.
const (
	leastLogical  = 188
	leastPhysical = 236
)

// roleMarks are the signs of a column's role in the right margin
// (Chebotko's notation), and what they are called.
func roleMarks(role model.Role, descending, counter bool) (marks []mark, called string) {
	switch role {
	case model.Partition:
		marks, called = append(marks, mark{text: "K", class: "mark-k"}), "partition key column"
	case model.Clustering:
		if descending {
			marks, called = append(marks, mark{text: "C↓", class: "mark-c"}), "clustering column, descending"
		} else {
			marks, called = append(marks, mark{text: "C↑", class: "mark-c"}), "clustering column, ascending"
		}
	case model.Static:
		marks, called = append(marks, mark{text: "S", class: "mark-s"}), "static column"
	}
	if counter || role == model.RoleCounter {
		marks, called = append(marks, mark{text: "++", class: "mark-p"}), sentence(called, "counter column")
	}
	return marks, called
}

// bracketed writes a column's name in the brackets of its collection.
func bracketed(name string, collection model.Collection) string {
	switch collection {
	case model.ListOf:
		return "[" + name + "]"
	case model.SetOf:
		return "{" + name + "}"
	case model.MapOf:
		return "<" + name + ">"
	case model.TupleOf:
		return "(" + name + ")"
	case model.UserDefined:
		return "*" + name + "*"
	}
	return name
}

// collectionWords are what the brackets mean.
var collectionWords = map[model.Collection]string{
	model.ListOf: "list", model.SetOf: "set", model.MapOf: "map", model.TupleOf: "tuple", model.UserDefined: "user-defined type",
}

func (d *Drawing) buildLogical(m *model.Model, p *plan) {
	groups := d.addGroups(m, p)
	for _, item := range model.Sorted(m.Logical.Tables) {
		if !p.shows(item.ID) {
			continue
		}
		t := logicalTable(item.ID, item.Value, d.display.Columns)
		box := t.box()
		box.Group = groups.of(item.ID)
		d.addBox(box, t)
	}
	arrows := p.arrows()
	d.addArrows(m, arrows)
	d.description = fmt.Sprintf("Logical model in Chebotko's notation: %s, %s.",
		plural(len(d.graph.Boxes), "table", "tables"), plural(len(arrows), "query arrow", "query arrows"))
}

func logicalTable(id model.ID, table *model.LogicalTable, columns Columns) *tableFigure {
	t := &tableFigure{id: id, class: "table", name: clean(table.Name)}
	t.title = sentence(t.name, table.Note)
	for _, item := range table.SortedColumns() {
		column := item.Value
		marks, called := roleMarks(column.Role, column.Descending, false)
		name := clean(column.Name)
		t.rows = append(t.rows, tableRow{
			id: item.ID, name: bracketed(name, column.Collection), key: column.Role.InKey(), marks: marks,
			title: sentence(name, collectionWords[column.Collection], called, column.Note),
		})
	}
	t.show(columns)
	t.measure(leastLogical)
	return t
}
