package model

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// References knows which elements refer to others.
type References struct{ *Model }

// References returns the references of the document.
func (m *Model) References() References { return References{m} }

// Remove cleans up every reference to removed elements. gone maps
// their IDs to their names.
func (m References) Remove(gone map[ID]string) {
	m.removeConceptReferences(gone)
	m.removeWorkflowReferences(gone)
	m.removeLogicalReferences(gone)
	m.removePhysicalReferences(gone)
	m.removeTriggers(gone)
	for _, positions := range m.Layout {
		maps.DeleteFunc(positions, func(id ID, _ *Position) bool { return isGone(gone, id) })
	}
}

func isGone(gone map[ID]string, id ID) bool {
	_, found := gone[id]
	return found
}

// clearGone clears references to removed elements.
func clearGone(gone map[ID]string, references ...*ID) {
	for _, reference := range references {
		if isGone(gone, *reference) {
			*reference = ""
		}
	}
}

func (m References) removeConceptReferences(gone map[ID]string) {
	for _, relationship := range m.Concepts.Relationships {
		for id, participant := range relationship.Participants {
			if isGone(gone, participant.Entity) {
				gone[id] = ""
				delete(relationship.Participants, id)
			}
		}
		clearGone(gone, &relationship.Within)
	}
	maps.DeleteFunc(m.Concepts.Hierarchies, func(_ ID, h *Hierarchy) bool { return isGone(gone, h.Supertype) })
	for _, attributes := range m.Attributes() {
		for _, attribute := range attributes {
			if isGone(gone, attribute.UniqueWithin) { // it was never unique everywhere
				attribute.Unique, attribute.UniqueWithin = false, ""
			}
			if slices.ContainsFunc(attribute.Type.UserTypes(), func(id ID) bool { return isGone(gone, id) }) {
				attribute.Type = Type{}
			}
		}
	}
	for _, hierarchy := range m.Concepts.Hierarchies {
		maps.DeleteFunc(hierarchy.Subtypes, func(_ ID, s *Subtype) bool { return isGone(gone, s.Entity) })
	}
}

// removeWorkflowReferences replaces references in queries by the element's name,
// and makes the steps after a removed one entry points.
func (m References) removeWorkflowReferences(gone map[ID]string) {
	for _, step := range m.Workflow.Steps {
		clearGone(gone, &step.Actor)
	}
	maps.DeleteFunc(m.Workflow.Transitions, func(_ ID, t *Transition) bool { return isGone(gone, t.To) })
	for _, transition := range m.Workflow.Transitions {
		clearGone(gone, &transition.From, &transition.Access)
	}
	for _, query := range m.Workflow.Queries {
		query.removeReferences(gone)
	}
	for _, update := range m.Workflow.Updates {
		clearGone(gone, &update.Actor)
		for _, write := range update.Writes {
			keepName(gone, &write.Element, &write.Name)
			clearGone(gone, &write.Participant)
		}
		removeGivenReferences(gone, update.Given)
	}
}

func (q *Query) removeReferences(gone map[ID]string) {
	clearGone(gone, &q.Parent, &q.Actor)
	q.Path, q.Twice = withoutGone(q.Path, gone), withoutGone(q.Twice, gone)
	for end, role := range q.Ends {
		if isGone(gone, end) || isGone(gone, role) {
			delete(q.Ends, end)
		}
	}
	if len(q.Ends) == 0 {
		q.Ends = nil
	}
	for _, find := range q.Find {
		keepName(gone, &find.Attribute, &find.Name)
		clearGone(gone, &find.Participant)
	}
	removeGivenReferences(gone, q.Given)
	for _, sort := range q.SortBy {
		keepName(gone, &sort.Attribute, &sort.Name)
		clearGone(gone, &sort.Participant)
	}
}

func removeGivenReferences(gone map[ID]string, conditions map[ID]*Given) {
	for _, given := range conditions {
		keepName(gone, &given.Attribute, &given.Name)
		clearGone(gone, &given.Participant)
	}
}

