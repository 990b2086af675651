package cql

import (
	"slices"

	"widerow/cql/syntax"
	"widerow/model/schema"
)

// place is the part of a script that a finding is about. The zero place is
// none.
type place struct{ From, To syntax.Position }

// placeAt returns the place of the token at a position.
func placeAt(text string, from syntax.Position) place {
	return place{from, syntax.TokenEnd(text, from)}
}

// placeOf returns the place of a refusal: a type, an option or a value in it, a column or field,
// else the name in the message or in the statement, else the statement's first word.
func (f *finder) placeOf(text string, statement syntax.Statement, refusal *schema.Refusal) place {
	start := syntax.Place(statement).Start
	if text == "" || start.Line == 0 {
		return place{}
	}
	*f = finder{refusal: refusal, visitor: f.visitor}
	syntax.Walk(statement, f.visitor)
	switch {
	case f.typeName.Line > 0:
		return place{f.typeName, syntax.TypeEnd(text, f.typeName)}
	case f.part.Line > 0:
		return placeAt(text, f.part)
	case f.named.Name.Line > 0:
		return place{f.named.Start(), syntax.TokenEnd(text, f.named.Name.Position)}
	case f.head.Name.Line > 0:
		return place{f.head.Start(), syntax.TokenEnd(text, f.head.Name.Position)}
	}
	return placeAt(text, start)
}

// finder finds the place that a refusal is about. If there are several, the
// last counts: of a duplicate the second is refused, and a column is refused
// where it is used.
type finder struct {
	// visitor is visit, allocated once for all findings of a script.
	visitor        func(syntax.Node) bool
	refusal        *schema.Refusal
	typeName, part syntax.Position
	// ofPart means that the next type belongs to the part.
	ofPart bool
	// named is the name that the message repeats, head the first name.
	named, head syntax.QualifiedName
}

func newFinder() *finder {
	f := &finder{}
	f.visitor = f.visit
	return f
}

// noRefusal finds the first name of a statement.
var noRefusal = &schema.Refusal{}

func (f *finder) visit(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.QualifiedName:
		f.name(*n)
		return false
	case *syntax.Identifier:
		f.ofPart = n.Name == f.refusal.Part && n.Name != ""
		if f.ofPart {
			f.part = n.Position
		} else {
			f.name(syntax.QualifiedName{Name: *n})
		}
	case *syntax.TypeName:
		if f.refusal.OfType && f.ofPart {
			f.typeName = n.Position
		}
		return n.Kind == syntax.UserType && f.mentions(n.Name.Name.Name)
	case *syntax.Option:
		return f.option(n)
	case *syntax.Term:
		if n.Text != "" && f.mentions(n.Text) {
			f.part = n.Position
		}
	}
	return true
}

// option looks into the option that the refusal names, or into all options.
func (f *finder) option(option *syntax.Option) bool {
	if option.Kind != syntax.Property {
		return true
	}
	if option.Name.Name == f.refusal.Option {
		f.part = option.Name.Position
	}
	if option.Name.Name == f.refusal.Option || f.refusal.Option == "" {
		syntax.Walk(&option.Value, f.visitor)
	}
	return false
}

func (f *finder) mentions(text string) bool { return slices.Contains(f.refusal.Arguments, text) }

// name records the first name, and the last one that the message repeats.
func (f *finder) name(name syntax.QualifiedName) {
	if f.head.Name.Line == 0 {
		f.head = name
	}
	switch keyspace := name.Keyspace; {
	case f.mentions(name.Name.Name), f.mentions(keyspace.Name + "." + name.Name.Name):
		f.named = name
	case f.mentions(keyspace.Name) && f.named.Name.Line == 0:
		f.named = syntax.QualifiedName{Name: keyspace}
	}
}
