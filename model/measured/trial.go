package measured

import (
	"maps"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// trial is a document in which one table has other numbers. It shares all else with the
// document that it is made of.
type trial struct {
	model    *model.Model
	id       model.ID
	relation *model.Relation
	options  sizing.Options
}

// trialOf returns a trial in which the table has no scale.
func trialOf(m *model.Model, id model.ID) *trial {
	other, relation := *m, *m.Physical.Relations[id]
	relation.Scale = ""
	other.Physical.Relations = maps.Clone(m.Physical.Relations)
	other.Physical.Relations[id] = &relation
	return &trial{&other, id, &relation, sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(m)}}
}

func (t *trial) setRows(rows model.Value) { t.relation.Rows = expressionOf(rows) }

func (t *trial) setLength(length sizing.Assumption, value model.Value) {
	column := *t.relation.Columns[length.Element]
	if length.Field == "key_length" {
		column.KeyLength = expressionOf(value)
	} else {
		column.Length = expressionOf(value)
	}
	t.relation.Columns = maps.Clone(t.relation.Columns)
	t.relation.Columns[length.Element] = &column
}

func (t *trial) size() sizing.Size { return t.options.Of(t.model, t.id) }

// expressionOf writes a value with the digits that are entered.
func expressionOf(value model.Value) model.Expression {
	return model.Expression(numberText(value.Typical) + "/" + numberText(max(value.Worst, value.Typical)))
}
