package cluster_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/compare"
)

var (
	alters    = flag.Int("cluster.alters", 200, "how many random changes of a cluster are looked for")
	alterSeed = flag.Uint64("cluster.seed", 1, "seed of these changes")
)

// altered is a schema that changes at random. Names are never used twice: Cassandra refuses to add a column again
// that was dropped with another type.
type altered struct {
	*rand.Rand
	keyspace string
	next     int
	tables   []*alteredTable
	durable  bool
}

type alteredTable struct {
	name    string
	key     string // the clustering column
	columns []string
	indexes []string
	masked  []string
	options map[string]string
}

// wanted is a difference: its kind, the type of the element and its name. No difference has no kind.
type wanted struct{ kind, what, element string }

func (a *altered) fresh(prefix string) string {
	a.next++
	return fmt.Sprintf("%s%d", prefix, a.next)
}

func (a *altered) pick(from ...string) string { return from[a.IntN(len(from))] }

// change returns a statement and the differences that it makes.
func (a *altered) change() (statement string, want []wanted) {
	table := a.tables[a.IntN(len(a.tables))]
	name := a.keyspace + "." + table.name
	alter := "ALTER TABLE " + name + " "
	switch a.IntN(12) {
	case 0, 1:
		column := a.fresh("c")
		table.columns = append(table.columns, column)
		return alter + "ADD " + column + " " + a.pick("text", "int", "map<text, int>", "frozen<list<bigint>>", "vector<float, 3>", "address",
			"frozen<set<uuid>>", "decimal"), []wanted{{"added", "column", name + "." + column}}
	case 2, 3:
		if column := a.spare(table); column != "" {
			table.columns = slices.DeleteFunc(table.columns, func(c string) bool { return c == column })
			return alter + "DROP " + column, []wanted{{"removed", "column", name + "." + column}}
		}
	case 4:
		was := table.key
		table.key = a.fresh("k")
		return alter + "RENAME " + was + " TO " + table.key, // by names, it is another column
			[]wanted{{"changed", "key", name}, {"added", "column", name + "." + table.key}, {"removed", "column", name + "." + was}}
	case 5, 6:
		return a.option(table, alter)
	case 7:
		field := a.fresh("f")
		return "ALTER TYPE " + a.keyspace + ".address ADD " + field + " " + a.pick("text", "int", "frozen<list<text>>"), []wanted{{"added",
			"field", a.keyspace + ".address." + field}}
	case 8:
		if column := a.spare(table); column != "" {
			index := a.fresh("i")
			table.indexes = append(table.indexes, index+" "+column)
			return "CREATE INDEX " + index + " ON " + name + " (" + column + ") USING 'sai'", []wanted{{"added", "index", index}}
		}
	case 9:
		if len(table.indexes) > 0 {
			index, _, _ := strings.Cut(table.indexes[0], " ")
			table.indexes = table.indexes[1:]
			return "DROP INDEX " + a.keyspace + "." + index, []wanted{{"removed", "index", index}}
		}
	case 10:
		if column := a.spare(table); column != "" && !slices.Contains(table.masked, column) {
			table.masked = append(table.masked, column)
			return alter + "ALTER " + column + " MASKED WITH DEFAULT", []wanted{{"changed", "column", name + "." + column}}
		}
	case 11:
		a.durable = !a.durable
		return fmt.Sprintf("ALTER KEYSPACE %s WITH durable_writes = %t", a.keyspace, a.durable), []wanted{{"changed", "option", a.keyspace}}
	}
	return a.change()
}

// spare returns a column of simple type that no index has, or "".
func (a *altered) spare(table *alteredTable) string {
	for _, at := range a.Perm(len(table.columns)) {
		column := table.columns[at]
		if strings.HasPrefix(column, "v") && !slices.ContainsFunc(table.indexes, func(i string) bool { return strings.HasSuffix(i, " "+column) }) {
			return column
		}
	}
	return ""
}

// option sets an option, sometimes to the value that it has.
func (a *altered) option(table *alteredTable, alter string) (string, []wanted) {
	values := map[string][]string{"comment": {"'one'", "'it''s two'", "''"}, "gc_grace_seconds": {"864000", "3600"}, "default_time_to_live": {"0", "86400"},
		"compaction": {"{'class': 'SizeTieredCompactionStrategy'}", "{'class': 'LeveledCompactionStrategy'}"}, "speculative_retry": {"'99p'", "'50ms'"}}
	option := a.pick("comment", "gc_grace_seconds", "default_time_to_live", "compaction", "speculative_retry")
	value := a.pick(values[option]...)
	was := table.options[option]
	table.options[option] = value
	if value == was {
		return alter + "WITH " + option + " = " + value, nil
	}
	return alter + "WITH " + option + " = " + value, []wanted{{"changed", "option", a.keyspace + "." + table.name}}
}

// TestDriftFindsEachChange changes a cluster at random behind the back of a model: the drift has each change, and nothing else.
func TestDriftFindsEachChange(t *testing.T) {
	t.Parallel() // its server mostly waits
	t.Logf("seed %d", *alterSeed)
	connection, session := cassandratest.Connect(t), open(t, nil)
	a := &altered{Rand: rand.New(rand.NewPCG(*alterSeed, 37)), keyspace: cassandratest.Keyspace(t, cassandratest.Session(t)), durable: true}
	do := func(statement string) {
		t.Helper()
		if err := connection.Run(statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
	do("CREATE TYPE " + a.keyspace + ".address (street text, city text)")
	for range 4 {
		table := &alteredTable{name: a.fresh("t"), key: "k", options: map[string]string{"comment": "''", "gc_grace_seconds": "864000", "default_time_to_live": "0",
			"compaction": "{'class': 'SizeTieredCompactionStrategy'}", "speculative_retry": "'99p'"}}
		columns := ""
		for range 60 {
			column := a.fresh("v")
			table.columns = append(table.columns, column)
			columns += ", " + column + " " + a.pick("text", "int", "bigint")
		}
		do("CREATE TABLE " + a.keyspace + "." + table.name + " (p text, k int" + columns + ", PRIMARY KEY (p, k))")
		a.tables = append(a.tables, table)
	}
	read := func() string {
		text, _, err := session.Schema(t.Context(), a.keyspace)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	before, kinds := modelOf(t, read()), map[string]int{}
	for number := range *alters {
		statement, want := a.change()
		if connection.Run(strings.ReplaceAll(statement, " address", " "+a.keyspace+".address")) != nil { // a type needs its keyspace
			do(statement)
		}
		after := modelOf(t, read())
		found := compare.Models(before, apply.Pair(before, after, false), false)
		if !areWanted(found, want) {
			t.Fatalf("change %d: %s\nwant %+v, found %+v", number, statement, want, found)
		}
		for _, w := range want {
			kinds[w.kind+" "+w.what]++
		}
		before = after
	}
	t.Logf("%d changes, each found and none false: %v", *alters, kinds)
}

// areWanted reports whether the changes are those wanted.
func areWanted(found []compare.Change, want []wanted) bool {
	if len(found) != len(want) {
		return false
	}
	for i, w := range want {
		if string(found[i].Kind) != w.kind || found[i].Type != w.what || w.what != "index" && found[i].Element != w.element || !strings.Contains(found[i].Element, w.element) {
			return false
		}
	}
	return true
}
