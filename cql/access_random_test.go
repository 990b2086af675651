package cql_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/access"
)

var (
	accessSeed  = flag.Uint64("access-seed", 1, "seed of the random statements")
	accessCount = flag.Int("access-count", 1000, "how many random statements a real Cassandra judges")
)

// statementMaker writes random statements near the border of what is legal.
type statementMaker struct {
	*rand.Rand
	table *access.Table
	name  string
}

func (m *statementMaker) one(choices ...string) string { return choices[m.IntN(len(choices))] }

func (m *statementMaker) often(percent int) bool { return m.IntN(100) < percent }

func (m *statementMaker) columns() []*access.Column {
	return slices.Concat(m.table.Partition, m.table.Clustering, m.table.Others)
}

func (m *statementMaker) column() *access.Column {
	columns := m.columns()
	return columns[m.IntN(len(columns))]
}

var literals = map[string][]string{"int": {"1", "2", "7"}, "text": {"'x'", "'y'"}, "ascii": {"'x'"}, "boolean": {"true"},
	"uuid": {"550e8400-e29b-41d4-a716-446655440000"}, "timeuuid": {"50554d6e-29bb-11e5-b345-feff819cdc9f"}, "blob": {"0xff"},
	"timestamp": {"'2024-01-01'"}, "date": {"'2024-01-01'"}, "time": {"'10:00:00'"}, "inet": {"'127.0.0.1'"}, "duration": {"1d"},
	"float": {"1.5"}, "decimal": {"1.5"}}

// literal writes a value of the type, now and then of another.
func (m *statementMaker) literal(t model.Type) string {
	if m.often(2) {
		return m.one("'x'", "1", "true", "null", "[1]", "{'a'}", "(1, 'x')", "1.5")
	}
	switch bare := t.Unfrozen(); bare.Kind {
	case model.ListType:
		return "[" + m.literal(bare.Arguments[0]) + "]"
	case model.SetType:
		return "{" + m.literal(bare.Arguments[0]) + "}"
	case model.MapType:
		return "{" + m.literal(bare.Arguments[0]) + ": " + m.literal(bare.Arguments[1]) + "}"
	case model.TupleType:
		return "(" + m.literal(bare.Arguments[0]) + ", " + m.literal(bare.Arguments[1]) + ")"
	case model.VectorType:
		return "[1, 2, 3]"
	case model.UserTypeRef:
		return m.one("{street: 'x'}", "{length: 1d}", "{street: 'x', number: 1}")
	default:
		if known := literals[bare.Name]; known != nil {
			return m.one(known...)
		}
	}
	return "1"
}

func (m *statementMaker) relation(c *access.Column) string {
	name := cql.QuoteName(c.Name)
	collection := slices.Contains([]model.TypeKind{model.ListType, model.SetType, model.MapType}, c.Type.Unfrozen().Kind)
	if collection && m.often(75) {
		part := c.Type.Unfrozen().Arguments
		switch {
		case len(part) == 2 && m.often(40):
			return name + " CONTAINS KEY " + m.literal(part[0])
		case len(part) == 2 && m.often(40):
			return name + "[" + m.literal(part[0]) + "] = " + m.literal(part[1])
		}
		return name + " CONTAINS " + m.literal(part[len(part)-1])
	}
	switch roll := m.IntN(100); {
	case roll < 55:
		return name + " = " + m.literal(c.Type)
	case roll < 68:
		return name + " IN (" + m.literal(c.Type) + ", " + m.literal(c.Type) + ")"
	case roll < 71:
		return name + " IN (" + m.literal(c.Type) + ")"
	case roll < 96:
		return name + " " + m.one("<", "<=", ">", ">=") + " " + m.literal(c.Type)
	case roll < 97:
		return name + " != " + m.literal(c.Type)
	case roll < 98:
		return name + " IS NOT NULL"
	case roll < 99:
		return name + " LIKE '" + m.one("x", "x%", "%x", "%x%", "%") + "'"
	}
	return name + m.one(" CONTAINS 1", " CONTAINS KEY 1")
}

