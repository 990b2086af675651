package parse

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// commands of cqlsh end at the end of their line or at `;`, but COPY requires its `;`. The list
// follows cqlsh (cqlshlib/cqlshhandling.py), except for commands whose first word is a keyword or a
// punctuation mark.
var commands = strings.Fields(`HELP CONSISTENCY SERIAL SHOW SOURCE CAPTURE DEBUG TRACING EXPAND PAGING EXIT QUIT CLEAR CLS
	HISTORY COPY`)

func (p *parser) isCommand(t syntax.Token) bool {
	switch t.Number.Text() {
	case "":
		return t.Kind == syntax.Name && slices.ContainsFunc(commands, func(c string) bool { return strings.EqualFold(c, p.scanner.Text(t)) })
	case "?", "DESCRIBE", "DESC", "LOGIN":
		return true
	}
	return false
}

// describes reports whether a DESCRIBE begins, which ends like a command but which
// the server runs.
func (p *parser) describes() bool { return p.at("DESCRIBE") || p.at("DESC") }

// command parses a command of cqlsh.
func (p commandGrammar) command() syntax.Statement {
	if p.describes() {
		return p.describe()
	}
	s := &syntax.Other{Keyword: strings.ToUpper(p.scanner.Text(p.token))}
	for {
		if p.unclosed() {
			if s.Keyword == "COPY" {
				p.fail(p.scanner.Problem(p.token))
			}
			p.abandonLine()
		}
		p.advance()
		if p.token.Kind == syntax.EndOfText || p.at(";") || s.Keyword != "COPY" && p.token.Start.Line > p.lastLine {
			return s
		}
	}
}

func (p *parser) unclosed() bool { return p.scanner.Unclosed(p.token) }

// abandonLine ends an unclosed token with its line.
func (p *parser) abandonLine() {
	p.scanner.SkipToLineEnd(p.token)
	p.scanned, p.taken = nil, 0
	p.token.End, p.token.EndLine = int32(p.scanner.At), p.token.Start.Line
}
