package cql_test

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

// writeText is an INSERT, UPDATE or DELETE in its parts. An INSERT has
// columns and values, an UPDATE assignments, a DELETE deletions.
type writeText struct {
	verb, into      string
	columns, values []string
	json, fallback  string
	set             []string
	using           []string
	where           []whereCondition
	exists          string
	conditions      []string
}

func (w *writeText) String() string {
	using := ""
	if len(w.using) > 0 {
		using = " USING " + strings.Join(w.using, " AND ")
	}
	condition := w.exists
	if len(w.conditions) > 0 {
		condition = " IF " + strings.Join(w.conditions, " AND ")
	}
	where := " WHERE " + joined(w.where, whereCondition.String, " AND ")
	set := strings.Join(w.set, ", ")
	switch w.verb {
	case "INSERT":
		content := "(" + strings.Join(w.columns, ", ") + ") VALUES (" + strings.Join(w.values, ", ") + ")"
		if w.json != "" {
			content = "JSON " + w.json + w.fallback
		}
		return "INSERT INTO " + w.into + " " + content + condition + using
	case "UPDATE":
		return "UPDATE " + w.into + using + " SET " + set + where + condition
	}
	return strings.ReplaceAll("DELETE "+set+" FROM ", "  ", " ") + w.into + using + where + condition
}

// write is an INSERT, UPDATE, DELETE or BATCH.
func (m *statementMaker) write() string {
	if m.often(20) {
		return m.batch()
	}
	return m.maySpoil(m.legalWrite()).String()
}

func (m *statementMaker) maySpoil(w *writeText) *writeText {
	if m.often(55) {
		m.spoilWrite(w)
		if m.often(20) {
			m.spoilWrite(w)
		}
	}
	return w
}

func (m *statementMaker) isCounter() bool {
	return slices.ContainsFunc(m.table.Others, func(c *access.Column) bool { return c.Type.Name == "counter" })
}

func (m *statementMaker) legalWrite() *writeText {
	verb := m.one("INSERT", "UPDATE", "UPDATE", "DELETE")
	if m.isCounter() && verb == "INSERT" {
		verb = "UPDATE"
	}
	w := &writeText{verb: verb, into: m.name}
	switch verb {
	case "INSERT":
		m.legalInsert(w)
	case "UPDATE":
		m.legalUpdate(w)
	default:
		m.legalDelete(w)
	}
	if m.isCounter() {
		return w
	}
	switch m.IntN(10) {
	case 0, 1:
		w.using = []string{m.one("TIMESTAMP 5", "TIMESTAMP ?")}
		if !m.marked {
			w.using[0] = "TIMESTAMP 5"
		}
		if verb != "DELETE" && m.often(40) {
			w.using = append(w.using, "TTL "+m.one("0", "100"))
		}
	case 2, 3, 4:
		m.legalCondition(w)
	}
	return w
}

// legalCondition returns a condition. One on a static column may accompany a row.
func (m *statementMaker) legalCondition(w *writeText) {
	if w.verb == "INSERT" {
		w.exists = " IF NOT EXISTS"
		return
	}
	for i := range w.where {
		if w.where[i].operator == "IN" || slices.Contains(inequalities, w.where[i].operator) {
			return
		}
	}
	if len(m.table.Others) == 0 || m.often(30) {
		w.exists = " IF EXISTS"
		return
	}
	for range 1 + m.IntN(2) {
		w.conditions = append(w.conditions, m.condition(m.other()))
	}
}

func (m *statementMaker) condition(c *access.Column) string {
	name, bare := nameOf(c), c.Type.Unfrozen()
	switch {
	case bare.Kind == model.MapType && m.often(40):
		return name + "[" + m.value(bare.Arguments[0]) + "] = " + m.value(bare.Arguments[1])
	case bare.Kind == model.UserTypeRef && m.often(40):
		return name + "." + m.one("street", "number") + " = null"
	case m.often(20):
		return name + " = null"
	case m.often(20):
		return m.in(c).String()
	case m.hasDuration(c.Type):
		return m.equal(c).String()
	}
	return name + " " + m.one("=", "=", "!=", ">", "<=") + " " + m.value(c.Type)
}

func (m *statementMaker) legalInsert(w *writeText) {
	var entries []string
	for _, column := range m.columns() {
		if column.Role.InKey() || m.often(15) {
			w.columns, w.values = append(w.columns, nameOf(column)), append(w.values, m.value(column.Type))
			entries = append(entries, `"`+strings.ReplaceAll(nameOf(column), `"`, `\"`)+`": `+m.jsonValue(column.Type))
		}
	}
	if m.often(15) {
		w.json = "'{" + strings.Join(entries, ", ") + "}'"
		w.fallback = m.one("", "", " DEFAULT NULL", " DEFAULT UNSET")
	}
}

