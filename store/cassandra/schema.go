package cassandra

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
)

// layoutVersion is the version of schema.cql, and oldestLayout the oldest one that this program
// opens. A change of the schema raises the first. readableBy is written to layout.readable_by: programs that
// know that layout may go on beside this one. They must not misunderstand what it writes.
//
//	1  2026-11  the first one
//	2  2026-11  audit_events; programs of layout 1 leave it alone
const (
	layoutVersion = 2
	oldestLayout  = 2
	readableBy    = 1
)

// layoutOwner is the value of layout.owner in a keyspace of this program.
const layoutOwner = "widerow"

//go:embed schema.cql
var schemaText string

// Schema returns the statements that create the tables, without the names of a keyspace.
func Schema() string { return schemaText }

// table is a table of schema.cql.
type table struct {
	name       string
	statement  string
	columns    []column
	partition  []string
	clustering []string
}

// column is a column as the server describes it.
type column struct {
	name, kind string // kind is partition_key, clustering, static or regular
	typed      string
}

// tables are the tables of schema.cql.
var tables = parseSchema(schemaText)

// parseSchema reads the statements of schema.cql, which have a column a line.
func parseSchema(text string) (parsed []table) {
	for statement := range strings.SplitSeq(withoutComments(text), ";") {
		if statement = strings.TrimSpace(statement); statement != "" {
			parsed = append(parsed, parseTable(statement))
		}
	}
	return parsed
}

func withoutComments(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "--") }), "\n")
}

func parseTable(statement string) table {
	lines := strings.Split(statement, "\n")
	t := table{statement: statement, name: strings.Fields(lines[0])[2]}
	static := map[string]bool{}
	for _, line := range lines[1:] {
		words := strings.Fields(strings.TrimRight(strings.TrimSpace(line), ","))
		switch {
		case len(words) > 1 && words[0] == "PRIMARY":
			t.partition, t.clustering = parseKey(line)
		case len(words) > 1:
			t.columns = append(t.columns, column{name: words[0], typed: words[1]})
			static[words[0]] = len(words) == 3
		}
	}
	for i, c := range t.columns {
		t.columns[i].kind = t.kindOf(c.name, static[c.name])
	}
	return t
}

// parseKey reads PRIMARY KEY (a, b) or PRIMARY KEY ((a, b), c).
func parseKey(line string) (partition, clustering []string) {
	inner := line[strings.Index(line, "(")+1 : strings.LastIndex(line, ")")]
	names := func(list string) (all []string) {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); name != "" {
				all = append(all, name)
			}
		}
		return all
	}
	if rest, composite := strings.CutPrefix(inner, "("); composite {
		first, others, _ := strings.Cut(rest, ")")
		return names(first), names(others)
	}
	all := names(inner)
	return all[:1], all[1:]
}

func (t table) kindOf(name string, static bool) string {
	switch {
	case slices.Contains(t.partition, name):
		return "partition_key"
	case slices.Contains(t.clustering, name):
		return "clustering"
	case static:
		return "static"
	}
	return "regular"
}

// key returns the columns of the primary key.
func (t table) key() []string { return slices.Concat(t.partition, t.clustering) }

// probe is a conditional write that never does anything, to learn whether the role may read and
// write the table.
func (t table) probe() string {
	return fmt.Sprintf("DELETE FROM %s WHERE %s = ? IF EXISTS", t.name, strings.Join(t.key(), " = ? AND "))
}

// nothing returns values for a row that does not exist.
func (t table) nothing() (values []any) {
	for _, name := range t.key() {
		values = append(values, nothingOf(t.typeOf(name)))
	}
	return values
}

func (t table) typeOf(name string) string {
	at := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
	return t.columns[at].typed
}

func nothingOf(typed string) any {
	switch typed {
	case "uuid":
		return "00000000-0000-0000-0000-000000000000"
	case "int":
		return -1
	case "bigint":
		return int64(-1)
	case "blob":
		return []byte("(nothing)")
	case "timestamp":
		return time.UnixMilli(0)
	}
	return "(nothing)"
}
