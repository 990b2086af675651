package schematest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Varied is a random schema of one keyspace with every kind of element and option, in
// random spellings. It knows nothing of how schemas are compared.
type Varied struct {
	random      *rand.Rand
	replication spelling
	durable     bool
	types       []variedType
	tables      []*variedTable
	views       []*variedView
	functions   []string // their bodies
}

type variedType struct {
	name   string
	fields []variedColumn
}

type variedColumn struct {
	name, written, mask string
	static              bool
}

type variedTable struct {
	name                  string
	partition, clustering []variedColumn
	descending            []bool
	columns               []variedColumn
	indexes               []variedIndex
	options               map[string]spelling
}

type variedIndex struct {
	name, target, class string
	options             map[string]spelling
}

type variedView struct {
	table   *variedTable
	name    string
	bound   int // of the first key column, 0 for none
	options map[string]spelling
}

// Keyspace is the name of the keyspace of each varied schema.
const Keyspace = "varied"

// NewVaried makes a schema.
func NewVaried(random *rand.Rand) *Varied {
	v := &Varied{random: random, durable: random.IntN(4) > 0}
	v.replication = v.spelled(replications)
	for i := range random.IntN(3) {
		t := variedType{name: v.pick(fmt.Sprintf("u%d", i), fmt.Sprintf(`"U %d"`, i))}
		for f := range 2 + random.IntN(3) {
			t.fields = append(t.fields, variedColumn{name: fmt.Sprintf("f%d", f), written: v.typeName(2, false)})
		}
		v.types = append(v.types, t)
	}
	for i := range 1 + random.IntN(3) {
		v.tables = append(v.tables, v.table(i))
	}
	for _, table := range v.tables {
		if random.IntN(3) == 0 && !table.counts() {
			view := &variedView{table: table, name: table.name + "_v", bound: random.IntN(3), options: v.options()}
			delete(view.options, "default_time_to_live")
			v.views = append(v.views, view)
		}
	}
	for i := range random.IntN(3) {
		v.functions = append(v.functions, fmt.Sprintf("return %d;", i))
	}
	return v
}

func (v *Varied) pick(from ...string) string { return from[v.random.IntN(len(from))] }

func (v *Varied) table(number int) *variedTable {
	t := &variedTable{name: fmt.Sprintf("t%d", number), options: v.options()}
	for i := range 1 + v.random.IntN(2) {
		t.partition = append(t.partition, variedColumn{name: fmt.Sprintf("p%d", i), written: v.pick("int", "text", "uuid", "bigint")})
	}
	for i := range v.random.IntN(3) {
		t.clustering = append(t.clustering, variedColumn{name: fmt.Sprintf("c%d", i), written: v.pick("int", "text", "timestamp", "frozen<list<int>>")})
		t.descending = append(t.descending, v.random.IntN(2) == 0)
	}
	t.partition[0].written, t.partition[0].mask = "int", ""
	if v.random.IntN(8) == 0 {
		t.columns = []variedColumn{{name: "n0", written: "counter"}, {name: "n1", written: "counter"}}
		delete(t.options, "default_time_to_live")
		return t
	}
	for i := range 1 + v.random.IntN(5) {
		column := variedColumn{name: v.pick(fmt.Sprintf("x%d", i), fmt.Sprintf(`"X %d"`, i)), written: v.typeName(2, true)}
		column.mask = v.mask(column.written)
		t.columns = append(t.columns, column)
	}
	t.indexes = v.indexes(t)
	if len(t.clustering) > 0 && v.random.IntN(2) == 0 && !slices.ContainsFunc(v.views, func(w *variedView) bool { return w.table == t }) {
		t.columns = append(t.columns, variedColumn{name: "st", written: v.typeName(1, true), static: true})
	}
	return t
}

func (t *variedTable) counts() bool { return t.columns[0].written == "counter" }

var natives = []string{"ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "float", "inet", "int", "smallint", "text", "varchar", "time",
	"timestamp", "timeuuid", "tinyint", "uuid", "varint"}

