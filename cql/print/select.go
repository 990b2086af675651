// Package print writes the statements of proofs and plans, and why Cassandra would
// reject them, as texts.
package print

import (
	"strings"

	"widerow/cql/syntax"
	"widerow/model/access"
	"widerow/model/proof"
)

// SelectText returns a SELECT on a table as CQL, ending in a semicolon. The
// shape may have bind markers, constants, columns, and calls of functions with
// these.
func SelectText(table *access.Table, s access.Select) string {
	statement := &syntax.Select{Distinct: s.Distinct, AllowFiltering: s.AllowFiltering, Table: tableName(table), Limit: optionalTerm(s.Limit),
		PerPartitionLimit: optionalTerm(s.PerPartitionLimit)}
	for i := range s.Selectors {
		statement.Selectors = append(statement.Selectors, syntax.Selector{Term: termOf(&s.Selectors[i])})
	}
	for i := range s.Where {
		statement.Where = append(statement.Where, writtenCondition(&s.Where[i]))
	}
	for i := range s.GroupBy {
		statement.GroupBy = append(statement.GroupBy, termOf(&s.GroupBy[i]))
	}
	for _, order := range s.OrderBy {
		statement.OrderBy = append(statement.OrderBy, syntax.Ordering{Column: syntax.Identifier{Name: order.Column}, Descending: order.Descending})
	}
	return syntax.PrintStatement(statement)
}

func tableName(table *access.Table) syntax.QualifiedName {
	name := syntax.QualifiedName{Name: syntax.Identifier{Name: table.Name}}
	name.Keyspace.Name = table.Keyspace
	return name
}

var writtenKinds = map[access.ConditionKind]syntax.ConditionKind{access.ColumnCondition: syntax.ColumnCondition,
	access.TupleCondition: syntax.TupleCondition, access.TokenCondition: syntax.TokenCondition}

func writtenCondition(c *access.Condition) syntax.Condition {
	written := syntax.Condition{Kind: writtenKinds[c.Kind], List: c.List, Operator: string(c.Operator)}
	for _, column := range c.Columns {
		written.Columns = append(written.Columns, syntax.Identifier{Name: column})
	}
	for i := range c.Values {
		written.Values = append(written.Values, termOf(&c.Values[i]))
	}
	return written
}

func optionalTerm(v *access.Value) *syntax.Term {
	if v == nil {
		return nil
	}
	term := termOf(v)
	return &term
}

// termKinds are the kinds of value that statements made from a model have.
var termKinds = map[access.ValueKind]syntax.TermKind{access.Marker: syntax.BindTerm, access.String: syntax.StringTerm, access.Integer: syntax.IntegerTerm,
	access.Float: syntax.FloatTerm, access.Duration: syntax.DurationTerm, access.Boolean: syntax.BooleanTerm,
	access.UUID: syntax.UUIDTerm, access.Hex: syntax.HexTerm,
	access.Tuple: syntax.TupleTerm, access.List: syntax.ListTerm, access.Set: syntax.SetTerm,
	access.Function: syntax.FunctionTerm, access.CastFunction: syntax.CastFunctionTerm,
	access.Reference: syntax.ColumnTerm, access.Null: syntax.NullTerm}

func termOf(v *access.Value) syntax.Term {
	term := syntax.Term{Kind: termKinds[v.Kind], Text: v.Text}
	for i := range v.Values {
		term.Terms = append(term.Terms, termOf(&v.Values[i]))
	}
	switch {
	case v.Kind == access.Function && v.Text == "count_rows":
		term.Name = syntax.Unqualified(syntax.Identifier{Name: "count"})
		term.Terms = []syntax.Term{{Kind: syntax.StarTerm}}
	case v.Kind == access.Function || v.Kind == access.Reference:
		term.Name = syntax.Unqualified(syntax.Identifier{Name: v.Text})
	}
	return term
}

// SelectLine is like SelectText, in one line.
func SelectLine(table *access.Table, s access.Select) string {
	return StatementLine(SelectText(table, s))
}

// ProofStatement returns the statement of a judgement as CQL.
func ProofStatement(j *proof.Judgement) string {
	if j.Text != "" {
		return terminated(j.Text)
	}
	return SelectText(j.Access, j.Select)
}

// ProofScript returns the statements of a judgement in order, each lookup with a
// comment on how it runs.
func ProofScript(j *proof.Judgement) string {
	script := strings.TrimSpace(ProofStatement(j))
	for i := range j.Lookups {
		l := &j.Lookups[i]
		script += "\n\n-- " + l.Text() + "\n" + strings.TrimSpace(SelectText(l.Access, l.Select))
	}
	return script + "\n"
}

// ProofMessage returns why a table has not what a query asks for, or else Cassandra's
// message about the statement without ALLOW FILTERING; "" if it accepts that.
func ProofMessage(j *proof.Judgement) string {
	if j.Refusal == nil || j.Mismatch != "" {
		return j.Mismatch
	}
	return RefusalText(j.Refusal)
}

// ProofReason returns why a query is not served well: "not served by hotels: …".
func ProofReason(j *proof.Judgement) string {
	switch {
	case j.Unrealized:
		return "no physical table realizes " + j.Access.Name
	case !j.Serves():
		return "not served by " + j.Access.Name + ": " + ProofMessage(j)
	case j.Verdict == proof.Scan:
		return "reads the whole table " + j.Access.Name
	}
	return ""
}
