package model

import (
	"errors"
	"fmt"
	"strings"
)

// Command is one small edit: it knows the element by its ID, and a Set also
// the value that the user saw. Commands are applied to the newest document;
// the history keeps their words, and the patch that they made, not the
// commands.
type Command interface {
	// Name is the command in one word, such as "RenameColumn",
	// "SetColumnRole" or "AddEntity". The document that it is applied to
	// tells the kind of element.
	Name(m *Model) string

	// apply edits the clone. Problems, conflicts and gone elements come back
	// as *InvalidError, *Conflict and *GoneError.
	apply(m *Model, ids IDs) error

	// words tells what the command did, from the document before it and the
	// one after all commands; empty if it did nothing.
	words(before, after *Model) string
}

// InvalidError says what was typed wrong. Nothing was applied.
type InvalidError struct{ Problems []Problem }

func (e *InvalidError) Error() string {
	messages := make([]string, len(e.Problems))
	for i, problem := range e.Problems {
		messages[i] = problem.Message
	}
	return strings.Join(messages, "; ")
}

// invalid makes an error of one problem.
func invalid(element ID, field, format string, arguments ...any) error {
	return &InvalidError{[]Problem{{Code: "model/invalid", Element: element, Field: field,
		Message: fmt.Sprintf(format, arguments...)}}}
}

// Conflict says that somebody else changed a field since the user saw it.
// All values are as the form shows them.
type Conflict struct {
	Element           ID
	Field, Label      string
	Saw, Theirs, Mine string
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("%s was changed meanwhile from %q to %q", c.Label, shorten(c.Saw, 60), shorten(c.Theirs, 60))
}

// GoneError says that an element was removed since the user saw it, or never
// was.
type GoneError struct{ Element ID }

func (e *GoneError) Error() string {
	return fmt.Sprintf("element %q is not in this model; it may have been removed meanwhile", shorten(string(e.Element), 40))
}

// Apply returns the document with the commands applied in order, all or
// none, and with what follows the logical model carried over. The document
// itself stays as it is.
//
// All problems are collected into one *InvalidError. Without problems,
// conflicts come back as one error; Conflicts lists them.
func Apply(m *Model, ids IDs, commands ...Command) (*Model, error) {
	after := m
	var problems []Problem
	var conflicts []error
	for _, run := range runs(commands) {
		before := after
		after = before.Clone()
		for _, command := range run {
			err := command.apply(after, ids)
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
		carryOver(before, after, ids)
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

// runs splits the commands where the logical model has to be carried over
// before the next one: the fields of one form go together, all else alone.
func runs(commands []Command) [][]Command {
	var runs [][]Command
	last := false
	for _, command := range commands {
		_, set := command.(Set)
		if set && last {
			runs[len(runs)-1] = append(runs[len(runs)-1], command)
		} else {
			runs = append(runs, []Command{command})
		}
		last = set
	}
	return runs
}

// Conflicts lists the conflicts that an error of Apply holds.
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

// newIncompleteness lists elements that the commands left without something
// that no single field can check. Those that were so before are no problem
// of this edit.
func newIncompleteness(before, after *Model) []Problem {
	var problems []Problem
	for element := range after.Elements() {
		field, message := incomplete(element)
		if message == "" {
			continue
		}
		if old, found := before.Element(element.ID); found {
			if _, wasSo := incomplete(old); wasSo != "" {
				continue
			}
		}
		problems = append(problems, Problem{Code: "model/incomplete", Element: element.ID, Field: field, Message: message})
	}
	return problems
}

func incomplete(e Element) (field, message string) {
	switch value := e.Value.(type) {
	case *Find:
		return needOne(value.Attribute, value.Name, "attribute")
	case *Given:
		return needOne(value.Attribute, value.Name, "attribute")
	case *SortBy:
		return needOne(value.Attribute, value.Name, "attribute")
	case *Write:
		return needOne(value.Element, value.Name, "element")
	case *Relation:
		if value.Kind == MaterializedView && value.Base == "" {
			return "base", "A materialized view needs the table that it is kept of; choose its base table"
		}
	}
	return "", ""
}

func needOne(reference ID, name, field string) (string, string) {
	if reference != "" || name != "" {
		return "", ""
	}
	if field == "element" {
		return field, "Choose what is written, or type a name for it"
	}
	return field, "Choose an attribute, or type a name for it"
}

// inWords is a title as it stands in a line of history.
func inWords(m *Model, id ID) string { return shorten(m.Title(id), 50) }
