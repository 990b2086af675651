package formula

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
	quantity  string // its ID
	operator  byte   // + - * /
	unit      unit
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
	unitTerm
	pairTerm // the typical and the worst case: 1000/5000
)

// maxLength limits the text of an expression, in bytes, and so the cost of
// evaluating it.
const maxLength = 2000

// maxDepth limits nesting, so that hostile text cannot exhaust the stack.
const maxDepth = 64

func parse(text string) (*term, error) {
	if len(text) > maxLength {
		return nil, &Error{Message: fmt.Sprintf("the expression has %d characters, the limit is %d", len(text), maxLength)}
	}
	p := parser{text: text, tokens: scan(text)}
	parsed := p.whole(0, endToken, "")
	if p.next().kind != endToken {
		p.failAfter()
	}
	if p.err != nil {
		return nil, p.err
	}
	return parsed, nil
}

// parser stops at the first error: fail discards all further tokens.
type parser struct {
	text   string
	tokens []token
	err    error
}

func (p *parser) next() token {
	if len(p.tokens) == 0 {
		return token{kind: endToken, at: len(p.text)}
	}
	return p.tokens[0]
}

func (p *parser) take() token {
	token := p.next()
	if len(p.tokens) > 0 {
		p.tokens = p.tokens[1:]
	}
	return token
}

// accept consumes the next token if it is one of signs.
func (p *parser) accept(signs string) (token, bool) {
	if next := p.next(); next.kind == signToken && strings.Contains(signs, next.text) {
		return p.take(), true
	}
	return token{}, false
}

func (p *parser) character(offset int) int {
	return utf8.RuneCountInString(p.text[:offset]) + 1
}

func (p *parser) fail(wanted string) *term {
	token := p.next()
	got := "the end"
	if token.kind != endToken {
		got = strconv.Quote(excerpt(token.text))
	}
	return p.failAt(token, wanted+", got "+got)
}

// failAfter reports what does not belong behind an expression.
func (p *parser) failAfter() {
	switch token := p.next(); {
	case token.text == "^":
		p.failAt(token, "there are no powers; write 10 to the power of 30 as 1e30")
	case noUnit(token.text) != "":
		p.failAt(token, noUnit(token.text))
	default:
		p.fail("wanted an operator such as *")
	}
}

func (p *parser) failAt(t token, message string) *term {
	if p.err == nil {
		p.err = &Error{Position: p.character(t.at), Message: message}
	}
	p.tokens = nil
	return &term{}
}

// sum = product { ( "+" | "-" ) product }
func (p *parser) sum(depth int) *term { return p.chain("+-", depth, p.product) }

// product = factor { ( "*" | "/" ) factor }
func (p *parser) product(depth int) *term { return p.chain("*/", depth, p.factor) }

func (p *parser) chain(operators string, depth int, operand func(int) *term) *term {
	left := operand(depth)
	for {
		token, found := p.accept(operators)
		if !found {
			return left
		}
		left = &term{kind: operationTerm, at: p.character(token.at), operator: token.text[0], arguments: []*term{left, operand(depth)}}
	}
}

// factor = operand [ unit ]
func (p *parser) factor(depth int) *term { return p.unit(p.operand(depth)) }

// operand = "-" factor | "(" whole ")" | number | quantity | name | function "(" sum { "," sum } ")"
func (p *parser) operand(depth int) *term {
	if depth > maxDepth {
		return p.failAt(p.next(), fmt.Sprintf("parentheses and signs nest more than %d deep", maxDepth))
	}
	if sign, found := p.accept("-"); found {
		return &term{kind: negationTerm, at: p.character(sign.at), arguments: []*term{p.factor(depth + 1)}}
	}
	if _, found := p.accept("("); found {
		inner := p.whole(depth+1, signToken, ")")
		p.close()
		return inner
	}
	token := p.next()
	at := p.character(token.at)
	switch token.kind {
	case numberToken:
		return p.number(p.take(), at)
	case quantityToken:
		return &term{kind: quantityTerm, at: at, quantity: p.take().text[1:]}
	case nameToken:
		if name := strings.ToLower(token.text); name == "nan" || name == "inf" || name == "infinity" {
			return p.failAt(token, token.text+" is no number")
		}
		return &term{kind: nameTerm, at: at, name: p.take().text}
	case functionToken:
		return p.call(p.take(), depth)
	}
	return p.fail("wanted a number or a quantity")
}

func (p *parser) close() {
	if _, found := p.accept(")"); !found {
		p.fail("wanted `)`")
	}
}

func (p *parser) call(function token, depth int) *term {
	arity, known := functionArity[function.text]
	if !known {
		return p.failAt(function, fmt.Sprintf("there is no function %q (there are min, max, ceil, floor, round)", excerpt(function.text)))
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

// IsFunction reports whether name is a function.
func IsFunction(name string) bool {
	_, found := functionArity[name]
	return found
}

// functionArity is the number of arguments of each function; 0 means one or
// more.
var functionArity = map[string]int{"min": 0, "max": 0, "ceil": 1, "floor": 1, "round": 1}

// numberForm matches digits, optionally separated by underscores, with an
// optional fraction and exponent.
var numberForm = regexp.MustCompile(`^[0-9]+(_[0-9]+)*(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

func (p *parser) number(t token, at int) *term {
	if !numberForm.MatchString(t.text) {
		if word := strings.TrimLeft(t.text, "0123456789_."); noUnit(word) != "" {
			return p.failAt(t, noUnit(word))
		}
		return p.failAt(t, fmt.Sprintf("wanted a number such as 1_000, 1.5 or 1e6, got %q", excerpt(t.text)))
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(t.text, "_", ""), 64)
	if err != nil || math.IsInf(number, 0) {
		return p.failAt(t, fmt.Sprintf("the number %s is too big", excerpt(t.text)))
	}
	return &term{kind: numberTerm, at: at, number: number}
}

// maxShown is the length in characters at which errors cut quoted expressions.
const maxShown = 40

func excerpt(text string) string {
	runes := []rune(text)
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}
