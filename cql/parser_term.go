package cql

import "fmt"

// term = product {("+" | "-") product}
//
// Inside a selector a term may name columns (parser.columns).
func (p *parser) term() Term {
	p.enter()
	defer p.leave()
	return p.operation(p.product, "+", "-")
}

// product = factor {("*" | "/" | "%") factor}
func (p *parser) product() Term { return p.operation(p.factor, "*", "/", "%") }

func (p *parser) operation(operand func() Term, first, second string, more ...string) Term {
	left := operand()
	for count := 0; p.at(first) || p.at(second) || len(more) > 0 && p.at(more[0]); count++ {
		p.checkChain(count)
		operator := p.token.Word
		p.advance()
		left = Term{Position: left.Position, Kind: OperationTerm, Text: operator, Terms: []Term{left, operand()}}
	}
	return left
}

// maxChain bounds what is written one after another without nesting and yet
// nests in the tree.
const maxChain = 1000

func (p *parser) checkChain(count int) {
	if count >= maxChain {
		p.fail(fmt.Sprintf("an expression of more than %d parts", maxChain))
	}
}

// factor = "-" simple | simple
func (p *parser) factor() Term {
	start := p.token.Start
	if p.accept("-") {
		return Term{Position: start, Kind: NegationTerm, Terms: []Term{p.simple()}}
	}
	return p.simple()
}

// simple = constant | NULL | bind | list | setOrMap | tuple | cast
// | function | columnTerm
func (p *parser) simple() Term {
	p.enter()
	defer p.leave()
	if constant, found := p.constant(); found {
		return constant
	}
	start := p.token.Start
	switch p.token.Word {
	case "NULL":
		p.advance()
		return Term{Position: start, Kind: NullTerm}
	case "?":
		p.advance()
		return Term{Position: start, Kind: BindTerm}
	case ":":
		p.advance()
		return Term{Position: start, Kind: BindTerm, Name: QualifiedName{Name: p.name("the name of a bind marker")}}
	case "[":
		return p.list()
	case "{":
		return p.setOrMap()
	case "(":
		return p.parenthesis()
	}
	if p.columns {
		return p.columnTerm()
	}
	return p.functionCall()
}

// constant = string | integer | float | boolean | uuid | hex | duration
func (p *parser) constant() (Term, bool) {
	constant := Term{Position: p.token.Start}
	text := p.scanner.Text(p.token)
	switch p.token.Kind {
	case String:
		constant.Kind, text = StringTerm, unquote(text)
	case Integer:
		constant.Kind = IntegerTerm
	case Float:
		constant.Kind = FloatTerm
	case Boolean:
		constant.Kind = BooleanTerm
	case UUID:
		constant.Kind = UUIDTerm
	case Hex:
		constant.Kind = HexTerm
	case Duration:
		constant.Kind = DurationTerm
	default:
		return Term{}, false
	}
	constant.Text = text
	p.advance()
	return constant, true
}

// terms = term {"," term}
func (p *parser) terms() []Term {
	terms := []Term{p.term()}
	for p.accept(",") {
		terms = append(terms, p.term())
	}
	return terms
}

// list = "[" [term {"," term}] "]"
func (p *parser) list() Term {
	list := Term{Position: p.token.Start, Kind: ListTerm}
	p.advance()
	if p.accept("]") {
		return list
	}
	list.Terms = p.terms()
	if !p.accept("]") {
		p.expected("`,` or `]` after the list's element")
	}
	return list
}

// mapLiteral = "{" [term ":" term {"," term ":" term}] "}"
func (p *parser) mapLiteral() Term {
	p.enter()
	defer p.leave()
	literal := Term{Position: p.token.Start, Kind: MapTerm}
	p.advance()
	if p.accept("}") {
		return literal
	}
	p.entries(&literal, p.key())
	return literal
}

// key is a term as the key of a map. A bare word in its place is a common
// mistake with a message of its own.
func (p *parser) key() Term {
	if p.isName() && p.peek().Word == ":" {
		name := p.got()
		p.advance()
		p.fail("the key " + name + " has to be in single quotes")
	}
	return p.term()
}

// entries parses a map behind its first key.
func (p *parser) entries(literal *Term, key Term) {
	for {
		p.expect(":", "the key")
		literal.Terms = append(literal.Terms, key, p.term())
		if p.accept("}") {
			return
		}
		if !p.accept(",") {
			p.expected("`,` or `}` after the value")
		}
		key = p.key()
	}
}

// setOrMap = mapLiteral | "{" term {"," term} "}" | "{" name ":" term {"," name ":" term} "}"
//
// The last is a value of a user-defined type.
func (p *parser) setOrMap() Term {
	literal := Term{Position: p.token.Start, Kind: SetTerm}
	p.advance()
	if p.accept("}") {
		return literal
	}
	if p.isName() && p.peek().Word == ":" {
		literal.Kind = MapTerm
		p.fields(&literal)
		return literal
	}
	first := p.term()
	if p.at(":") {
		literal.Kind = MapTerm
		p.entries(&literal, first)
		return literal
	}
	literal.Terms = []Term{first}
	if p.accept(",") {
		literal.Terms = append(literal.Terms, p.terms()...)
	}
	if !p.accept("}") {
		p.expected("`,` or `}` after the set's element")
	}
	return literal
}

