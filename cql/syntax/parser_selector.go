package syntax

// functionCall = functionName "(" [term {"," term}] ")"
func (p *parser) functionCall() Term {
	if !p.isName() && !p.at("TOKEN") {
		p.expected("a value")
	}
	call := Term{Position: p.token.Start, Kind: FunctionTerm}
	name := p.functionName("the name of a function")
	call.Name = &name
	return p.arguments(call)
}

// arguments = "(" [term {"," term}] ")"
func (p *parser) arguments(call Term) Term {
	if !p.accept("(") {
		hint := ""
		if call.Name.Name.Quoted {
			hint = " (a string has to be in single quotes)"
		}
		p.expected("`(` after the function's name" + hint)
	}
	if p.accept(")") {
		return call
	}
	call.Terms = p.terms()
	if !p.accept(")") {
		p.expected("`,` or `)` after the argument")
	}
	return call
}

// functionName = [name "."] functionIdentifier
func (p *parser) functionName(what string) QualifiedName {
	if p.peek().number.text() != "." {
		return QualifiedName{Name: p.functionIdentifier(what)}
	}
	name := QualifiedName{Keyspace: p.name(what)}
	p.advance()
	name.Name = p.functionIdentifier(what)
	return name
}

// functionIdentifier = identifier | quoted | keyword that may name a function |
// TOKEN | COUNT
func (p *parser) functionIdentifier(what string) Identifier {
	if p.at("TOKEN") {
		name := Identifier{Position: p.token.Start, Name: "token"}
		p.advance()
		return name
	}
	if word := p.token; p.isName() && word.number.class() == contextual && word.number.text() != "COUNT" {
		p.advance()
		p.expected("`.` after `" + p.scanner.Text(word) + "`, which has to be in double quotes as the name of a function")
	}
	return p.name(what)
}

// isFunctionName reports whether a function's name can begin here.
func (p *parser) isFunctionName() bool {
	return p.at("TOKEN") || p.isName() && (p.token.number.class() != contextual || p.at("COUNT"))
}

// columnTerm = CAST "(" term AS type ")" | COUNT "(" "*" ")" | cellFunction
// | functionCall | name
func (p *parser) columnTerm() Term {
	next := p.peek()
	switch {
	case p.at("CAST") && next.number.text() == "(":
		return p.castFunction(p.term)
	case p.at("COUNT") && next.number.text() == "(" && p.ahead(2).number.text() == "*":
		return p.countAll()
	case next.number.text() == "(" && (p.at("WRITETIME") || p.at("MAXWRITETIME") || p.at("TTL")):
		return p.cellFunction()
	case next.number.text() == "(" && p.isFunctionName(), p.at("TOKEN"), p.isName() && next.number.text() == "." && p.qualifiesFunction():
		return p.functionCall()
	}
	if !p.isName() {
		p.expected("a column or a value" + p.reservedHint())
	}
	return p.named(ColumnTerm, "the name of a column")
}

// named parses a term that is a name.
func (p *parser) named(kind TermKind, what string) Term {
	name := Unqualified(p.name(what))
	return Term{Position: name.Name.Position, Kind: kind, Name: name}
}

// qualifiesFunction reports whether a keyspace and a function's name follow
// rather than a column and a field.
func (p *parser) qualifiesFunction() bool {
	name := p.ahead(2)
	isName := name.Kind == QuotedName || name.Kind == Name && (name.number.class() != reserved || name.number.text() == "TOKEN")
	return isName && p.ahead(3).number.text() == "("
}

// cellFunction = (WRITETIME | MAXWRITETIME | TTL) "(" name access ")"
func (p *parser) cellFunction() Term {
	call := p.named(FunctionTerm, "the name of a function")
	p.advance()
	column := p.named(ColumnTerm, "the name of a column")
	call.Terms = []Term{p.access(column)}
	p.expect(")", "the column")
	return call
}

// access = {"." name | "[" range "]"}
func (p *parser) access(term Term) Term {
	for count := 0; ; count++ {
		p.checkChain(count)
		switch {
		case p.accept("."):
			term = Term{Position: term.Position, Kind: FieldTerm, Terms: []Term{term},
				Name: Unqualified(p.name("the name of a field"))}
		case p.accept("["):
			term = p.element(term)
		default:
			return term
		}
	}
}

// range = term [".." [term]] | ".." term
//
// It cannot name a column.
func (p *parser) element(of Term) Term {
	p.columns = false
	element := Term{Position: of.Position, Kind: ElementTerm, Terms: []Term{of}}
	if !p.at("..") {
		element.Terms = append(element.Terms, p.term())
		element.Text = "from"
	}
	if p.accept("..") {
		element.Kind = SliceTerm
		if element.Text == "" || !p.at("]") {
			element.Terms = append(element.Terms, p.term())
			element.Text += "..to"
		} else {
			element.Text += ".."
		}
	}
	p.columns = true
	p.expect("]", "the index")
	return element
}

// castFunction = CAST "(" term AS nativeType ")"
func (p *parser) castFunction(operand func() Term) Term {
	cast := Term{Position: p.token.Start, Kind: CastFunctionTerm}
	p.words("a value", "CAST", "(")
	cast.Terms = []Term{operand()}
	p.expect("AS", "the value to cast")
	if p.token.number.class() != nativeType {
		p.expected("a native type")
	}
	cast.Text = lookupKeyword(p.token.number.text()).lower
	cast.Type = &TypeName{}
	p.typeName(cast.Type)
	p.expect(")", "the type")
	return cast
}

// countAll = COUNT "(" "*" ")"
func (p *parser) countAll() Term {
	count := Term{Position: p.token.Start, Kind: FunctionTerm, Name: Unqualified(Identifier{Position: p.token.Start, Name: "count"})}
	p.words("a selector", "COUNT", "(", "*", ")")
	count.Terms = []Term{{Kind: StarTerm}}
	return count
}
