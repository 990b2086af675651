package check

import (
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/write"
)

// valuesAsWritten returns the values of the bind markers of a statement of the application, in the order
// of its text.
func valuesAsWritten(m *model.Model, s *write.Statement) []Value {
	written := markers{model: m, table: s.Table, values: []Value{}}
	for _, statement := range parse.Parse(s.Text).Statements {
		if batch, is := statement.(*syntax.Batch); is && s.Part < len(batch.Statements) {
			statement = batch.Statements[s.Part]
		}
		written.addStatement(statement)
	}
	return written.values
}

// markers collects the bind markers of a statement on a table.
type markers struct {
	model  *model.Model
	table  model.ID
	values []Value
}

func (w *markers) addStatement(statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.Insert:
		for i := range s.Values[:min(len(s.Values), len(s.Columns))] {
			w.add(s.Columns[i].Name, &s.Values[i], true)
		}
		w.add("", s.JSON, true)
		w.addUsing(s.Using)
	case *syntax.Update:
		w.addUsing(s.Using)
		for i := range s.Assignments {
			a := &s.Assignments[i]
			w.add(a.Column.Name, a.Key, false)
			w.add(a.Column.Name, &a.Value, true)
		}
		w.addConditions(s.Where)
		w.addConditions(s.If)
	case *syntax.Delete:
		for i := range s.Deletions {
			w.add(s.Deletions[i].Column.Name, s.Deletions[i].Key, false)
		}
		w.addUsing(s.Using)
		w.addConditions(s.Where)
		w.addConditions(s.If)
	}
}

func (w *markers) addUsing(attributes []syntax.Attribute) {
	for i := range attributes {
		w.add("", &attributes[i].Value, false)
	}
}

func (w *markers) addConditions(conditions []syntax.Condition) {
	for i := range conditions {
		c := &conditions[i]
		column := ""
		if len(c.Columns) == 1 {
			column = c.Columns[0].Name
		}
		w.add(column, c.Key, false)
		for k := range c.Values {
			if tuple := &c.Values[k]; tuple.Kind == syntax.TupleTerm && len(tuple.Terms) == len(c.Columns) {
				for at := range tuple.Terms {
					w.add(c.Columns[at].Name, &tuple.Terms[at], false)
				}
				continue
			}
			w.add(column, &c.Values[k], false)
		}
	}
}

// add adds the bind markers of a term, which is nil if the statement has none there.
func (w *markers) add(column string, term *syntax.Term, isNew bool) {
	switch {
	case term == nil:
	case term.Kind == syntax.BindTerm:
		w.values = append(w.values, Value{Column: column, From: "given", Attribute: w.attributeOf(column), New: isNew})
	default:
		for i := range term.Terms {
			w.add(column, &term.Terms[i], isNew)
		}
	}
}

// attributeOf names the attribute that a column stores, "" for none.
func (w *markers) attributeOf(column string) string {
	relation := w.model.Physical.Relations[w.table]
	if relation == nil {
		return ""
	}
	for _, c := range relation.Columns {
		if c.Name != column {
			continue
		}
		for _, from := range c.From.Sorted() {
			element, _ := w.model.Element(from)
			if logical, is := element.Value.(*model.LogicalColumn); is && logical.Attribute != "" {
				return w.model.Title(logical.Attribute)
			}
		}
	}
	return ""
}
