package syntax

import (
	"slices"
	"strings"
)

// commands of cqlsh end at the end of their line or at `;`; COPY needs its
// `;`. The list is that of cqlsh (cqlshlib/cqlshhandling.py), but for those
// whose first word is a keyword or a mark.
var commands = strings.Fields(`HELP CONSISTENCY SERIAL SHOW SOURCE CAPTURE DEBUG TRACING EXPAND PAGING EXIT QUIT CLEAR CLS
	HISTORY COPY`)

func (p *parser) isCommand(t Token) bool {
	switch t.word.text() {
	case "":
		return t.Kind == Name && slices.ContainsFunc(commands, func(c string) bool { return strings.EqualFold(c, p.scanner.Text(t)) })
	case "?", "DESCRIBE", "DESC", "LOGIN":
		return true
	}
	return false
}

// command = a command of cqlsh
func (p *parser) command() Statement {
	if p.at("DESCRIBE") || p.at("DESC") {
		return p.describe()
	}
	s := &Other{Keyword: strings.ToUpper(p.scanner.Text(p.token))}
	for {
		if p.unclosed() {
			if s.Keyword == "COPY" {
				p.fail(p.scanner.Problem(p.token))
			}
			p.abandonLine()
		}
		p.advance()
		if p.token.Kind == EndOfText || p.at(";") || s.Keyword != "COPY" && p.token.Start.Line > p.lastLine {
			return s
		}
	}
}

func (p *parser) unclosed() bool { return p.scanner.Unclosed(p.token) }

// abandonLine ends an unclosed token with its line.
func (p *parser) abandonLine() {
	p.scanner.skipToLineEnd(p.token)
	p.scanned, p.taken = nil, 0
	p.token.End, p.token.EndLine = int32(p.scanner.at), p.token.Start.Line
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
	switch p.token.word.text() {
	case "CREATE":
		return slices.Contains(schemaObjects["CREATE"], p.peek().word.text())
	case "ALTER", "DROP":
		behind := p.ahead(2)
		return slices.Contains(schemaObjects[p.token.word.text()], p.peek().word.text()) && behind.Kind != EndOfText && behind.word.text() != ";"
	case "INSERT":
		return p.peek().word.text() == "INTO"
	case "BEGIN":
		return slices.Contains([]string{"BATCH", "UNLOGGED", "COUNTER"}, p.peek().word.text())
	case "UPDATE", "DELETE", "TRUNCATE", "USE":
		return p.first.word.text() != "GRANT" && p.first.word.text() != "REVOKE"
	case "SELECT":
		return slices.Contains([]string{"SELECT", "USE", "INSERT", "UPDATE", "DELETE", "TRUNCATE"}, p.first.word.text())
	}
	return false
}
