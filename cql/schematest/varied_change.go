package schematest

import (
	"fmt"
	"slices"
	"strings"
)

// Expected is the one difference that a change makes: its kind (added, removed, changed,
// moved), the type of the element, its name, and what of it changed.
type Expected struct{ Kind, Type, Element, Field string }

// Change changes one thing of the schema and returns what differs then. It is made again
// with another choice where the schema has nothing to change.
func (v *Varied) Change() Expected {
	changes := []func() (Expected, bool){v.changeColumns, v.changeColumns, v.changeOption, v.changeOption, v.changeViews, v.changeFields, v.changeFields,
		v.changeKey, v.changeIndexes, v.changeIndexes, v.changeFunctions, v.changeKeyspace, v.changeTables}
	for {
		if expected, done := changes[v.random.IntN(len(changes))](); done {
			return expected
		}
	}
}

func (v *Varied) someTable() *variedTable { return v.tables[v.random.IntN(len(v.tables))] }

func dotted(names ...string) string {
	for i, name := range names {
		names[i] = strings.Trim(name, `"`)
	}
	return strings.Join(append([]string{Keyspace}, names...), ".")
}

// viewed reports whether a view reads a table.
func (v *Varied) viewed(t *variedTable) bool {
	return slices.ContainsFunc(v.views, func(view *variedView) bool { return view.table == t })
}

func (t *variedTable) indexed(column variedColumn) bool {
	return slices.ContainsFunc(t.indexes, func(index variedIndex) bool { return strings.Contains(index.target, column.name) })
}

func (v *Varied) changeColumns() (Expected, bool) {
	t := v.someTable()
	at := v.random.IntN(len(t.columns))
	column := &t.columns[at]
	element := dotted(t.name, column.name)
	switch choice := v.random.IntN(5); {
	case choice == 0 && t.counts():
		t.columns = append(t.columns, variedColumn{name: "added", written: "counter"})
		return Expected{"added", "column", dotted(t.name, "added"), ""}, true
	case choice == 0:
		t.columns = append(t.columns, variedColumn{name: "added", written: v.typeName(2, true)})
		return Expected{"added", "column", dotted(t.name, "added"), ""}, true
	case choice == 1 && len(t.columns) > 1 && !t.indexed(*column):
		t.columns = slices.Delete(t.columns, at, at+1)
		return Expected{"removed", "column", element, ""}, true
	case t.counts() || t.indexed(*column):
	case choice == 2 && column.mask == "":
		column.written = map[bool]string{true: "list<frozen<set<inet>>>", false: "frozen<list<set<inet>>>"}[v.random.IntN(2) == 0]
		return Expected{"changed", "column", element, "type"}, true
	case choice == 3:
		was := column.mask
		column.mask = map[bool]string{true: "mask_null()", false: ""}[was == ""]
		return Expected{"changed", "column", element, "mask"}, true
	case choice == 4 && len(t.clustering) > 0 && !v.viewed(t):
		column.static = !column.static
		return Expected{"changed", "column", element, "static"}, true
	}
	return Expected{}, false
}

func (v *Varied) changeOption() (Expected, bool) {
	t := v.someTable()
	name := v.pick(sortedKeys(tableOptions)...)
	is := t.options[name]
	if len(tableOptions[name]) < 2 || is.meaning < 0 || name == "default_time_to_live" && t.counts() ||
		name == "bloom_filter_fp_chance" && t.options["compaction"].meaning < 0 {
		return Expected{}, false
	}
	t.options[name] = v.another(tableOptions[name], is.meaning)
	return Expected{"changed", "option", dotted(t.name), name}, true
}

func (v *Varied) changeViews() (Expected, bool) {
	if len(v.views) == 0 {
		return Expected{}, false
	}
	at := v.random.IntN(len(v.views))
	view := v.views[at]
	if v.random.IntN(2) == 0 {
		v.views = slices.Delete(slices.Clone(v.views), at, at+1)
		return Expected{"removed", "view", dotted(view.name), ""}, true
	}
	changed := *view
	changed.bound++
	v.views = slices.Clone(v.views)
	v.views[at] = &changed
	return Expected{"changed", "view", dotted(view.name), "where"}, true
}

func (v *Varied) changeFields() (Expected, bool) {
	if len(v.types) == 0 {
		return Expected{}, false
	}
	t := &v.types[v.random.IntN(len(v.types))]
	switch v.random.IntN(3) {
	case 0:
		t.fields = append(t.fields, variedColumn{name: "added", written: "int"})
		return Expected{"added", "field", dotted(t.name, "added"), ""}, true
	case 1:
		last := len(t.fields) - 1
		gone := t.fields[last]
		t.fields = t.fields[:last]
		return Expected{"removed", "field", dotted(t.name, gone.name), ""}, true
	}
	t.fields = append(t.fields[1:], t.fields[0])
	return Expected{"moved", "field", "", ""}, true // of two, either has moved
}

func (v *Varied) changeKey() (Expected, bool) {
	t := v.someTable()
	if v.viewed(t) || len(t.clustering) == 0 {
		return Expected{}, false
	}
	t.descending[0] = !t.descending[0]
	return Expected{"changed", "key", dotted(t.name), "key"}, true
}

func (v *Varied) changeIndexes() (Expected, bool) {
	t := v.someTable()
	if len(t.indexes) == 0 {
		return Expected{}, false
	}
	at := v.random.IntN(len(t.indexes))
	index := &t.indexes[at]
	switch target := index.target; {
	case index.name != "" && strings.HasPrefix(target, "(keys("):
		index.target = strings.Replace(target, "keys(", "values(", 1)
		return Expected{"changed", "index", dotted(index.name), "target"}, true
	case index.name != "" && strings.HasPrefix(strings.ToLower(index.class), " using 's"):
		if len(index.options) > 0 {
			return Expected{}, false // they would be gone, too
		}
		index.class = ""
		return Expected{"changed", "index", dotted(index.name), "class"}, true
	}
	gone := *index
	t.indexes = slices.Delete(t.indexes, at, at+1)
	return Expected{"removed", "index", dotted(gone.name), ""}, true
}

func (v *Varied) changeFunctions() (Expected, bool) {
	if len(v.functions) == 0 {
		return Expected{}, false
	}
	v.functions[0] = "return 100;"
	return Expected{"changed", "function", dotted("fn0(int, tuple<int, frozen<list<int>>>)"), "text"}, true
}

func (v *Varied) changeKeyspace() (Expected, bool) {
	if v.random.IntN(2) == 0 {
		v.durable = !v.durable
		return Expected{"changed", "option", Keyspace, "durable_writes"}, true
	}
	v.replication = v.another(replications, v.replication.meaning)
	return Expected{"changed", "option", Keyspace, "replication"}, true
}

func (v *Varied) changeTables() (Expected, bool) {
	name := fmt.Sprintf("t%d", len(v.tables))
	v.tables = append(v.tables, &variedTable{name: name, partition: []variedColumn{{name: "a", written: "int"}},
		columns: []variedColumn{{name: "b", written: "int"}}})
	return Expected{"added", "table", dotted(name), ""}, true
}
