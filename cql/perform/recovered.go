package perform

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/write"
)

// A plan that was recovered from a statement of the application is that statement: its only
// request, with the values that a person gives for its parameters.

// isRecovered reports whether a plan is a statement of the application.
func isRecovered(plan *write.Plan) bool {
	return len(plan.Steps) > 0 && len(plan.Steps[0].Statements) > 0 && plan.Steps[0].Statements[0].Text != ""
}

// recoveredBind is a parameter of the statement, with its part of the plan: nil for USING of a batch.
type recoveredBind struct {
	Bind
	part *write.Statement
}

// bindsOf returns the parameters of the statement in the order of its text.
func bindsOf(m *model.Model, step *write.Step) (found []recoveredBind) {
	parsed := parse.Parse(step.Statements[0].Text).Statements
	if len(parsed) != 1 {
		return nil
	}
	statements := parsed
	if batch, is := parsed[0].(*syntax.Batch); is {
		statements = batch.Statements
		for _, one := range Binds(&syntax.Batch{Using: batch.Using}, nil) {
			found = append(found, recoveredBind{one, nil})
		}
	}
	for i, statement := range statements {
		at := slices.IndexFunc(step.Statements, func(s write.Statement) bool { return s.Part == i })
		if at < 0 {
			continue
		}
		part := &step.Statements[at]
		for _, one := range Binds(statement, m.Physical.Relations[part.Table]) {
			if len(statements) > 1 && one.Column != "" && one.Term.Name == nil {
				one.Name = part.Access.Name + "." + one.Column
			}
			found = append(found, recoveredBind{one, part})
		}
	}
	return found
}

// recoveredParameters are the values that a statement of the application needs: one for each parameter, and one
// for all of the same name.
func recoveredParameters(m *model.Model, step *write.Step) []Parameter {
	var found []Parameter
	for i, one := range bindsOf(m, step) {
		key := keyOfBind(i, one.Bind)
		if slices.ContainsFunc(found, func(p Parameter) bool { return p.Key == key }) {
			continue
		}
		p := Parameter{Key: key, Name: one.Name, Type: one.Type, Several: one.List, Operator: rangeOf(one.Operator)}
		if one.part != nil && one.Column != "" {
			if column := columnOf(one.part.Access, one.Column); column != nil {
				p.Required = column.Role.InKey() || column.Type.IsCounter()
				if isScalar(one.Type) && column.Type.Unfrozen().Equal(one.Type) {
					p.Table, p.Column = one.part.Access.Keyspace+"."+one.part.Access.Name, one.Column
				}
			}
		}
		found = append(found, p)
	}
	return found
}

// keyOfBind identifies a parameter by its place, or by its name.
func keyOfBind(i int, one Bind) string {
	if one.Term.Name != nil {
		return "text|:" + one.Name
	}
	return fmt.Sprint("text|", i)
}

// recoveredRequest is the statement with the values that are given.
func (p *Performance) recoveredRequest(step *write.Step) Request {
	s := &step.Statements[0]
	request := Request{statement: s}
	filled := filling{text: s.Text}
	for i, one := range bindsOf(p.model, step) {
		literal := p.State.Given[keyOfBind(i, one.Bind)]
		switch parts := partsOf(literal); {
		case isNull(literal) && literal != "":
			literal = null
		case one.List && parts != nil:
			literal = "(" + strings.Join(parts, ", ") + ")"
		}
		filled.terms, filled.literals = append(filled.terms, one.Term), append(filled.literals, literal)
	}
	request.Text = strings.TrimRight(filled.all(), "; \n\t")
	for k := range step.Statements {
		table := step.Statements[k].Access.Keyspace + "." + step.Statements[k].Access.Name
		if request.Conditional = request.Conditional || step.Statements[k].Conditional(); !slices.Contains(request.Tables, table) {
			request.Tables = append(request.Tables, table)
		}
	}
	return request
}

// filling puts values into the text of a statement.
type filling struct {
	text     string
	terms    []*syntax.Term // the parameters, in the order of the text
	literals []string       // their values, "" for none
}

// all is the whole text. An INSERT leaves out the columns without a value: null would be written as a tombstone.
func (f *filling) all() string {
	var out strings.Builder
	at := 0
	for _, statement := range parse.Parse(f.text).Statements {
		parts := []syntax.Statement{statement}
		if batch, is := statement.(*syntax.Batch); is {
			parts = batch.Statements
		}
		for _, part := range parts {
			if insert, is := part.(*syntax.Insert); is && f.lacksValue(insert) {
				out.WriteString(f.between(at, int(insert.Columns[0].Offset)))
				at = f.insert(&out, insert)
			}
		}
	}
	return out.String() + f.between(at, len(f.text))
}

// insert writes the columns and values of an INSERT that have a value, and returns the end of the values.
func (f *filling) insert(out *strings.Builder, insert *syntax.Insert) (end int) {
	var columns, values []string
	for i := range insert.Values {
		end = int(syntax.TermEnd(f.text, &insert.Values[i]).Offset)
		if f.hasValue(&insert.Values[i]) {
			columns = append(columns, syntax.QuoteName(insert.Columns[i].Name))
			values = append(values, f.between(int(insert.Values[i].Offset), end))
		}
	}
	named := syntax.TokenEnd(f.text, insert.Columns[len(insert.Columns)-1].Position)
	out.WriteString(strings.Join(columns, ", ") + f.text[named.Offset:insert.Values[0].Offset] + strings.Join(values, ", "))
	return end
}

// between is a part of the text with the values in it.
func (f *filling) between(from, to int) string {
	var out strings.Builder
	for i, term := range f.terms {
		if start := int(term.Offset); start >= from && start < to {
			out.WriteString(f.text[from:start] + cmp.Or(f.literals[i], null))
			from = int(syntax.TermEnd(f.text, term).Offset)
		}
	}
	return out.String() + f.text[from:to]
}

// lacksValue reports whether a column of an INSERT has no value.
func (f *filling) lacksValue(insert *syntax.Insert) bool {
	return len(insert.Columns) == len(insert.Values) && slices.ContainsFunc(insert.Values, func(t syntax.Term) bool { return !f.hasValue(&t) })
}

// hasValue reports whether a term is anything but a parameter without a value.
func (f *filling) hasValue(term *syntax.Term) bool {
	at := slices.IndexFunc(f.terms, func(t *syntax.Term) bool { return t.Offset == term.Offset })
	return term.Kind != syntax.BindTerm || at < 0 || f.literals[at] != ""
}
