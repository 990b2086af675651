package parse

import "widerow/cql/syntax"

// batch = BEGIN [UNLOGGED | COUNTER] BATCH using
// {(insert | update | delete) [";"]} APPLY BATCH
func (p rowGrammar) batch() syntax.Statement {
	start := p.token.Start.Offset
	p.advance()
	if p.atWord("TRANSACTION") {
		return p.transaction(start)
	}
	s := &syntax.Batch{}
	switch {
	case p.accept("UNLOGGED"):
		s.Kind = syntax.UnloggedBatch
	case p.accept("COUNTER"):
		s.Kind = syntax.CounterBatch
	}
	if !p.accept("BATCH") {
		p.expected("`BATCH`, `UNLOGGED` or `COUNTER` after `BEGIN`")
	}
	p.inBatch = true
	s.Using = p.using(false)
	for !p.at("APPLY") {
		s.Statements = append(s.Statements, p.batched())
	}
	s.Closing = p.takeBefore()
	p.advance()
	p.expect("BATCH", "`APPLY`")
	p.inBatch = false
	return s
}

// batched parses one statement of a batch.
func (p rowGrammar) batched() syntax.Statement {
	base := syntax.Base{Start: p.token.Start, Number: p.number, Remarks: syntax.Remarks{Before: p.takeBefore()}}
	var statement syntax.Statement
	switch p.token.Number.Text() {
	case "INSERT":
		statement = p.insert()
	case "UPDATE":
		statement = p.update()
	case "DELETE":
		statement = p.delete()
	default:
		p.notBatched()
	}
	base.End = syntax.Position{Offset: p.lastEnd, Line: p.lastLine}
	*syntax.Place(statement) = p.closeStatement(base)
	return statement
}

// continuesBatch reports whether the next statement of a batch, or the end of the
// batch, begins here.
func (p *parser) continuesBatch() bool {
	switch p.token.Number.Text() {
	case "INSERT", "UPDATE", "DELETE", "APPLY":
		return true
	}
	return false
}

func (p rowGrammar) notBatched() {
	switch {
	case p.token.Kind == syntax.EndOfText:
		p.expected("`APPLY BATCH` at the end of the batch")
	case p.beginsStatement():
		p.expected("`APPLY BATCH` at the end of the batch of line " + p.first.Start.LineText())
	}
	p.expected("INSERT, UPDATE, DELETE or `APPLY BATCH`")
}

// skipBatch skips the rest of a batch with a syntax error.
func (p rowGrammar) skipBatch() {
	for p.token.Kind != syntax.EndOfText {
		switch {
		case p.unclosed():
			p.abandonLine()
		case p.at("APPLY") && p.peek().Number.Text() == "BATCH":
			p.advance()
			p.advance()
			return
		case p.continuesBatch():
		case p.beginsStatement():
			return
		}
		p.remarks = p.remarks[:0] // they are part of the skipped text
		p.advance()
	}
}
