package cql_test

import (
	"fmt"
	"strings"
)

// The statements on rows that 6.0 adds: conditions with a negation, values against
// constraints, and transactions.

func (m *sixMaker) negation() string {
	switch m.IntN(9) {
	case 0, 1:
		return m.pick("c", "c", "k", "v", "s", "nosuch") + " != " + m.pick("1", "1", "2", "'x'", "null")
	case 2, 3:
		return m.pick("c", "c", "k", "v", "x") + " NOT IN " + m.pick("(1, 2)", "(1)", "()", "('a', 'b')", "(null)", "(1, null)")
	case 4:
		return m.pick("l", "m", "v", "c") + " NOT CONTAINS " + m.pick("1", "'a'", "null")
	case 5:
		return m.pick("m", "l", "v") + " NOT CONTAINS KEY " + m.pick("'a'", "1", "null")
	case 6:
		return m.pick("l != [1]", "m != {'a': 1}", "m['a'] != 1", "m['a'] != null", "token(k) != 1", "(c) != (1)", "(c) NOT IN ((1), (2))", "(c) NOT IN ((null))")
	case 7:
		return m.pick("c > null", "c = null", "k = null", "k IN (1, null)", "c IN (null)", "token(k) > null", "m[null] = 1", "(c) > (null)", "v = null", "l CONTAINS null")
	}
	return m.pick("c > 1", "c = 1", "c IN (1, 2)", "v = 1", "v > 2", "l CONTAINS 1")
}

func (m *sixMaker) negated() string {
	table := m.pick("six.t", "six.t", "six.t", "six.w")
	conditions := []string{m.negation()}
	for range m.IntN(3) {
		conditions = append(conditions, m.negation())
	}
	where := m.pick("k = 1 AND ", "k = 1 AND ", "k IN (1, 2) AND ", "") + strings.Join(conditions, " AND ")
	switch m.IntN(8) {
	case 0:
		return "DELETE FROM " + table + " WHERE " + where
	case 1:
		return "UPDATE " + table + " SET v = 1 WHERE " + where
	case 2:
		return "UPDATE six.t SET v = 1 WHERE k = 1 AND c = 1 IF " + m.pick("v != 1", "v NOT IN (1, 2)", "l[-1] = 1", "l[0] != 1", "v != null", "k != 1", "nosuch != 1",
			"m['a'] != 1", "x != 1", "l NOT CONTAINS 1", "v BETWEEN 1 AND 2", "l != [1]", "c[1] != null")
	}
	return "SELECT " + m.pick("*", "*", "k, c", "v") + " FROM " + table + " WHERE " + where + m.pick("", "", " ALLOW FILTERING")
}

func (m *sixMaker) checkedValue(column string) string {
	if m.IntN(9) == 0 {
		return m.pick("null", "?")
	}
	switch column {
	case "a", "e", "j", "s":
		return m.pick("1", "3", "5", "0", "-1", "10", "9", "100")
	case "b", "f":
		return m.pick("'x'", "'abcd'", "'abcde'", "''", "'äöü'", "'a longer text'")
	case "d":
		return m.pick("'{}'", `'{"a": 1}'`, "'x'", "'[1, 2]'", "''", "'1'")
	case "g":
		return m.pick("'a'", "'abc'", "'b'", "'ba'", "''")
	case "h":
		return m.pick("1.5", "1", "2", "1.49", "-3")
	}
	return m.pick("'x'", "'y'", "''")
}

// checked writes rows whose values constraints may forbid.
func (m *sixMaker) checked() string {
	columns := []string{"a", "b", "c", "d", "e", "f", "g", "h", "s"}
	m.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	columns = columns[:1+m.IntN(4)]
	if m.IntN(4) > 0 && !strings.Contains(strings.Join(columns, ""), "c") {
		columns = append(columns, "c")
	}
	var values, assignments []string
	for _, column := range columns {
		value := m.checkedValue(column)
		values, assignments = append(values, value), append(assignments, column+" = "+value)
	}
	switch m.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("UPDATE six.ch SET %s WHERE k = 1 AND j = %s", strings.Join(assignments, ", "), m.checkedValue("j"))
	case 2:
		return "DELETE " + m.pick("a", "c", "b, c", "e") + " FROM six.ch WHERE k = 1 AND j = " + m.checkedValue("j")
	}
	return fmt.Sprintf("INSERT INTO six.ch (k, j, %s) VALUES (1, %s, %s)", strings.Join(columns, ", "), m.pick("1", "2", m.checkedValue("j")), strings.Join(values, ", "))
}

