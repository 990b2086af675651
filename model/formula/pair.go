package formula

import "strings"

// Two numbers with no space around the "/" that are all of an expression, or all in
// parentheses, are its typical and its worst case.

// whole = number "/" number | sum
//
// kind and sign are those of the token after it.
func (p *parser) whole(depth int, kind tokenKind, sign string) *term {
	if !p.isPair(kind, sign) {
		return p.sum(depth)
	}
	at := p.character(p.next().at)
	typical := p.number(p.take(), at)
	slash := p.character(p.take().at)
	worst := p.number(p.take(), slash+1)
	pair := &term{kind: pairTerm, at: slash, operator: '/', arguments: []*term{typical, worst}}
	if worst.number < typical.number { // as before there were pairs
		pair.kind = operationTerm
	}
	return pair
}

func (p *parser) isPair(kind tokenKind, sign string) bool {
	if len(p.tokens) < 3 || p.tokens[0].kind != numberToken || p.tokens[1].text != "/" || p.tokens[2].kind != numberToken {
		return false
	}
	first, last := p.tokens[0], p.tokens[2]
	if last.at+len(last.text)-first.at != len(first.text)+1+len(last.text) {
		return false
	}
	if len(p.tokens) == 3 {
		return kind == endToken
	}
	return kind == p.tokens[3].kind && sign == p.tokens[3].text
}

// IsPair reports whether an expression is a typical and a worst case: 1000/5000.
func IsPair(text string) bool {
	parsed, err := parse(text)
	return err == nil && parsed.kind == pairTerm
}

// Reversed finds a typical and a worst case of which the worst is the smaller one: a
// division without spaces.
func Reversed(text string) (typical, worst string, found bool) {
	text = strings.TrimSpace(text)
	parsed, err := parse(text)
	if err != nil || parsed.kind != operationTerm || parsed.operator != '/' || strings.ContainsAny(text, "() \t\r\n") {
		return "", "", false
	}
	a, b := parsed.arguments[0], parsed.arguments[1]
	if a.kind != numberTerm || b.kind != numberTerm || b.number == 0 {
		return "", "", false
	}
	return strings.Cut(text, "/")
}
