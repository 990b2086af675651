package print

import (
	"regexp"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model/access"
	"widerow/model/write"
)

// WriteText returns an INSERT, UPDATE or DELETE on a table as CQL, ending in a
// semicolon.
func WriteText(part access.BatchPart) string { return syntax.PrintStatement(writtenPart(part)) }

func writtenPart(part access.BatchPart) syntax.Statement {
	table := tableName(part.Table)
	switch {
	case part.Insert != nil:
		statement := &syntax.Insert{Table: table, IfNotExists: part.Insert.IfNotExists}
		for i, column := range part.Insert.Columns {
			statement.Columns = append(statement.Columns, syntax.Identifier{Name: column})
			statement.Values = append(statement.Values, termOf(&part.Insert.Values[i]))
		}
		return statement
	case part.Update != nil:
		statement := &syntax.Update{Table: table, IfExists: part.Update.IfExists, Where: writtenConditions(part.Update.Where), If: writtenIf(part.Update.If)}
		for i := range part.Update.Set {
			statement.Assignments = append(statement.Assignments, writtenAssignment(&part.Update.Set[i]))
		}
		return statement
	}
	statement := &syntax.Delete{Table: table, IfExists: part.Delete.IfExists, Where: writtenConditions(part.Delete.Where), If: writtenIf(part.Delete.If)}
	for _, deletion := range part.Delete.Columns {
		statement.Deletions = append(statement.Deletions, syntax.Deletion{Column: syntax.Identifier{Name: deletion.Column}, Key: optionalTerm(deletion.Element)})
	}
	return statement
}

func writtenConditions(conditions []access.Condition) []syntax.Condition {
	var written []syntax.Condition
	for i := range conditions {
		written = append(written, writtenCondition(&conditions[i]))
	}
	return written
}

func writtenIf(conditions []access.IfCondition) []syntax.Condition {
	var written []syntax.Condition
	for _, c := range conditions {
		condition := access.Condition{Columns: []string{c.Column}, Operator: c.Operator, Values: c.Values, List: c.List}
		written = append(written, writtenCondition(&condition))
	}
	return written
}

var writtenAssignments = map[access.AssignmentKind]syntax.AssignmentKind{access.Assign: syntax.Assign, access.AssignElement: syntax.Assign,
	access.AssignField: syntax.Assign, access.Add: syntax.Append, access.Subtract: syntax.Remove, access.Prepend: syntax.Prepend}

func writtenAssignment(a *access.Assignment) syntax.Assignment {
	column := syntax.Identifier{Name: a.Column}
	written := syntax.Assignment{Column: column, Key: optionalTerm(a.Key), Field: syntax.Identifier{Name: a.Field}, Kind: writtenAssignments[a.Kind],
		Value: termOf(&a.Value)}
	if written.Kind != syntax.Assign {
		written.Source = column
	}
	return written
}

// UpdateStatement returns a statement of the plan of an update as CQL.
func UpdateStatement(s *write.Statement) string {
	if s.Text != "" {
		return recoveredStatement(s)
	}
	if s.Select != nil {
		return SelectText(s.Access, *s.Select)
	}
	return WriteText(s.Write)
}

// recoveredStatement returns a statement of the application as it is written. Of a batch,
// it is the part of the statement.
func recoveredStatement(s *write.Statement) string {
	if parsed := parse.Parse(s.Text).Statements; len(parsed) == 1 {
		if batch, is := parsed[0].(*syntax.Batch); is && s.Part < len(batch.Statements) {
			place := syntax.Place(batch.Statements[s.Part])
			return terminated(s.Text[place.Start.Offset:place.End.Offset])
		}
	}
	return terminated(s.Text)
}

func terminated(text string) string { return strings.TrimRight(strings.TrimSpace(text), "; ") + ";\n" }

// UpdateStep returns the statements of a step of the plan of an update as CQL: a
// batch, or one statement. Those that cannot run are comments.
func UpdateStep(step *write.Step) string {
	if text := step.Statements[0].Text; text != "" {
		return terminated(text)
	}
	if step.Kind == write.Blocked {
		var text strings.Builder
		for i := range step.Statements {
			s := &step.Statements[i]
			text.WriteString(commented("Cannot run: "+s.CannotRun()+".\n") + commented(UpdateStatement(s)))
		}
		return text.String()
	}
	if !step.IsBatch() {
		return UpdateStatement(&step.Statements[0])
	}
	batch := &syntax.Batch{}
	if step.Kind == write.UnloggedBatch {
		batch.Kind = syntax.UnloggedBatch
	}
	for i := range step.Statements {
		batch.Statements = append(batch.Statements, writtenPart(step.Statements[i].Write))
	}
	return syntax.PrintStatement(batch)
}

// commented makes lines comments.
func commented(text string) string {
	return "-- " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n-- ") + "\n"
}

// StatementLine puts a statement in one line.
func StatementLine(text string) string {
	return strings.TrimSpace(lineBreak.ReplaceAllString(text, " "))
}

var lineBreak = regexp.MustCompile(`\n *`)
