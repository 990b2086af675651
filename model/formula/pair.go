package formula

import "strings"

// Two numbers with no space around the "/" that are all of an expression, or all in
// parentheses, are its typical and its worst case.

// whole = number "/" number | sum
//
// kind and sign describe the token that must follow a pair.
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
	return p.unit(pair)
}

func (p *parser) isPair(kind tokenKind, sign string) bool {
	if len(p.tokens) < 3 || p.tokens[0].kind != numberToken || p.tokens[1].text != "/" || p.tokens[2].kind != numberToken {
		return false
	}
	first, last := p.tokens[0], p.tokens[2]
	if last.at+len(last.text)-first.at != len(first.text)+1+len(last.text) {
		return false
	}
	rest := p.tokens[3:]
	for len(rest) > 0 && (rest[0].kind == unitToken || rest[0].text == "%") {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return kind == endToken
	}
	return kind == rest[0].kind && sign == rest[0].text
}

// IsPair reports whether an expression is a typical and a worst case: 1000/5000.
func IsPair(text string) bool {
	parsed, err := parse(text)
	return err == nil && withoutUnits(parsed).kind == pairTerm
}

// withoutUnits is a number that has units, without them.
func withoutUnits(t *term) *term {
	for t.kind == unitTerm {
		t = t.arguments[0]
	}
	return t
}

// Reversed finds a typical and a worst case of which the worst is the smaller one: a
// division without spaces.
func Reversed(text string) (typical, worst string, found bool) {
	text = strings.TrimSpace(text)
	p := parser{text: text, tokens: scan(text)}
	if !p.isPair(endToken, "") {
		return "", "", false
	}
	parsed, err := parse(text)
	if err != nil || withoutUnits(parsed).kind != operationTerm || withoutUnits(parsed).arguments[1].number == 0 {
		return "", "", false
	}
	return strings.Cut(text, "/")
}
