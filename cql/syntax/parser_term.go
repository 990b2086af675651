package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// term = product {("+" | "-") product}
//
// Inside a selector a term may name columns (parser.columns).
func (p *parser) term() Term {
	p.enter()
	term := p.product()
	for count := 0; p.at("+") || p.at("-"); count++ {
		p.operation(&term, p.product, count)
	}
	p.leave()
	return term
}

// product = factor {("*" | "/" | "%") factor}
func (p *parser) product() Term {
	product := p.factor()
	for count := 0; p.at("*") || p.at("/") || p.at("%"); count++ {
		p.operation(&product, p.factor, count)
	}
	return product
}

// operation parses an operator and its right operand. count is the number of
// operators before it.
func (p *parser) operation(left *Term, operand func() Term, count int) {
	p.checkChain(count)
	operator := p.token.number.text()
	p.advance()
	*left = Term{Position: left.Position, Kind: OperationTerm, Text: operator, Terms: []Term{*left, operand()}}
}

// maxChain limits operations written without nesting, which nevertheless nest
// in the tree.
const maxChain = 1000

func (p *parser) checkChain(count int) {
	if count >= maxChain {
		p.fail(fmt.Sprintf("an expression of more than %d parts", maxChain))
	}
}

// factor = "-" simple | simple, in a selector "-" factor | simple access
func (p *parser) factor() Term {
	start := p.token.Start
	if !p.at("-") {
		if p.columns {
			return p.access(p.simple())
		}
		return p.simple()
	}
	p.enter()
	defer p.leave()
	p.advance()
	negation := Term{Position: start, Kind: NegationTerm}
	if p.columns {
		negation.Terms = []Term{p.factor()}
	} else {
		negation.Terms = []Term{p.simple()}
	}
	return negation
}

// simple = constant | NULL | bind | listLiteral | setOrMap | tuple | cast
// | castFunction | function, in a selector also columnTerm
func (p *parser) simple() Term {
	p.enter()
	term, found := p.constant()
	if !found {
		term = p.composed()
	}
	p.leave()
	return term
}

// composed parses a simple term that is not a constant.
func (p *parser) composed() Term {
	start := p.token.Start
	switch p.token.number.text() {
	case "NULL":
		p.advance()
		return Term{Position: start, Kind: NullTerm}
	case "?":
		p.advance()
		return Term{Position: start, Kind: BindTerm}
	case ":":
		p.advance()
		return Term{Position: start, Kind: BindTerm, Name: Unqualified(p.name("the name of a bind marker"))}
	case "[":
		return p.listLiteral()
	case "{":
		return p.setOrMap()
	case "(":
		return p.parenthesis()
	}
	if p.columns {
		return p.columnTerm()
	}
	if p.at("CAST") && p.peek().number.text() == "(" {
		return p.castFunction(p.simple)
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
		if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrRange) {
			p.fail("no double can hold the number " + text)
		}
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

// listLiteral = "[" [term {"," term}] "]"
func (p *parser) listLiteral() Term {
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

// key parses the key of a map. A bare word in its place is a common mistake and has
// a message of its own.
func (p *parser) key() Term {
	if !p.columns && p.isName() && p.peek().number.text() == ":" {
		name := p.got()
		p.advance()
		p.fail("the key " + name + " has to be in single quotes")
	}
	return p.term()
}

// entries parses a map after its first key.
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
// The last is a value of a user-defined type. In a selector it looks like a
// map with columns as its keys.
func (p *parser) setOrMap() Term {
	literal := Term{Position: p.token.Start, Kind: SetTerm}
	p.advance()
	if p.accept("}") {
		return literal
	}
	if !p.columns && p.isName() && p.peek().number.text() == ":" {
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
		field := p.named(ColumnTerm, "the name of a field")
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

// parenthesis = "(" type ")" simple | tuple
func (p *parser) parenthesis() Term {
	start := p.token.Start
	if !p.isCast() {
		return p.tuple()
	}
	cast := Term{Position: start, Kind: CastTerm}
	p.casts = true
	p.advance()
	cast.Type = &TypeName{}
	p.typeName(cast.Type)
	p.expect(")", "the type")
	cast.Terms = []Term{p.simple()}
	return cast
}

// tuple = "(" term {"," term} ")"
func (p *parser) tuple() Term {
	tuple := Term{Position: p.token.Start, Kind: TupleTerm}
	p.advance()
	tuple.Terms = p.terms()
	if !p.accept(")") {
		p.expected("`,` or `)` after the value")
	}
	return tuple
}

// isCast distinguishes a cast from a tuple by its first word and what follows.
// In a selector, where a column may have the name of a type, it needs the whole
// cast.
func (p *parser) isCast() bool {
	name, next := p.ahead(1), p.ahead(2)
	isType := name.number.class() == nativeType || typeConstructor(name.number.text()) != UserType && next.number.text() == "<"
	isUserType := name.Kind == Name && name.number.class() != reserved || name.Kind == QuotedName
	isCustom := name.Kind == String && next.number.text() == ")"
	isCall := next.number.text() == "(" || next.number.text() == "." && p.ahead(4).number.text() == "("
	if !isType && !isUserType && !isCustom || isCall {
		return false
	}
	if p.columns || isCustom {
		return p.castAhead()
	}
	return true
}

// castAhead reads ahead past a type in parentheses and reports whether a term
// follows.
func (p *parser) castAhead() (found bool) {
	ahead := parser{scanner: p.scanner, scanned: slices.Clone(p.scanned), taken: p.taken, script: &Script{}, depth: p.depth}
	defer func() {
		if caught := recover(); caught != nil {
			if _, ours := caught.(bailout); !ours {
				panic(caught)
			}
			found = false
		}
	}()
	ahead.advance()
	ahead.typeName(&TypeName{})
	return ahead.accept(")") && beginsSelector(ahead.token) && !ahead.atClause()
}

// atClause reports whether GROUP BY or PER PARTITION begins here, whose first
// words may be names too.
func (p *parser) atClause() bool {
	return p.at("GROUP") && p.peek().number.text() == "BY" || p.at("PER") && p.peek().number.text() == "PARTITION"
}
