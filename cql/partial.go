package cql

import (
	"slices"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model/schema"
)

// refusePartial reports what the server refuses of a statement before its syntax
// error further on, and whether there is anything.
func (r *resolver) refusePartial(bad *syntax.Bad) bool {
	if bad.Partial() == nil || r.lenient {
		return false
	}
	refusal := checkPartial(bad.Partial())
	if refusal != nil {
		*syntax.Place(bad.Partial()) = bad.Base
		r.refuse(bad.Partial(), refusal)
	}
	return refusal != nil
}

func checkPartial(partial syntax.Statement) *schema.Refusal {
	switch s := partial.(type) {
	case *syntax.CreateTable:
		s.Elements = slices.DeleteFunc(s.Elements, func(e syntax.TableElement) bool { return e.Column == nil && e.Key == nil })
		s.Options = nil
		return schema.CheckWritten(convert.Table(s))
	case *syntax.CreateType:
		if !s.Name.Name.Quoted && schema.ReservedTypeName(s.Name.Name.Name) {
			return schema.Refuse(schema.Syntax, "", "Invalid (reserved) user type name %s", s.Name.Name.Name).
				Advise("The name is reserved for future types: put it in double quotes or choose another name.")
		}
	case *syntax.Update:
		return checkAssignments(s)
	}
	return nil
}
