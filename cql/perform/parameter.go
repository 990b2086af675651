package perform

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
)

// Parameter is a value that the update is given.
type Parameter struct {
	Key, Name string
	Type      model.Type
	// Table and Column are a place where the value is written or compared, for a check of its type; empty if it is an element there.
	Table, Column string
	// Required reports that there is no row without it: it is a part of an identity.
	Required bool
	// Several asks for a list of values: the attribute has several.
	Several bool
	// New is a value that the update writes, of an attribute that it has another value of, too.
	New bool
	// Operator compares the column with the value, such as ">=", where it is a bound of a range; else "".
	Operator string

	attribute, participant model.ID
	name                   string
	isNew                  bool
}

// Attribute is the attribute of the concepts whose value it is, "" for none.
func (p *Parameter) Attribute() model.ID { return p.attribute }

// Participant is the end of a relationship type at which the value is, "" for any.
func (p *Parameter) Participant() model.ID { return p.participant }

// IsWritten reports whether the update writes the value, rather than finds rows by it.
func (p *Parameter) IsWritten() bool { return p.isNew }

// Parameters are the values that a plan is given, in the order in which its statements use them.
func Parameters(m *model.Model, plan *write.Plan) []Parameter {
	if isRecovered(plan) {
		return recoveredParameters(m, &plan.Steps[0])
	}
	update := m.Workflow.Updates[plan.Update]
	c := collector{update: update, own: identityOf(m, update)}
	for i := range plan.Steps {
		for k := range plan.Steps[i].Statements {
			s := &plan.Steps[i].Statements[k]
			markers := markersOf(s)
			for v := range s.Values {
				at := marker{column: s.Values[v].Column, operator: "="}
				if v < len(markers) {
					at = markers[v]
				}
				c.add(s, s.Values[v], at)
			}
			for _, keep := range s.Keep {
				c.add(s, keep.Value, marker{column: keep.Column, operator: string(keep.Operator)})
			}
			for _, v := range slices.Concat(s.OnlyIf, s.Unless) {
				c.add(s, v, marker{column: v.Column, operator: "="})
			}
			for _, pair := range slices.Concat(s.Same, slices.Concat(s.Alike...)) {
				for _, v := range pair {
					c.add(s, v, marker{column: v.Column, operator: "="})
				}
			}
			for _, d := range s.Differs {
				c.add(s, d.Old, marker{column: d.Old.Column, operator: "="})
				c.add(s, d.New, marker{column: d.New.Column, operator: "="})
			}
		}
	}
	return named(m, update, c.found)
}

// collector collects the parameters of an update.
type collector struct {
	update *model.Update
	own    identity
	found  []Parameter
}

// add adds the parameter of a value, unless the list already has it.
func (c *collector) add(s *write.Statement, v write.Value, at marker) {
	if v.Step != write.Given {
		return
	}
	isNew := v.New || c.update.Kind == model.Insert
	one := Parameter{attribute: v.Attribute, participant: v.Participant, name: v.Name, isNew: isNew, Operator: rangeOf(at.operator),
		Name: v.Name, Type: typeOf(s, at, v.Element)}
	if !v.Element && !at.element && !at.key && at.field == "" && columnOf(s.Access, at.column) != nil {
		one.Table, one.Column = s.Access.Keyspace+"."+s.Access.Name, at.column
	}
	if v.Role != "" {
		one.Name += " of the " + v.Role
	}
	for i := range c.found {
		had := &c.found[i]
		if !c.areOne(had, &one) {
			continue
		}
		if had.participant == "" {
			had.participant, had.Name = one.participant, one.Name
		}
		if had.Type.IsZero() || !isScalar(had.Type) && isScalar(one.Type) {
			had.Type, had.Table, had.Column = one.Type, one.Table, one.Column
		}
		return
	}
	c.found = append(c.found, one)
}

func isScalar(typ model.Type) bool { return typ.Kind == model.NativeType }

// areOne reports whether two values are one parameter. A participant may be left out where there is one only.
func (c *collector) areOne(a, b *Parameter) bool {
	sameThing := a.attribute == b.attribute && (a.attribute != "" || a.name == b.name)
	if !sameThing || a.isNew != b.isNew || a.Operator != b.Operator {
		return false
	}
	return a.participant == b.participant ||
		(a.participant == "" || b.participant == "") && !c.own.isOther(a.attribute, cmp.Or(a.participant, b.participant))
}

// rangeOf is an operator of a range, "" for others.
func rangeOf(operator string) string {
	if operator == "" || operator[0] != '<' && operator[0] != '>' {
		return ""
	}
	return operator
}

// named completes parameters with their keys, and tells those apart that have the same name.
func named(m *model.Model, update *model.Update, found []Parameter) []Parameter {
	for i := range found {
		p := &found[i]
		p.Key = string(p.attribute) + "|" + p.name + "|" + string(p.participant) + "|" + p.Operator
		if p.isNew {
			p.Key += "|new"
		}
		element, _ := m.Element(p.attribute)
		if attribute, is := element.Value.(*model.Attribute); is {
			p.Required = attribute.Key != model.NoKey
			p.Several = attribute.MultiValued && !writesOne(update, p.attribute) || !p.isNew && isAmong(update, p.attribute)
		}
		p.New = p.isNew && slices.ContainsFunc(found, func(other Parameter) bool {
			return other.attribute == p.attribute && other.name == p.name && !other.isNew
		})
	}
	return found
}

// isAmong reports whether an update is about the instances with several values of an attribute: IN.
func isAmong(update *model.Update, attribute model.ID) bool {
	for _, given := range update.Given {
		if given.Attribute == attribute && given.Operator == model.In {
			return true
		}
	}
	return false
}

// writesOne reports whether an update adds or removes one value of an attribute with several.
func writesOne(update *model.Update, attribute model.ID) bool {
	for _, w := range update.Writes {
		if w.Element == attribute {
			return update.Kind != model.Change
		}
	}
	return false
}

// typeOf is the type of the value for a column, or of an element of it.
func typeOf(s *write.Statement, at marker, element bool) model.Type {
	column := columnOf(s.Access, at.column)
	if column == nil {
		return model.Type{}
	}
	typ := column.Type.Unfrozen()
	if !element && !at.element && !at.key {
		return typ
	}
	switch typ.Kind {
	case model.ListType, model.SetType:
		return typ.Arguments[0].Unfrozen()
	case model.MapType:
		if at.key {
			return typ.Arguments[0].Unfrozen()
		}
		return typ.Arguments[1].Unfrozen()
	}
	return typ
}

func columnOf(t *access.Table, name string) *access.Column {
	for _, column := range slices.Concat(t.Partition, t.Clustering, t.Others) {
		if column.Name == name {
			return column
		}
	}
	return nil
}

// given is the parameter of a value: of the same role and time, or else the only one of its attribute.
func (p *Performance) given(v write.Value, operator string) *Parameter {
	wantNew := v.New || p.update.Kind == model.Insert
	for _, exact := range []bool{true, false} {
		for _, isNew := range []bool{wantNew, !wantNew} {
			var found []*Parameter
			for i := range p.params {
				one := &p.params[i]
				if one.attribute == v.Attribute && (v.Attribute != "" || one.name == v.Name) && one.isNew == isNew &&
					(one.Operator == "" || one.Operator == operator) && (one.participant == v.Participant || !exact) {
					found = append(found, one)
				}
			}
			if len(found) == 1 {
				return found[0]
			}
		}
	}
	return nil
}
