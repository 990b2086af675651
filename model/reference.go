package model

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// forget cleans up every reference to elements that are gone; the map holds
// the names that they had.
func (m *Model) forget(gone map[ID]string) {
	m.forgetInConcepts(gone)
	m.forgetInWorkflow(gone)
	m.forgetInLogical(gone)
	m.forgetInPhysical(gone)
	m.forgetStatements(gone)
	for _, positions := range m.Layout {
		maps.DeleteFunc(positions, func(id ID, _ *Position) bool { return isGone(gone, id) })
	}
}

func isGone(gone map[ID]string, id ID) bool {
	_, found := gone[id]
	return found
}

// clear empties references to what is gone.
func clearGone(gone map[ID]string, references ...*ID) {
	for _, reference := range references {
		if isGone(gone, *reference) {
			*reference = ""
		}
	}
}

func (m *Model) forgetInConcepts(gone map[ID]string) {
	for _, relationship := range m.Concepts.Relationships {
		maps.DeleteFunc(relationship.Participants, func(_ ID, p *Participant) bool { return isGone(gone, p.Entity) })
	}
	maps.DeleteFunc(m.Concepts.Hierarchies, func(_ ID, h *Hierarchy) bool { return isGone(gone, h.Supertype) })
	for _, hierarchy := range m.Concepts.Hierarchies {
		maps.DeleteFunc(hierarchy.Subtypes, func(_ ID, s *Subtype) bool { return isGone(gone, s.Entity) })
	}
}

// forgetInWorkflow keeps what a query asks for by name, and makes the steps
// after a removed one entry points.
func (m *Model) forgetInWorkflow(gone map[ID]string) {
	for _, step := range m.Workflow.Steps {
		clearGone(gone, &step.Actor)
	}
	maps.DeleteFunc(m.Workflow.Transitions, func(_ ID, t *Transition) bool { return isGone(gone, t.To) })
	for _, transition := range m.Workflow.Transitions {
		clearGone(gone, &transition.From, &transition.Access)
	}
	for _, query := range m.Workflow.Queries {
		for _, find := range query.Find {
			keepName(gone, &find.Attribute, &find.Name)
		}
		for _, given := range query.Given {
			keepName(gone, &given.Attribute, &given.Name)
		}
		for _, sort := range query.SortBy {
			keepName(gone, &sort.Attribute, &sort.Name)
		}
	}
	for _, update := range m.Workflow.Updates {
		for _, write := range update.Writes {
			keepName(gone, &write.Element, &write.Name)
		}
	}
}

func keepName(gone map[ID]string, reference *ID, name *string) {
	if old, found := gone[*reference]; found {
		*reference, *name = "", cmp.Or(*name, old, "unnamed")
	}
}

func (m *Model) forgetInLogical(gone map[ID]string) {
	for _, table := range m.Logical.Tables {
		for _, column := range table.Columns {
			clearGone(gone, &column.Attribute, &column.Query)
		}
	}
	maps.DeleteFunc(m.Logical.Arrows, func(_ ID, a *QueryArrow) bool { return isGone(gone, a.To) || isGone(gone, a.Access) })
	for _, arrow := range m.Logical.Arrows {
		clearGone(gone, &arrow.From)
	}
}

func (m *Model) forgetInPhysical(gone map[ID]string) {
	for _, relation := range m.Physical.Relations {
		relation.Realizes = withoutGone(relation.Realizes, gone)
		for _, column := range relation.Columns {
			column.From = withoutGone(column.From, gone)
		}
		maps.DeleteFunc(relation.Indexes, func(_ ID, index *Index) bool { return isGone(gone, index.Column) })
		for _, index := range relation.Indexes {
			index.More = slices.DeleteFunc(index.More, func(part IndexPart) bool { return isGone(gone, part.Column) })
		}
	}
}

// forgetStatements drops the triggers of tables that are gone.
func (m *Model) forgetStatements(gone map[ID]string) {
	maps.DeleteFunc(m.Physical.Statements, func(_ ID, s *Statement) bool { return isGone(gone, s.Table) })
}

func withoutGone(set IDSet, gone map[ID]string) IDSet {
	maps.DeleteFunc(set, func(id ID, _ bool) bool { return isGone(gone, id) })
	if len(set) == 0 {
		return nil
	}
	return set
}

// expressions visits every expression of the document.
func (m *Model) expressions() iter.Seq[*Expression] {
	return func(yield func(*Expression) bool) {
		for element := range m.Elements() {
			for _, expression := range expressionsOf(element.Value) {
				if !yield(expression) {
					return
				}
			}
		}
	}
}

func expressionsOf(value any) []*Expression {
	switch element := value.(type) {
	case *Query:
		return []*Expression{&element.Rate}
	case *Update:
		return []*Expression{&element.Rate}
	case *TypeField:
		return []*Expression{&element.Length, &element.Elements}
	case *Relation:
		return []*Expression{&element.Rows, &element.Partitions}
	case *Column:
		return []*Expression{&element.Length, &element.KeyLength, &element.Elements}
	case *Quantity:
		return []*Expression{&element.Typical, &element.Worst}
	}
	return nil
}

// rebind lets expressions refer to a new or renamed quantity whose name they
// already had while there was none. It is a problem of that name if the
// quantity then needs itself.
func (m *Model) rebind(id ID) error {
	for expression := range m.expressions() {
		*expression = m.BindExpression(m.ExpressionText(*expression))
	}
	quantity := m.Quantities[id]
	for _, expression := range []Expression{quantity.Typical, quantity.Worst} {
		if expression.IsEmpty() {
			continue
		}
		if _, _, err := m.Evaluate(expression); err != nil {
			return invalid(id, "name", "With the name %s: %v", quantity.Name, err)
		}
	}
	return nil
}

// unbind writes a quantity's name into the expressions that refer to it, so
// that it is evaluated as a missing quantity once it is gone.
func (m *Model) unbind(id ID) {
	texts := map[*Expression]string{}
	for expression := range m.expressions() {
		texts[expression] = m.ExpressionText(*expression)
	}
	delete(m.Quantities, id)
	for expression, text := range texts {
		*expression = m.BindExpression(text)
	}
}
