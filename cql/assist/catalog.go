package assist

import (
	"slices"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// catalog lists everything that has a name, in order of definition.
type catalog struct {
	keyspaces []*named
	tables    []*table
	types     []*table // their columns are the fields
	indexes   []*named
	functions []*named
	// uses are the USE statements with the places where they end.
	uses []use
}

// named is something with a name. Place is its definition, empty if that is not
// in the text. Keyspace is empty for a keyspace and for what belongs to none.
type named struct {
	keyspace, name string
	place          span
	detail         string
	aggregate      bool
}

// table is a table, a view or a type.
type table struct {
	named
	view    bool
	columns []*column
}

type column struct {
	name, kind string // kind is its type as text
	place      span
	role       model.Role
	descending bool
}

type use struct {
	at       int
	keyspace string
}

// current returns the keyspace that the last USE before a place chose.
func (c *catalog) current(at int) string {
	chosen := ""
	for _, u := range c.uses {
		if u.at <= at {
			chosen = u.keyspace
		}
	}
	return chosen
}

func find(list []*table, keyspace, name string) *table {
	for i := len(list) - 1; i >= 0; i-- {
		if t := list[i]; t.name == name && (t.keyspace == keyspace || keyspace == "" || t.keyspace == "") {
			return t
		}
	}
	return nil
}

func (c *catalog) table(keyspace, name string) *table    { return find(c.tables, keyspace, name) }
func (c *catalog) userType(keyspace, name string) *table { return find(c.types, keyspace, name) }

func (t *table) column(name string) *column {
	for _, c := range t.columns {
		if c.name == name {
			return c
		}
	}
	return nil
}

// setRoles sets the roles of a key's columns.
func (t *table) setRoles(partition, clustering []syntax.Identifier) {
	for role, names := range map[model.Role][]syntax.Identifier{model.Partition: partition, model.Clustering: clustering} {
		for _, name := range names {
			if found := t.column(name.Name); found != nil {
				found.role = role
			}
		}
	}
}

func (t *table) setOrder(options []syntax.Option) {
	for _, option := range options {
		for _, order := range option.Order {
			if found := t.column(order.Column.Name); found != nil {
				found.descending = order.Descending
			}
		}
	}
}

func (t *table) drop(name string) {
	t.columns = slices.DeleteFunc(t.columns, func(c *column) bool { return c.name == name })
}

// catalogOfModel returns the names of a model's physical part.
func catalogOfModel(m *model.Model) *catalog {
	c := &catalog{}
	name := func(id model.ID) string {
		if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
			return keyspace.Name
		}
		return ""
	}
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		c.keyspaces = append(c.keyspaces, &named{name: keyspace.Value.Name})
	}
	for _, item := range model.Sorted(m.Physical.Types) {
		made := &table{named: named{keyspace: name(item.Value.Keyspace), name: item.Value.Name}}
		for _, field := range model.Sorted(item.Value.Fields) {
			made.columns = append(made.columns, &column{name: field.Value.Name, kind: m.TypeText(field.Value.Type)})
		}
		c.types = append(c.types, made)
	}
	for _, item := range model.Sorted(m.Physical.Relations) {
		made := &table{named: named{keyspace: name(item.Value.Keyspace), name: item.Value.Name}, view: item.Value.Kind == model.MaterializedView}
		for _, one := range item.Value.SortedColumns() {
			made.columns = append(made.columns, &column{name: one.Value.Name, kind: m.TypeText(one.Value.Type), role: one.Value.Role, descending: one.Value.Descending})
		}
		c.tables = append(c.tables, made)
	}
	for _, item := range model.Sorted(m.Physical.Statements) {
		c.addKept(name(item.Value.Keyspace), item.Value.Text)
	}
	return c
}

// addKept adds the function or aggregate that a kept statement creates.
func (c *catalog) addKept(keyspace, text string) {
	for _, statement := range parse.Parse(text).Statements {
		kept := cataloguer{text: text, keyspace: keyspace}
		kept.add(statement)
		for _, function := range kept.functions {
			function.keyspace, function.place = keyspace, span{}
			c.functions = append(c.functions, function)
		}
	}
}

// usesOf returns the keyspaces in use along a script.
func usesOf(keyspace string, script *syntax.Script) []use {
	uses := []use{{0, keyspace}}
	for _, statement := range script.Statements {
		if s, isUse := statement.(*syntax.Use); isUse {
			uses = append(uses, use{int(s.End.Offset), s.Keyspace.Name})
		}
	}
	return uses
}
