package cql_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// statementMaker makes random statements close to the border between legal and
// illegal: it makes a legal one, and breaks every second one in one or two places.
type statementMaker struct {
	*rand.Rand
	table *access.Table
	name  string
	// marked means that values may be bind markers, and that the statement is only
	// prepared.
	marked bool
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

// other returns a column outside of the key, if there is one.
func (m *statementMaker) other() *access.Column {
	if len(m.table.Others) == 0 {
		return m.column()
	}
	return m.table.Others[m.IntN(len(m.table.Others))]
}

func nameOf(c *access.Column) string { return syntax.QuoteName(c.Name) }

func namesOf(columns []*access.Column) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = nameOf(column)
	}
	return names
}

// literals are values by their native type.
var literals = map[string][]string{"int": {"1", "2", "-7", "1", "2", "-7", "02"}, "text": {"'x'", "'y'", "$$z$$"}, "ascii": {"'x'"}, "boolean": {"true", "false", "TRUE"},
	"uuid": {"550e8400-e29b-41d4-a716-446655440000", "550E8400-e29b-41d4-a716-446655440000"}, "timeuuid": {"50554d6e-29bb-11e5-b345-feff819cdc9f"}, "blob": {"0xff", "0x", "0XFF"},
	"timestamp": {"'2024-01-01'", "0", "'2024-01-01 10:00:00+0100'"}, "date": {"'2024-01-01'", "2147483648"}, "time": {"'10:00:00'", "5"},
	"inet": {"'127.0.0.1'", "'::1'"}, "duration": {"1d", "P1Y2M", "-1h30m"}, "float": {"1.5", "1", "1.50", "NaN"}, "double": {"1.5", "-Infinity"},
	"decimal": {"1.5", "1"}, "bigint": {"1", "-9000000000"}, "smallint": {"1"}, "tinyint": {"-1"}, "varint": {"123456789012345678901"},
	"counter": {"1"}}

// calls are calls of functions by the native type that they return.
var calls = map[string][]string{"int": {"abs(-1)", "(int) 1", "1 + 1", "CAST(1.5 AS int)"}, "uuid": {"uuid()"}, "timeuuid": {"now()", "mintimeuuid('2024-01-01')"},
	"timestamp": {"totimestamp(now())", "current_timestamp()"}, "date": {"todate(now())", "currentDate()"}, "blob": {"intAsBlob(1)", "text_as_blob('x')"},
	"bigint": {"tounixtimestamp(now())", "blobAsBigint(0x0000000000000001)"}, "text": {"(text) 'x'", "blobastext(0x61)", "CAST(1 AS text)"},
	"double": {"exp(1.0)"}, "float": {"round(1.5)"}, "decimal": {"1.5 * 2"}}

// value returns a value of the type.
func (m *statementMaker) value(t model.Type) string {
	if m.marked && m.often(40) {
		return m.one("?", "?", ":name")
	}
	bare := t.Unfrozen()
	if known := calls[bare.Name]; known != nil && m.often(8) {
		return m.one(known...)
	}
	part := func(i int) string { return m.plain(bare.Arguments[i]) }
	switch bare.Kind {
	case model.ListType, model.SetType:
		open, end := "[", "]"
		if bare.Kind == model.SetType {
			open, end = "{", "}"
		}
		return open + m.one("", part(0), part(0), part(0)+", "+part(0)) + end
	case model.MapType:
		return "{" + m.one("", part(0)+": "+part(1), part(0)+": "+part(1)) + "}"
	}
	return m.plain(t)
}

// plain returns a literal of the type.
func (m *statementMaker) plain(t model.Type) string {
	bare := t.Unfrozen()
	part := func(i int) string { return m.plain(bare.Arguments[i]) }
	switch bare.Kind {
	case model.ListType:
		return "[" + part(0) + "]"
	case model.SetType:
		return "{" + part(0) + "}"
	case model.MapType:
		return "{" + part(0) + ": " + part(1) + "}"
	case model.TupleType:
		return m.one("("+part(0)+", "+part(1)+")", "("+part(0)+")")
	case model.VectorType:
		return "[1, 2, 3]"
	case model.UserTypeRef:
		return m.userType(bare)
	}
	return m.one(literals[bare.Name]...)
}

