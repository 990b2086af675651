// Package edit changes a model: commands, the fields of elements that forms and
// commands set, and the words that describe a change in the history.
//
// Read command.go first (Command and Apply), then set.go and field.go; each other
// file is one command, or the fields of one kind of element. What follows from a
// command is computed by model/carry.
package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/carry"
)

// Command is one small edit. It refers to an element by ID; a Set also contains
// the value that the user saw. Commands are applied to the newest document. The
// history keeps their description and the resulting patch, not the commands.
type Command interface {
	// Name returns the name of the command, such as "RenameColumn",
	// "SetColumnRole" or "AddEntity". m is the document to which it is applied;
	// it determines the kind of element.
	Name(m *model.Model) string

	// apply changes m, which is a clone. It returns *InvalidError, *Conflict or
	// *GoneError.
	apply(m *model.Model, ids model.IDs) error

	// words describes what the command did, given the document before and after
	// all commands. It is empty if the command did nothing.
	words(before, after *model.Model) string
}

// InvalidError reports invalid input. Nothing was applied.
type InvalidError struct{ Problems []model.Problem }

func (e *InvalidError) Error() string {
	messages := make([]string, len(e.Problems))
	for i, problem := range e.Problems {
		messages[i] = problem.Message
	}
	return strings.Join(messages, "; ")
}

// invalid returns an *InvalidError with one problem.
func invalid(element model.ID, field, format string, arguments ...any) error {
	return &InvalidError{[]model.Problem{{Code: "model/invalid", Element: element, Field: field,
		Message: fmt.Sprintf(format, arguments...)}}}
}

// Conflict reports that another user changed a field since this one saw it. All
// values are as the form shows them.
type Conflict struct {
	Element           model.ID
	Field, Label      string
	Saw, Theirs, Mine string
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("%s was changed meanwhile from %q to %q", c.Label, model.Shorten(c.Saw, 60), model.Shorten(c.Theirs, 60))
}

// GoneError reports that an element was removed since the user saw it, or never
// existed.
type GoneError struct{ Element model.ID }

func (e *GoneError) Error() string {
	return fmt.Sprintf("element %q is not in this model; it may have been removed meanwhile", model.Shorten(string(e.Element), 40))
}

// Apply returns a copy of the document to which all commands have been applied
// in order, or an error. Changes to the logical model are carried over to the
// physical model.
//
// All problems are collected in one *InvalidError. If there are only conflicts,
// the error joins them; Conflicts returns them.
func Apply(m *model.Model, ids model.IDs, commands ...Command) (*model.Model, error) {
	after := m
	var problems []model.Problem
	var conflicts []error
	for _, run := range runs(m, commands) {
		before := after
		after = before.Clone()
		known := newDraft(after).knowing(ids, run)
		for _, command := range run {
			err := command.apply(after, known)
			var wrong *InvalidError
			var conflict *Conflict
			switch {
			case err == nil:
			case errors.As(err, &wrong):
				problems = append(problems, wrong.Problems...)
			case errors.As(err, &conflict):
				conflicts = append(conflicts, conflict)
			default:
				return nil, err
			}
		}
		carry.Over(before, after, ids)
	}
	if len(problems) == 0 && len(conflicts) == 0 {
		problems = newIncompleteness(m, after)
	}
	if len(problems) > 0 {
		return nil, &InvalidError{problems}
	}
	if len(conflicts) > 0 {
		return nil, errors.Join(conflicts...)
	}
	return after, nil
}

// runs splits the commands into runs, after each of which the logical model is
// carried over. Consecutive commands that cannot make a difference to what others
// of their run carry over are one run, because each run copies the document: Set
// commands, which come from one form, also with elements that are added to the
// workflow; new parts of the concepts; new tables and columns of the physical
// model; columns that are removed from it; new derived tables; queries that get their
// tables. Any other command is a run of its own.
func runs(m *model.Model, commands []Command) [][]Command {
	columns, tables := removedColumns(m, commands), derivedTables(m, commands)
	var runs [][]Command
	last := aloneRun
	for _, command := range commands {
		joins := runOf(command, columns, tables)
		if joins != aloneRun && joins == last {
			runs[len(runs)-1] = append(runs[len(runs)-1], command)
		} else {
			runs = append(runs, []Command{command})
		}
		last = joins
	}
	return runs
}

