package parse

import (
	"widerow/cql/syntax"
	"widerow/model"
)

// use = USE name
func (p rowGrammar) use() syntax.Statement {
	p.advance()
	return &syntax.Use{Keyspace: p.name("the name of a keyspace")}
}

// createKeyspace = CREATE KEYSPACE ifNotExists name WITH property {AND property}
//
// Cassandra 3 also has CREATE SCHEMA, which later versions refuse.
func (p schemaGrammar) createKeyspace() syntax.Statement {
	p.keyspaceWord("CREATE")
	s := &syntax.CreateKeyspace{IfNotExists: p.ifNotExists(), Name: p.name("the name of the keyspace")}
	if !p.at("WITH") {
		p.expected("`WITH` and the replication after the keyspace's name")
	}
	s.Options = p.options(false)
	return s
}

// keyspaceWord takes KEYSPACE, or SCHEMA as in Cassandra 3.
func (p *parser) keyspaceWord(verb string) {
	if p.at("SCHEMA") && !p.on(model.Cassandra311) {
		p.report("expected `KEYSPACE`, got `"+p.scanner.Text(p.token)+"`: "+verb+" SCHEMA is rejected since Cassandra 4.0", true)
	}
	p.advance()
}
