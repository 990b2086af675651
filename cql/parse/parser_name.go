package parse

import (
	"strings"

	"widerow/cql/syntax"
)

// ifNotExists = [IF NOT EXISTS]
func (p *parser) ifNotExists() bool {
	if !p.accept("IF") {
		return false
	}
	p.words("`IF`", "NOT", "EXISTS")
	return true
}

// columnName parses a name. Tables created by Thrift have a column with an
// empty one.
func (p *parser) columnName() syntax.Identifier {
	if p.token.Kind == syntax.QuotedName && p.scanner.Text(p.token) == `""` {
		name := syntax.Identifier{Position: p.token.Start}
		p.advance()
		return name
	}
	return p.name("the name of a column")
}

// text parses a string constant.
func (p *parser) text(what string) string {
	if p.token.Kind != syntax.String {
		p.expected(what)
	}
	text := unquote(p.scanner.Text(p.token))
	p.advance()
	return text
}

// name = identifier | quoted | unreserved
func (p *parser) name(what string) syntax.Identifier {
	if !p.isName() {
		p.notAName(what)
	}
	name := syntax.Identifier{Position: p.token.Start, Quoted: p.token.Kind == syntax.QuotedName, Name: p.identifier()}
	p.advance()
	return name
}

// boundNames are the terms for a `?` in place of a name, by a word of what was
// expected.
var boundNames = [][2]string{{"role", "role"}, {"keyspace", "keyspace"}, {"function", "keyspace"}, {"aggregate", "keyspace"},
	{"index", "index"}, {"table", "table"}, {"view", "table"}}

func (p *parser) notAName(what string) {
	for _, bound := range boundNames {
		if p.at("?") && strings.Contains(what, bound[0]) {
			p.fail("Bind variables cannot be used for " + bound[1] + " names")
		}
	}
	p.expected(what + p.reservedHint())
}

func (p *parser) isName() bool {
	switch p.token.Kind {
	case syntax.QuotedName:
		return p.token.End-p.token.Start.Offset > 2
	case syntax.Name:
		return p.token.Number.Class() != syntax.Reserved
	}
	return false
}

// reservedHint returns advice about a reserved word in place of a name.
func (p *parser) reservedHint() string {
	if p.token.Number.Class() == syntax.Reserved || p.token.Kind == syntax.Boolean {
		return " (a reserved word has to be in double quotes)"
	}
	return ""
}

// identifier returns the token's name as the server stores it.
func (p *parser) identifier() string {
	text := p.scanner.Text(p.token)
	switch {
	case p.token.Kind == syntax.QuotedName:
		return strings.ReplaceAll(text[1:len(text)-1], `""`, `"`)
	case p.token.Number != 0:
		return syntax.Words[p.token.Number].Lower
	case p.token.Capitals:
		return strings.ToLower(text)
	}
	return text
}

// unquote returns the content of a string in single quotes or between `$$`.
func unquote(text string) string {
	if strings.HasPrefix(text, "$$") {
		return text[2 : len(text)-2]
	}
	return strings.ReplaceAll(text[1:len(text)-1], "''", "'")
}

// qualifiedName = [name "."] name
func (p *parser) qualifiedName(what string) syntax.QualifiedName {
	name := syntax.QualifiedName{Name: p.name(what)}
	if p.accept(".") {
		name.Keyspace, name.Name = name.Name, p.name(what)
	}
	return name
}
