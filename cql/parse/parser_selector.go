package parse

import "widerow/cql/syntax"

// functionCall = functionName "(" [term {"," term}] ")"
func (p termGrammar) functionCall() syntax.Term {
	if !p.isName() && !p.at("TOKEN") {
		p.expected("a value")
	}
	call := syntax.Term{Position: p.token.Start, Kind: syntax.FunctionTerm}
	name := p.functionName("the name of a function")
	call.Name = &name
	return p.arguments(call)
}

// arguments = "(" [term {"," term}] ")"
func (p termGrammar) arguments(call syntax.Term) syntax.Term {
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
func (p termGrammar) functionName(what string) syntax.QualifiedName {
	if p.peek().Number.Text() != "." {
		return syntax.QualifiedName{Name: p.functionIdentifier(what)}
	}
	name := syntax.QualifiedName{Keyspace: p.name(what)}
	p.advance()
	name.Name = p.functionIdentifier(what)
	return name
}

// functionIdentifier = identifier | quoted | keyword that may name a function |
// TOKEN | COUNT
func (p termGrammar) functionIdentifier(what string) syntax.Identifier {
	if p.at("TOKEN") {
		name := syntax.Identifier{Position: p.token.Start, Name: "token"}
		p.advance()
		return name
	}
	if word := p.token; p.isName() && word.Number.Class() == syntax.Contextual && word.Number.Text() != "COUNT" {
		p.advance()
		p.expected("`.` after `" + p.scanner.Text(word) + "`, which has to be in double quotes as the name of a function")
	}
	return p.name(what)
}

// isFunctionName reports whether a function's name can begin here.
func (p termGrammar) isFunctionName() bool {
	return p.at("TOKEN") || p.isName() && (p.token.Number.Class() != syntax.Contextual || p.at("COUNT"))
}

// columnTerm = CAST "(" term AS type ")" | COUNT "(" "*" ")" | cellFunction
// | functionCall | name
func (p termGrammar) columnTerm() syntax.Term {
	next := p.peek()
	switch {
	case p.at("CAST") && next.Number.Text() == "(":
		return p.castFunction(p.term)
	case p.at("COUNT") && next.Number.Text() == "(" && p.ahead(2).Number.Text() == "*":
		return p.countAll()
	case next.Number.Text() == "(" && (p.at("WRITETIME") || p.at("MAXWRITETIME") || p.at("TTL")):
		return p.cellFunction()
	case next.Number.Text() == "(" && p.isFunctionName(), p.at("TOKEN"), p.isName() && next.Number.Text() == "." && p.qualifiesFunction():
		return p.functionCall()
	}
	if !p.isName() {
		p.expected("a column or a value" + p.reservedHint())
	}
	return p.named(syntax.ColumnTerm, "the name of a column")
}

// named parses a term that is a name.
func (p termGrammar) named(kind syntax.TermKind, what string) syntax.Term {
	name := syntax.Unqualified(p.name(what))
	return syntax.Term{Position: name.Name.Position, Kind: kind, Name: name}
}

// qualifiesFunction reports whether a keyspace and a function's name follow
// rather than a column and a field.
func (p termGrammar) qualifiesFunction() bool {
	name := p.ahead(2)
	isName := name.Kind == syntax.QuotedName || name.Kind == syntax.Name && (name.Number.Class() != syntax.Reserved || name.Number.Text() == "TOKEN")
	return isName && p.ahead(3).Number.Text() == "("
}

// cellFunction = (WRITETIME | MAXWRITETIME | TTL) "(" name access ")"
func (p termGrammar) cellFunction() syntax.Term {
	call := p.named(syntax.FunctionTerm, "the name of a function")
	p.advance()
	column := p.named(syntax.ColumnTerm, "the name of a column")
	call.Terms = []syntax.Term{p.access(column)}
	p.expect(")", "the column")
	return call
}

// access = {"." name | "[" range "]"}
func (p termGrammar) access(term syntax.Term) syntax.Term {
	for count := 0; ; count++ {
		p.checkChain(count)
		switch {
		case p.accept("."):
			term = syntax.Term{Position: term.Position, Kind: syntax.FieldTerm, Terms: []syntax.Term{term},
				Name: syntax.Unqualified(p.name("the name of a field"))}
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
func (p termGrammar) element(of syntax.Term) syntax.Term {
	p.columns = false
	element := syntax.Term{Position: of.Position, Kind: syntax.ElementTerm, Terms: []syntax.Term{of}}
	if !p.at("..") {
		element.Terms = append(element.Terms, p.term())
		element.Text = "from"
	}
	if p.accept("..") {
		element.Kind = syntax.SliceTerm
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
func (p termGrammar) castFunction(operand func() syntax.Term) syntax.Term {
	cast := syntax.Term{Position: p.token.Start, Kind: syntax.CastFunctionTerm}
	p.words("a value", "CAST", "(")
	cast.Terms = []syntax.Term{operand()}
	p.expect("AS", "the value to cast")
	if p.token.Number.Class() != syntax.NativeWord {
		p.expected("a native type")
	}
	cast.Text = syntax.LookupKeyword(p.token.Number.Text()).Lower
	cast.Type = &syntax.TypeName{}
	p.typeName(cast.Type)
	p.expect(")", "the type")
	return cast
}

// countAll = COUNT "(" "*" ")"
func (p termGrammar) countAll() syntax.Term {
	count := syntax.Term{Position: p.token.Start, Kind: syntax.FunctionTerm, Name: syntax.Unqualified(syntax.Identifier{Position: p.token.Start, Name: "count"})}
	p.words("a selector", "COUNT", "(", "*", ")")
	count.Terms = []syntax.Term{{Kind: syntax.StarTerm}}
	return count
}
