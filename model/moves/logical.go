package moves

import (
	"fmt"
	"slices"
	"strconv"

	"widerow/model"
	"widerow/model/edit"
)

// logicalTable is a new logical table. add puts it into the edit, before the
// relation that realizes it.
type logicalTable struct {
	*editor
	edit.AddLogical
}

func (e *editor) newLogical(name string) *logicalTable {
	return &logicalTable{e, edit.AddLogical{ID: e.ids.New(), Title: name}}
}

func (t *logicalTable) column(c model.LogicalColumn) model.ID {
	id := t.ids.New()
	t.Columns = append(t.Columns, model.Item[*model.LogicalColumn]{ID: id, Value: &c})
	return id
}

// copyOf adds columns with the attributes and collections of those that a physical
// column comes from. There are none for a column of physical design.
func (t *logicalTable) copyOf(c column, role model.Role) model.IDSet {
	copied := model.IDSet{}
	for _, origin := range t.origins(c) {
		name := origin.Name
		if len(c.Value.From) == 1 {
			name = c.Value.Name
		}
		copied[t.column(model.LogicalColumn{Name: name, Role: role, Attribute: origin.Attribute, Collection: origin.Collection})] = true
	}
	return copied
}

func (t *logicalTable) add() { t.commands = append(t.commands, t.AddLogical) }

// origins returns the logical columns that a column comes from, in one table.
func (e *editor) origins(c column) []*model.LogicalColumn {
	for _, table := range e.Realizes.Sorted() {
		var found []*model.LogicalColumn
		if logical := e.model.Logical.Tables[table]; logical != nil {
			for _, column := range logical.SortedColumns() {
				if c.Value.From[column.ID] {
					found = append(found, column.Value)
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// addArrows lets the updates that insert or delete rows of the move's table do so
// in a new logical table, too.
func (e *editor) addArrows(to model.ID) {
	var added []model.ID
	for _, arrow := range model.Sorted(e.model.Logical.Arrows) {
		update := e.model.Workflow.Updates[arrow.Value.Access]
		if update == nil || update.Kind == model.Change || !e.Realizes[arrow.Value.To] || slices.Contains(added, arrow.Value.Access) {
			continue
		}
		added = append(added, arrow.Value.Access)
		e.add(model.ArrowKind, "", map[string]string{"access": string(arrow.Value.Access), "to": string(to)})
	}
}

// addQuery adds a query by the names of columns, with its arrow to a table, and
// returns its label.
func (e *editor) addQuery(q patternQuery, to model.ID) string {
	label := e.nextLabel()
	values := map[string]string{"label": label, "name": q.name}
	if q.limit > 0 {
		values["limit"] = strconv.Itoa(q.limit)
	}
	id := e.add(model.QueryKind, "", values)
	for _, name := range q.find {
		e.add(model.FindKind, id, map[string]string{"name": name})
	}
	for _, name := range q.given {
		e.add(model.GivenKind, id, map[string]string{"name": name, "operator": string(model.Equal)})
	}
	if q.between != "" {
		e.add(model.GivenKind, id, map[string]string{"name": q.between, "operator": string(model.Range), "bounds": string(model.ExclusiveUpper)})
	}
	e.commands = append(e.commands, edit.ServeQuery{Query: id, Table: to})
	return label
}

// nextLabel returns the first label Q1, Q2, … that neither the model nor the edit
// uses.
func (e *editor) nextLabel() string {
	taken := slices.Clone(e.labels)
	for _, query := range e.model.Workflow.Queries {
		taken = append(taken, query.Label)
	}
	for number := 1; ; number++ {
		if label := fmt.Sprint("Q", number); !slices.Contains(taken, label) {
			e.labels = append(e.labels, label)
			return label
		}
	}
}
