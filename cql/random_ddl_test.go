package cql_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// ddlWriter writes statements about the schema. It uses existing elements with an
// occasional fault, so that statements are close to the border between legal and
// illegal.
type ddlWriter struct {
	*rand.Rand
	// home is the keyspace that most statements are about, other a second.
	home, other string
	// sound writers make no faults.
	sound bool
	// there is the schema that the statements so far have created.
	there *model.Model
}

func (w *ddlWriter) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *ddlWriter) chance(percent int) bool { return w.IntN(100) < percent }

// fault decides whether to write something that is likely to be refused.
func (w *ddlWriter) fault(percent int) bool { return !w.sound && w.chance(percent) }

func (w *ddlWriter) either(percent int, text, otherwise string) string {
	if w.chance(percent) {
		return text
	}
	return otherwise
}

func (w *ddlWriter) faulty(percent int, text, otherwise string) string {
	if w.fault(percent) {
		return text
	}
	return otherwise
}

func (w *ddlWriter) ifNotExists() string { return w.either(12, "IF NOT EXISTS ", "") }
func (w *ddlWriter) ifExists() string    { return w.either(15, "IF EXISTS ", "") }

// kinds are the kinds of statements with their frequencies.
var kinds = []struct {
	share int
	write func(*ddlWriter) string
}{
	{14, (*ddlWriter).createTable},
	{7, (*ddlWriter).createType},
	{14, (*ddlWriter).createIndex},
	{11, (*ddlWriter).createView},
	{25, (*ddlWriter).alterTable},
	{7, (*ddlWriter).alterType},
	{3, (*ddlWriter).alterView},
	{4, (*ddlWriter).createKeyspace},
	{3, (*ddlWriter).alterKeyspace},
	{9, (*ddlWriter).drop},
	{4, (*ddlWriter).createFunction},
	{3, (*ddlWriter).createAggregate},
	{3, (*ddlWriter).dropFunction},
	{2, (*ddlWriter).use},
}

func (w *ddlWriter) statement() string {
	total := 0
	for _, kind := range kinds {
		total += kind.share
	}
	roll := w.IntN(total)
	for _, kind := range kinds {
		if roll -= kind.share; roll < 0 {
			return w.withComments(kind.write(w))
		}
	}
	panic("unreachable")
}

// withComments replaces blanks by comments, except in strings and quoted names.
func (w *ddlWriter) withComments(statement string) string {
	if !w.chance(4) {
		return statement
	}
	var out strings.Builder
	quote := byte(0)
	for i := range len(statement) {
		c := statement[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
		if c == ' ' && quote == 0 && w.chance(20) {
			out.WriteString(w.pick(" /* it's ; \" */ ", " -- it's ; \"\n", " // $$\n", "\n\t"))
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// opening returns the first statements of a world, which are always accepted.
func (w *ddlWriter) opening() []string {
	return []string{
		keyspaceStatement(w.home), keyspaceStatement(w.other),
		fmt.Sprintf("CREATE TYPE %s.u0 (f0 int, f1 text)", w.home),
		fmt.Sprintf("CREATE TYPE %s.u1 (f0 frozen<u0>, f1 list<text>)", w.home),
		fmt.Sprintf("CREATE TYPE %s.far (f0 int)", w.other),
		fmt.Sprintf("CREATE TABLE %s.t0 (a int, b int, c int, d text, e list<int>, f int STATIC, PRIMARY KEY ((a, b), c))", w.home),
		fmt.Sprintf("CREATE TABLE %s.t1 (a int, b int, c counter, PRIMARY KEY (a, b))", w.home),
		fmt.Sprintf("CREATE TABLE %s.far (a int PRIMARY KEY, b int)", w.other),
	}
}

func keyspaceStatement(name string) string {
	return "CREATE KEYSPACE " + name + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
}

// in qualifies a name, usually with the home keyspace.
func (w *ddlWriter) in(name string) string {
	switch {
	case w.fault(1):
		return w.pick("nosuch", "system", "system_schema", "system_auth", "system_traces", "system_views", `"K 1"`, `"é"`, strings.Repeat("k", 49)) + "." + name
	case w.fault(2):
		return w.other + "." + name
	case !w.sound && w.chance(6):
		return name
	}
	return w.home + "." + name
}

// relation is an existing table or view.
type relation struct {
	*model.Relation
	// name is as in CQL, with the keyspace.
	name string
}

func (r relation) columnNames(roles ...model.Role) []string {
	var names []string
	for _, column := range r.SortedColumns() {
		for _, role := range roles {
			if column.Value.Role == role {
				names = append(names, syntax.QuoteName(column.Value.Name))
			}
		}
	}
	return names
}

func (r relation) keyNames() []string { return r.columnNames(model.Partition, model.Clustering) }

// relations returns the relations of a kind in the home keyspace.
func (w *ddlWriter) relations(kind model.RelationKind) []relation {
	var found []relation
	for _, item := range model.Sorted(w.there.Physical.Relations) {
		keyspace := w.there.Physical.Keyspaces[item.Value.Keyspace].Name
		if keyspace == w.home && item.Value.Kind == kind {
			name := syntax.QuoteName(item.Value.Name)
			found = append(found, relation{item.Value, w.in(name)})
		}
	}
	return found
}

// someTable returns an existing table, if there is one, or a view as a fault.
func (w *ddlWriter) someTable() relation {
	kind := model.Table
	if w.fault(3) {
		kind = model.MaterializedView
	}
	found := w.relations(kind)
	if len(found) == 0 || w.fault(3) {
		return relation{&model.Relation{}, w.in(w.tableName())}
	}
	return found[w.IntN(len(found))]
}

func (w *ddlWriter) tableName() string {
	if w.fault(1) {
		return w.pick(`"t 6"`, `"é"`, `"t-7"`)
	}
	return w.pick("t0", "t1", "t2", "t3", "t4", `"T5"`, `"table"`, "key", strings.Repeat("t", 222))
}

func (w *ddlWriter) viewName() string {
	return w.faulty(2, w.pick(`"v 3"`, "t0"), w.pick("v0", "v1", "v2", `"V3"`))
}

func (w *ddlWriter) typeName() string {
	if w.fault(1) {
		return w.pick("byte", "complex", "enum", "interval", "nosuch")
	}
	return w.pick("u0", "u1", "u2", "u3", `"U 4"`, `"Date"`)
}

func (w *ddlWriter) fieldName() string { return w.pick("f0", "f1", "f2", "f3", `"F 4"`) }

// columnName returns any column name.
func (w *ddlWriter) columnName() string {
	if w.chance(3) {
		return w.pick(`"select"`, `"é"`, `"q""q"`, `"-- x"`, `"'; DROP"`, "key", "ttl", "values", `"`+strings.Repeat("x", 49)+`"`, strings.Repeat("y", 49))
	}
	return w.pick("a", "b", "c", "d", "e", "f", "g", "h", `"I"`)
}

// columnOf returns a column of a table, sometimes any name.
func (w *ddlWriter) columnOf(r relation) string {
	names := r.columnNames(model.Partition, model.Clustering, model.Static, model.Regular)
	if len(names) == 0 || w.fault(5) {
		return w.columnName()
	}
	return names[w.IntN(len(names))]
}

func (w *ddlWriter) shuffled(names []string) []string {
	names = append([]string(nil), names...)
	w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}
