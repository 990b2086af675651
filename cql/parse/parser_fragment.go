package parse

import "widerow/cql/syntax"

// The functions in this file parse a text that must be a single part of a
// statement, without comments. They report whether it is.

// ParseOptions parses a WITH clause.
func ParseOptions(text string) ([]syntax.Option, bool) {
	return parseFragment(text, func(p schemaGrammar) []syntax.Option { return p.options(false) })
}

// ParseValue parses the value of a property.
func ParseValue(text string) (syntax.Term, bool) {
	return parseFragment(text, schemaGrammar.propertyValue)
}

// ParseTerm parses a value that names no columns.
func ParseTerm(text string) (syntax.Term, bool) { return parseFragment(text, schemaGrammar.term) }

// ParseMask parses a mask, starting with MASKED.
func ParseMask(text string) (*syntax.Mask, bool) { return parseFragment(text, schemaGrammar.mask) }

// ParseConditions parses the conditions after WHERE.
func ParseConditions(text string) ([]syntax.Condition, bool) {
	return parseFragment(text, schemaGrammar.conditions)
}

func parseFragment[T any](text string, parse func(schemaGrammar) T) (node T, ok bool) {
	p := &parser{scanner: syntax.NewScanner(text), script: &syntax.Script{}}
	defer func() {
		if caught := recover(); caught != nil {
			if _, ours := caught.(bailout); !ours {
				panic(caught)
			}
			ok = false
		}
	}()
	p.advance()
	node = parse(schemaGrammar{rowGrammar{termGrammar{p}}})
	return node, p.token.Kind == syntax.EndOfText && len(p.remarks) == 0
}
