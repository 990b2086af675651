package parse

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"widerow/cql/syntax"
)

// term = product {("+" | "-") product}
//
// Inside a selector a term may name columns (parser.columns).
func (p termGrammar) term() syntax.Term {
	p.enter()
	term := p.product()
	for count := 0; p.at("+") || p.at("-"); count++ {
		p.operation(&term, p.product, count)
	}
	p.leave()
	return term
}

// product = factor {("*" | "/" | "%") factor}
func (p termGrammar) product() syntax.Term {
	product := p.factor()
	for count := 0; p.at("*") || p.at("/") || p.at("%"); count++ {
		p.operation(&product, p.factor, count)
	}
	return product
}

// operation parses an operator and its right operand. count is the number of
// operators before it.
func (p termGrammar) operation(left *syntax.Term, operand func() syntax.Term, count int) {
	p.checkChain(count)
	operator := p.token.Number.Text()
	p.advance()
	*left = syntax.Term{Position: left.Position, Kind: syntax.OperationTerm, Text: operator, Terms: []syntax.Term{*left, operand()}}
}

// maxChain limits operations written without nesting, which nevertheless nest
// in the tree.
const maxChain = 1000

func (p termGrammar) checkChain(count int) {
	if count >= maxChain {
		p.fail(fmt.Sprintf("an expression of more than %d parts", maxChain))
	}
}

// factor = "-" simple | simple, in a selector "-" factor | simple access
func (p termGrammar) factor() syntax.Term {
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
	negation := syntax.Term{Position: start, Kind: syntax.NegationTerm}
	if p.columns {
		negation.Terms = []syntax.Term{p.factor()}
	} else {
		negation.Terms = []syntax.Term{p.simple()}
	}
	return negation
}

// simple = constant | NULL | bind | listLiteral | setOrMap | tuple | cast
// | castFunction | function, in a selector also columnTerm
func (p termGrammar) simple() syntax.Term {
	p.enter()
	term, found := p.constant()
	if !found {
		term = p.composed()
	}
	p.leave()
	return term
}

// composed parses a simple term that is not a constant.
func (p termGrammar) composed() syntax.Term {
	start := p.token.Start
	switch p.token.Number.Text() {
	case "NULL":
		p.advance()
		return syntax.Term{Position: start, Kind: syntax.NullTerm}
	case "?":
		p.advance()
		return syntax.Term{Position: start, Kind: syntax.BindTerm}
	case ":":
		p.advance()
		return syntax.Term{Position: start, Kind: syntax.BindTerm, Name: syntax.Unqualified(p.name("the name of a bind marker"))}
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
	if p.at("CAST") && p.peek().Number.Text() == "(" {
		return p.castFunction(p.simple)
	}
	return p.functionCall()
}

// constant = string | integer | float | boolean | uuid | hex | duration
func (p termGrammar) constant() (syntax.Term, bool) {
	constant := syntax.Term{Position: p.token.Start}
	text := p.scanner.Text(p.token)
	switch p.token.Kind {
	case syntax.String:
		constant.Kind, text = syntax.StringTerm, unquote(text)
	case syntax.Integer:
		constant.Kind = syntax.IntegerTerm
	case syntax.Float:
		constant.Kind = syntax.FloatTerm
		if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrRange) {
			p.fail("no double can hold the number " + text)
		}
	case syntax.Boolean:
		constant.Kind = syntax.BooleanTerm
	case syntax.UUID:
		constant.Kind = syntax.UUIDTerm
	case syntax.Hex:
		constant.Kind = syntax.HexTerm
	case syntax.Duration:
		constant.Kind = syntax.DurationTerm
	default:
		return syntax.Term{}, false
	}
	constant.Text = text
	p.advance()
	return constant, true
}

// terms = term {"," term}
func (p termGrammar) terms() []syntax.Term {
	terms := []syntax.Term{p.term()}
	for p.accept(",") {
		terms = append(terms, p.term())
	}
	return terms
}