// runKind is the kind of commands that make up a run.
type runKind int

const (
	aloneRun runKind = iota
	formRun
	conceptRun
	physicalRun
	removalRun
	deriveRun
	serveRun
)

// runOf returns the kind of run of a command. columns are those that commands remove
// from the physical model, tables those that they derive anew.
func runOf(command Command, columns, tables model.IDSet) runKind {
	switch c := command.(type) {
	case Set:
		return formRun
	case Add:
		switch {
		case slices.Contains(workflowKinds, c.Kind):
			return formRun
		case slices.Contains(conceptKinds, c.Kind):
			return conceptRun
		case c.Kind == model.ArrowKind:
			return serveRun
		case c.Kind == model.RelationElement || c.Kind == model.RelationColumnKind:
			return physicalRun
		}
	case DeriveTable:
		if tables[c.ID] {
			return deriveRun
		}
	case ServeQuery:
		return serveRun
	case Remove:
		if columns[c.Element] {
			return removalRun
		}
	}
	return aloneRun
}

// removedColumns returns the columns of the physical model that commands remove.
func removedColumns(m *model.Model, commands []Command) model.IDSet {
	removed, columns := model.IDSet{}, model.IDSet{}
	for _, command := range commands {
		if remove, is := command.(Remove); is {
			removed[remove.Element] = true
		}
	}
	if len(removed) < 2 {
		return nil
	}
	for _, relation := range m.Physical.Relations {
		for id := range removed {
			if relation.Columns[id] != nil {
				columns[id] = true
			}
		}
	}
	return columns
}

// derivedTables returns the new tables that commands derive, each by one of them.
func derivedTables(m *model.Model, commands []Command) model.IDSet {
	count := map[model.ID]int{}
	for _, command := range commands {
		if derive, is := command.(DeriveTable); is && m.Logical.Tables[derive.ID] == nil {
			count[derive.ID]++
		}
	}
	tables := model.IDSet{}
	for id, times := range count {
		tables[id] = times == 1
	}
	return tables
}

var workflowKinds = []model.Kind{model.ActorKind, model.StepKind, model.TransitionKind, model.QueryKind,
	model.FindKind, model.GivenKind, model.SortKind, model.UpdateElement, model.WriteKind}

var conceptKinds = []model.Kind{model.EntityKind, model.AttributeKind, model.RelationshipKind, model.ParticipantKind}

// Conflicts returns the conflicts in an error of Apply.
func Conflicts(err error) []*Conflict {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var conflicts []*Conflict
		for _, err := range joined.Unwrap() {
			conflicts = append(conflicts, Conflicts(err)...)
		}
		return conflicts
	}
	var conflict *Conflict
	if errors.As(err, &conflict) {
		return []*Conflict{conflict}
	}
	return nil
}

// newIncompleteness returns problems for elements that the commands left
// incomplete in a way that no single field can check. It ignores elements that
// were incomplete before.
func newIncompleteness(before, after *model.Model) []model.Problem {
	var problems []model.Problem
	for element := range after.ElementsOf(model.FindKind, model.GivenKind, model.SortKind, model.WriteKind, model.RelationElement) {
		field, message := incomplete(element)
		if message == "" {
			continue
		}
		if old, found := before.Element(element.ID); found {
			if _, wasSo := incomplete(old); wasSo != "" {
				continue
			}
		}
		problems = append(problems, model.Problem{Code: "model/incomplete", Element: element.ID, Field: field, Message: message})
	}
	return problems
}

func incomplete(e model.Element) (field, message string) {
	switch value := e.Value.(type) {
	case *model.Find:
		return needOne(value.Attribute, value.Name, "attribute")
	case *model.Given:
		return needOne(value.Attribute, value.Name, "attribute")
	case *model.SortBy:
		return needOne(value.Attribute, value.Name, "attribute")
	case *model.Write:
		return needOne(value.Element, value.Name, "element")
	case *model.Relation:
		if value.Kind == model.MaterializedView && value.Base == "" {
			return "base", "A materialized view needs a base table; choose one"
		}
	}
	return "", ""
}

func needOne(reference model.ID, name, field string) (string, string) {
	if reference != "" || name != "" {
		return "", ""
	}
	if field == "element" {
		return field, "Choose what is written, or type a name for it"
	}
	return field, "Choose an attribute, or type a name for it"
}
