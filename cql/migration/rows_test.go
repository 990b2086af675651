package migration_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql/cassandratest"
	"widerow/cql/migration"
	"widerow/cql/syntax"
	"widerow/model"
)

// rowsEach is the number of rows with a value in each column that a test writes into each table.
const rowsEach = 3

// The rows beyond them have values in their key alone, or in their partition key and static
// columns alone.
const (
	keyRow    = rowsEach + 1
	staticRow = 2 * rowsEach // of a partition of its own
)

// fill writes rows into each table.
func fill(t *testing.T, connection *cassandratest.Connection, m *model.Model) {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Kind != model.Table {
			continue
		}
		statements := []string{sparse(m, id, keyRow, model.Partition, model.Clustering), sparse(m, id, staticRow, model.Partition, model.Static)}
		for row := range rowsEach {
			statements = append(statements, written(m, id, row))
		}
		for _, statement := range statements {
			if statement == "" {
				continue
			}
			if err := connection.Run(statement); err != nil {
				t.Fatalf("%v\n%s", err, statement)
			}
		}
	}
}

// sparse returns the statement that writes the values of columns in two roles, or "" if a
// table has no columns in the second one, counts, or is compact.
func sparse(m *model.Model, id model.ID, row int, roles ...model.Role) string {
	var names, values []string
	found := roles[1] == model.Clustering
	for _, column := range m.Physical.Relations[id].SortedColumns() {
		switch {
		case column.Value.Type.IsCounter(), m.Physical.Relations[id].CompactStorage:
			return ""
		case slices.Contains(roles, column.Value.Role):
			names, values = append(names, syntax.QuoteName(column.Value.Name)), append(values, literal(m, column.Value.Type, row))
			found = found || column.Value.Role == roles[1]
		}
	}
	if !found {
		return ""
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", qualified(m, id), strings.Join(names, ", "), strings.Join(values, ", "))
}

// written returns the statement that writes a row.
func written(m *model.Model, id model.ID, row int) string {
	relation := m.Physical.Relations[id]
	var names, values, counted, key []string
	clustered := slices.ContainsFunc(relation.SortedColumns(), func(c model.Item[*model.Column]) bool { return c.Value.Role == model.Clustering })
	for _, column := range relation.SortedColumns() {
		name := syntax.QuoteName(column.Value.Name)
		if column.Value.Type.IsCounter() {
			counted = append(counted, fmt.Sprintf("%s = %[1]s + %d", name, row+1))
			continue
		}
		value := literal(m, column.Value.Type, row)
		if clustered && (column.Value.Role == model.Partition || column.Value.Role == model.Static) { // several rows a partition
			value = literal(m, column.Value.Type, row/2)
		}
		names, values = append(names, name), append(values, value)
		if column.Value.Role.InKey() {
			key = append(key, name+" = "+value)
		}
	}
	if len(counted) > 0 {
		return fmt.Sprintf("UPDATE %s SET %s WHERE %s", qualified(m, id), strings.Join(counted, ", "), strings.Join(key, " AND "))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", qualified(m, id), strings.Join(names, ", "), strings.Join(values, ", "))
}

func qualified(m *model.Model, id model.ID) string {
	relation := m.Physical.Relations[id]
	return syntax.QuoteName(m.Physical.Keyspaces[relation.Keyspace].Name) + "." + syntax.QuoteName(relation.Name)
}

// literal returns a value of a type that differs from row to row.
func literal(m *model.Model, t model.Type, row int) string {
	of := func(i int) string { return literal(m, t.Arguments[i], row) }
	switch t.Kind {
	case model.FrozenType:
		return of(0)
	case model.ListType:
		return "[" + of(0) + "]"
	case model.SetType:
		return "{" + of(0) + "}"
	case model.MapType:
		return "{" + of(0) + ": " + of(1) + "}"
	case model.TupleType:
		var values []string
		for i := range t.Arguments {
			values = append(values, of(i))
		}
		return "(" + strings.Join(values, ", ") + ")"
	case model.VectorType:
		return "[" + strings.Join(slices.Repeat([]string{of(0)}, t.Dimension), ", ") + "]"
	case model.UserTypeRef:
		var fields []string
		for _, field := range model.Sorted(m.Physical.Types[t.UserType].Fields) {
			fields = append(fields, syntax.QuoteName(field.Value.Name)+": "+literal(m, field.Value.Type, row))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	switch t.Name {
	case "text", "ascii":
		return fmt.Sprintf("'%d'", 10+row)
	case "blob":
		return fmt.Sprintf("0x0%d", row)
	case "boolean":
		return fmt.Sprint(row%2 == 0)
	case "date":
		return fmt.Sprintf("'2026-01-1%d'", row)
	case "time":
		return fmt.Sprintf("'10:00:0%d'", row)
	case "duration":
		return fmt.Sprintf("%dh", row+1)
	case "inet":
		return fmt.Sprintf("'127.0.0.%d'", row+1)
	case "uuid", "timeuuid":
		return fmt.Sprintf("00000000-0000-1000-8000-00000000000%d", row)
	}
	return fmt.Sprint(10 + row)
}

// state are the rows of tables as JSON, each value under its column's place.
type state struct{ rows, queries map[model.ID]string }

// keptRows reads the columns that both schemas have, of each table for which the plan announces no
// loss.
func keptRows(t *testing.T, session *gocql.Session, before *model.Model, plan *migration.Plan) state {
	t.Helper()
	kept := state{map[model.ID]string{}, map[model.ID]string{}}
	for id, was := range before.Physical.Relations {
		is := plan.Target.Physical.Relations[id]
		if is == nil || was.Kind != model.Table || is.Kind != model.Table || saysLoss(plan, id) || dropsCounter(was, is) {
			continue
		}
		var old, next []string
		for i, column := range was.SortedColumns() {
			if to := is.Columns[column.ID]; to != nil {
				old = append(old, fmt.Sprintf("%s AS c%d", syntax.QuoteName(column.Value.Name), i))
				next = append(next, fmt.Sprintf("%s AS c%d", syntax.QuoteName(to.Name), i))
			}
		}
		kept.rows[id] = readRows(t, session, "SELECT JSON "+strings.Join(old, ", ")+" FROM "+qualified(before, id))
		if losesStatic(was, is) {
			kept.rows[id] = withoutPartitionsAlone(was, kept.rows[id])
		}
		kept.queries[id] = "SELECT JSON " + strings.Join(next, ", ") + " FROM " + qualified(plan.Target, id)
	}
	return kept
}

// dropsCounter reports whether rows may disappear with a counter: see the plan's warning.
func dropsCounter(was, is *model.Relation) bool {
	for id, column := range was.Columns {
		if column.Type.Name == "counter" && is.Columns[id] == nil {
			return true
		}
	}
	return false
}

// losesStatic reports whether a table loses its last static column, and with it the
// partitions that have nothing else.
func losesStatic(was, is *model.Relation) bool {
	had, has := false, false
	for id, column := range was.Columns {
		had = had || column.Role == model.Static
		has = has || column.Role == model.Static && is.Columns[id] != nil
	}
	return had && !has
}

// withoutPartitionsAlone removes the rows without a clustering value.
func withoutPartitionsAlone(was *model.Relation, rows string) string {
	clustering := slices.IndexFunc(was.SortedColumns(), func(c model.Item[*model.Column]) bool { return c.Value.Role == model.Clustering })
	return strings.Join(slices.DeleteFunc(strings.Split(rows, "\n"), func(row string) bool {
		return !strings.Contains(row, fmt.Sprintf(`"c%d":`, clustering))
	}), "\n")
}

// saysLoss reports whether the plan warns that the new form of a table loses or changes data of the
// old one.
func saysLoss(plan *migration.Plan, id model.ID) bool {
	return slices.ContainsFunc(plan.Steps, func(s migration.Step) bool {
		table, column := tableNamed(plan.Target, s.Element)
		return table == id && column == "" && (s.Loses() && s.Kind == migration.Backfill || strings.Contains(s.Warning, "needs a value") || strings.Contains(s.Warning, "must be converted") || strings.Contains(s.Warning, "Counters cannot"))
	})
}

func (s state) check(t *testing.T, session *gocql.Session, plan *migration.Plan) {
	t.Helper()
	for id, query := range s.queries {
		if got := readRows(t, session, query); got != s.rows[id] {
			t.Errorf("%s: the rows are now\n%s\nwant\n%s\nthe plan:\n%s", query, got, s.rows[id], plan.Script(true))
		}
	}
}

// readRows returns rows of JSON, sorted.
func readRows(t *testing.T, session *gocql.Session, query string) string {
	t.Helper()
	var rows []string
	found := session.Query(query).Iter()
	for row := ""; found.Scan(&row); {
		rows = append(rows, withoutNulls(t, row))
	}
	if err := found.Close(); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	slices.Sort(rows)
	return strings.Join(rows, "\n")
}

// withoutNulls removes the fields without a value, which a type may have got since.
func withoutNulls(t *testing.T, row string) string {
	t.Helper()
	var value any
	decoder := json.NewDecoder(strings.NewReader(row))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v\n%s", err, row)
	}
	var clean func(value any)
	clean = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			maps.DeleteFunc(v, func(_ string, inner any) bool { return inner == nil })
			for _, inner := range v {
				clean(inner)
			}
		case []any:
			for _, inner := range v {
				clean(inner)
			}
		}
	}
	clean(value)
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inserted returns the statement that writes a row of JSON. A partition with static values
// alone has no clustering values, which INSERT JSON cannot leave out.
func inserted(t *testing.T, m *model.Model, id model.ID, row string) string {
	t.Helper()
	found := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(row), &found); err != nil {
		t.Fatalf("%v\n%s", err, row)
	}
	quoted := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	whole := true
	for _, column := range m.Physical.Relations[id].Columns {
		_, has := found[syntax.QuoteName(column.Name)]
		whole = whole && (has || column.Role != model.Clustering)
	}
	if whole {
		return fmt.Sprintf("INSERT INTO %s JSON %s DEFAULT UNSET", qualified(m, id), quoted(row))
	}
	var names, values []string
	for name, value := range found {
		names, values = append(names, name), append(values, "fromJson("+quoted(string(value))+")")
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", qualified(m, id), strings.Join(names, ", "), strings.Join(values, ", "))
}

// backfill does what the instruction says: it copies rows to the table of another
// name, or values to the column of another name. Values that need a conversion are
// left to the team.
func backfill(t *testing.T, session *gocql.Session, connection *cassandratest.Connection, before *model.Model, plan *migration.Plan, step migration.Step) {
	t.Helper()
	id, column := tableNamed(plan.Target, step.Element)
	was, is := before.Physical.Relations[id], plan.Target.Physical.Relations[id]
	if is == nil || saysLoss(plan, id) {
		return
	}
	from := before
	if column != "" { // in the same table, whose key may have been renamed
		from = plan.Target
	}
	var names []string
	for _, item := range was.SortedColumns() {
		to := is.Columns[item.ID]
		switch {
		case to == nil:
		case column == "":
			names = append(names, fmt.Sprintf("%s AS %s", syntax.QuoteName(item.Value.Name), syntax.QuoteName(to.Name)))
		case to.Role.InKey():
			names = append(names, syntax.QuoteName(to.Name))
		case to.Name == column:
			names = append(names, fmt.Sprintf("%s AS %s", syntax.QuoteName(item.Value.Name), syntax.QuoteName(to.Name)))
		}
	}
	for row := range strings.Lines(readRows(t, session, "SELECT JSON "+strings.Join(names, ", ")+" FROM "+qualified(from, id))) {
		if column != "" && !strings.Contains(row, column) {
			continue // no value to copy
		}
		statement := inserted(t, plan.Target, id, strings.TrimSpace(row))
		if err := connection.Run(statement); err != nil {
			t.Errorf("%v\n%s\nthe plan:\n%s", err, statement, plan.Script(true))
		}
	}
}
