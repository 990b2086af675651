package parse

import (
	"strconv"

	"widerow/cql/syntax"
)

// type = native | (LIST | SET | FROZEN) "<" type ">" | MAP "<" type "," type ">"
// | TUPLE "<" type {"," type} ">" | VECTOR "<" type "," integer ">"
// | typeName | string
//
// The words except SET are also names of user-defined types if no `<` follows. The
// result is written to t, which must be zero.
func (p *parser) typeName(t *syntax.TypeName) {
	p.enter()
	t.Position = p.token.Start
	switch word := p.token.Number; {
	case p.token.Kind == syntax.String:
		t.Kind, t.Name = syntax.CustomType, syntax.Unqualified(syntax.Identifier{Position: t.Position, Name: unquote(p.scanner.Text(p.token))})
		p.advance()
	case p.accept("SET"):
		t.Kind = syntax.SetType
		p.typeArguments(t)
	default:
		isUserType := p.namesType()
		name := p.name("a type")
		switch {
		case p.at("<") && syntax.TypeConstructor(word.Text()) != syntax.UserType:
			t.Kind = syntax.TypeConstructor(word.Text())
			p.typeArguments(t)
		case word.Class() == syntax.NativeWord && !p.at("."):
			t.Kind, t.Name = syntax.NativeType, nativeNames[word]
		default:
			full := p.restOfTypeName(name, isUserType)
			t.Name = &full
		}
	}
	p.leave()
}

// nativeNames are the names of native types, by their words.
var nativeNames = makeNativeNames()

func makeNativeNames() (names [256]*syntax.QualifiedName) {
	for i, word := range syntax.Words {
		if word.Kind == syntax.NativeWord {
			names[i] = syntax.Unqualified(syntax.Identifier{Name: word.Lower})
		}
	}
	return names
}

// argumentCount returns the number of arguments that a type must have.
func argumentCount(kind syntax.TypeKind) int {
	if kind == syntax.MapType {
		return 2
	}
	return 1
}

func (p *parser) typeArguments(t *syntax.TypeName) {
	if !p.accept("<") {
		p.expected("`<` after `" + t.Kind.String() + "`")
	}
	t.Arguments = make([]syntax.TypeName, argumentCount(t.Kind))
	p.typeName(&t.Arguments[0])
	switch t.Kind {
	case syntax.MapType:
		p.expect(",", "the type of the map's keys")
		p.typeName(&t.Arguments[1])
	case syntax.TupleType:
		for p.accept(",") {
			t.Arguments = append(t.Arguments, syntax.TypeName{})
			p.typeName(&t.Arguments[len(t.Arguments)-1])
		}
	case syntax.VectorType:
		p.expect(",", "the type of the vector's elements")
		if p.token.Kind != syntax.Integer {
			p.expected("the number of the vector's elements")
		}
		t.Dimension = p.scanner.Text(p.token)
		if _, err := strconv.ParseInt(t.Dimension, 10, 32); err != nil && p.oversized == "" {
			p.oversized = t.Dimension
		}
		p.advance()
	}
	if !p.accept(">") {
		p.expected("`>` after the type inside `" + t.Kind.String() + "<`")
	}
}

// userTypeName = [name "."] (identifier | quoted | a word that is not a native
// type)
func (p *parser) userTypeName(what string) syntax.QualifiedName {
	isType := p.namesType()
	return p.restOfTypeName(p.name(what), isType)
}

// restOfTypeName continues after a first name. isType reports whether that name can
// be a user-defined type.
func (p *parser) restOfTypeName(first syntax.Identifier, isType bool) syntax.QualifiedName {
	name := syntax.QualifiedName{Name: first}
	if p.accept(".") {
		isType = p.namesType()
		name.Keyspace, name.Name = name.Name, p.name("a type")
	}
	if !isType {
		p.expected("`.` (" + name.Name.Name + " is no name of a type unless it is in double quotes)")
	}
	return name
}

// namesType reports whether the token may be the name of a user-defined type.
func (p *parser) namesType() bool {
	return p.token.Number.Text() == "" || syntax.NamesType(p.token.Number.Class(), p.token.Number.Text())
}

// createType = CREATE TYPE ifNotExists typeName "(" field {"," [field]} ")"
func (p *parser) createType() syntax.Statement {
	p.advance()
	s := &syntax.CreateType{IfNotExists: p.ifNotExists(), Name: p.userTypeName("the name of the type")}
	p.expect("(", "the type's name")
	p.partial = s
	for {
		field := syntax.Field{Remarks: p.remarksBefore(), Name: p.name("the name of a field")}
		p.typeName(&field.Type)
		more := p.comma(&field.Remarks)
		s.Fields = append(s.Fields, field)
		for more && p.accept(",") {
		}
		if more && !p.at(")") {
			continue
		}
		if !p.at(")") {
			p.expected("`,` or `)` after the field's type")
		}
		s.Closing = p.takeBefore()
		p.advance()
		return s
	}
}
