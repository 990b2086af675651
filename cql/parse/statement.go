package parse

import (
	"strings"

	"widerow/cql/syntax"
)

// opening describes how statements of a kind begin.
type opening struct {
	// words are the first word and, for CREATE, ALTER and DROP, the possible
	// second words.
	words string
	// parse parses the statement, for CREATE, ALTER and DROP from its second
	// word on.
	parse func(*parser) syntax.Statement
	// begins reports whether the first word begins a new statement if the
	// previous one has no `;`. If nil, the word may continue the previous
	// statement. For CREATE, ALTER and DROP the second word decides.
	begins func(*parser) bool
}

// openings is the table of the kinds of statement. It is a function because the
// parse functions use tables derived from it.
func openings() []opening {
	return []opening{
		{"USE", (*parser).use, outsideGrant},
		{"SELECT", (*parser).selectStatement, afterRows},
		{"INSERT", (*parser).insert, before("INTO")},
		{"UPDATE", (*parser).update, outsideGrant},
		{"DELETE", (*parser).delete, outsideGrant},
		{"BEGIN", (*parser).batch, before("BATCH", "UNLOGGED", "COUNTER")},
		{"TRUNCATE", (*parser).truncate, outsideGrant},
		{"GRANT", (*parser).grant, nil},
		{"REVOKE", (*parser).grant, nil},
		{"LIST", (*parser).list, nil},
		{"ADD", (*parser).addIdentity, nil},

		{"CREATE KEYSPACE SCHEMA", (*parser).createKeyspace, nil},
		{"CREATE TYPE", (*parser).createType, nil},
		{"CREATE TABLE COLUMNFAMILY", (*parser).createTable, nil},
		{"CREATE INDEX CUSTOM", (*parser).createIndex, nil},
		{"CREATE MATERIALIZED", (*parser).createView, nil},
		{"CREATE FUNCTION AGGREGATE OR", (*parser).createFunctionOrAggregate, nil},
		{"CREATE TRIGGER", (*parser).createTrigger, nil},
		{"CREATE ROLE", (*parser).createRole, nil},
		{"CREATE USER", (*parser).createUser, nil},

		{"ALTER KEYSPACE SCHEMA", (*parser).alterKeyspace, nil},
		{"ALTER TYPE", (*parser).alterType, nil},
		{"ALTER TABLE COLUMNFAMILY", (*parser).alterTable, nil},
		{"ALTER MATERIALIZED", (*parser).alterView, nil},
		{"ALTER ROLE", (*parser).alterRole, nil},
		{"ALTER USER", (*parser).alterUser, nil},

		{"DROP KEYSPACE SCHEMA", (*parser).dropKeyspace, nil},
		{"DROP TYPE", (*parser).dropType, nil},
		{"DROP TABLE COLUMNFAMILY", (*parser).dropTable, nil},
		{"DROP INDEX", (*parser).dropIndex, nil},
		{"DROP MATERIALIZED", (*parser).dropView, nil},
		{"DROP FUNCTION AGGREGATE", (*parser).dropFunction, nil},
		{"DROP TRIGGER", (*parser).dropTrigger, nil},
		{"DROP ROLE USER IDENTITY", (*parser).dropRole, nil},
	}
}

// expectedObjects are the messages for an invalid second word.
var expectedObjects = map[string]string{
	"CREATE": "KEYSPACE, TYPE, TABLE, INDEX, MATERIALIZED VIEW or another kind of thing to create",
	"ALTER":  "KEYSPACE, TABLE, TYPE, MATERIALIZED VIEW, ROLE or USER after `ALTER`",
	"DROP":   "the kind of thing to drop",
}

// rule collects the openings with a first word: parse and begins, or for
// CREATE, ALTER and DROP the parse functions by the second word.
type rule struct {
	parse   func(*parser) syntax.Statement
	begins  func(*parser) bool
	objects *[256]func(*parser) syntax.Statement
}

// rules are indexed by the number of the first word. firstWords are the words.
var (
	rules      [256]rule
	firstWords []string
)

func init() {
	for _, o := range openings() {
		words := strings.Fields(o.words)
		first := &rules[syntax.NumberOf(words[0])]
		if first.parse == nil && first.objects == nil {
			firstWords = append(firstWords, words[0])
		}
		if len(words) == 1 {
			first.parse, first.begins = o.parse, o.begins
			continue
		}
		if first.objects == nil {
			first.objects = &[256]func(*parser) syntax.Statement{}
		}
		for _, word := range words[1:] {
			first.objects[syntax.NumberOf(word)] = o.parse
		}
	}
}

// FirstWords lists the words that statements begin with, in capitals.
func FirstWords() []string { return firstWords }

// statement parses the kind of statement that the first words determine.
func (p *parser) statement() syntax.Statement {
	if p.isCommand(p.token) {
		return p.command()
	}
	if p.atWord("COMMENT") && p.peek().Number.Text() == "ON" || p.atWord("SECURITY") {
		return p.commentOn()
	}
	rule := &rules[p.token.Number]
	if rule.parse != nil {
		return rule.parse(p)
	}
	if rule.objects == nil {
		p.expected("a statement")
	}
	verb := p.token.Number.Text()
	p.advance()
	parse := rule.objects[p.token.Number]
	if parse == nil {
		p.expected(expectedObjects[verb])
	}
	return parse(p)
}

// beginsStatement reports whether the token is the first of a line that looks
// like the start of a statement, although the previous one has no `;`.
func (p *parser) beginsStatement() bool {
	if p.token.Kind != syntax.Name || p.token.Start.Line <= p.lastLine {
		return false
	}
	rule := &rules[p.token.Number]
	if rule.objects == nil {
		return rule.begins != nil && rule.begins(p)
	}
	if rule.objects[p.peek().Number] == nil {
		return false
	}
	if p.at("CREATE") {
		return true
	}
	behind := p.ahead(2) // ALTER TABLE may continue with ALTER or DROP and a column
	return behind.Kind != syntax.EndOfText && behind.Number.Text() != ";"
}

// before reports whether one of the words follows the token.
func before(words ...string) func(*parser) bool {
	return func(p *parser) bool {
		for _, word := range words {
			if p.peek().Number.Text() == word {
				return true
			}
		}
		return false
	}
}

// outsideGrant excludes GRANT and REVOKE, where the word is a permission.
func outsideGrant(p *parser) bool {
	return p.first.Number.Text() != "GRANT" && p.first.Number.Text() != "REVOKE"
}

// afterRows excludes statements that may contain a SELECT.
func afterRows(p *parser) bool {
	switch p.first.Number.Text() {
	case "SELECT", "USE", "INSERT", "UPDATE", "DELETE", "TRUNCATE":
		return true
	}
	return false
}
