package parse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/cql/syntax"
	"widerow/model"
)

// Parse parses a whole script for Cassandra 5.0. It never fails: text that it
// cannot parse is in the script as Bad, and Script.Errors has the reasons.
func Parse(text string) *syntax.Script { return ParseFor(model.Cassandra50, text) }

// ParseFor parses a script for a database, including its extensions of the
// grammar.
func ParseFor(target model.Target, text string) *syntax.Script { return ParseFiles(target, text) }

// ParseFiles parses a script that consists of several files. Something unclosed
// in one file does not continue in the next. ends are the offsets at which all
// files but the last end.
func ParseFiles(target model.Target, text string, ends ...int) *syntax.Script {
	return ParseWithin(syntax.DefaultLimits, target, text, ends...)
}

// ParseWithin is like ParseFiles with other limits.
func ParseWithin(limits syntax.Limits, target model.Target, text string, ends ...int) *syntax.Script {
	script := &syntax.Script{Target: target, Limits: limits}
	if !utf8.ValidString(text) {
		script.Errors = append(script.Errors, invalidUTF8(text))
		text, ends = strings.ToValidUTF8(text, string(utf8.RuneError)), nil
	}
	script.Text = text
	p := reader{&parser{scanner: syntax.NewScanner(text), script: script, foreignOpenings: foreignOpenings[target], token: syntax.Token{EndLine: 1}}}
	for _, end := range ends {
		p.file(end)
	}
	p.file(len(text))
	script.Tail = p.takeBefore()
	p.countUnlisted()
	if len(script.Errors) > 0 && script.Errors[0].Statement == 0 {
		placeFirstError(script)
	}
	return script
}

// file parses up to an offset.
func (p reader) file(end int) {
	if p.gaveUp {
		return
	}
	p.scanner.Limit(p.script.Text[:end])
	p.scanned, p.taken = p.scanned[:0], 0 // the end of the previous file, seen ahead
	p.advance()
	for p.token.Kind != syntax.EndOfText {
		if !p.accept(";") {
			p.next()
		}
	}
}

// placeFirstError assigns the error about the whole text to the statement that
// contains it.
func placeFirstError(s *syntax.Script) {
	err := s.Errors[0]
	err.Statement = 1
	for _, statement := range s.Statements {
		if place := syntax.Place(statement); err.Offset >= place.Start.Offset && place.Number > 0 {
			err.Statement = place.Number
		}
	}
	slices.SortStableFunc(s.Errors, func(a, b *syntax.Error) int { return cmp.Compare(a.Statement, b.Statement) })
}

// invalidUTF8 returns an error at the first byte that is not UTF-8.
func invalidUTF8(text string) *syntax.Error {
	s := syntax.NewScanner(text)
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			s.Advance(i)
			break
		}
	}
	hint := ""
	if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
		hint = " (it looks like UTF-16)"
	}
	return &syntax.Error{Position: s.Position(), Text: "the text is not UTF-8" + hint + ": save it as UTF-8", Recovered: true}
}

// next reads one statement and what ends it.
func (p reader) next() {
	for p.token.Kind == syntax.Illegal && p.scanner.Text(p.token) == "\f" { // cqlsh sends none of these between statements
		p.advance()
	}
	switch {
	case p.token.Kind == syntax.EndOfText, p.at(";"):
		return
	case p.token.Kind == syntax.Comment:
		p.giveUp()
		return
	}
	base := syntax.Base{Start: p.token.Start, Remarks: syntax.Remarks{Before: p.takeBefore()}}
	if !p.isCommand(p.token) || p.describes() {
		p.number++
		base.Number = p.number
		p.numberErrors()
	}
	p.first, p.depth, p.columns, p.inBatch, p.added, p.partial = p.token, 0, false, false, "", nil
	statement := p.read()
	if statement == nil {
		bad := p.skip()
		bad.Parsed, statement = p.partial, bad
	}
	base.End, base.Extension = syntax.Position{Offset: p.lastEnd, Line: p.lastLine}, p.added
	*syntax.Place(statement) = p.finish(statement, base)
	if p.unlisted > 0 && p.joinsLast(statement) {
		p.spare = statement.(*syntax.Bad)
		return
	}
	p.script.Statements = append(p.script.Statements, statement)
}

// numberErrors assigns the errors about comments before a statement to it.
func (p reader) numberErrors() {
	for i := len(p.script.Errors) - 1; i >= 0 && p.script.Errors[i].Offset >= p.lastEnd && p.script.Errors[i].Recovered; i-- {
		p.script.Errors[i].Statement = p.number
	}
}