// listLiteral = "[" [term {"," term}] "]"
func (p termGrammar) listLiteral() syntax.Term {
	list := syntax.Term{Position: p.token.Start, Kind: syntax.ListTerm}
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
func (p termGrammar) mapLiteral() syntax.Term {
	p.enter()
	defer p.leave()
	literal := syntax.Term{Position: p.token.Start, Kind: syntax.MapTerm}
	p.advance()
	if p.accept("}") {
		return literal
	}
	p.entries(&literal, p.key())
	return literal
}

// key parses the key of a map. A bare word in its place is a common mistake and has
// a message of its own.
func (p termGrammar) key() syntax.Term {
	if !p.columns && p.isName() && p.peek().Number.Text() == ":" {
		name := p.got()
		p.advance()
		p.fail("the key " + name + " has to be in single quotes")
	}
	return p.term()
}

// entries parses a map after its first key.
func (p termGrammar) entries(literal *syntax.Term, key syntax.Term) {
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
func (p termGrammar) setOrMap() syntax.Term {
	literal := syntax.Term{Position: p.token.Start, Kind: syntax.SetTerm}
	p.advance()
	if p.accept("}") {
		return literal
	}
	if !p.columns && p.isName() && p.peek().Number.Text() == ":" {
		literal.Kind = syntax.MapTerm
		p.fields(&literal)
		return literal
	}
	first := p.term()
	if p.at(":") {
		literal.Kind = syntax.MapTerm
		p.entries(&literal, first)
		return literal
	}
	literal.Terms = []syntax.Term{first}
	if p.accept(",") {
		literal.Terms = append(literal.Terms, p.terms()...)
	}
	if !p.accept("}") {
		p.expected("`,` or `}` after the set's element")
	}
	return literal
}

// fields = name ":" term {"," name ":" term} "}"
func (p termGrammar) fields(literal *syntax.Term) {
	for {
		field := p.named(syntax.ColumnTerm, "the name of a field")
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
func (p termGrammar) parenthesis() syntax.Term {
	start := p.token.Start
	if !p.isCast() {
		return p.tuple()
	}
	cast := syntax.Term{Position: start, Kind: syntax.CastTerm}
	p.casts = true
	p.advance()
	cast.Type = &syntax.TypeName{}
	p.typeName(cast.Type)
	p.expect(")", "the type")
	cast.Terms = []syntax.Term{p.simple()}
	return cast
}

// tuple = "(" term {"," term} ")"
func (p termGrammar) tuple() syntax.Term {
	tuple := syntax.Term{Position: p.token.Start, Kind: syntax.TupleTerm}
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
func (p termGrammar) isCast() bool {
	name, next := p.ahead(1), p.ahead(2)
	isType := name.Number.Class() == syntax.NativeWord || syntax.TypeConstructor(name.Number.Text()) != syntax.UserType && next.Number.Text() == "<"
	isUserType := name.Kind == syntax.Name && name.Number.Class() != syntax.Reserved || name.Kind == syntax.QuotedName
	isCustom := name.Kind == syntax.String && next.Number.Text() == ")"
	isCall := next.Number.Text() == "(" || next.Number.Text() == "." && p.ahead(4).Number.Text() == "("
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
func (p termGrammar) castAhead() (found bool) {
	ahead := &parser{scanner: p.scanner, scanned: slices.Clone(p.scanned), taken: p.taken, script: &syntax.Script{}, depth: p.depth}
	defer func() {
		if caught := recover(); caught != nil {
			if _, ours := caught.(bailout); !ours {
				panic(caught)
			}
			found = false
		}
	}()
	ahead.advance()
	ahead.typeName(&syntax.TypeName{})
	return ahead.accept(")") && beginsSelector(ahead.token) && !termGrammar{ahead}.atClause()
}

// atClause reports whether GROUP BY or PER PARTITION begins here, whose first
// words may be names too.
func (p termGrammar) atClause() bool {
	return p.at("GROUP") && p.peek().Number.Text() == "BY" || p.at("PER") && p.peek().Number.Text() == "PARTITION"
}
