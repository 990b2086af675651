package cql

import (
	"slices"
	"strings"
)

// commands of cqlsh end at the end of their line or at `;`; COPY needs its
// `;`. The list is that of cqlsh (cqlshlib/cqlshhandling.py).
var commands = strings.Fields(`HELP ? CONSISTENCY SERIAL DESCRIBE DESC SHOW SOURCE CAPTURE LOGIN DEBUG TRACING EXPAND
	PAGING EXIT QUIT CLEAR CLS HISTORY COPY`)

func (p *parser) isCommand(t Token) bool {
	if t.Kind != Name {
		return t.Word == "?"
	}
	return slices.Contains(commands, strings.ToUpper(p.scanner.Text(t)))
}

// command = a command of cqlsh
func (p *parser) command() Statement {
	s := &Other{Keyword: strings.ToUpper(p.scanner.Text(p.token)), Command: true}
	for {
		if p.token.Kind == Illegal && p.scanner.Unclosed {
			if s.Keyword == "COPY" {
				p.fail(p.scanner.Problem)
			}
			p.abandonLine()
		}
		p.advance()
		if p.token.Kind == EndOfText || p.at(";") || s.Keyword != "COPY" && p.token.Start.Line > p.lastLine {
			return s
		}
	}
}

// abandonLine ends an unclosed token with its line.
func (p *parser) abandonLine() {
	p.scanner.skipToLineEnd(p.token)
	p.token.End = int32(p.scanner.at)
}

// other = any statement that is kept as text, with its tokens looked at only
// to find its end
func (p *parser) other() Statement {
	s := &Other{Keyword: p.otherKeyword()}
	batch := p.at("BEGIN")
	for p.advance(); p.token.Kind != EndOfText; p.advance() {
		switch {
		case p.token.Kind == Illegal:
			p.fail(p.scanner.Problem)
		case batch && p.at("APPLY") && p.peek().Word == "BATCH":
			p.advance()
			p.advance()
			return s
		case batch && (p.at(";") || slices.Contains(batchWords, p.token.Word)):
		case p.at(";"):
			return s
		case p.beginsStatement() && batch:
			p.expected("`APPLY BATCH` at the end of the batch of line " + p.first.Start.lineText())
		case p.beginsStatement():
			return s
		}
	}
	if batch {
		p.expected("`APPLY BATCH` at the end of the batch")
	}
	return s
}

// batchWords begin the statements of a batch.
var batchWords = []string{"INSERT", "UPDATE", "DELETE"}

// otherKeyword is what the statement begins with: one word, or for CREATE,
// ALTER and DROP also what is created, altered or dropped.
func (p *parser) otherKeyword() string {
	verb := p.token.Word
	what, isSchema := schemaObjects[verb]
	if !isSchema {
		return verb
	}
	next := p.peek()
	if verb == "CREATE" && next.Word == "OR" {
		next = p.replaced()
	}
	if !slices.Contains(what, next.Word) {
		p.advance()
		p.expected("the kind of thing to " + strings.ToLower(verb))
	}
	if next.Word == "MATERIALIZED" {
		return verb + " MATERIALIZED VIEW"
	}
	return verb + " " + next.Word
}

// replaced is what stands behind CREATE OR REPLACE.
func (p *parser) replaced() Token {
	ahead := *p
	ahead.remarks = nil
	for range 3 {
		ahead.advance()
	}
	return ahead.token
}

// schemaObjects are what can be created, altered and dropped.
var schemaObjects = map[string][]string{
	"CREATE": strings.Fields(`KEYSPACE SCHEMA TABLE COLUMNFAMILY TYPE INDEX CUSTOM MATERIALIZED OR FUNCTION AGGREGATE
		TRIGGER ROLE USER`),
	"ALTER": strings.Fields("KEYSPACE TABLE COLUMNFAMILY TYPE MATERIALIZED ROLE USER"),
	"DROP": strings.Fields(`KEYSPACE TABLE COLUMNFAMILY TYPE INDEX MATERIALIZED FUNCTION AGGREGATE TRIGGER ROLE USER
		IDENTITY`),
}

// beginsStatement reports whether the token is the first of a line that looks
// like the beginning of a statement, although no `;` ended the one before.
func (p *parser) beginsStatement() bool {
	if p.token.Kind != Name || p.token.Start.Line <= p.lastLine {
		return false
	}
	switch p.token.Word {
	case "CREATE":
		return slices.Contains(schemaObjects["CREATE"], p.peek().Word)
	case "ALTER", "DROP":
		tokens := p.ahead()
		return slices.Contains(schemaObjects[p.token.Word], tokens[0].Word) && tokens[1].Kind != EndOfText && tokens[1].Word != ";"
	case "INSERT":
		return p.peek().Word == "INTO"
	case "BEGIN":
		return slices.Contains([]string{"BATCH", "UNLOGGED", "COUNTER"}, p.peek().Word)
	case "UPDATE", "DELETE", "TRUNCATE", "USE":
		return p.first.Word != "GRANT" && p.first.Word != "REVOKE"
	case "SELECT":
		return slices.Contains([]string{"SELECT", "USE", "INSERT", "UPDATE", "DELETE", "TRUNCATE"}, p.first.Word)
	}
	return false
}
