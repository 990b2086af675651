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
	if p.at("DESCRIBE") || p.at("DESC") {
		return p.describe()
	}
	s := &Other{Keyword: strings.ToUpper(p.scanner.Text(p.token))}
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