// typeName writes a type, with frozen<> where it may be left out or not.
func (v *Varied) typeName(depth int, column bool) string {
	if depth == 0 || v.random.IntN(3) == 0 {
		return v.pick(natives...)
	}
	inner := func() string { return v.frozenType(depth - 1) }
	switch v.random.IntN(7) {
	case 0:
		return "list<" + inner() + ">"
	case 1:
		return "set<" + inner() + ">"
	case 2:
		return "map<" + inner() + ", " + inner() + ">"
	case 3:
		return fmt.Sprintf("vector<%s, %d>", v.pick("float", "int", "text"), 1+v.random.IntN(4))
	case 4:
		if column && len(v.types) > 0 && !slices.ContainsFunc(v.types[0].fields, func(f variedColumn) bool { return !slices.Contains(natives, f.written) }) {
			return v.types[0].name
		}
	}
	return v.frozenType(depth)
}

// frozenType writes a type that can be inside a collection. Inside of frozen<> and tuples,
// the word may be left out.
func (v *Varied) frozenType(depth int) string {
	if depth == 0 || v.random.IntN(3) == 0 {
		return v.pick(natives...)
	}
	inner := func() string {
		written := v.frozenType(depth - 1)
		if rest, found := strings.CutPrefix(written, "frozen<"); found && v.random.IntN(2) == 0 {
			return strings.TrimSuffix(rest, ">")
		}
		return written
	}
	switch v.random.IntN(5) {
	case 0:
		return "frozen<list<" + inner() + ">>"
	case 1:
		return "frozen<map<" + inner() + ", " + inner() + ">>"
	case 2:
		if len(v.types) > 0 {
			return "frozen<" + v.types[v.random.IntN(len(v.types))].name + ">"
		}
	}
	return fmt.Sprintf(v.pick("tuple<%s, %s>", "frozen<tuple<%s, %s>>"), inner(), inner())
}

// mask writes a mask that the type allows.
func (v *Varied) mask(written string) string {
	if v.random.IntN(5) > 0 {
		return ""
	}
	switch written {
	case "text", "varchar", "ascii":
		return v.pick("mask_inner(1, null)", "MASK_OUTER(1, 2)", "mask_inner(1,2,'#')", "mask_replace('x y')", "system.mask_inner(null, 1)", "DEFAULT")
	case "int", "bigint", "varint":
		return v.pick("mask_replace(007)", "mask_null()", "DEFAULT")
	}
	return v.pick("DEFAULT", "mask_default()", "mask_null()")
}

// indexes writes at most one index of each kind on the columns that allow it.
func (v *Varied) indexes(t *variedTable) []variedIndex {
	var indexes []variedIndex
	for i, column := range t.columns {
		index := variedIndex{name: v.pick("", fmt.Sprintf("%s_i%d", t.name, i)), options: map[string]spelling{}}
		switch is := func(prefix string) bool { return strings.HasPrefix(column.written, prefix) }; {
		case strings.Contains(column.name, " ") || v.random.IntN(2) == 0:
			continue
		case is("map<"):
			index.target = v.pick("(%s)", "(values(%s))", "(keys(%s))", "(entries(%s))")
		case is("list<"), is("set<"):
			index.target = v.pick("(%s)", "(values(%s))")
		case is("frozen<list<"), is("frozen<map<"):
			index.target = "(full(%s))"
		case column.written == "text", column.written == "int", column.written == "timestamp":
			index.target, index.class = "(%s)", v.pick("", " USING 'sai'", " USING 'SAI'", " USING 'StorageAttachedIndex'", " USING 'legacy_local_table'")
		default:
			continue
		}
		if column.written == "text" && strings.Contains(strings.ToLower(index.class), "s") && !strings.Contains(index.class, "legacy") {
			for name := range saiOptions {
				if v.random.IntN(2) == 0 {
					index.options[name] = v.spelled(saiOptions[name])
				}
			}
		}
		index.target = fmt.Sprintf(index.target, column.name)
		indexes = append(indexes, index)
	}
	return indexes
}
