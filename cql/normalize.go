package cql

import (
	"slices"

	"widerow/cql/syntax"
	"widerow/model"
)

// Normalize writes a script in canonical form: all its statements in their
// order, with their comments, one layout for each kind. What could not be
// read, and the statements of refused numbers, come as comments, so that a
// server takes the rest.
func Normalize(target model.Target, text string, refused []int, options PrintOptions) string {
	script := syntax.ParseFor(target, text)
	for i, statement := range script.Statements {
		base := syntax.Place(statement)
		if base.Number > 0 && slices.Contains(refused, base.Number) {
			script.Statements[i] = asBad(statement, script.Text)
			continue
		}
		options.Options.apply(statement, target)
	}
	if header := options.header(); len(header) > 0 {
		addHeader(script, header)
	}
	return syntax.Print(script)
}

// asBad is a statement as text.
func asBad(statement syntax.Statement, text string) syntax.Statement {
	if _, isBad := statement.(*syntax.Bad); isBad {
		return statement
	}
	base := *syntax.Place(statement)
	bad := &syntax.Bad{Base: base, Text: text[base.Start.Offset:base.End.Offset]}
	return bad
}

// addHeader puts comments in front, unless they are there.
func addHeader(s *syntax.Script, header []syntax.Remark) {
	before := &s.Tail
	if len(s.Statements) > 0 {
		before = &syntax.Place(s.Statements[0]).Before
	}
	if len(*before) >= len(header) && slices.EqualFunc((*before)[:len(header)], header, func(a, b syntax.Remark) bool { return a.Text == b.Text }) {
		return
	}
	*before = append(header, *before...)
}
