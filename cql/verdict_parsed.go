package cql

import (
	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model/access"
	"widerow/model/schema"
)

// checkParsed returns what the server refuses in a statement on rows while parsing
// it, before it looks for keyspaces and tables.
func checkParsed(statement syntax.Statement) *schema.Refusal {
	switch s := statement.(type) {
	case *syntax.Batch:
		for _, inner := range s.Statements {
			if refusal := checkParsed(inner); refusal != nil {
				return refusal
			}
		}
		return nil
	case *syntax.Update:
		if refusal := checkAssignments(s); refusal != nil {
			return refusal
		}
	}
	if syntax.Place(statement).Casts {
		return checkTypeTexts(statement)
	}
	return nil
}

// checkTypeTexts checks the types of casts as far as the parser does.
func checkTypeTexts(node syntax.Node) *schema.Refusal {
	var refusal *schema.Refusal
	syntax.Walk(node, func(node syntax.Node) bool {
		if written, isType := node.(*syntax.TypeName); isType && refusal == nil {
			refusal = schema.CheckTypeText(convert.TypeName(*written))
			return false
		}
		return refusal == nil
	})
	return refusal
}

// checkAssignments checks SET from left to right.
func checkAssignments(s *syntax.Update) *schema.Refusal {
	assigned := access.Assigned{}
	for i := range s.Assignments {
		a := &s.Assignments[i]
		if s.Casts {
			if refusal := checkTypeTexts(a); refusal != nil {
				return refusal
			}
		}
		if a.Source.Name != "" && a.Source.Name != a.Column.Name {
			return schema.Refuse(schema.Syntax, a.Column.Name, "Only expressions of the form %s are supported.", assignmentForm(a)).
				Advise("Name the same column on both sides.")
		}
		if refusal := assigned.Add(access.Assignment{Kind: convert.AssignmentKind(a), Column: a.Column.Name, Field: a.Field.Name}); refusal != nil {
			return refusalOf(refusal)
		}
	}
	return nil
}

// assignmentForm returns the form that the server requires of such an assignment.
func assignmentForm(a *syntax.Assignment) string {
	switch sign := map[syntax.AssignmentKind]string{syntax.Append: "+", syntax.Remove: "-"}[a.Kind]; {
	case a.Kind == syntax.Prepend:
		return "X = <value> + X"
	case a.Joined:
		return "X = X " + sign + " <value>"
	default:
		return "X = X " + sign + "<value>"
	}
}