func (m *statementMaker) tuple() string {
	clustering := m.table.Clustering
	if len(clustering) == 0 {
		return m.relation(m.column())
	}
	from := m.IntN(len(clustering))
	if m.often(70) {
		from = 0
	}
	part := clustering[from : from+1+m.IntN(len(clustering)-from)]
	var names, first, second []string
	for _, column := range part {
		names = append(names, column.Name)
		first, second = append(first, m.literal(column.Type)), append(second, m.literal(column.Type))
	}
	left, right := "("+strings.Join(names, ", ")+") ", "("+strings.Join(first, ", ")+")"
	if m.often(20) {
		return left + "IN (" + right + ", (" + strings.Join(second, ", ") + "))"
	}
	return left + m.one("=", "<", ">", ">=", "<=") + " " + right
}

// where mostly gives the partition key, then a prefix of the clustering
// columns, then something that may not go.
func (m *statementMaker) where() string {
	var relations []string
	equal := func(c *access.Column) {
		if m.often(90) {
			relations = append(relations, c.Name+" = "+m.literal(c.Type))
		} else {
			relations = append(relations, m.relation(c))
		}
	}
	if m.often(70) {
		for _, column := range m.table.Partition {
			if m.often(95) {
				equal(column)
			}
		}
	}
	for _, column := range m.table.Clustering {
		if m.often(55) {
			equal(column)
		}
	}
	switch {
	case m.often(15):
		relations = append(relations, m.tuple())
	case m.often(5):
		names := m.table.Partition[0].Name
		for _, column := range m.table.Partition[1:] {
			names += ", " + column.Name
		}
		relations = append(relations, "token("+names+") "+m.one("<", ">", "=", ">=")+" 5")
	}
	for range m.IntN(3) {
		relations = append(relations, m.relation(m.column()))
	}
	if m.often(10) && len(relations) > 0 {
		m.Shuffle(len(relations), func(i, j int) { relations[i], relations[j] = relations[j], relations[i] })
	}
	return strings.Join(relations, " AND ")
}

func (m *statementMaker) query() string {
	text := "SELECT " + m.one("*", "*", "*", "*", "count(*)", m.selected(), m.selected(), "DISTINCT "+m.selected()) + " FROM " + m.name
	if where := m.where(); where != "" {
		text += " WHERE " + where
	}
	if m.often(8) {
		text += " GROUP BY " + m.keyPrefix(m.columns(), "")
	}
	if m.often(18) {
		text += " ORDER BY " + m.keyPrefix(append(m.table.Clustering, m.column()), " DESC")
	} else if m.name == "q.vectors" && m.often(40) {
		text += " ORDER BY " + m.one("ve", "ve", "ve", "plain", "vi") + " ANN OF [1, 2, 3]"
	}
	if m.often(5) {
		text += " PER PARTITION LIMIT " + m.one("1", "2", "0")
	}
	if m.often(20) {
		text += " LIMIT " + m.one("10", "1", "0", "1001")
	}
	if m.often(35) {
		text += " ALLOW FILTERING"
	}
	return text
}

func (m *statementMaker) selected() string {
	names := []string{}
	for _, column := range m.table.Partition {
		if m.often(60) {
			names = append(names, column.Name)
		}
	}
	for _, column := range m.table.Others {
		if column.Role == model.Static && m.often(60) {
			names = append(names, column.Name)
		}
	}
	if len(names) == 0 || m.often(20) {
		names = append(names, cql.QuoteName(m.column().Name))
	}
	return strings.Join(names, ", ")
}

func (m *statementMaker) keyPrefix(columns []*access.Column, direction string) string {
	var names []string
	for _, column := range columns {
		if m.often(75) {
			name := cql.QuoteName(column.Name)
			if m.often(40) {
				name += direction
			}
			names = append(names, name)
		}
		if m.often(30) {
			break
		}
	}
	if len(names) == 0 {
		return cql.QuoteName(m.column().Name)
	}
	return strings.Join(names, ", ")
}

