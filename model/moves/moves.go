// Package moves holds the steps of physical design: each changes the tables of a model, and leaves
// existing logical tables unchanged.
//
// Read Move and Offers first, then preview.go (what a move changes), table.go and editor.go (the
// tools that moves are written with), and one file for each kind of move. Patterns, which are
// tables or moves by name, are in pattern.go.
package moves

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Name identifies a kind of move.
type Name string

// The moves, in the order in which they are offered.
const (
	SplitByTime      Name = "split-by-time"
	SplitByHash      Name = "split-by-hash"
	SplitByPrefix    Name = "split-by-prefix"
	SplitByRange     Name = "split-by-range"
	SplitByAttribute Name = "split-by-attribute"
	DynamicBucket    Name = "dynamic-bucket"
	MergePartitions  Name = "merge-partitions"
	SplitTable       Name = "split-table"
	LatestFirst      Name = "latest-first"
	LookupTable      Name = "lookup-table"
	UseTimeuuid      Name = "timeuuid"
	MergeColumns     Name = "merge-columns"
	CountersOut      Name = "counters-out"
	TableToView      Name = "table-to-view"
	ViewToTable      Name = "view-to-table"
	ColumnsToType    Name = "columns-to-type"
	TypeToColumns    Name = "type-to-columns"
	CollectionToRows Name = "collection-to-rows"
	RowsToCollection Name = "rows-to-collection"
	StaticToTable    Name = "static-to-table"
	TableToStatic    Name = "table-to-static"
)

// Move is one change to the physical design of a table, which applies to it.
type Move struct {
	Name Name
	// Table is the relation that is changed.
	Table model.ID
	// Title describes the move, Reason why it applies to this table.
	Title, Reason string
	// Parameters are the choices of the user.
	Parameters []Parameter

	model *model.Model
	kind  *kind
}

// Parameter is a choice in a move. Value is a text, as in a field: the IDs of
// several columns are separated by spaces.
type Parameter struct {
	Name, Label, Hint string
	Input             edit.Input
	Value             string
	Choices           []edit.Choice

	// follows is the choice that the default depends on, and valueFor the default
	// for each value of it.
	follows  string
	valueFor func(choice string) string
	// rejects returns why a value is not among the choices, "" for no better reason.
	rejects func(value string) string
	// isTaken reports whether a name is in use, nil if any name will do.
	isTaken func(name string) bool
}

// kind is a kind of move.
type kind struct {
	name  Name
	title string
	// offer returns why the move applies to a table and its parameters, with their
	// defaults. The reason is empty if the move does not apply.
	offer func(*table) (reason string, parameters []Parameter)
	// make adds the commands. It may report parameters that do not fit.
	make func(*editor) error
}

var kinds = []*kind{
	&splitByTime, &splitByHash, &splitByPrefix, &splitByRange, &splitByAttribute, &dynamicBucket, &mergePartitions, &splitTable, &latestFirst, &lookupTable,
	&useTimeuuid, &mergeColumns, &countersOut, &tableToView, &viewToTable, &columnsToType, &typeToColumns,
	&collectionToRows, &rowsToCollection, &staticToTable, &tableToStatic,
}

// Offers returns the moves that apply to a relation, with default parameters.
func Offers(m *model.Model, relation model.ID) []Move {
	t := newTable(m, relation)
	if t == nil || len(t.inRole(model.Partition)) == 0 {
		return nil
	}
	var moves []Move
	for _, kind := range kinds {
		if reason, parameters := kind.offer(t); reason != "" {
			moves = append(moves, Move{kind.name, relation, kind.title, reason, parameters, m, kind})
		}
	}
	return moves
}

// With returns the move with other values of parameters, by name. A parameter
// without a value keeps its own.
func (m Move) With(values map[string]string) Move {
	m.Parameters = slices.Clone(m.Parameters)
	for i := range m.Parameters {
		if value, given := values[m.Parameters[i].Name]; given {
			m.Parameters[i].Value = strings.TrimSpace(value)
		}
	}
	for i := range m.Parameters {
		if p := &m.Parameters[i]; p.follows != "" && m.isDefault(p) {
			p.Value = p.valueFor(m.value(p.follows))
		}
	}
	return m
}

// isDefault reports whether the value of a parameter is the default for one of the
// choices that it follows, so that nobody has entered it.
func (m *Move) isDefault(p *Parameter) bool {
	for i := range m.Parameters {
		if choice := &m.Parameters[i]; choice.Name == p.follows && choice.offers(choice.Value) {
			return slices.ContainsFunc(choice.Choices, func(c edit.Choice) bool { return p.Value == p.valueFor(c.Value) })
		}
	}
	return false
}

// Commands returns the edit. The error is a *model.InvalidError, whose problems
// name a parameter as their field.
func (m Move) Commands(ids model.IDs) ([]edit.Command, error) {
	e, err := m.edit(ids)
	if err != nil {
		return nil, err
	}
	return e.commands, nil
}

func (m Move) edit(ids model.IDs) (*editor, error) {
	e := &editor{table: newTable(m.model, m.Table), ids: ids, move: &m}
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := m.kind.make(e); err != nil {
		return nil, err
	}
	return e, nil
}

// check returns an error if a choice is not one of those offered, or if an
// expression cannot be evaluated.
func (m Move) check() error {
	for i := range m.Parameters {
		p := &m.Parameters[i]
		switch p.Input {
		case edit.ChoiceInput, edit.ReferenceInput:
			if p.offers(p.Value) {
				continue
			}
			if p.rejects != nil && p.rejects(p.Value) != "" {
				return m.invalid(p.Name, "%s: %s", p.Label, p.rejects(p.Value))
			}
			return m.invalid(p.Name, "%s must be one of those listed", p.Label)
		case edit.ReferencesInput:
			for value := range strings.FieldsSeq(p.Value) {
				if !p.offers(value) {
					return m.invalid(p.Name, "%s must be of those listed", p.Label)
				}
			}
		case edit.ExpressionInput:
			if _, _, err := m.model.Evaluate(m.model.BindExpression(p.Value)); err != nil {
				return m.invalid(p.Name, "%s: %s", p.Label, err)
			}
		case edit.TextInput:
			if p.Value == "" {
				return m.invalid(p.Name, "%s must not be empty", p.Label)
			}
			if p.isTaken != nil && p.isTaken(p.Value) {
				return m.invalid(p.Name, "There is another table named %s; choose a different name", p.Value)
			}
		}
	}
	return nil
}

func (p *Parameter) offers(value string) bool {
	return slices.ContainsFunc(p.Choices, func(c edit.Choice) bool { return c.Value == value })
}

func (m Move) invalid(parameter, format string, arguments ...any) error {
	return &edit.InvalidError{Problems: []model.Problem{{Code: "moves/parameter", Element: m.Table, Field: parameter,
		Message: fmt.Sprintf(format, arguments...)}}}
}

func (m *Move) value(parameter string) string {
	for i := range m.Parameters {
		if m.Parameters[i].Name == parameter {
			return m.Parameters[i].Value
		}
	}
	return ""
}
