package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ExpressionError is an expression that cannot be read or has no value.
// Position counts characters from 1; 0 means the expression as a whole.
// Quantity is the one whose expression it is, empty for the expression asked for.
type ExpressionError struct {
	Quantity ID
	Position int
	Message  string
}

func (e *ExpressionError) Error() string {
	if e.Position == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s at character %d", e.Message, e.Position)
}

// maxExpression bounds the text of an expression, in bytes, and with it the
// work of its evaluation.
const maxExpression = 2000

// Check reads the expression without evaluating it. An error is an
// *ExpressionError. An empty expression is fine: it is not given yet.
func (e Expression) Check() error {
	if e.IsEmpty() {
		return nil
	}
	_, err := parseExpression(e)
	return err
}

// IsEmpty reports whether no expression was given yet.
func (e Expression) IsEmpty() bool { return strings.TrimSpace(string(e)) == "" }

// Quantities lists the quantities that the expression refers to by ID, each
// once, as they appear.
func (e Expression) Quantities() []ID {
	var ids []ID
	seen := IDSet{}
	for _, token := range scanExpression(string(e)) {
		if id := ID(strings.TrimPrefix(token.text, "@")); token.kind == quantityToken && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// BindExpression turns what a person typed into the saved form: the name of
// each quantity becomes "@" and its ID. All other text stays as it is, so
// that what is wrong can be shown as it was typed.
func (m *Model) BindExpression(text string) Expression {
	names := m.quantityNames()
	return Expression(strings.TrimSpace(replaceTokens(text, func(token expressionToken) string {
		if id, found := names[token.text]; token.kind == nameToken && found {
			return "@" + string(id)
		}
		return token.text
	})))
}

// ExpressionText turns the saved form into what a person reads and types. A
// quantity that no name leads back to (it is gone, or another has its name)
// stays "@" and its ID: BindExpression gives the same expression again.
func (m *Model) ExpressionText(e Expression) string {
	names := m.quantityNames()
	return replaceTokens(string(e), func(token expressionToken) string {
		id := ID(strings.TrimPrefix(token.text, "@"))
		if quantity := m.Quantities[id]; token.kind == quantityToken && quantity != nil && names[quantity.Name] == id {
			return quantity.Name
		}
		return token.text
	})
}

// quantityNames gives the quantity of each name that an expression can hold;
// of two with one name it is the first.
func (m *Model) quantityNames() map[string]ID {
	names := make(map[string]ID, len(m.Quantities))
	for _, item := range Sorted(m.Quantities) {
		if _, taken := names[item.Value.Name]; !taken && IsQuantityName(item.Value.Name) {
			names[item.Value.Name] = item.ID
		}
	}
	return names
}

// IsQuantityName reports whether expressions can hold the name: a letter or
// an underscore, then letters, digits and underscores (all of ASCII).
func IsQuantityName(name string) bool {
	for _, c := range []byte(name) {
		if !isWordByte(c) {
			return false
		}
	}
	return name != "" && !isDigit(name[0])
}

// replaceTokens rewrites the tokens and keeps what is between them.
func replaceTokens(text string, replace func(expressionToken) string) string {
	var result strings.Builder
	at := 0
	for _, token := range scanExpression(text) {
		result.WriteString(text[at:token.at])
		result.WriteString(replace(token))
		at = token.at + len(token.text)
	}
	return result.String() + text[at:]
}

// expressionToken is one word or sign; at is its offset in bytes.
type expressionToken struct {
	kind tokenKind
	text string
	at   int
}

type tokenKind int

const (
	endToken tokenKind = iota
	numberToken
	nameToken     // rooms_per_hotel
	quantityToken // @k3x…
	functionToken // a name before "("
	signToken     // any other character
)

// scanExpression never fails: what it does not know is a signToken, which
// the parser refuses.
func scanExpression(text string) []expressionToken {
	var tokens []expressionToken
	for at := 0; at < len(text); {
		length, kind := scanToken(text[at:])
		if kind != endToken {
			tokens = append(tokens, expressionToken{kind, text[at : at+length], at})
		}
		at += length
	}
	for i := range tokens[:max(0, len(tokens)-1)] {
		if tokens[i].kind == nameToken && tokens[i+1].text == "(" {
			tokens[i].kind = functionToken
		}
	}
	return tokens
}

// scanToken measures the token at the start of the text; endToken is space.
func scanToken(text string) (int, tokenKind) {
	c := text[0]
	switch {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return 1, endToken
	case isDigit(c):
		return numberLength(text), numberToken
	case c == '@' && len(text) > 1 && 'a' <= text[1] && text[1] <= 'z':
		length := 1
		for length < len(text) && (isDigit(text[length]) || 'a' <= text[length] && text[length] <= 'z') {
			length++
		}
		return length, quantityToken
	case isWordByte(c):
		return wordLength(text), nameToken
	}
	_, length := utf8.DecodeRuneInString(text)
	return length, signToken
}

func wordLength(text string) int {
	length := 0
	for length < len(text) && isWordByte(text[length]) {
		length++
	}
	return length
}

// numberLength also takes letters that stick to a number ("2k"), so that the
// parser can name the whole of what it refuses.
func numberLength(text string) int {
	length := wordLength(text)
	if length < len(text) && text[length] == '.' {
		length += 1 + wordLength(text[length+1:])
	}
	if c := text[length-1]; (c == 'e' || c == 'E') && length+1 < len(text) && strings.IndexByte("+-", text[length]) >= 0 && isDigit(text[length+1]) {
		length += 1 + wordLength(text[length+1:])
	}
	return length
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
