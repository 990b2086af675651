package cql_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql/cassandratest"
	"widerow/cql/syntax"
)

const systemFile = "system.cql"

// TestSystemTablesOnCassandra: system.cql has the tables of the server's own
// keyspaces. With -update it is written anew.
func TestSystemTablesOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	got := "-- The tables of Cassandra's own keyspaces, without options. Virtual tables come\n-- last, after the line VIRTUAL. TestSystemTablesOnCassandra writes this file.\n\n" +
		systemTablesOf(t, session, "system_schema") + "\n-- VIRTUAL\n" + systemTablesOf(t, session, "system_virtual_schema")
	text, err := os.ReadFile(systemFile)
	switch {
	case err != nil:
		t.Fatal(err)
	case got == string(text):
	case !*update:
		t.Errorf("%s differs from the server's tables:\n%s", systemFile, lineDifference(string(text), got))
	default:
		if err := os.WriteFile(systemFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lineDifference returns the lines that only one of two texts has.
func lineDifference(before, after string) string {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out strings.Builder
	for _, line := range old {
		if !slices.Contains(now, line) {
			out.WriteString("- " + line + "\n")
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			out.WriteString("+ " + line + "\n")
		}
	}
	return out.String()
}

// systemColumn is a row of system_schema.columns.
type systemColumn struct {
	keyspace, table, name, order, kind, columnType string
	position                                       int
}

// rank is the place of a column in a statement, as in DESCRIBE: the key first,
// collections last.
func (c systemColumn) rank() int {
	rank := slices.Index([]string{"partition_key", "clustering", "static", "regular"}, c.kind)
	switch name, _, _ := strings.Cut(c.columnType, "<"); {
	case rank > 1 && (name == "set" || name == "list" || name == "map"):
		return rank + 2
	}
	return rank
}

// systemTablesOf returns a statement for each table of the server's own keyspaces
// that a schema lists.
func systemTablesOf(t *testing.T, session *gocql.Session, schema string) string {
	rows := session.Query("SELECT keyspace_name, table_name, column_name, clustering_order, kind, type, position FROM " + schema + ".columns").Iter()
	var columns []systemColumn
	for c := (systemColumn{}); rows.Scan(&c.keyspace, &c.table, &c.name, &c.order, &c.kind, &c.columnType, &c.position); {
		if strings.HasPrefix(c.keyspace, "system") {
			columns = append(columns, c)
		}
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(columns, func(a, b systemColumn) int {
		return cmp.Or(cmp.Compare(a.keyspace, b.keyspace), cmp.Compare(a.table, b.table), a.rank()-b.rank(), a.position-b.position, cmp.Compare(a.name, b.name))
	})
	var out strings.Builder
	for len(columns) > 0 {
		end := slices.IndexFunc(columns, func(c systemColumn) bool { return c.keyspace != columns[0].keyspace || c.table != columns[0].table })
		if end < 0 {
			end = len(columns)
		}
		out.WriteString(systemStatement(columns[:end]))
		columns = columns[end:]
	}
	return out.String()
}

func systemStatement(columns []systemColumn) string {
	var key [2][]string
	var parts, orders []string
	for _, c := range columns {
		part := syntax.QuoteName(c.name) + " " + c.columnType
		if c.kind == "static" {
			part += " STATIC"
		}
		parts = append(parts, part)
		if c.rank() < len(key) {
			key[c.rank()] = append(key[c.rank()], syntax.QuoteName(c.name))
		}
		if c.kind == "clustering" {
			orders = append(orders, syntax.QuoteName(c.name)+" "+strings.ToUpper(c.order))
		}
	}
	if len(key[0])+len(key[1]) == 1 {
		parts[0] += " PRIMARY KEY"
	} else {
		partition := strings.Join(key[0], ", ")
		if len(key[0]) > 1 {
			partition = "(" + partition + ")"
		}
		parts = append(parts, "PRIMARY KEY ("+strings.Join(append([]string{partition}, key[1]...), ", ")+")")
	}
	statement := fmt.Sprintf("CREATE TABLE %s.%s (%s)", columns[0].keyspace, syntax.QuoteName(columns[0].table), strings.Join(parts, ", "))
	if len(orders) > 0 {
		statement += " WITH CLUSTERING ORDER BY (" + strings.Join(orders, ", ") + ")"
	}
	return statement + ";\n"
}