func (m *statementMaker) userType(t model.Type) string {
	var fields []string
	for _, field := range model.Sorted(m.table.Types[t.UserType].Fields) {
		if m.often(70) {
			fields = append(fields, field.Value.Name+": "+m.plain(field.Value.Type))
		}
	}
	if len(fields) == 0 {
		return "null"
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// wrongValue is valid for few types.
func (m *statementMaker) wrongValue() string {
	return m.one("'x'", "1", "1.5", "true", "null", "[1]", "{'a'}", "{'a': 1}", "(1, 'x')", "0xff", "1d", "''", "?", "(1, ?)", "[1, 2]", "nosuch(1)",
		"99999999999", "'2024-13-01'", "[null]", "{street: 'x'}", "{nosuch: 1}", "(text) 'x'", "(bigint) 1", "now()", "count(1)", "token(1)", "1 + 'x'",
		"CAST('x' AS int)", "[[1]]", "uuid()", "-'x'", "abs('x')", "NaN", "{}", "[]")
}

func isMultiCell(t model.Type) bool {
	return slices.Contains([]model.TypeKind{model.ListType, model.SetType, model.MapType, model.UserTypeRef}, t.Kind)
}

// hasDuration reports whether values of the type cannot be compared.
func (m *statementMaker) hasDuration(t model.Type) bool {
	if t.Kind == model.UserTypeRef {
		for _, field := range m.table.Types[t.UserType].Fields {
			if m.hasDuration(field.Type) {
				return true
			}
		}
	}
	return t.Name == "duration" || slices.ContainsFunc(t.Arguments, m.hasDuration)
}

// whereCondition is one condition as written.
type whereCondition struct{ left, operator, right string }

func (r whereCondition) String() string {
	return strings.TrimSpace(r.left + " " + r.operator + " " + r.right)
}

func joined[T any](items []T, text func(T) string, separator string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, separator)
}

var inequalities = []string{"<", "<=", ">", ">="}

func (m *statementMaker) equal(c *access.Column) whereCondition {
	return whereCondition{nameOf(c), "=", m.value(c.Type)}
}

func (m *statementMaker) in(c *access.Column) whereCondition {
	if m.marked && m.often(20) {
		return whereCondition{nameOf(c), "IN", "?"}
	}
	return whereCondition{nameOf(c), "IN", m.one("("+m.value(c.Type)+")", "("+m.value(c.Type)+", "+m.value(c.Type)+")", "("+m.value(c.Type)+", "+m.value(c.Type)+")", "()")}
}

// slice returns an inequality, or a lower and an upper bound.
func (m *statementMaker) slice(c *access.Column) []whereCondition {
	if m.often(30) {
		return []whereCondition{{nameOf(c), m.one(">", ">="), m.value(c.Type)}, {nameOf(c), m.one("<", "<="), m.value(c.Type)}}
	}
	return []whereCondition{{nameOf(c), m.one(inequalities...), m.value(c.Type)}}
}

// filters returns conditions for filtering; none for a user-defined type that is
// not frozen.
func (m *statementMaker) filters(c *access.Column) []whereCondition {
	bare := c.Type.Unfrozen()
	switch collection := bare.Kind == model.ListType || bare.Kind == model.SetType || bare.Kind == model.MapType; {
	case collection && (isMultiCell(c.Type) || m.often(50)):
		return []whereCondition{m.contains(c, bare)}
	case c.Type.Kind == model.UserTypeRef:
		return nil
	case m.hasDuration(c.Type), m.often(50):
		return []whereCondition{m.equal(c)}
	case m.often(25) && !collection:
		return []whereCondition{m.in(c)}
	}
	return m.slice(c)
}

func (m *statementMaker) contains(c *access.Column, bare model.Type) whereCondition {
	last := bare.Arguments[len(bare.Arguments)-1]
	switch {
	case bare.Kind == model.MapType && m.often(30):
		return whereCondition{nameOf(c), "CONTAINS KEY", m.value(bare.Arguments[0])}
	case bare.Kind == model.MapType && m.often(40) && isMultiCell(c.Type):
		return whereCondition{nameOf(c) + "[" + m.value(bare.Arguments[0]) + "]", "=", m.value(last)}
	}
	return whereCondition{nameOf(c), "CONTAINS", m.value(last)}
}

// anyCondition is valid for few columns.
func (m *statementMaker) anyCondition() whereCondition {
	c := m.column()
	if m.often(10) {
		return whereCondition{m.one("nosuch", "token(nosuch)", "("+nameOf(c)+")", "("+nameOf(c)+", "+nameOf(m.column())+")", "token("+nameOf(c)+")"),
			m.one("=", ">", "<"), m.one("5", "(1, 2)", "(1)", m.value(c.Type))}
	}
	operator := m.one("=", "=", "<", ">=", "IN", "!=", "IS NOT NULL", "LIKE", "CONTAINS", "CONTAINS KEY", "[]")
	value := m.value(c.Type)
	switch operator {
	case "IN":
		return m.in(c)
	case "IS NOT NULL":
		value = ""
	case "LIKE":
		value = m.one("'x'", "'x%'", "'%x'", "'%x%'", "'%'", "''", "5", "?", "null")
	case "CONTAINS", "CONTAINS KEY":
		value = m.one("1", "'x'", "null", "?")
	case "[]":
		return whereCondition{nameOf(c) + m.one("[1]", "['x']", "[null]"), m.one("=", "=", ">", "IN"), m.one("1", "'x'", "(1)", "null")}
	}
	return whereCondition{nameOf(c), operator, value}
}

// partitionKey restricts the partition key by = or IN.
func (m *statementMaker) partitionKey() []whereCondition {
	var conditions []whereCondition
	for _, column := range m.table.Partition {
		if m.often(10) {
			conditions = append(conditions, m.in(column))
		} else {
			conditions = append(conditions, m.equal(column))
		}
	}
	return conditions
}

// tokenRange restricts the token of the partition key.
func (m *statementMaker) tokenRange() []whereCondition {
	left := "token(" + strings.Join(namesOf(m.table.Partition), ", ") + ")"
	right := func() string {
		return m.one("5", "-9223372036854775808", "token("+joined(m.table.Partition, func(c *access.Column) string { return m.plain(c.Type) }, ", ")+")")
	}
	if m.often(40) {
		return []whereCondition{{left, m.one(">", ">="), right()}, {left, m.one("<", "<="), right()}}
	}
	return []whereCondition{{left, m.one("=", "<", ">", ">=", "<="), right()}}
}

// clusteringPrefix restricts the first clustering columns, possibly the last one by
// a slice, or several at once. exact allows only = and IN.
func (m *statementMaker) clusteringPrefix(count int, exact bool) []whereCondition {
	var conditions []whereCondition
	for i, column := range m.table.Clustering[:count] {
		switch rest := m.table.Clustering[i:count]; {
		case m.often(20) && len(rest) > 0:
			return append(conditions, m.tuple(rest, exact)...)
		case i == count-1 && !exact && m.often(45):
			return append(conditions, m.slice(column)...)
		case m.often(12):
			conditions = append(conditions, m.in(column))
		default:
			conditions = append(conditions, m.equal(column))
		}
	}
	return conditions
}

func (m *statementMaker) tuple(columns []*access.Column, exact bool) []whereCondition {
	left := "(" + strings.Join(namesOf(columns), ", ") + ")"
	right := func() string {
		return "(" + joined(columns, func(c *access.Column) string { return m.value(c.Type) }, ", ") + ")"
	}
	switch {
	case m.often(25):
		return []whereCondition{{left, "IN", "(" + m.one(right(), right()+", "+right()) + ")"}}
	case exact || m.often(40):
		return []whereCondition{{left, "=", right()}}
	case m.often(30):
		return []whereCondition{{left, m.one(">", ">="), right()}, {left, m.one("<", "<="), right()}}
	}
	return []whereCondition{{left, m.one(inequalities...), right()}}
}

// spoilWhere breaks one of the conditions, or adds one.
func (m *statementMaker) spoilWhere(conditions []whereCondition) []whereCondition {
	if len(conditions) == 0 {
		return []whereCondition{m.anyCondition()}
	}
	i := m.IntN(len(conditions))
	conditions = slices.Clone(conditions)
	switch m.IntN(7) {
	case 0:
		return slices.Delete(conditions, i, i+1)
	case 1:
		conditions = append(conditions, conditions[i])
	case 2:
		conditions[i].operator = m.one("=", "<", ">", ">=", "!=", "LIKE", "CONTAINS", "CONTAINS KEY")
	case 3:
		conditions[i].right = m.wrongValue()
	case 4:
		conditions[i].left = nameOf(m.column())
	default:
		conditions = append(conditions, m.anyCondition())
	}
	if m.often(20) {
		m.Shuffle(len(conditions), func(i, j int) { conditions[i], conditions[j] = conditions[j], conditions[i] })
	}
	return conditions
}
