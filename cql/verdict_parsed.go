package cql

import (
	"widerow/model/access"
	"widerow/model/schema"
)

// checkParsed is what the server refuses of a statement on rows while it
// parses it, before it looks for keyspaces and tables.
func checkParsed(statement Statement) *schema.Refusal {
	switch s := statement.(type) {
	case *Batch:
		for _, inner := range s.Statements {
			if refusal := checkParsed(inner); refusal != nil {
				return refusal
			}
		}
		return nil
	case *Update:
		if refusal := checkAssignments(s); refusal != nil {
			return refusal
		}
	}
	if Place(statement).Casts {
		return checkTypeTexts(statement)
	}
	return nil
}

// checkTypeTexts judges the types of casts, as far as the parser does.
func checkTypeTexts(node Node) *schema.Refusal {
	var refusal *schema.Refusal
	Walk(node, func(node Node) bool {
		if written, isType := node.(*TypeName); isType && refusal == nil {
			refusal = schema.CheckTypeText(declareTypeName(*written))
			return false
		}
		return refusal == nil
	})
	return refusal
}

// checkAssignments goes through SET from left to right.
func checkAssignments(s *Update) *schema.Refusal {
	assigned := access.Assigned{}
	for i := range s.Assignments {
		a := &s.Assignments[i]
		if s.Casts {
			if refusal := checkTypeTexts(a); refusal != nil {
				return refusal
			}
		}
		if a.Source.Name != "" && a.Source.Name != a.Column.Name {
			return schema.Refuse(schema.Syntax, a.Column.Name, "Only expressions of the form %s are supported.", assignmentForm(a))
		}
		if refusal := assigned.Add(access.Assignment{Kind: assignmentKind(a), Column: a.Column.Name, Field: a.Field.Name}); refusal != nil {
			return refusalOf(refusal)
		}
	}
	return nil
}

// assignmentForm is what the server says that such an assignment has to be.
func assignmentForm(a *Assignment) string {
	switch sign := map[AssignmentKind]string{Append: "+", Remove: "-"}[a.Kind]; {
	case a.Kind == Prepend:
		return "X = <value> + X"
	case a.Joined:
		return "X = X " + sign + " <value>"
	default:
		return "X = X " + sign + "<value>"
	}
}
