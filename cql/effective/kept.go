package effective

import (
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
)

// Kept returns a function, aggregate or trigger in normal form: without OR REPLACE, IF NOT
// EXISTS and an initial value of null, with types as the server describes them. Others stay
// as they are.
func Kept(given string) string {
	script := parse.Parse(given + "\n;")
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return given
	}
	switch s := script.Statements[0].(type) {
	case *syntax.CreateFunction:
		s.OrReplace, s.IfNotExists = false, false
		s.Language = strings.ToLower(s.Language)
		for i, argument := range s.Arguments {
			s.Arguments[i].Type = typeName(argument.Type, false)
		}
		s.Returns = typeName(s.Returns, false)
	case *syntax.CreateAggregate:
		s.OrReplace, s.IfNotExists = false, false
		for i, argument := range s.Arguments {
			s.Arguments[i] = typeName(argument, false)
		}
		s.StateType = typeName(s.StateType, false)
		s.Initial = initial(s.Initial)
	case *syntax.CreateTrigger:
		s.IfNotExists = false
	default:
		return given
	}
	return strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(script.Statements[0])), ";")
}

func initial(value *syntax.Term) *syntax.Term {
	if value == nil || value.Kind == syntax.NullTerm {
		return nil
	}
	normal := Term(*value)
	return &normal
}

// typeName does to a written type what [model.Type.Effective] does to a type.
func typeName(t syntax.TypeName, frozen bool) syntax.TypeName {
	inner, around := frozen, frozen
	switch t.Kind {
	case syntax.FrozenType:
		return typeName(t.Arguments[0], true)
	case syntax.TupleType:
		inner, around = true, false
	case syntax.VectorType:
		inner, around = false, false
	case syntax.ListType, syntax.SetType, syntax.MapType, syntax.UserType:
	default:
		return t
	}
	t.Arguments = slices.Clone(t.Arguments)
	for i, argument := range t.Arguments {
		t.Arguments[i] = typeName(argument, inner)
	}
	if around {
		return syntax.TypeName{Kind: syntax.FrozenType, Arguments: []syntax.TypeName{t}}
	}
	return t
}
