package access

import (
	"strconv"

	"widerow/model"
)

// receiver is the target of a value, by assignment or comparison: a column, or a part of one. name
// is its name in messages.
type receiver struct {
	name string
	typ  model.Type
	// descending reports whether it is a clustering column in descending order.
	descending bool
}

func (c *Column) receiver() receiver { return receiver{c.Name, c.Type, c.Descending} }

func (r receiver) element() receiver {
	return receiver{name: "value(" + r.name + ")", typ: valueOf(r.typ)}
}

func (r receiver) key() receiver { return receiver{name: "key(" + r.name + ")", typ: elementOf(r.typ)} }

func (r receiver) index() receiver {
	return receiver{name: "idx(" + r.name + ")", typ: model.Native("int")}
}

func (r receiver) kind() model.TypeKind { return r.typ.Unfrozen().Kind }

// isTuple reports whether the receiver is a tuple. To the server a user-defined
// type is one too.
func (r receiver) isTuple() bool { return r.kind() == model.TupleType || r.kind() == model.UserTypeRef }

func (r receiver) component(i int, t model.Type) receiver {
	return receiver{name: r.name + "[" + strconv.Itoa(i) + "]", typ: t}
}

func (r receiver) field(field *model.TypeField) receiver {
	return receiver{name: r.name + "." + field.Name, typ: canonical(field.Type, isFrozen(r.typ))}
}

// refuse returns a refusal of a value for the receiver.
func (r receiver) refuse(code *Code, value *Value) *Refusal {
	return &Refusal{Code: code, Column: r.name, Type: unwrap(r.typ), Value: value}
}

// refuseLiteral returns the refusal of a literal that the receiver's native type
// cannot parse.
func (r receiver) refuseLiteral(literal *Value) *Refusal {
	code := unreadable[r.typ.Name]
	if number := unreadableNumber[r.typ.Name]; number != nil && isWhole(literal.Text) {
		code = number
	}
	return r.refuse(code, literal)
}
