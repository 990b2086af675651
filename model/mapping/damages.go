package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
	"widerow/model/suggest"
)

// Damages returns the faults of the existing tables, by the meaning of their rows: rows of a
// relation that overwrite each other, a static column whose value differs within a partition, a set
// that loses equal values, a value that a lookup table takes for unique, a column that is
// unrelated to the rows, a bucket that splits nothing, and a view of other rows. Element is the table. Overwrites judges the keys of logical tables.
func Damages(m *model.Model) []er.Problem {
	rows := NewStored(m)
	var problems []er.Problem
	realized, columns, keys := m.Realizations(), storing(m), inKey(m)
	for _, item := range model.Sorted(m.Physical.Relations) {
		if t := rows.damaged(item.ID); t != nil {
			for _, column := range item.Value.SortedColumns() {
				t.add(column.ID, column.Value.Name, column.Value.Role, comesFrom(column.Value, columns) && !isComputed(item.Value, column.ID))
				if comesFrom(column.Value, keys) {
					t.groups = append(t.groups, column.ID)
				}
				if column.Value.Type.Unfrozen().Kind == model.SetType {
					t.sets = append(t.sets, column.ID)
				}
			}
			report := func(code, format string, words ...any) {
				problems = append(problems, er.Problem{Element: item.ID, Code: code, Message: fmt.Sprintf(format, words...)})
			}
			problems = append(problems, t.problems(true)...)
			t.judgeBuckets(item.Value, columns, report)
			t.judgeView(item.Value, report)
		}
	}
	for _, item := range model.Sorted(m.Logical.Tables) {
		t := rows.damaged(item.ID)
		if t == nil {
			continue
		}
		for _, column := range item.Value.SortedColumns() {
			t.add(column.ID, column.Value.Name, column.Value.Role, column.Value.Attribute != "")
			if column.Value.Collection == model.SetOf {
				t.sets = append(t.sets, column.ID)
			}
		}
		found := t.problems(false)
		if relation := realized[item.ID]; relation != "" { // what is true of both was said of the relation
			found = slices.DeleteFunc(found, func(p er.Problem) bool { return p.Code != "static" || has(problems, relation, p.Code) })
		}
		problems = append(problems, found...)
	}
	return problems
}

// has reports whether an element has a problem of a kind.
func has(problems []er.Problem, element model.ID, code string) bool {
	return slices.ContainsFunc(problems, func(p er.Problem) bool { return p.Element == element && p.Code == code })
}

// storing returns the logical columns that store an attribute: the bucket of a derived table
// does not.
func storing(m *model.Model) map[model.ID]bool {
	columns := map[model.ID]bool{}
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			columns[id] = column.Attribute != ""
		}
	}
	return columns
}

// inKey returns the logical columns of primary keys.
func inKey(m *model.Model) map[model.ID]bool {
	columns := map[model.ID]bool{}
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			columns[id] = column.Role.InKey()
		}
	}
	return columns
}

// comesFrom reports whether a physical column comes from one of some logical columns.
func comesFrom(column *model.Column, logical map[model.ID]bool) bool {
	for id := range column.From {
		if logical[id] {
			return true
		}
	}
	return false
}

// damaged is a table whose columns are compared with what its rows mean.
type damaged struct {
	*Stored
	id                            model.ID
	rows                          *stored.Meaning
	key, partition, statics, sets []model.ID
	groups                        []model.ID // in the key of the logical table
	names                         map[model.ID]string
	foreign                       []string
	hasUnknown                    bool
}

func (s *Stored) damaged(table model.ID) *damaged {
	rows := s.Of(table)
	if rows == nil {
		return nil
	}
	return &damaged{Stored: s, id: table, rows: rows, names: map[model.ID]string{}}
}

// add adds a column. stores reports that it should store something of the ER model.
func (t *damaged) add(id model.ID, name string, role model.Role, stores bool) {
	t.names[id] = name
	_, known := t.rows.Columns[id]
	if stores && !known {
		t.foreign = append(t.foreign, name)
	}
	switch role {
	case model.Partition:
		t.partition = append(t.partition, id)
	case model.Clustering:
		t.hasUnknown = t.hasUnknown || !known // it may be a part of what identifies a row
	case model.Static:
		t.statics = append(t.statics, id)
	}
	if role.InKey() {
		t.key = append(t.key, id)
	}
}

