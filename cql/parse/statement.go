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
		{"USE", onRows(rowGrammar.use), outsideGrant},
		{"SELECT", onRows(rowGrammar.selectStatement), afterRows},
		{"INSERT", onRows(rowGrammar.insert), before("INTO")},
		{"UPDATE", onRows(rowGrammar.update), outsideGrant},
		{"DELETE", onRows(rowGrammar.delete), outsideGrant},
		{"BEGIN", onRows(rowGrammar.batch), before("BATCH", "UNLOGGED", "COUNTER")},
		{"TRUNCATE", onRows(rowGrammar.truncate), outsideGrant},
		{"GRANT", onRoles(roleGrammar.grant), nil},
		{"REVOKE", onRoles(roleGrammar.grant), nil},
		{"LIST", onRoles(roleGrammar.list), nil},
		{"ADD", onRoles(roleGrammar.addIdentity), nil},

		{"CREATE KEYSPACE SCHEMA", onSchema(schemaGrammar.createKeyspace), nil},
		{"CREATE TYPE", onSchema(schemaGrammar.createType), nil},
		{"CREATE TABLE COLUMNFAMILY", onSchema(schemaGrammar.createTable), nil},
		{"CREATE INDEX CUSTOM", onSchema(schemaGrammar.createIndex), nil},
		{"CREATE MATERIALIZED", onSchema(schemaGrammar.createView), nil},
		{"CREATE FUNCTION AGGREGATE OR", onSchema(schemaGrammar.createFunctionOrAggregate), nil},
		{"CREATE TRIGGER", onSchema(schemaGrammar.createTrigger), nil},
		{"CREATE ROLE", onRoles(roleGrammar.createRole), nil},
		{"CREATE USER", onRoles(roleGrammar.createUser), nil},

		{"ALTER KEYSPACE SCHEMA", onSchema(schemaGrammar.alterKeyspace), nil},
		{"ALTER TYPE", onSchema(schemaGrammar.alterType), nil},
		{"ALTER TABLE COLUMNFAMILY", onSchema(schemaGrammar.alterTable), nil},
		{"ALTER MATERIALIZED", onSchema(schemaGrammar.alterView), nil},
		{"ALTER ROLE", onRoles(roleGrammar.alterRole), nil},
		{"ALTER USER", onRoles(roleGrammar.alterUser), nil},

		{"DROP KEYSPACE SCHEMA", onSchema(schemaGrammar.dropKeyspace), nil},
		{"DROP TYPE", onSchema(schemaGrammar.dropType), nil},
		{"DROP TABLE COLUMNFAMILY", onSchema(schemaGrammar.dropTable), nil},
		{"DROP INDEX", onSchema(schemaGrammar.dropIndex), nil},
		{"DROP MATERIALIZED", onSchema(schemaGrammar.dropView), nil},
		{"DROP FUNCTION AGGREGATE", onSchema(schemaGrammar.dropFunction), nil},
		{"DROP TRIGGER", onSchema(schemaGrammar.dropTrigger), nil},
		{"DROP ROLE USER IDENTITY", onRoles(roleGrammar.dropRole), nil},
	}
}

// onRows, onSchema and onRoles return the parse functions of the parts of the grammar.
func onRows(parse func(rowGrammar) syntax.Statement) func(*parser) syntax.Statement {
	return func(p *parser) syntax.Statement { return parse(rowGrammar{termGrammar{p}}) }
}

func onSchema(parse func(schemaGrammar) syntax.Statement) func(*parser) syntax.Statement {
	return func(p *parser) syntax.Statement { return parse(schemaGrammar{rowGrammar{termGrammar{p}}}) }
}

func onRoles(parse func(roleGrammar) syntax.Statement) func(*parser) syntax.Statement {
	return func(p *parser) syntax.Statement { return parse(roleGrammar{termGrammar{p}}) }
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
func (p reader) statement() syntax.Statement {
	if p.isCommand(p.token) {
		return commandGrammar{termGrammar(p)}.command()
	}
	if p.atWord("COMMENT") && p.peek().Number.Text() == "ON" || p.atWord("SECURITY") {
		return schemaGrammar{rowGrammar{termGrammar(p)}}.commentOn()
	}
	rule := &rules[p.token.Number]
	if rule.parse != nil {
		return rule.parse(p.parser)
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
	return parse(p.parser)
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
