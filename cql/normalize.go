package cql

import (
	"slices"

	"widerow/cql/syntax"
)

// Normalize writes a script in canonical form: all its statements in order, with
// their comments, in one layout for each kind. Text that could not be parsed, and
// the statements with refused numbers, become comments, so that a server accepts
// the rest; so does what the script's target refuses of the others, which the findings
// list. It changes the script.
func Normalize(script *syntax.Script, refused []int, options PrintOptions, surroundings Surroundings) (string, []Finding) {
	f := newFitter(script.Target)
	f.r.text = script.Text
	f.r.surround(script, surroundings)
	isRefused := map[int]bool{}
	for _, number := range refused {
		isRefused[number] = number > 0
	}
	for i, statement := range script.Statements {
		if isRefused[syntax.Place(statement).Number] {
			script.Statements[i] = asBad(statement, script.Text)
			continue
		}
		options.Options.apply(statement, script.Target)
		script.Statements[i] = f.fit(statement)
	}
	if header := options.header(); len(header) > 0 {
		addHeader(script, header)
	}
	return syntax.Print(script), f.left
}

// asBad returns a statement as unparsed text.
func asBad(statement syntax.Statement, text string) syntax.Statement {
	if _, isBad := statement.(*syntax.Bad); isBad {
		return statement
	}
	base := *syntax.Place(statement)
	bad := &syntax.Bad{Base: base, Text: text[base.Start.Offset:base.End.Offset]}
	return bad
}

// addHeader adds comments at the beginning, unless they are there.
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