// jsonValue is a value of the type as JSON.
func (m *statementMaker) jsonValue(t model.Type) string {
	bare := t.Unfrozen()
	switch {
	case m.often(5):
		return m.one("null", `"x"`, "1", "[]", "{}", "true", "1.5")
	case slices.Contains(numbers, bare.Name), bare.Name == "counter":
		return m.one("1", `"1"`)
	case bare.Kind == model.ListType, bare.Kind == model.SetType:
		return "[" + m.jsonValue(bare.Arguments[0]) + "]"
	case bare.Kind == model.TupleType:
		return "[" + m.jsonValue(bare.Arguments[0]) + ", " + m.jsonValue(bare.Arguments[1]) + "]"
	case bare.Kind == model.VectorType:
		return "[1, 2, 3]"
	case bare.Kind == model.MapType:
		return `{"x": ` + m.jsonValue(bare.Arguments[1]) + "}"
	case bare.Kind == model.UserTypeRef:
		return m.one("{}", "null", `{"street": "x"}`)
	case bare.Name == "boolean":
		return "true"
	}
	literal := m.plain(t)
	return `"` + strings.Trim(literal, "'$") + `"`
}

func (m *statementMaker) legalUpdate(w *writeText) {
	m.legalKey(w, len(m.table.Clustering))
	taken := map[*access.Column]bool{}
	for range 1 + m.IntN(2) {
		if column := m.other(); !taken[column] && !column.Role.InKey() {
			taken[column] = true
			w.set = append(w.set, m.assignment(column))
		}
	}
	if len(w.set) == 0 {
		w.set = []string{"nosuch = 1"}
	}
}

// legalKey sets the partition key and the first clustering columns.
func (m *statementMaker) legalKey(w *writeText, clustering int) {
	w.where = append(m.partitionKey(), m.clusteringPrefix(clustering, true)...)
}

// assignment sets a column.
func (m *statementMaker) assignment(c *access.Column) string {
	name, bare := nameOf(c), c.Type.Unfrozen()
	multi := isMultiCell(c.Type)
	switch {
	case bare.Name == "counter":
		return m.one(name+" = "+name+" + 1", name+" += 2", name+" -= 1", name+" = "+name+" - 3")
	case multi && bare.Kind == model.UserTypeRef && m.often(50):
		return m.one(name+".street = 'x'", name+".number = 5")
	case multi && bare.Kind == model.ListType && m.often(60):
		return m.one(name+" = "+name+" + "+m.plain(c.Type), name+" = "+m.plain(c.Type)+" + "+name, name+" = "+name+" - "+m.plain(c.Type), name+" += "+m.plain(c.Type))
	case multi && bare.Kind == model.SetType && m.often(60):
		return m.one(name+" = "+name+" + "+m.plain(c.Type), name+" -= "+m.plain(c.Type))
	case multi && bare.Kind == model.MapType && m.often(60):
		return m.one(name+" = "+name+" + "+m.plain(c.Type), name+" = "+name+" - {"+m.plain(bare.Arguments[0])+"}",
			name+"["+m.plain(bare.Arguments[0])+"] = "+m.value(bare.Arguments[1]))
	case slices.Contains(numbers, bare.Name) && m.often(10):
		return name + " = " + m.one("1 + 2", "-(int) 1", "abs(-1)")
	}
	return name + " = " + m.one(m.value(c.Type), m.value(c.Type), m.value(c.Type), "null")
}

func (m *statementMaker) legalDelete(w *writeText) {
	w.verb = "DELETE"
	clustering := len(m.table.Clustering)
	if m.often(50) && len(m.table.Others) > 0 {
		m.legalKey(w, clustering)
		column := m.other()
		w.set = []string{nameOf(column)}
		switch bare := column.Type.Unfrozen(); {
		case bare.Kind == model.MapType && isMultiCell(column.Type) && m.often(50):
			w.set[0] += "[" + m.plain(bare.Arguments[0]) + "]"
		case bare.Kind == model.UserTypeRef && isMultiCell(column.Type) && m.often(50):
			w.set[0] += ".street"
		}
		return
	}
	m.legalKey(w, 0)
	w.where = append(w.where, m.clusteringPrefix(m.IntN(clustering+1), false)...)
}

// wrongAssignment is valid for few columns.
func (m *statementMaker) wrongAssignment() string {
	name := nameOf(m.column())
	return m.one(name+" = "+m.wrongValue(), name+" = "+m.wrongValue(), "nosuch = 1", name+"[1] = 1", name+"['x'] = 'x'", name+"[null] = 1", name+".street = 'x'",
		name+".nosuch = 1", name+" = "+name+" + 1", name+" = "+name+" - 1", name+" = [1] + "+name, name+" += 'x'", name+" -= {1}", name+" = "+name+" + null",
		name+" = "+name+" + ?", name+" = 1 - "+name, name+" = "+nameOf(m.column())+" + 1", name+" += {'x': 1}")
}

