package cql_test

import (
	"fmt"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

func (w *ddlWriter) native() string {
	return w.pick("ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "float", "inet", "int", "int", "int", "smallint", "text",
		"text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint")
}

// userType returns the name of an existing type, if there is one.
func (w *ddlWriter) userType() string {
	var names []string
	for _, item := range model.Sorted(w.there.Physical.Types) {
		if w.there.Physical.Keyspaces[item.Value.Keyspace].Name == w.home {
			names = append(names, syntax.QuoteTypeName(item.Value.Name))
		}
	}
	switch {
	case w.fault(3):
		return w.pick(w.typeName(), w.other+".far", w.other+".u0", "nosuch")
	case len(names) == 0:
		return "int"
	}
	name := w.pick(names...)
	return w.either(20, w.home+"."+name, name)
}

// columnType returns the type of a column outside of the key.
func (w *ddlWriter) columnType(depth int) string {
	switch {
	case w.fault(1):
		return w.oddType()
	case depth == 0 || w.chance(45):
		return w.native()
	case w.chance(3):
		return "duration"
	}
	switch w.IntN(8) {
	case 0:
		return "list<" + w.inner(depth-1) + ">"
	case 1:
		return "set<" + w.innerKey(depth-1) + ">"
	case 2:
		return "map<" + w.innerKey(depth-1) + ", " + w.inner(depth-1) + ">"
	case 3:
		return w.userType()
	}
	return w.keyType(depth)
}

// keyType returns a type that a primary key allows, except for durations.
func (w *ddlWriter) keyType(depth int) string {
	switch {
	case w.fault(2):
		return w.columnType(1)
	case depth == 0 || w.chance(70):
		return w.native()
	}
	switch w.IntN(5) {
	case 0:
		return "frozen<" + w.pick("list<", "set<") + w.inner(depth-1) + ">>"
	case 1:
		return "frozen<map<" + w.inner(depth-1) + ", " + w.inner(depth-1) + ">>"
	case 2:
		return "tuple<" + w.inner(depth-1) + ", " + w.inner(depth-1) + ">"
	case 3:
		return fmt.Sprintf("vector<%s, %s>", w.pick("float", "float", w.inner(depth-1)), w.pick("1", "2", "3"))
	}
	return w.frozenUserType()
}

// frozenUserType freezes a user-defined type. Native types cannot be frozen.
func (w *ddlWriter) frozenUserType() string {
	if name := w.userType(); name != "int" {
		return "frozen<" + name + ">"
	}
	return "int"
}

// inner returns a type inside another.
func (w *ddlWriter) inner(depth int) string {
	switch {
	case w.fault(3):
		return w.columnType(1)
	case w.chance(2):
		return "duration"
	}
	return w.keyType(depth)
}

// innerKey returns a type that can be the key of a map.
func (w *ddlWriter) innerKey(depth int) string {
	return w.faulty(2, "duration", w.keyType(depth))
}

// oddType returns a type that is refused nearly everywhere.
func (w *ddlWriter) oddType() string {
	return w.pick("counter", "list<counter>", "map<text, counter>", "map<counter, text>", "tuple<int, counter>", "set<duration>", "map<duration, int>",
		"frozen<int>", "frozen<duration>", "list<list<int>>", "set<map<int, int>>", "map<int, list<int>>", "map<set<int>, int>", "list<u0>", "map<u0, int>",
		"vector<int, 0>", "vector<int, -1>", "vector<float, 8193>", "vector<counter, 2>", "vector<list<int>, 2>", "vector<u0, 2>", "nosuch", "frozen<nosuch>", "byte", "frozen<complex>",
		"list<frozen<int>>", "frozen<frozen<list<int>>>", "frozen<list<list<int>>>", "frozen<list<u0>>", "tuple<list<int>, u0>", "frozen<tuple<int>>",
		"frozen<vector<int, 2>>", "system.x", "'org.apache.cassandra.db.marshal.Int32Type'", "'Int32Type'", "frozen<'UTF8Type'>", "'nosuch'",
		"set<tuple<int, duration>>", "list<duration>", "map<int, duration>", "frozen<set<duration>>", "tuple<duration, int>", w.other+".far", "frozen<"+w.other+".far>")
}

func (w *ddlWriter) createType() string {
	var fields []string
	for i := range 1 + w.IntN(3) {
		name := fmt.Sprintf("f%d", i)
		if w.fault(2) {
			name = w.fieldName()
		}
		fields = append(fields, name+" "+w.fieldType())
	}
	name := w.in(w.typeName())
	return fmt.Sprintf("CREATE TYPE %s%s (%s)", w.ifNotExists(), name, strings.Join(fields, ", "))
}

func (w *ddlWriter) fieldType() string {
	switch {
	case w.fault(5):
		return w.oddType()
	case w.chance(30):
		return w.pick("list<int>", "set<text>", "map<text, int>", w.frozenUserType())
	}
	return w.keyType(2)
}

// typeThere returns the name of an existing type with its fields.
func (w *ddlWriter) typeThere() (string, []string) {
	types := model.Sorted(w.there.Physical.Types)
	if len(types) == 0 || w.fault(6) {
		return w.in(w.typeName()), nil
	}
	value := types[w.IntN(len(types))].Value
	var fields []string
	for _, field := range model.Sorted(value.Fields) {
		fields = append(fields, syntax.QuoteName(field.Value.Name))
	}
	return syntax.QuoteName(w.there.Physical.Keyspaces[value.Keyspace].Name) + "." + syntax.QuoteTypeName(value.Name), fields
}

func (w *ddlWriter) alterType() string {
	name, fields := w.typeThere()
	field := func() string {
		if len(fields) == 0 || w.fault(10) {
			return w.fieldName()
		}
		return w.pick(fields...)
	}
	change := ""
	switch {
	case w.fault(4):
		change = "ALTER " + field() + " TYPE " + w.native()
	case w.chance(55):
		added := fmt.Sprintf("g%d", w.IntN(12))
		if w.fault(10) {
			added = field()
		}
		change = fmt.Sprintf("ADD %s%s %s", w.either(10, "IF NOT EXISTS ", ""), added, w.fieldType())
	default:
		change = fmt.Sprintf("RENAME %s%s TO %s", w.either(10, "IF EXISTS ", ""), field(), w.newField(field))
		for w.chance(20) {
			change += fmt.Sprintf(" AND %s TO %s", field(), w.newField(field))
		}
	}
	return "ALTER TYPE " + w.ifExists() + name + " " + change
}

func (w *ddlWriter) newField(field func() string) string {
	if w.fault(20) {
		return field()
	}
	return fmt.Sprintf("h%d", w.IntN(12))
}
