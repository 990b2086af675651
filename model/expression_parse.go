package model

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// term is a parsed expression or a part of one.
type term struct {
	kind      termKind
	at        int // character, counting from 1
	number    float64
	name      string // of a name or a function
	quantity  ID
	operator  byte // + - * /
	arguments []*term
}

type termKind int

const (
	numberTerm termKind = iota
	nameTerm
	quantityTerm
	callTerm
	negationTerm
	operationTerm
)

// maxExpressionDepth limits nesting, so that hostile text cannot exhaust the
// stack.
const maxExpressionDepth = 64

func parseExpression(e Expression) (*term, error) {
	text := string(e)
	if len(text) > maxExpression {
		return nil, &ExpressionError{Message: fmt.Sprintf("the expression has %d characters, the limit is %d", len(text), maxExpression)}
	}
	p := expressionParser{text: text, tokens: scanExpression(text)}
	parsed := p.sum(0)
	if p.next().kind != endToken {
		p.fail("wanted an operator such as *")
	}
	if p.err != nil {
		return nil, p.err
	}
	return parsed, nil
}

// expressionParser stops at the first error: fail discards all further tokens.
type expressionParser struct {
	text   string
	tokens []expressionToken
	err    error
}

func (p *expressionParser) next() expressionToken {
	if len(p.tokens) == 0 {
		return expressionToken{kind: endToken, at: len(p.text)}
	}
	return p.tokens[0]
}

func (p *expressionParser) take() expressionToken {
	token := p.next()
	if len(p.tokens) > 0 {
		p.tokens = p.tokens[1:]
	}
	return token
}

// accept consumes the next token if it is one of signs.
func (p *expressionParser) accept(signs string) (expressionToken, bool) {
	if token := p.next(); token.kind == signToken && strings.Contains(signs, token.text) {
		return p.take(), true
	}
	return expressionToken{}, false
}

func (p *expressionParser) character(offset int) int {
	return utf8.RuneCountInString(p.text[:offset]) + 1
}

func (p *expressionParser) fail(wanted string) *term {
	token := p.next()
	got := "the end"
	if token.kind != endToken {
		got = strconv.Quote(Excerpt(token.text))
	}
	return p.failAt(token, wanted+", got "+got)
}

func (p *expressionParser) failAt(token expressionToken, message string) *term {
	if p.err == nil {
		p.err = &ExpressionError{Position: p.character(token.at), Message: message}
	}
	p.tokens = nil
	return &term{}
}

// sum = product { ( "+" | "-" ) product }
func (p *expressionParser) sum(depth int) *term { return p.chain("+-", depth, p.product) }

// product = factor { ( "*" | "/" ) factor }
func (p *expressionParser) product(depth int) *term { return p.chain("*/", depth, p.factor) }

func (p *expressionParser) chain(operators string, depth int, operand func(int) *term) *term {
	left := operand(depth)
	for {
		token, found := p.accept(operators)
		if !found {
			return left
		}
		left = &term{kind: operationTerm, at: p.character(token.at), operator: token.text[0], arguments: []*term{left, operand(depth)}}
	}
}

// factor = "-" factor | "(" sum ")" | number | quantity | name | function "(" sum { "," sum } ")"
func (p *expressionParser) factor(depth int) *term {
	if depth > maxExpressionDepth {
		return p.failAt(p.next(), fmt.Sprintf("parentheses and signs nest more than %d deep", maxExpressionDepth))
	}
	if sign, found := p.accept("-"); found {
		return &term{kind: negationTerm, at: p.character(sign.at), arguments: []*term{p.factor(depth + 1)}}
	}
	if _, found := p.accept("("); found {
		inner := p.sum(depth + 1)
		p.close()
		return inner
	}
	token := p.next()
	at := p.character(token.at)
	switch token.kind {
	case numberToken:
		return p.number(p.take(), at)
	case quantityToken:
		return &term{kind: quantityTerm, at: at, quantity: ID(p.take().text[1:])}
	case nameToken:
		return &term{kind: nameTerm, at: at, name: p.take().text}
	case functionToken:
		return p.call(p.take(), depth)
	}
	return p.fail("wanted a number or a quantity")
}

func (p *expressionParser) close() {
	if _, found := p.accept(")"); !found {
		p.fail("wanted `)`")
	}
}

func (p *expressionParser) call(function expressionToken, depth int) *term {
	arity, known := functionArity[function.text]
	if !known {
		return p.failAt(function, fmt.Sprintf("there is no function %q (there are min, max, ceil, floor, round)", Excerpt(function.text)))
	}
	call := &term{kind: callTerm, at: p.character(function.at), name: function.text}
	p.accept("(")
	for {
		call.arguments = append(call.arguments, p.sum(depth+1))
		if _, more := p.accept(","); !more {
			break
		}
	}
	p.close()
	if arity > 0 && len(call.arguments) != arity {
		p.failAt(function, fmt.Sprintf("%s takes one value, got %d", function.text, len(call.arguments)))
	}
	return call
}

// functionArity is the number of arguments of each function; 0 means one or
// more.
var functionArity = map[string]int{"min": 0, "max": 0, "ceil": 1, "floor": 1, "round": 1}

// numberForm matches digits, optionally separated by underscores, with an
// optional fraction and exponent.
var numberForm = regexp.MustCompile(`^[0-9]+(_[0-9]+)*(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

func (p *expressionParser) number(token expressionToken, at int) *term {
	if !numberForm.MatchString(token.text) {
		return p.failAt(token, fmt.Sprintf("wanted a number such as 1_000, 1.5 or 1e6, got %q", Excerpt(token.text)))
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(token.text, "_", ""), 64)
	if err != nil || math.IsInf(number, 0) {
		return p.failAt(token, fmt.Sprintf("the number %s is too big", Excerpt(token.text)))
	}
	return &term{kind: numberTerm, at: at, number: number}
}