// joinsLast adds text that was not parsed to such text before it, if its error
// is not listed. Otherwise a short text could take much memory.
func (p reader) joinsLast(statement syntax.Statement) bool {
	bad, isBad := statement.(*syntax.Bad)
	if !isBad || len(p.script.Statements) == 0 {
		return false
	}
	last, isBad := p.script.Statements[len(p.script.Statements)-1].(*syntax.Bad)
	if isBad {
		last.End = bad.End
		last.Text = p.scanner.Slice(last.Start.Offset, last.End.Offset)
	}
	return isBad
}

// read parses a statement up to its end. It is nil after a syntax error.
func (p reader) read() (statement syntax.Statement) {
	p.left = p.script.Limits.Words
	defer func() {
		p.left = -1
		if caught := recover(); caught != nil {
			if _, ours := caught.(bailout); !ours {
				panic(caught)
			}
			statement = nil
		}
	}()
	if statement = p.foreign(); statement == nil {
		statement = p.statement()
		p.added = p.extension()
	}
	p.checkEnd()
	return statement
}

// checkEnd checks the end of a statement: a `;` or the end of the text. A line that
// begins a new statement ends it too, and the missing `;` is reported.
func (p reader) checkEnd() {
	switch {
	case p.at(";"), p.token.Kind == syntax.EndOfText:
	case p.isCommand(p.first) && p.newLine():
	case p.beginsStatement(), p.newLine() && p.at("SELECT"):
		p.report("expected `;` before `"+p.scanner.Text(p.token)+"`: the statement of line "+
			p.first.Start.LineText()+" has no end", true)
	default:
		p.expected("`;` after the statement")
	}
}

// finish takes the `;` and the comments around it.
func (p reader) finish(statement syntax.Statement, base syntax.Base) syntax.Base {
	switch s := statement.(type) {
	case *syntax.Other:
		p.dropRemarks(p.lastEnd)
		p.allowHashes(base.Start.Offset, p.lastEnd)
		s.Text = strings.TrimRight(p.scanner.Slice(base.Start.Offset, p.lastEnd), "\r\f\t ")
	case *syntax.Foreign:
		p.dropRemarks(p.lastEnd)
		s.Text = p.scanner.Slice(base.Start.Offset, p.lastEnd)
	case *syntax.Bad:
		p.dropRemarks(p.lastEnd)
		s.Text = p.scanner.Slice(base.Start.Offset, max(p.lastEnd, base.Start.Offset))
	}
	return p.closeStatement(base)
}

// skip skips the rest of a statement with a syntax error, up to its `;` or to a
// line that looks like the start of another statement.
func (p reader) skip() *syntax.Bad {
	if p.inBatch {
		rowGrammar{termGrammar(p)}.skipBatch()
		return p.bad()
	}
	line := p.isCommand(p.first) && strings.ToUpper(p.scanner.Text(p.first)) != "COPY"
	for p.token.Kind != syntax.EndOfText && !p.at(";") {
		if p.unclosed() {
			p.abandonLine()
		} else if p.token != p.first && (p.beginsStatement() || line && p.newLine()) {
			break
		}
		p.remarks = p.remarks[:0] // they are part of the skipped text
		p.advance()
	}
	return p.bad()
}

func (p reader) bad() *syntax.Bad {
	if p.spare == nil {
		return &syntax.Bad{}
	}
	bad := p.spare
	*bad, p.spare = syntax.Bad{}, nil
	return bad
}

// giveUp keeps the rest of a script unparsed because it has too many comments in
// a row.
func (p reader) giveUp() {
	p.number++
	p.gaveUp = true
	p.script.Errors = append(p.script.Errors, &syntax.Error{Position: p.token.Start, Statement: p.number,
		Text: fmt.Sprintf("more than %d comments in a row: the rest of the text was not read", p.script.Limits.Words)})
	start := p.token.Start
	p.script.Statements = append(p.script.Statements, &syntax.Bad{
		Base: syntax.Base{Start: start, Number: p.number, Remarks: syntax.Remarks{Before: p.takeBefore()}},
		Text: strings.TrimSpace(p.script.Text[start.Offset:])})
	p.token = syntax.Token{Kind: syntax.EndOfText}
}

// countUnlisted ends the errors with the number of those beyond the limit.
func (p reader) countUnlisted() {
	if p.unlisted == 0 {
		return
	}
	last := p.firstUnlisted
	if p.unlisted > 1 {
		last.Text = fmt.Sprintf("%d more syntax errors", p.unlisted)
		last.Recovered = false
	}
	p.script.Errors = append(p.script.Errors, last)
}