func keepName(gone map[ID]string, reference *ID, name *string) {
	if old, found := gone[*reference]; found {
		*reference, *name = "", cmp.Or(*name, old, "unnamed")
	}
}

func (m References) removeLogicalReferences(gone map[ID]string) {
	for _, table := range m.Logical.Tables {
		for _, column := range table.Columns {
			clearGone(gone, &column.Attribute, &column.Participant, &column.Query)
		}
		for id, column := range table.Derived {
			clearGone(gone, &column.Attribute, &column.Participant, &column.Query)
			table.Derived[id] = column
		}
	}
	maps.DeleteFunc(m.Logical.Arrows, func(_ ID, a *QueryArrow) bool { return isGone(gone, a.To) || isGone(gone, a.Access) })
	for _, arrow := range m.Logical.Arrows {
		clearGone(gone, &arrow.From)
	}
}

func (m References) removePhysicalReferences(gone map[ID]string) {
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

// removeTriggers removes the triggers of removed tables.
func (m References) removeTriggers(gone map[ID]string) {
	maps.DeleteFunc(m.Physical.Statements, func(_ ID, s *Statement) bool { return isGone(gone, s.Table) })
}

func withoutGone(set IDSet, gone map[ID]string) IDSet {
	maps.DeleteFunc(set, func(id ID, _ bool) bool { return isGone(gone, id) })
	if len(set) == 0 {
		return nil
	}
	return set
}

// Expressions yields every expression of the document.
func (m References) Expressions() iter.Seq[*Expression] {
	return func(yield func(*Expression) bool) {
		for _, expression := range ExpressionsOf(m.Model) {
			if !yield(expression) {
				return
			}
		}
		for element := range m.Elements() {
			for _, expression := range ExpressionsOf(element.Value) {
				if !yield(expression) {
					return
				}
			}
		}
	}
}

// Expressions returns the expressions of an element that have been entered.
func (e Element) Expressions() []Expression {
	var entered []Expression
	for _, expression := range ExpressionsOf(e.Value) {
		if !expression.IsEmpty() {
			entered = append(entered, *expression)
		}
	}
	return entered
}

// ExpressionsOf returns the expressions that an element can have, also empty ones.
func ExpressionsOf(value any) []*Expression {
	switch element := value.(type) {
	case *Model:
		c := &element.Cluster
		return []*Expression{&c.Disk, &c.Density, &c.Compression, &c.Headroom, &c.NodeWrites, &c.NodeReads, &c.Tokens, &c.Skew, &c.Growth}
	case *Entity:
		return []*Expression{&element.Instances, &element.WorstInstances}
	case *Attribute:
		return []*Expression{&element.Length, &element.Distinct, &element.LargestShare, &element.Elements}
	case *Participant:
		return []*Expression{&element.Count, &element.WorstCount}
	case *Query:
		return []*Expression{&element.Rate, &element.WorstRate}
	case *Given:
		return []*Expression{&element.Count}
	case *Update:
		return []*Expression{&element.Rate, &element.WorstRate}
	case *TypeField:
		return []*Expression{&element.Length, &element.Elements}
	case *Relation:
		return []*Expression{&element.Rows, &element.Partitions, &element.Scale, &element.Compression}
	case *Column:
		return []*Expression{&element.Length, &element.KeyLength, &element.Elements, &element.Buckets, &element.Filled}
	case *Quantity:
		return []*Expression{&element.Typical, &element.Worst}
	}
	return nil
}

// unbind removes a quantity. Expressions that refer to it then contain its name
// and are evaluated with a missing quantity.
func (m References) unbind(id ID) {
	texts := map[*Expression]string{}
	for expression := range m.Expressions() {
		texts[expression] = m.ExpressionText(*expression)
	}
	delete(m.Quantities, id)
	for expression, text := range texts {
		*expression = m.BindExpression(text)
	}
}
