package assist

import (
	"strings"

	"widerow/cql/syntax"
)

// token is a word or mark of the text. There are none for comments.
type token struct{ syntax.Token }

func (t token) span() span { return span{int(t.Start.Offset), int(t.End)} }

func (t token) isName() bool { return t.Kind == syntax.Name || t.Kind == syntax.QuotedName }

// name returns the name in the server's case.
func (t token) name(text string) string {
	written := text[t.Start.Offset:t.End]
	if t.Kind == syntax.QuotedName {
		return strings.ReplaceAll(strings.Trim(written, `"`), `""`, `"`)
	}
	return strings.ToLower(written)
}

// tokensOf scans a part of a text.
func tokensOf(text string, from, to int) []token {
	scanner := syntax.NewScanner(text[from:to])
	var tokens []token
	for {
		scanned := scanner.Scan()
		if scanned.Kind == syntax.EndOfText {
			return tokens
		}
		if scanned.Kind == syntax.Comment {
			continue
		}
		scanned.Start.Offset += int32(from)
		scanned.End += int32(from)
		tokens = append(tokens, token{scanned})
	}
}

const (
	opening = "({[<"
	closing = ")}]>"
)

// elements splits at the commas inside the parentheses that open at i.
func elements(tokens []token, i int) [][]token {
	var found [][]token
	var one []token
	depth := 0
	for ; i < len(tokens); i++ {
		word := tokens[i].Word()
		switch {
		case word != "" && strings.Contains(opening, word):
			if depth++; depth == 1 {
				continue
			}
		case word != "" && strings.Contains(closing, word):
			if depth--; depth == 0 {
				return append(found, one)
			}
		case word == "," && depth == 1:
			found, one = append(found, one), nil
			continue
		}
		one = append(one, tokens[i])
	}
	return append(found, one)
}
