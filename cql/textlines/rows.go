package textlines

import (
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// RowStatement is a statement on rows of a query or an update. Name distinguishes it from the
// others of its element, and Column returns the ID of a column of its table.
type RowStatement struct {
	Name   string
	Column func(name string) model.ID
}

// OfRows returns what the lines of statements on rows declare, as parts of a query or an
// update. Those of a batch are named one by one.
func OfRows(element model.ID, text string, statements []RowStatement) *Lines {
	lines := newLines(text)
	var all []syntax.Statement
	for _, statement := range parse.Parse(text).Statements {
		if batch, ok := statement.(*syntax.Batch); ok {
			lines.mark(batch.Start, Line{element, "batch"})
			all = append(all, batch.Statements...)
		} else {
			all = append(all, statement)
		}
	}
	for i, statement := range all[:min(len(all), len(statements))] {
		rows := rowLines{lines, element, statements[i]}
		rows.declare(statement)
		place := syntax.Place(statement)
		lines.fill(int(place.Start.Line)-1, int(place.End.Line)-1)
	}
	return lines
}

// rowLines marks the clauses of one statement.
type rowLines struct {
	*Lines
	element model.ID
	RowStatement
}

// clause marks a clause at a position.
func (r rowLines) clause(at syntax.Position, word string) {
	r.mark(at, Line{r.element, strings.TrimSpace(r.Name + " " + word)})
}

func (r rowLines) declare(statement syntax.Statement) {
	start := syntax.Place(statement).Start
	r.clause(start, "statement")
	switch s := statement.(type) {
	case *syntax.Select:
		r.reads(s)
	case *syntax.Insert:
		r.identifiers(s.Columns, "columns")
		r.term(firstOf(s.Values), "values")
	case *syntax.Update:
		for _, assignment := range s.Assignments {
			r.clause(assignment.Column.Position, "set "+string(r.Column(assignment.Column.Name)))
		}
		r.where("where ", s.Where)
		r.where("if ", s.If)
	case *syntax.Delete:
		for _, deletion := range s.Deletions {
			r.clause(deletion.Column.Position, "delete "+string(r.Column(deletion.Column.Name)))
		}
		r.clause(s.Table.Start(), "from")
		r.where("where ", s.Where)
		r.where("if ", s.If)
	}
}

func (r rowLines) reads(s *syntax.Select) {
	if len(s.Selectors) > 0 {
		r.term(&s.Selectors[0].Term, "select")
	}
	r.clause(s.Table.Start(), "from")
	r.where("where ", s.Where)
	r.term(firstOf(s.GroupBy), "group")
	if len(s.OrderBy) > 0 {
		r.clause(s.OrderBy[0].Column.Position, "order")
	}
	r.term(s.PerPartitionLimit, "per partition limit")
	r.term(s.Limit, "limit")
	if s.AllowFiltering {
		r.clause(syntax.Place(s).End, "filtering")
	}
}

func firstOf(terms []syntax.Term) *syntax.Term {
	if len(terms) == 0 {
		return nil
	}
	return &terms[0]
}

func (r rowLines) term(term *syntax.Term, word string) {
	if term != nil {
		r.clause(term.Position, word)
	}
}

func (r rowLines) identifiers(names []syntax.Identifier, word string) {
	if len(names) > 0 {
		r.clause(names[0].Position, word)
	}
}

func (r rowLines) where(word string, conditions []syntax.Condition) {
	r.conditions(r.element, strings.TrimLeft(r.Name+" "+word, " "), conditions, r.Column)
}
