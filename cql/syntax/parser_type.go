package syntax

import "strconv"

// type = native | (LIST | SET | FROZEN) "<" type ">" | MAP "<" type "," type ">"
// | TUPLE "<" type {"," type} ">" | VECTOR "<" type "," integer ">"
// | typeName | string
//
// The words except SET are also names of user-defined types if no `<` follows. The
// result is written to t, which must be zero.
func (p *parser) typeName(t *TypeName) {
	p.enter()
	t.Position = p.token.Start
	switch word := p.token.number; {
	case p.token.Kind == String:
		t.Kind, t.Name = CustomType, Unqualified(Identifier{Position: t.Position, Name: unquote(p.scanner.Text(p.token))})
		p.advance()
	case p.accept("SET"):
		t.Kind = SetType
		p.typeArguments(t)
	default:
		isUserType := p.namesType()
		name := p.name("a type")
		switch {
		case p.at("<") && typeConstructor(word.text()) != UserType:
			t.Kind = typeConstructor(word.text())
			p.typeArguments(t)
		case word.class() == nativeType && !p.at("."):
			t.Kind, t.Name = NativeType, nativeNames[word]
		default:
			full := p.restOfTypeName(name, isUserType)
			t.Name = &full
		}
	}
	p.leave()
}

// nativeNames are the names of native types, by their words.
var nativeNames = makeNativeNames()

func makeNativeNames() (names [256]*QualifiedName) {
	for i, word := range words {
		if word.kind == nativeType {
			names[i] = Unqualified(Identifier{Name: word.lower})
		}
	}
	return names
}

// argumentCount returns the number of arguments that a type must have.
func argumentCount(kind TypeKind) int {
	if kind == MapType {
		return 2
	}
	return 1
}

func (p *parser) typeArguments(t *TypeName) {
	if !p.accept("<") {
		p.expected("`<` after `" + t.Kind.String() + "`")
	}
	t.Arguments = make([]TypeName, argumentCount(t.Kind))
	p.typeName(&t.Arguments[0])
	switch t.Kind {
	case MapType:
		p.expect(",", "the type of the map's keys")
		p.typeName(&t.Arguments[1])
	case TupleType:
		for p.accept(",") {
			t.Arguments = append(t.Arguments, TypeName{})
			p.typeName(&t.Arguments[len(t.Arguments)-1])
		}
	case VectorType:
		p.expect(",", "the type of the vector's elements")
		if p.token.Kind != Integer {
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
func (p *parser) userTypeName(what string) QualifiedName {
	isType := p.namesType()
	return p.restOfTypeName(p.name(what), isType)
}

// restOfTypeName continues after a first name. isType reports whether that name can
// be a user-defined type.
func (p *parser) restOfTypeName(first Identifier, isType bool) QualifiedName {
	name := QualifiedName{Name: first}
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
	return p.token.number.text() == "" || namesType(p.token.number.class(), p.token.number.text())
}

// createType = CREATE TYPE ifNotExists typeName "(" field {"," [field]} ")"
func (p *parser) createType() Statement {
	p.advance()
	s := &CreateType{IfNotExists: p.ifNotExists(), Name: p.userTypeName("the name of the type")}
	p.expect("(", "the type's name")
	p.partial = s
	for {
		field := Field{Remarks: p.remarksBefore(), Name: p.name("the name of a field")}
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
