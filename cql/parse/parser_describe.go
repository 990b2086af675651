package parse

import (
	"slices"

	"widerow/cql/syntax"
)

// describe = (DESCRIBE | DESC) (CLUSTER | [FULL] SCHEMA | KEYSPACES
// | [ONLY] KEYSPACE [name] | TABLES | TABLE qualifiedName
// | INDEX qualifiedName | MATERIALIZED VIEW qualifiedName | TYPES
// | TYPE typeName | FUNCTIONS | FUNCTION functionName | AGGREGATES
// | AGGREGATE functionName | qualifiedName) [WITH INTERNALS]
//
// It ends with its line, as a command of cqlsh does.
func (p commandGrammar) describe() syntax.Statement {
	p.advance()
	s := &syntax.Describe{}
	if p.newLine() {
		p.expected("what to describe")
	}
	word := p.token.Number.Text()
	alone := p.endsDescribe()
	switch {
	case word == "FULL" || word == "SCHEMA":
		p.accept("FULL")
		p.expect("SCHEMA", "`FULL`")
		s.What = "SCHEMA"
		if word == "FULL" {
			s.What = "FULL SCHEMA"
		}
	case slices.Contains([]string{"CLUSTER", "KEYSPACES", "TABLES", "TYPES", "FUNCTIONS", "AGGREGATES"}, word) && alone,
		word == "COLUMNFAMILIES":
		s.What = word
		p.advance()
	case word == "KEYSPACE", word == "ONLY" && !alone:
		p.describeKeyspace(s)
	default:
		p.describeNamed(s, alone)
	}
	if p.at("WITH") && !p.newLine() {
		p.advance()
		p.expect("INTERNALS", "`WITH`")
		s.Internals = true
	}
	return s
}

// endsDescribe reports whether this is the last word except for WITH INTERNALS.
func (p commandGrammar) endsDescribe() bool {
	next := p.peek()
	return next.Kind == syntax.EndOfText || next.Number.Text() == ";" || next.Number.Text() == "WITH" || next.Start.Line > p.token.Start.Line
}

// newLine reports whether the token is the first of its line.
func (p *parser) newLine() bool {
	return p.token.Start.Line > p.lastLine || p.token.Kind == syntax.EndOfText
}

func (p commandGrammar) describeKeyspace(s *syntax.Describe) {
	s.What = "KEYSPACE"
	if p.accept("ONLY") {
		s.What = "ONLY KEYSPACE"
	}
	p.expect("KEYSPACE", "`ONLY`")
	if p.isName() && !p.newLine() {
		s.Name.Name = p.name("the name of a keyspace")
	}
}

func (p commandGrammar) describeNamed(s *syntax.Describe, alone bool) {
	word := p.token.Number.Text()
	qualifies := p.peek().Number.Text() == "."
	switch {
	case word == "TABLE", word == "COLUMNFAMILY":
		s.What = "TABLE"
		p.advance()
		s.Name = p.qualifiedName("the name of a table")
	case word == "INDEX":
		s.What = word
		p.advance()
		s.Name = p.qualifiedName("the name of an index")
	case word == "MATERIALIZED":
		p.words("`DESCRIBE`", "MATERIALIZED", "VIEW")
		s.What = "MATERIALIZED VIEW"
		s.Name = p.qualifiedName("the name of a view")
	case word == "TYPE" && !alone && !qualifies:
		s.What = word
		p.advance()
		s.Name = p.userTypeName("the name of a type")
	case (word == "FUNCTION" || word == "AGGREGATE") && !alone && !qualifies:
		s.What = word
		p.advance()
		s.Name = p.functionName("the name of a function")
	default:
		s.Name = p.qualifiedName("what to describe")
	}
}