func (m *statementMaker) write() string {
	where := m.where()
	if where == "" {
		where = m.relation(m.column())
	}
	condition := m.one("", "", "", "", " IF EXISTS", " IF "+m.condition())
	switch m.IntN(3) {
	case 0:
		return m.insert()
	case 1:
		return "UPDATE " + m.name + m.one("", "", "", " USING TTL 100", " USING TIMESTAMP 5") + " SET " + m.assignment() + " WHERE " + where + condition
	}
	return "DELETE " + m.one("", "", m.deletion()+" ") + "FROM " + m.name + " WHERE " + where + condition
}

func (m *statementMaker) condition() string {
	column := m.column()
	return cql.QuoteName(column.Name) + " " + m.one("=", "!=", ">") + " " + m.literal(column.Type)
}

func (m *statementMaker) insert() string {
	var names, values []string
	for _, column := range m.columns() {
		percent := 15
		if column.Role.InKey() {
			percent = 94
		}
		if m.often(percent) {
			names, values = append(names, cql.QuoteName(column.Name)), append(values, m.literal(column.Type))
		}
	}
	if len(names) == 0 {
		names, values = []string{"k"}, []string{"1"}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)%s", m.name, strings.Join(names, ", "), strings.Join(values, ", "),
		m.one("", "", " IF NOT EXISTS", " USING TTL 5"))
}

func (m *statementMaker) other() *access.Column {
	if len(m.table.Others) == 0 || m.often(3) {
		return m.column()
	}
	return m.table.Others[m.IntN(len(m.table.Others))]
}

func (m *statementMaker) assignment() string {
	column := m.other()
	name, value := column.Name, m.literal(column.Type)
	if name == "Mixed" {
		return "v = 1"
	}
	switch m.IntN(7) {
	case 0:
		return name + " = " + name + " + " + value
	case 1:
		return name + " = " + name + " - " + value
	case 2:
		return name + " = " + value + " + " + name
	case 3:
		if parts := column.Type.Unfrozen().Arguments; column.Type.Unfrozen().Kind == model.MapType {
			return name + "[" + m.literal(parts[0]) + "] = " + m.literal(parts[1])
		}
		return name + ".street = 'x'"
	}
	return name + " = " + value
}

func (m *statementMaker) deletion() string {
	name := cql.QuoteName(m.other().Name)
	return m.one(name, name, name+"['a']", name+".street")
}

// isOddity tells inner errors of the server, which it gives for some statements
// instead of a verdict, and what hangs on stored rows.
func isOddity(verdict string) bool {
	return strings.HasPrefix(verdict, "server error") || strings.HasPrefix(verdict, "error") ||
		strings.Contains(verdict, "on a list which is null") || strings.Contains(verdict, "List index")
}

func TestRandomAccessOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	setup := readAccess(t, "setup.cql")
	for _, statement := range cql.Parse(setup).Statements {
		cassandratest.Run(t, session, strings.TrimSuffix(strings.TrimSpace(cql.PrintStatement(statement)), ";"))
	}
	cassandratest.DropAfter(t, session, "q")
	huntRandomAccess(t, session)
}

// huntRandomAccess compares our verdicts on random statements with those of
// the server.
func huntRandomAccess(t *testing.T, session *gocql.Session) {
	m := accessModel(t)
	tables := map[string]*access.Table{}
	for id, relation := range m.Physical.Relations {
		tables["q."+relation.Name] = access.NewTable(m, id)
	}
	names := slices.Sorted(maps.Keys(tables))
	random := rand.New(rand.NewPCG(*accessSeed, 4))
	refused, odd := 0, 0
	for range *accessCount {
		name := names[random.IntN(len(names))]
		maker := &statementMaker{random, tables[name], name}
		statement := maker.query()
		if random.IntN(100) < 30 {
			statement = maker.write()
		}
		want := verdictOf(session.Query(statement).Exec())
		if isOddity(want) {
			odd++
			t.Logf("odd: %s\n %s", statement, want)
			continue
		}
		got, alternatives := accessVerdictOf(m, statement)
		if got != "ok" {
			refused++
		}
		if sortedCommon(got) != sortedCommon(want) && !slices.Contains(alternatives, sortedCommon(want)) {
			t.Errorf("%s\n got %s\nwant %s", statement, got, want)
		}
	}
	t.Logf("seed %d: %d statements, %d refused, %d without a verdict of the server", *accessSeed, *accessCount, refused, odd)
}
