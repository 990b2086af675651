package moves

import (
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// editor collects the commands of a move on a table.
type editor struct {
	*table
	ids      model.IDs
	move     *Move
	commands []edit.Command
	// words describes the edit for the history, cost its disadvantages.
	words, cost string
	// labels name the queries that the edit adds.
	labels []string
}

func (e *editor) value(parameter string) string { return e.move.value(parameter) }

// chosen returns the columns of a parameter, in the order of the table.
func (e *editor) chosen(parameter string) []column {
	ids := strings.Fields(e.value(parameter))
	return selected(e.columns, func(c column) bool { return slices.Contains(ids, string(c.ID)) })
}

// set sets a field of an element that exists before the move.
func (e *editor) set(id model.ID, field, value string) {
	element, found := e.model.Element(id)
	if !found {
		return
	}
	known, _ := edit.FieldOf(element.Kind, field)
	if was := known.Text(e.model, element); was != value {
		e.commands = append(e.commands, edit.Set{Element: id, Field: field, Was: was, Value: value})
	}
}

// add adds an element. Empty values are left out.
func (e *editor) add(kind model.Kind, parent model.ID, values map[string]string) model.ID {
	id := e.ids.New()
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	e.commands = append(e.commands, edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
	return id
}

func (e *editor) remove(id model.ID) {
	e.commands = append(e.commands, edit.Remove{Element: id})
}

// addTable adds a table in the keyspace of the move's table, which realizes
// logical tables.
func (e *editor) addTable(name string, realizes model.IDSet, rows, partitions string) model.ID {
	return e.add(model.RelationElement, e.Keyspace, map[string]string{
		"name": name, "kind": string(model.Table), "realizes": idText(realizes), "rows": rows, "partitions": partitions,
	})
}

// copyColumn adds a copy of a column to a table, with other values of some fields.
// Its logical columns are kept if from is true.
func (e *editor) copyColumn(c column, to model.ID, from bool, changes map[string]string) {
	values := map[string]string{}
	element := model.Element{ID: c.ID, Kind: model.RelationColumnKind, Parent: e.id, Value: c.Value}
	for _, field := range edit.FieldsOf(model.RelationColumnKind) {
		values[field.Name] = field.Text(e.model, element)
	}
	if !from {
		delete(values, "from")
	}
	maps.Copy(values, changes)
	e.add(model.RelationColumnKind, to, values)
}

// constantBucket returns the column of the partition key that deriving added where a query
// gives nothing by =: it has one value, so that another bucket can take its place.
func (t *table) constantBucket() (column, bool) {
	partition := t.inRole(model.Partition)
	if len(partition) != 1 || len(t.views()) > 0 || !partition[0].Value.Buckets.IsEmpty() || t.isIndexed(partition[0]) {
		return column{}, false
	}
	from := partition[0].Value.From.Sorted()
	if len(from) != 1 {
		return column{}, false
	}
	logical, _ := t.model.Element(from[0])
	c, is := logical.Value.(*model.LogicalColumn)
	table := t.model.Logical.Tables[logical.Parent]
	if !is || table == nil || c.Attribute != "" {
		return column{}, false
	}
	derived, was := table.Derived[from[0]]
	return partition[0], was && derived.Attribute == "" && derived.Name == c.Name
}

// addBucket adds a bucket to the partition key. It takes the place of the constant one.
func (e *editor) addBucket(values map[string]string) {
	constant, found := e.constantBucket()
	if !found {
		e.addKey(values)
		return
	}
	for _, field := range []string{"name", "type", "length", "from", "buckets"} {
		if value, given := values[field]; given || field == "length" {
			e.set(constant.ID, field, value)
		}
	}
}

// freeBucket is like freeColumn, for a bucket that may take the place of the constant one.
func (e *editor) freeBucket(names ...string) string {
	if constant, found := e.constantBucket(); found {
		return constant.Value.Name
	}
	return e.freeColumn(names...)
}

// addKey adds a column to the partition key, and to the keys of the views.
func (e *editor) addKey(values map[string]string) {
	values["role"] = string(model.Partition)
	for _, view := range e.views() {
		copied := maps.Clone(values)
		copied["role"] = string(model.Clustering)
		delete(copied, "from")
		delete(copied, "buckets")
		e.add(model.RelationColumnKind, view.id, copied)
	}
	e.add(model.RelationColumnKind, e.id, values)
}

// setRole moves a column into the key: first among the columns with its new role,
// or last, where a change of the role puts it.
func (e *editor) setRole(c column, role model.Role, first bool) {
	e.set(c.ID, "role", string(role))
	if peers := len(e.inRole(role)); first && peers > 0 {
		e.commands = append(e.commands, edit.Move{Element: c.ID, By: -peers})
	}
}

// resize sets the rows of a partition and the number of partitions.
func (e *editor) resize(rows, partitions string) {
	e.set(e.id, "rows", rows)
	e.set(e.id, "partitions", partitions)
}

// warnOfStatic adds to the cost of a split what it does to static columns.
func (e *editor) warnOfStatic() {
	if static := e.inRole(model.Static); len(static) > 0 {
		e.cost += " Each new partition has its own " + list(names(static)) + "."
	}
}

func idText(ids model.IDSet) string {
	var texts []string
	for _, id := range ids.Sorted() {
		texts = append(texts, string(id))
	}
	return strings.Join(texts, " ")
}
