package submission

import (
	"reflect"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// StatementField is the statement of the application that a query or an update is.
const StatementField = "statement"

// dropStatements returns the commands that drop the statements of queries and updates
// whose parts differ from what they were: they are these statements no longer.
func (f *Form) dropStatements(before, after *model.Model) []edit.Command {
	f.Dropped = nil
	var commands []edit.Command
	drop := func(id model.ID, statement string) {
		f.Dropped = append(f.Dropped, id)
		commands = append(commands, edit.Set{Element: id, Field: StatementField, Was: statement, Value: ""})
	}
	for _, item := range model.Sorted(after.Workflow.Queries) {
		was := before.Workflow.Queries[item.ID]
		if was != nil && was.Statement != "" && was.Statement == item.Value.Statement && !reflect.DeepEqual(querytext.Of(was), querytext.Of(item.Value)) {
			drop(item.ID, was.Statement)
		}
	}
	for _, item := range model.Sorted(after.Workflow.Updates) {
		was := before.Workflow.Updates[item.ID]
		if was != nil && was.Statement != "" && was.Statement == item.Value.Statement && !reflect.DeepEqual(querytext.OfUpdate(was), querytext.OfUpdate(item.Value)) {
			drop(item.ID, was.Statement)
		}
	}
	return commands
}

// droppedWords names queries and updates that are no longer statements of the application.
func droppedWords(m *model.Model, dropped []model.ID) string {
	if len(dropped) == 0 {
		return ""
	}
	labels := strings.Join(Mapped(dropped, func(id model.ID) string { return labelOf(m, id) }), ", ")
	if len(dropped) == 1 {
		return labels + " is no longer its statement"
	}
	return labels + " are no longer their statements"
}

// DroppedWords is droppedWords as a sentence for the page.
func DroppedWords(m *model.Model, dropped []model.ID) string {
	return droppedWords(m, dropped) + ", since its parts were edited: the CQL follows from the tables now. Undo brings the statement back."
}
