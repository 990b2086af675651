package convert

import (
	"widerow/cql/syntax"
	"widerow/model/access"
)

// Part converts an INSERT, UPDATE or DELETE on its table.
func (s *Rows) Part(table *access.Table, statement syntax.Statement) access.BatchPart {
	part := access.BatchPart{Table: table}
	switch w := statement.(type) {
	case *syntax.Insert:
		part.Insert = s.insert(w)
	case *syntax.Update:
		part.Update = s.update(w)
	case *syntax.Delete:
		part.Delete = s.delete(w)
	}
	return part
}

func (s *Rows) insert(w *syntax.Insert) *access.Insert {
	shape := &access.Insert{IfNotExists: w.IfNotExists, Using: s.using(w.Using)}
	if w.JSON == nil {
		shape.Columns, shape.Values = names(w.Columns), s.values(w.Values)
		return shape
	}
	shape.JSON, shape.Unset = s.optional(w.JSON), w.Default == syntax.DefaultUnset
	return shape
}

func (s *Rows) update(w *syntax.Update) *access.Update {
	shape := &access.Update{Using: s.using(w.Using), Where: s.Conditions(w.Where), IfExists: w.IfExists, If: s.ifConditions(w.If)}
	for i := range w.Assignments {
		shape.Set = append(shape.Set, s.assignment(&w.Assignments[i]))
	}
	return shape
}

var assignmentKinds = [...]access.AssignmentKind{syntax.Assign: access.Assign, syntax.Append: access.Add, syntax.AppendShort: access.Add,
	syntax.Remove: access.Subtract, syntax.RemoveShort: access.Subtract, syntax.Prepend: access.Prepend}

func (s *Rows) assignment(a *syntax.Assignment) access.Assignment {
	return access.Assignment{Kind: AssignmentKind(a), Column: a.Column.Name, Key: s.optional(a.Key), Field: a.Field.Name,
		Value: s.Value(&a.Value)}
}

// AssignmentKind converts the kind of an assignment.
func AssignmentKind(a *syntax.Assignment) access.AssignmentKind {
	switch {
	case a.Key != nil:
		return access.AssignElement
	case a.Field.Name != "":
		return access.AssignField
	}
	return assignmentKinds[a.Kind]
}

func (s *Rows) delete(w *syntax.Delete) *access.Delete {
	shape := &access.Delete{Using: s.using(w.Using), Where: s.Conditions(w.Where), IfExists: w.IfExists, If: s.ifConditions(w.If)}
	for _, deletion := range w.Deletions {
		shape.Columns = append(shape.Columns, access.Deletion{Column: deletion.Column.Name, Element: s.optional(deletion.Key), Field: deletion.Field.Name})
	}
	return shape
}

func (s *Rows) ifConditions(conditions []syntax.Condition) []access.IfCondition {
	shapes := make([]access.IfCondition, len(conditions))
	for i := range conditions {
		c := &conditions[i]
		shapes[i] = access.IfCondition{Column: c.Columns[0].Name, Element: s.optional(c.Key), Field: c.Field.Name,
			Operator: access.Operator(c.Operator), Values: s.values(c.Values), List: c.List}
	}
	return shapes
}

// using converts a USING clause. The last of duplicate attributes counts.
func (s *Rows) using(attributes []syntax.Attribute) access.Using {
	using := access.Using{}
	for i := range attributes {
		value := s.optional(&attributes[i].Value)
		if attributes[i].Kind == syntax.Timestamp {
			using.Timestamp = value
		} else {
			using.TTL = value
		}
	}
	return using
}

var batchKinds = map[syntax.BatchKind]access.BatchKind{syntax.LoggedBatch: access.LoggedBatch, syntax.UnloggedBatch: access.UnloggedBatch,
	syntax.CounterBatch: access.CounterBatch}

// Batch converts a batch without its statements.
func (s *Rows) Batch(b *syntax.Batch) access.Batch {
	return access.Batch{Kind: batchKinds[b.Kind], Using: s.using(b.Using)}
}