// fields = name ":" term {"," name ":" term} "}"
func (p *parser) fields(literal *Term) {
	for {
		field := Term{Position: p.token.Start, Kind: ColumnTerm, Name: QualifiedName{Name: p.name("the name of a field")}}
		p.expect(":", "the field's name")
		literal.Terms = append(literal.Terms, field, p.term())
		if p.accept("}") {
			return
		}
		if !p.accept(",") {
			p.expected("`,` or `}` after the field's value")
		}
	}
}

// parenthesis = "(" type ")" simple | "(" term {"," term} ")"
func (p *parser) parenthesis() Term {
	start := p.token.Start
	if cast, found := p.cast(); found {
		return cast
	}
	p.advance()
	tuple := Term{Position: start, Kind: TupleTerm, Terms: p.terms()}
	if !p.accept(")") {
		p.expected("`,` or `)` after the value")
	}
	return tuple
}

// cast = "(" type ")" simple
//
// It is told from a tuple by its first word and, where that may also be a
// function or a column, by the parenthesis that follows.
func (p *parser) cast() (Term, bool) {
	tokens := p.ahead()
	isType := tokens[0].class() == nativeType || typeConstructors[tokens[0].Word] != "" && tokens[1].Word == "<"
	isUserType := tokens[0].Kind == Name && tokens[0].class() != reserved || tokens[0].Kind == QuotedName
	if !isType && (p.columns || !isUserType) || tokens[1].Word == "(" {
		return Term{}, false
	}
	cast := Term{Position: p.token.Start, Kind: CastTerm}
	p.advance()
	t := p.typeName()
	cast.Type = &t
	p.expect(")", "the type")
	cast.Terms = []Term{p.simple()}
	return cast, true
}

// functionCall = functionName "(" [term {"," term}] ")"
func (p *parser) functionCall() Term {
	call := Term{Position: p.token.Start, Kind: FunctionTerm, Name: p.functionName()}
	p.expect("(", "the function's name")
	if p.accept(")") {
		return call
	}
	call.Terms = p.terms()
	if !p.accept(")") {
		p.expected("`,` or `)` after the argument")
	}
	return call
}

// functionName = [name "."] (name | TOKEN)
func (p *parser) functionName() QualifiedName {
	if p.at("TOKEN") {
		name := QualifiedName{Name: Identifier{Position: p.token.Start, Name: "token"}}
		p.advance()
		return name
	}
	if !p.isName() || !p.columns && p.token.class() == contextual && !p.at("COUNT") {
		p.expected("a value")
	}
	return p.qualifiedName("the name of a function")
}

// columnTerm = CAST "(" term AS type ")" | COUNT "(" "*" ")" | functionCall
// | name {"." name | "[" term "]" | "[" [term] ".." [term] "]"}
func (p *parser) columnTerm() Term {
	next := p.ahead()
	switch {
	case p.at("CAST") && next[0].Word == "(":
		return p.castFunction()
	case p.at("COUNT") && next[0].Word == "(" && next[1].Word == "*":
		return p.countAll()
	case next[0].Word == "(", p.at("TOKEN"):
		return p.functionCall()
	}
	start := p.token.Start
	name := p.qualifiedName("the name of a column")
	if p.at("(") && name.Keyspace.Name != "" {
		call := Term{Position: start, Kind: FunctionTerm, Name: name}
		p.advance()
		if !p.accept(")") {
			call.Terms = p.terms()
			p.expect(")", "the argument")
		}
		return call
	}
	term := Term{Position: start, Kind: ColumnTerm, Name: QualifiedName{Name: name.Name}}
	if name.Keyspace.Name != "" {
		term.Name.Name = name.Keyspace
		term = Term{Position: start, Kind: FieldTerm, Name: QualifiedName{Name: name.Name}, Terms: []Term{term}}
	}
	return p.access(term)
}

// access = {"." name | "[" term "]" | "[" [term] ".." [term] "]"}
func (p *parser) access(term Term) Term {
	for count := 0; ; count++ {
		p.checkChain(count)
		switch {
		case p.accept("."):
			term = Term{Position: term.Position, Kind: FieldTerm, Terms: []Term{term},
				Name: QualifiedName{Name: p.name("the name of a field")}}
		case p.accept("["):
			term = p.element(term)
		default:
			return term
		}
	}
}

func (p *parser) element(of Term) Term {
	element := Term{Position: of.Position, Kind: ElementTerm, Terms: []Term{of}}
	if !p.at("..") {
		element.Terms = append(element.Terms, p.term())
		element.Text = "from"
	}
	if p.accept("..") {
		element.Kind, element.Text = SliceTerm, element.Text+".."
		if !p.at("]") {
			element.Terms = append(element.Terms, p.term())
			element.Text += "to"
		}
	}
	p.expect("]", "the index")
	return element
}

func (p *parser) castFunction() Term {
	cast := Term{Position: p.token.Start, Kind: CastFunctionTerm}
	p.words("a selector", "CAST", "(")
	cast.Terms = []Term{p.term()}
	p.expect("AS", "the value to cast")
	t := p.typeName()
	cast.Type = &t
	p.expect(")", "the type")
	return cast
}

func (p *parser) countAll() Term {
	count := Term{Position: p.token.Start, Kind: FunctionTerm, Name: QualifiedName{Name: Identifier{Position: p.token.Start, Name: "count"}}}
	p.words("a selector", "COUNT", "(", "*", ")")
	count.Terms = []Term{{Kind: StarTerm}}
	return count
}