func (t *damaged) problems(identify bool) []er.Problem {
	if len(t.partition) == 0 {
		return nil
	}
	var problems []er.Problem
	report := func(code, format string, words ...any) {
		problems = append(problems, er.Problem{Element: t.id, Code: code, Message: fmt.Sprintf(format, words...)})
	}
	closure, title := t.Facts().Closure(t.rows), t.concepts.Model.Title(t.id)
	lacking := closure.Lacks(t.key)
	switch unique := t.uniqueIn(closure, lacking); {
	case identify && t.rows.Grouped && len(t.mergedGroups(closure)) > 0:
		report("overwrite", "Rows of %s overwrite each other: its key does not contain %s", title, strings.Join(t.mergedGroups(closure), ", "))
	case !identify || len(lacking) == 0 || t.rows.Grouped || t.hasUnknown:
	case unique != nil:
		report("unique", "%s takes %s for unique: it keeps one row for each, although the ER model does not say so", title, t.list([]stored.Value{*unique}))
	default:
		report("overwrite", "Rows of %s overwrite each other: its key does not contain %s", title, t.list(lacking))
	}
	for _, id := range t.statics {
		if !closure.Depends(id, t.partition) {
			report("static", "%s of %s is static, but its value differs within a partition: the last one written counts for all rows", t.names[id], title)
		}
	}
	for _, id := range t.sets {
		if t.losesEqual(closure, id) {
			report("set", "%s of %s is a set: of two %s with the same value it keeps one", t.names[id], title,
				t.concepts.Model.Title(t.rows.Nodes[t.rows.Columns[id].Node].Of))
		}
	}
	if len(t.foreign) > 0 {
		report("column", "%s of %s stores nothing of what its rows are about", strings.Join(t.foreign, ", "), title)
	}
	return problems
}

// mergedGroups returns the key columns of the logical table that the key here neither contains nor
// determines. Without them one row stands for several groups.
func (t *damaged) mergedGroups(closure *stored.Closure) []string {
	var names []string
	for _, id := range t.groups {
		if !t.hasUnknown && !slices.Contains(t.key, id) && !closure.Depends(id, t.key) {
			names = append(names, t.names[id])
		}
	}
	return names
}

// losesEqual reports whether a set merges equal values of several instances, because its values do
// not identify them. The values of a multi-valued attribute are a set anyway.
func (t *damaged) losesEqual(closure *stored.Closure, set model.ID) bool {
	value, known := t.rows.Columns[set]
	if !known || !t.rows.Nodes[value.Node].Collected {
		return false
	}
	if attribute := t.concepts.Model.AttributesOf(t.rows.Nodes[value.Node].Of)[value.Attribute]; attribute == nil || attribute.MultiValued {
		return false
	}
	var row []int
	for at, n := range t.rows.Nodes {
		if !n.Collected {
			row = append(row, at)
		}
	}
	return !closure.Of(row, []stored.Value{value})[value.Node]
}

// uniqueIn returns the value by which the table finds one instance and whose name suggests that it
// is unique, although the model does not declare it: ((email)) with the customer_id. It is nil
// without one.
func (t *damaged) uniqueIn(closure *stored.Closure, lacking []stored.Value) *stored.Value {
	var values []stored.Value
	var unique *stored.Value
	for _, id := range t.key {
		value, known := t.rows.Columns[id]
		attribute := t.concepts.Model.AttributesOf(t.rows.Nodes[value.Node].Of)[value.Attribute]
		if known && attribute != nil && attribute.Key == model.NoKey && suggest.IsUnique(attribute.Name) && len(lacking) > 0 && value.Node == lacking[0].Node {
			unique = &value
		}
		values = append(values, value)
	}
	if unique == nil {
		return nil
	}
	known := closure.Of([]int{unique.Node}, values)
	if slices.Contains(known, false) || slices.ContainsFunc(lacking, func(v stored.Value) bool { return v.Node != unique.Node || !t.stores(v) }) {
		return nil
	}
	return unique
}

// stores reports whether a column outside of the key has a value.
func (t *damaged) stores(value stored.Value) bool {
	for id, has := range t.rows.Columns {
		if has.Node == value.Node && has.Attribute == value.Attribute && !slices.Contains(t.key, id) && t.names[id] != "" {
			return true
		}
	}
	return false
}

// list names values: "the alert_id of Alert".
func (t *damaged) list(values []stored.Value) string {
	var names []string
	for _, value := range values {
		name := t.concepts.Model.Title(t.rows.Nodes[value.Node].Of)
		if attribute := t.concepts.Model.AttributesOf(t.rows.Nodes[value.Node].Of)[value.Attribute]; attribute != nil {
			name += "." + attribute.Name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " and ")
}
