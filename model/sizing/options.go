package sizing

import (
	"errors"

	"widerow/model"
)

// Options selects the formula of a size and its inputs.
type Options struct {
	Formula Formula
	// Derived are numbers that the document lacks and that follow from others.
	Derived Derived
	// Storage describes how rows are written, nil for DefaultStorage. Only Disk needs it.
	Storage *Storage
	// Given replaces the expressions of the document by amounts. If it is not nil,
	// each part of a column's type has its own.
	Given map[Input]model.Value
	// Instead replaces values that would be assumed.
	Instead map[Input]float64
	// Filled is the share of the rows that have a column for which none is given, 0
	// for all. Shards is the number of shards of a counter, 0 for one.
	Filled, Shards float64
}

// Input identifies an amount: the rows of a relation, or the length, the number of
// elements or the share of rows of a column or a part of it.
//
// The path of a part follows its type: "[]" is an element of a collection or a
// vector and the value of a map, "{}" the key of a map, ".street" a field, ".0" a
// part of a tuple. Paths compose, as in "[].street".
type Input struct {
	Element model.ID
	Path    string
	Field   string // "rows", "length", "key_length", "elements", "filled"
}

// Of computes the size of one relation. It is Unknown if the relation does not
// exist.
func (o Options) Of(m *model.Model, relation model.ID) Size { return newSizer(m, o).size(relation) }

// All computes the sizes of all relations.
func (o Options) All(m *model.Model) map[model.ID]Size {
	s := newSizer(m, o)
	sizes := make(map[model.ID]Size, len(m.Physical.Relations))
	for id := range m.Physical.Relations {
		sizes[id] = s.size(id)
	}
	return sizes
}

func (o Options) storage() Storage {
	if o.Storage == nil {
		return DefaultStorage
	}
	return *o.Storage
}

// Inputs returns all amounts that can be given for the relations of a model. It
// fails if a type contains itself, or has too many parts.
func Inputs(m *model.Model) ([]Input, error) {
	s := newSizer(m, Options{Formula: Disk, Given: map[Input]model.Value{}})
	var all []Input
	for _, relation := range model.Sorted(m.Physical.Relations) {
		in := inputs{sizer: s}
		in.collect(relation.ID, relation.Value)
		if in.err != nil && (in.err.Code == "sizing/cycle" || in.err.Code == "sizing/parts") {
			return nil, errors.New(in.err.Message)
		}
		all = append(all, in.asked...)
	}
	return all, nil
}

// scale returns the ratio of the measured bytes to those of the columns.
func (in *inputs) scale(id model.ID, relation *model.Relation) model.Value {
	none := model.Value{Typical: 1, Worst: 1}
	if relation.Scale.IsEmpty() || in.options.Given != nil {
		return none
	}
	value, missing, err := in.evaluator.Evaluate(relation.Scale)
	if err != nil {
		in.fail("sizing/expression", place{what: "scale of " + relation.Name, element: id, field: "scale"}, err.Error())
	}
	if err != nil || len(missing) > 0 || min(value.Typical, value.Worst) <= 0 {
		return none
	}
	return value
}

// filled returns the share of the rows that have a column.
func (in *inputs) filled(id model.ID, column *model.Column) model.Value {
	if column.Role.InKey() {
		return model.Value{Typical: 1, Worst: 1}
	}
	if value, found := in.given(Input{id, "", "filled"}); found {
		return value
	}
	if !column.Filled.IsEmpty() && in.options.Given == nil {
		if value, missing, err := in.evaluator.Evaluate(column.Filled); err == nil && len(missing) == 0 {
			return model.Value{Typical: min(value.Typical, 1), Worst: min(value.Worst, 1)}
		}
	}
	if in.options.Filled > 0 {
		return model.Value{Typical: in.options.Filled, Worst: in.options.Filled}
	}
	return model.Value{Typical: 1, Worst: 1}
}