func (m *statementMaker) wrongCondition() string {
	name := nameOf(m.column())
	return m.one("nosuch = 1", name+" = "+m.wrongValue(), name+" > null", name+" IN (1)", name+" IN ?", name+" IN (null)", name+"[1] = 1", name+"['x'] = 1", name+"[null] = 1",
		name+".street = 'x'", name+".nosuch = 1", name+" != "+m.wrongValue(), name+" CONTAINS 1", name+" CONTAINS KEY 'x'", name+" < 1")
}

func (m *statementMaker) spoilWrite(w *writeText) {
	if w.verb == "INSERT" && m.often(60) {
		m.spoilInsert(w)
		return
	}
	switch m.IntN(9) {
	case 0:
		w.using = []string{m.one("TTL 5", "TTL -1", "TTL 999999999", "TIMESTAMP 'x'", "TTL 'x'", "TTL null", "TIMESTAMP null", "TTL ?", "TIMESTAMP -9223372036854775808", "TTL 1.5")}
	case 1:
		w.exists = m.one(" IF EXISTS", " IF NOT EXISTS", "")
		if w.verb != "INSERT" && w.exists == " IF NOT EXISTS" {
			w.exists = " IF EXISTS" // the grammar refuses the alternative
		}
		w.conditions = nil
	case 2, 3:
		if w.verb != "INSERT" {
			w.conditions = append(w.conditions, m.wrongCondition())
		}
	case 4:
		w.into = m.one("q.nosuch", "q.by_v", m.name, "q.hits")
	case 5, 6:
		m.spoilSet(w)
	default:
		if w.where = m.spoilWhere(w.where); len(w.where) == 0 {
			w.where = []whereCondition{m.anyCondition()}
		}
	}
}

func (m *statementMaker) spoilSet(w *writeText) {
	wrong := m.wrongAssignment()
	if w.verb == "DELETE" {
		name := nameOf(m.column())
		wrong = m.one(name, name+"[1]", name+"['a']", name+".street", name+".nosuch", "nosuch", name+"[null]", name+"[?]")
	}
	if len(w.set) == 0 || m.often(30) {
		w.set = append(w.set, wrong)
	} else {
		w.set[m.IntN(len(w.set))] = wrong
	}
}

func (m *statementMaker) spoilInsert(w *writeText) {
	i := m.IntN(len(w.columns))
	switch {
	case w.json != "":
		w.json = m.one("'{}'", "'[]'", "'x'", "'{\"k\": }'", "'{\"nosuch\": 1}'", "'{\"k\": 1, \"k\": 1}'", "?", "''", "'null'",
			strings.Replace(w.json, "1", "\"x\"", 1), strings.Replace(w.json, "{", "{\"nosuch\": 1, ", 1), strings.Replace(w.json, "}'", "'", 1))
	case m.often(40):
		w.values[i] = m.wrongValue()
	case m.often(50):
		w.columns, w.values = slices.Delete(w.columns, i, i+1), slices.Delete(w.values, i, i+1)
		if len(w.columns) == 0 {
			w.columns, w.values = []string{"nosuch"}, []string{"1"}
		}
	case m.often(40):
		w.columns, w.values = append(w.columns, w.columns[i]), append(w.values, w.values[i])
	case m.often(50):
		w.values = append(w.values, "1")
	default:
		w.columns[i] = m.one("nosuch", nameOf(m.column()))
	}
}

// batch returns a batch of one kind, usually on one table.
func (m *statementMaker) batch() string {
	kind := m.one("", "", "", "UNLOGGED ")
	if m.isCounter() && m.often(90) {
		kind = "COUNTER "
	}
	if m.often(4) {
		kind = "COUNTER "
	}
	using := m.one("", "", "", "", "", " USING TIMESTAMP 5", " USING TTL 5", " USING TIMESTAMP ?")
	if strings.Contains(using, "?") && !m.marked {
		using = ""
	}
	var statements []string
	for range 1 + m.IntN(3) {
		maker := m
		if m.often(20) {
			maker = &statementMaker{m.Rand, m.table, m.name, m.marked}
		}
		w := maker.legalWrite()
		if m.often(20) {
			maker.spoilWrite(w)
		}
		statements = append(statements, w.String())
	}
	return fmt.Sprintf("BEGIN %sBATCH%s %s; APPLY BATCH", kind, using, strings.Join(statements, "; "))
}