func (m *sixMaker) transactionTable() string {
	return m.pick("six.tx", "six.tx", "six.tx", "six.tx", "six.tx", "six.t", "six.nosuch")
}

func (m *sixMaker) transactionSelect() string {
	return "SELECT " + m.pick("*", "v", "v, x", "k, c", "s", "count(*)", "nosuch") + " FROM " + m.transactionTable() +
		" WHERE " + m.pick("k = 1 AND c = 1", "k = 1 AND c = 1", "k = 1 AND c = 1", "k = 1", "k = 1 LIMIT 1", "k IN (1, 2) AND c = 1", "c = 1 ALLOW FILTERING", "k = 1 AND c = 1 LIMIT 2")
}

func (m *sixMaker) reference() string {
	return m.pick("r.v", "r.v", "r.x", "r.s", "r.c", "r.nosuch", "q.v", "r", "r.l")
}

func (m *sixMaker) transactionWrite() string {
	table := m.transactionTable()
	value := m.pick("1", "2", "r.v", "r.x", "'x'", "r.nosuch", "?")
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("INSERT INTO %s (k, c, v) VALUES (1, %s, %s)%s", table, m.pick("1", "1", "r.v"), value, m.pick("", "", "", "", " IF NOT EXISTS", " USING TTL 10", " USING TIMESTAMP 1"))
	case 1:
		return fmt.Sprintf("DELETE %sFROM %s WHERE k = 1%s", m.pick("", "v "), table, m.pick("", " AND c = 1", " AND c = 1", " AND c > 1"))
	case 2:
		return fmt.Sprintf("UPDATE %s SET v %s %s WHERE k = 1 AND c = %s", table, m.pick("=", "=", "+=", "-="), value, m.pick("1", "1", "r.v"))
	}
	return fmt.Sprintf("UPDATE %s SET v = %s WHERE k = 1 AND c = 1%s", table, value, m.pick("", "", " IF v = 1", " IF EXISTS"))
}

// transaction writes BEGIN TRANSACTION … COMMIT TRANSACTION.
func (m *sixMaker) transaction() string {
	var parts []string
	if m.IntN(4) > 0 {
		parts = append(parts, "LET r = ("+m.transactionSelect()+")")
	}
	if m.IntN(6) == 0 {
		parts = append(parts, "LET "+m.pick("r", "q")+" = ("+m.transactionSelect()+")")
	}
	switch m.IntN(5) {
	case 0:
		parts = append(parts, m.transactionSelect())
	case 1:
		parts = append(parts, "SELECT "+m.reference()+m.pick("", ", "+m.reference()))
	}
	var writes []string
	for range m.IntN(3) {
		writes = append(writes, m.transactionWrite())
	}
	if len(writes) > 0 && m.IntN(2) == 0 {
		condition := m.pick(m.reference()+" "+m.comparison()+" "+m.pick("1", "'x'", "null"), m.reference()+m.pick(" IS NULL", " IS NOT NULL"))
		if m.IntN(3) == 0 {
			condition += " AND " + m.reference() + " = 1"
		}
		return "BEGIN TRANSACTION " + ended(parts) + "IF " + condition + " THEN " + ended(writes) + "END IF COMMIT TRANSACTION"
	}
	return "BEGIN TRANSACTION " + ended(append(parts, writes...)) + "COMMIT TRANSACTION"
}

func ended(statements []string) string {
	text := ""
	for _, statement := range statements {
		text += statement + "; "
	}
	return text
}
