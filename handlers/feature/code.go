package feature

import (
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/cql/textlines"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
)

// CodeText is CQL with what its lines declare.
type CodeText struct {
	*textlines.Lines
	Tab web.Tab // the tab that shows it
}

// Texts returns the CQL that declares parts of an element: the statements of a query or an
// update, one by one, or the script of the schema.
func (b *Context) Texts(element model.ID) []*CodeText {
	if known, found := b.rowTexts[element]; found {
		return known
	}
	var texts []*CodeText
	switch b.KindOf(element) {
	case model.QueryKind, model.UpdateElement:
		texts = append(b.queryTexts(b.ProofOf(element)), b.updateTexts(b.PlanOf(element))...)
	case model.KeyspaceKind, model.UserTypeKind, model.TypeFieldKind, model.RelationElement, model.RelationColumnKind, model.IndexKind, model.StatementKind:
		return []*CodeText{b.Script()}
	}
	if b.rowTexts == nil {
		b.rowTexts = map[model.ID][]*CodeText{}
	}
	b.rowTexts[element] = texts
	return texts
}

// queryTexts are the statement of a query and its lookups, which are named by their tables.
func (b *Context) queryTexts(result *proof.Result) []*CodeText {
	if result == nil {
		return nil
	}
	best, found := result.Best()
	if !found {
		return nil
	}
	one := func(text, name string, table model.ID) *CodeText {
		return &CodeText{textlines.OfRows(result.Query, text, []textlines.RowStatement{{Name: name, Column: b.columnOf(table)}}), web.TabQueries}
	}
	texts := []*CodeText{one(print.ProofStatement(best), "", best.Table)}
	for i := range best.Lookups {
		l := &best.Lookups[i]
		texts = append(texts, one(print.SelectText(l.Access, l.Select), "lookup "+string(l.Table), l.Table))
	}
	return texts
}

// updateTexts are the steps of a plan. A statement is named by its verb and its table.
func (b *Context) updateTexts(plan *write.Plan) []*CodeText {
	if plan == nil {
		return nil
	}
	var texts []*CodeText
	for i := range plan.Steps {
		step := &plan.Steps[i]
		var statements []textlines.RowStatement
		for j := range step.Statements {
			s := &step.Statements[j]
			if step.Kind == write.Blocked {
				continue // a comment
			}
			statements = append(statements, textlines.RowStatement{Name: verbOf(s) + " " + string(s.Table), Column: b.columnOf(s.Table)})
		}
		texts = append(texts, &CodeText{textlines.OfRows(plan.Update, print.UpdateStep(step), statements), web.TabQueries})
	}
	return texts
}

func verbOf(s *write.Statement) string {
	switch {
	case s.Select != nil:
		return "select"
	case s.Write.Insert != nil:
		return "insert"
	case s.Write.Update != nil:
		return "update"
	}
	return "delete"
}

// columnOf returns the IDs of the columns of a table by their names.
func (b *Context) columnOf(table model.ID) func(name string) model.ID {
	ids := map[string]model.ID{}
	if relation := b.Model.Physical.Relations[table]; relation != nil {
		for id, column := range relation.Columns {
			ids[column.Name] = id
		}
	} else if logical := b.Model.Logical.Tables[table]; logical != nil {
		for id, column := range logical.Columns {
			ids[column.Name] = id
		}
	}
	return func(name string) model.ID { return ids[name] }
}

func (b *Context) FindLine(element model.ID, part string) (text *CodeText, number int, found bool) {
	for _, text := range b.Texts(element) {
		if number, found := text.Find(textlines.Line{Element: element, Part: part}); found {
			return text, number, true
		}
	}
	return nil, 0, false
}

// Highlighted is CQL, line by line.
func Highlighted(text string) [][]web.Span {
	highlighted := syntax.Highlight(text)
	lines := make([][]web.Span, len(highlighted))
	for i, line := range highlighted {
		for _, span := range line {
			lines[i] = append(lines[i], web.Span{Class: string(span.Class), Text: span.Text})
		}
	}
	return lines
}
