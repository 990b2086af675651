package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ExpressionError reports an expression that cannot be parsed or evaluated.
// Position counts characters from 1; 0 means the whole expression. Quantity is
// the quantity with the faulty expression, empty for the evaluated expression
// itself.
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

// maxExpression limits the text of an expression, in bytes, and so the cost of
// evaluating it.
const maxExpression = 2000

// Check parses the expression without evaluating it. The error is an
// *ExpressionError. An empty expression is valid: it has not been entered yet.
func (e Expression) Check() error {
	if e.IsEmpty() {
		return nil
	}
	_, err := parseExpression(e)
	return err
}

// IsEmpty reports whether the expression has not been entered yet.
func (e Expression) IsEmpty() bool { return strings.TrimSpace(string(e)) == "" }

// Quantities returns the quantities to which the expression refers by ID, each
// once, in order of appearance.
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

// BindExpression converts a typed expression to the saved form: the name of each
// quantity becomes "@" and its ID. All other text is unchanged, so that errors
// can be shown in the text as typed.
func (m *Model) BindExpression(text string) Expression {
	names := m.quantityNames()
	return Expression(strings.TrimSpace(replaceTokens(text, func(token expressionToken) string {
		if id, found := names[token.text]; token.kind == nameToken && found {
			return "@" + string(id)
		}
		return token.text
	})))
}

// ExpressionText converts the saved form to the text that a user reads and
// types. It leaves "@" and the ID of a quantity that was removed or whose name
// another one has, so that BindExpression returns the same expression again.
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

// quantityNames maps the names that an expression can contain to quantities. If
// two have the same name, the first one wins.
func (m *Model) quantityNames() map[string]ID {
	names := make(map[string]ID, len(m.Quantities))
	for _, item := range Sorted(m.Quantities) {
		if _, taken := names[item.Value.Name]; !taken && IsQuantityName(item.Value.Name) {
			names[item.Value.Name] = item.ID
		}
	}
	return names
}

// IsQuantityName reports whether an expression can contain the name: a letter or
// an underscore, followed by letters, digits and underscores (all ASCII).
func IsQuantityName(name string) bool {
	for _, c := range []byte(name) {
		if !isWordByte(c) {
			return false
		}
	}
	return name != "" && !isDigit(name[0])
}

// replaceTokens replaces the tokens and keeps the text between them.
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

// expressionToken is one word or sign. at is its offset in bytes.
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

// scanExpression never fails: an unknown character becomes a signToken, which
// the parser rejects.
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

// scanToken returns the length and the kind of the token at the start of the
// text; endToken is space.
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

// numberLength includes letters that directly follow a number ("2k"), so that
// the parser can report the whole word.
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
