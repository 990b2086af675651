package formula

import (
	"strings"
	"unicode/utf8"
)

// References returns the IDs of the quantities to which an expression refers, each
// once, in order of appearance.
func References(text string) []string {
	var ids []string
	seen := map[string]bool{}
	for _, t := range scan(text) {
		if id := strings.TrimPrefix(t.text, "@"); t.kind == quantityToken && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// Bind replaces the names of quantities by "@" and their ID. All other text is
// unchanged, so that errors can be shown in the text as typed.
func Bind(text string, idOf func(name string) (id string, found bool)) string {
	return replace(text, func(t token) string {
		if id, found := idOf(t.text); t.kind == nameToken && found {
			return "@" + id
		}
		return t.text
	})
}

// Unbind replaces the IDs of quantities by their names. If a quantity has no name, "@" and its ID
// stay.
func Unbind(text string, nameOf func(id string) (name string, found bool)) string {
	return replace(text, func(t token) string {
		if t.kind != quantityToken {
			return t.text
		}
		if name, found := nameOf(t.text[1:]); found {
			return name
		}
		return t.text
	})
}

// IsName reports whether an expression can contain the name: a letter or
// an underscore, followed by letters, digits and underscores (all ASCII).
func IsName(name string) bool {
	for _, c := range []byte(name) {
		if !isWordByte(c) {
			return false
		}
	}
	return name != "" && !isDigit(name[0])
}

// replace replaces the tokens and keeps the text between them.
func replace(text string, by func(token) string) string {
	var result strings.Builder
	at := 0
	for _, t := range scan(text) {
		result.WriteString(text[at:t.at])
		result.WriteString(by(t))
		at = t.at + len(t.text)
	}
	return result.String() + text[at:]
}

// token is one word or sign. at is its offset in bytes.
type token struct {
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
	unitToken     // days, per, behind an operand
	signToken     // any other character
)

// scan never fails: an unknown character becomes a signToken, which
// the parser rejects.
func scan(text string) []token {
	var tokens []token
	for at := 0; at < len(text); {
		length, kind := scanToken(text[at:])
		if kind != endToken {
			tokens = append(tokens, token{kind, text[at : at+length], at})
		}
		at += length
	}
	for i := range tokens {
		switch {
		case tokens[i].kind != nameToken:
		case i > 0 && isUnitWord(tokens[i].text) && endsOperand(tokens[i-1]):
			tokens[i].kind = unitToken
		case i+1 < len(tokens) && tokens[i+1].text == "(":
			tokens[i].kind = functionToken
		}
	}
	return tokens
}

// endsOperand reports whether a unit can follow a token. After any other token, the word of a unit is
// the name of a quantity.
func endsOperand(t token) bool {
	switch t.kind {
	case numberToken, nameToken, quantityToken, unitToken:
		return true
	}
	return t.text == ")" || t.text == "%"
}

// scanToken returns the length and the kind of the token at the start of the
// text; endToken is space.
func scanToken(text string) (int, tokenKind) {
	c := text[0]
	switch {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return 1, endToken
	case isDigit(c):
		length := numberLength(text)
		if digits := numberBeforeUnit(text[:length]); digits > 0 {
			length = digits // the unit is a token of its own
		}
		return length, numberToken
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

// numberBeforeUnit returns the length of the number in "30kB", 0 if there is no unit.
func numberBeforeUnit(word string) int {
	digits := strings.TrimRight(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if len(digits) == len(word) || !isUnitWord(word[len(digits):]) {
		return 0
	}
	return len(digits)
}

func isWordByte(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
