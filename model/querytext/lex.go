package querytext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, a quoted text, a sign or the end of the text.
type token struct {
	kind       tokenKind
	start, end int
	// text is the token as written; of a quoted name, the name without quotes.
	text string
	// open marks a quoted text without its closing quote.
	open bool
}

type tokenKind int

const (
	endToken tokenKind = iota
	wordToken
	nameToken   // in double quotes
	stringToken // in single quotes
	signToken
)

// lex splits a text into tokens, the last of which is the end. It accepts every
// text.
func lex(text string) []token {
	var tokens []token
	for at := 0; at < len(text); {
		c, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(c) {
			at += size
			continue
		}
		next := scan(text, at, c, size)
		tokens = append(tokens, next)
		at = next.end
	}
	return append(tokens, token{kind: endToken, start: len(text), end: len(text)})
}

func scan(text string, at int, c rune, size int) token {
	switch {
	case c == '"' || c == '\'':
		return quoted(text, at)
	case isWord(c):
		end := at
		for end < len(text) {
			c, size := utf8.DecodeRuneInString(text[end:])
			if !isWord(c) {
				break
			}
			end += size
		}
		return token{kind: wordToken, start: at, end: end, text: text[at:end]}
	}
	for _, sign := range []string{">=", "<=", "!=", "<>"} {
		if strings.HasPrefix(text[at:], sign) {
			size = len(sign)
		}
	}
	return token{kind: signToken, start: at, end: at + size, text: text[at : at+size]}
}

func isWord(c rune) bool {
	return c == '_' || c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c))
}

// quoted scans a name or a string. A doubled quote does not end it.
func quoted(text string, at int) token {
	quote := text[at : at+1]
	found := token{kind: nameToken, start: at, end: len(text), open: true}
	if quote == "'" {
		found.kind = stringToken
	}
	for i := at + 1; i < len(text); i++ {
		if text[i] != quote[0] {
			continue
		}
		if i+1 < len(text) && text[i+1] == quote[0] {
			i++
			continue
		}
		found.end, found.open = i+1, false
		break
	}
	inner := text[at+1 : found.end]
	if !found.open {
		inner = inner[:len(inner)-1]
	}
	found.text = inner
	if found.kind == nameToken {
		found.text = strings.ReplaceAll(inner, `""`, `"`)
	}
	return found
}

// reserved are the words that a name in front of nothing else needs quotes for.
var reserved = map[string]bool{
	"SELECT": true, "DISTINCT": true, "FROM": true, "WHERE": true, "AND": true, "OR": true, "IN": true, "LIKE": true,
	"STARTS": true, "WITH": true, "BETWEEN": true, "BY": true, "ASC": true, "DESC": true, "VIA": true, "TRUE": true, "FALSE": true,
}

// reservedInUpdates are further such words in the text of an update.
var reservedInUpdates = map[string]bool{"IF": true, "CASCADE": true, "RESTRICT": true, "INTO": true, "TO": true}

// isReserved reports whether the next word is a keyword. ORDER, GROUP, PAGE and LIMIT, which
// many types are called, are keywords only before what must follow them.
func (p *parser) isReserved() bool {
	upper := strings.ToUpper(p.next().text)
	return reserved[upper] || p.writes && reservedInUpdates[upper] || p.atPairedKeyword()
}

// atPairedKeyword reports whether ORDER BY, GROUP BY, PAGE or LIMIT with a number comes next.
func (p *parser) atPairedKeyword() bool {
	if p.writes || len(p.tokens) < 2 {
		return false
	}
	following := p.tokens[1]
	switch strings.ToUpper(p.next().text) {
	case "ORDER", "GROUP":
		return strings.EqualFold(following.text, "BY")
	case "PAGE":
		return following.isNumber() || strings.EqualFold(following.text, "SIZE")
	case "LIMIT":
		return following.isNumber()
	}
	return false
}

// isNumber reports whether a token begins with a digit.
func (t token) isNumber() bool { return t.kind == wordToken && t.text[0] >= '0' && t.text[0] <= '9' }

// quoteName returns a name as the text has it. A name before a point or a
// parenthesis is never a keyword.
func quoteName(name string, alone bool) string {
	plain := name != "" && strings.IndexFunc(name, func(c rune) bool { return !isWord(c) }) < 0
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsDigit(first) || unicode.IsMark(first) {
		plain = false
	}
	upper := strings.ToUpper(name)
	if plain && !(alone && (reserved[upper] || reservedInUpdates[upper])) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
