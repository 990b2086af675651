package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// cluster is a keyspace on a real Cassandra with the tables of a document.
type cluster struct {
	session *gocql.Session
	tables  []*table
}

// newCluster makes the tables of a document, which are dropped after the test.
func newCluster(t *testing.T, m *model.Model) *cluster {
	t.Helper()
	session := cassandratest.Session(t)
	for _, keyspace := range m.Physical.Keyspaces {
		cassandratest.DropAfter(t, session, keyspace.Name)
	}
	text := cql.PrintModel(m, cql.PrintOptions{})
	script := parse.Parse(text)
	for _, statement := range script.Statements {
		at := syntax.Place(statement)
		cassandratest.Run(t, session, text[at.Start.Offset:at.End.Offset])
	}
	return &cluster{session, tablesOf(m)}
}

// run executes statements that do not depend on each other.
func (c *cluster) run(statements []string) error {
	const writers = 8
	var group sync.WaitGroup
	var mutex sync.Mutex
	var failed error
	for writer := range writers {
		group.Go(func() {
			for i := writer; i < len(statements); i += writers {
				if err := c.session.Query(statements[i]).Exec(); err != nil {
					mutex.Lock()
					failed = fmt.Errorf("%w: %s", err, statements[i])
					mutex.Unlock()
				}
			}
		})
	}
	group.Wait()
	return failed
}

// read returns the rows that a SELECT returns, as texts by the names of its columns.
func (c *cluster) read(statement string, types []string) ([][]value, error) {
	iterator := c.session.Query(statement).Iter()
	data, err := iterator.RowData()
	if err != nil {
		iterator.Close()
		return nil, fmt.Errorf("%w: %s", err, statement)
	}
	var rows [][]value
	for {
		// A pointer to a pointer is nil for null.
		pointers := make([]any, len(data.Values))
		fresh, err := iterator.RowData()
		if err != nil {
			break
		}
		for i := range fresh.Values {
			pointers[i] = pointerTo(fresh.Values[i])
		}
		if !iterator.Scan(pointers...) {
			break
		}
		row := make([]value, len(pointers))
		for i := range pointers {
			typ := ""
			if i < len(types) {
				typ = types[i]
			}
			row[i] = readValue(pointers[i], typ)
		}
		rows = append(rows, row)
	}
	if err := iterator.Close(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, statement)
	}
	return rows, nil
}

// dump returns the rows of a table by their primary key.
func (c *cluster) dump(t *table) (map[string]storedRow, error) {
	var names, types []string
	for _, column := range t.columns {
		names, types = append(names, syntax.QuoteName(column.name)), append(types, column.elementType())
	}
	read, err := c.read("SELECT "+strings.Join(names, ", ")+" FROM "+t.name, types)
	if err != nil {
		return nil, err
	}
	rows := map[string]storedRow{}
	for _, values := range read {
		row := storedRow{}
		for i, column := range t.columns {
			row[column.name] = values[i]
		}
		rows[t.place(row)] = row
	}
	return rows, nil
}

// repair makes a table have exactly some rows.
func (c *cluster) repair(t *table, want map[string]storedRow) error {
	has, err := c.dump(t)
	if err != nil {
		return err
	}
	return c.repairFrom(t, want, has)
}

// repairFrom does so if the table has some rows.
func (c *cluster) repairFrom(t *table, want, has map[string]storedRow) error {
	if t.counts() {
		return c.recount(t, want, has)
	}
	var deletions, insertions []string
	stays := map[string]bool{}
	for _, row := range want {
		stays[where(row, t.partition())] = true
	}
	for place, row := range has {
		if partition := where(row, t.partition()); !stays[partition] { // its static columns, too
			deletions = append(deletions, "DELETE FROM "+t.name+" WHERE "+partition)
		} else if want[place] == nil {
			deletions = append(deletions, "DELETE FROM "+t.name+" WHERE "+t.where(row))
		}
	}
	for place, row := range want {
		if old := has[place]; old == nil || old.text(t) != row.text(t) {
			insertions = append(insertions, t.insert(row, old))
		}
	}
	if err := c.run(deletions); err != nil {
		return err
	}
	return c.run(insertions)
}

// recount makes counters what they should be; those that should not be there are zero then.
func (c *cluster) recount(t *table, want, has map[string]storedRow) error {
	var updates []string
	for place, row := range has {
		if want[place] == nil {
			zero := maps.Clone(row)
			for _, column := range t.columns {
				if column.typ.IsCounter() {
					zero[column.name] = value{literal: "0", text: "0"}
				}
			}
			updates = append(updates, t.insert(zero, row))
		}
	}
	for place, row := range want {
		if old := has[place]; old == nil || old.text(t) != row.text(t) {
			updates = append(updates, t.insert(row, old))
		}
	}
	return c.run(updates)
}

func (t *table) where(row storedRow) string { return where(row, t.key()) }

func (t *table) partition() []*tableColumn {
	return slices.DeleteFunc(t.key(), func(c *tableColumn) bool { return c.role != model.Partition })
}

func where(row storedRow, key []*tableColumn) string {
	var conditions []string
	for _, column := range key {
		if !row[column.name].isNull() { // a partition with static columns only
			conditions = append(conditions, syntax.QuoteName(column.name)+" = "+row[column.name].literal)
		}
	}
	return strings.Join(conditions, " AND ")
}

// insert is the statement that makes a row from an old one, which may be missing.
func (t *table) insert(row, old storedRow) string {
	var names, literals, counters []string
	for _, column := range t.columns {
		v, has := row[column.name]
		literal := v.literal
		switch {
		case !has || column.isUnknown() && !column.inKey():
			continue
		case v.isNull():
			literal = "null"
		case column.typ.Unfrozen().Kind == model.ListType:
			literal = "[" + literal[1:len(literal)-1] + "]"
		case column.typ.IsCounter():
			before, after := 0, 0
			if old != nil {
				fmt.Sscan(old[column.name].text, &before)
			}
			fmt.Sscan(literal, &after)
			counters = append(counters, fmt.Sprintf("%s = %s + %d", syntax.QuoteName(column.name), syntax.QuoteName(column.name), after-before))
			continue
		}
		names, literals = append(names, syntax.QuoteName(column.name)), append(literals, literal)
	}
	if len(counters) > 0 {
		return "UPDATE " + t.name + " SET " + strings.Join(counters, ", ") + " WHERE " + t.where(row)
	}
	return "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(literals, ", ") + ")"
}
