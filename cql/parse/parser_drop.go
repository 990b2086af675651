package parse

import (
	"strings"

	"widerow/cql/syntax"
)

// dropKeyspace = DROP KEYSPACE ifExists name
func (p schemaGrammar) dropKeyspace() syntax.Statement {
	p.keyspaceWord("DROP")
	return &syntax.Drop{Kind: syntax.DropKeyspace, IfExists: p.ifExists(), Name: syntax.QualifiedName{Name: p.name("the name of the keyspace")}}
}

// dropType = DROP TYPE ifExists typeName
func (p schemaGrammar) dropType() syntax.Statement {
	p.advance()
	return &syntax.Drop{Kind: syntax.DropType, IfExists: p.ifExists(), Name: p.userTypeName("the name of the type")}
}

// dropTable = DROP TABLE ifExists qualifiedName
func (p schemaGrammar) dropTable() syntax.Statement { return p.dropNamed(syntax.DropTable) }

// dropIndex = DROP INDEX ifExists qualifiedName
func (p schemaGrammar) dropIndex() syntax.Statement { return p.dropNamed(syntax.DropIndex) }

// dropView = DROP MATERIALIZED VIEW ifExists qualifiedName
func (p schemaGrammar) dropView() syntax.Statement {
	p.advance()
	if !p.at("VIEW") {
		p.expected("`VIEW` after `MATERIALIZED`")
	}
	return p.dropNamed(syntax.DropView)
}

// dropTrigger = DROP TRIGGER ifExists name ON qualifiedName
func (p schemaGrammar) dropTrigger() syntax.Statement {
	p.advance()
	s := &syntax.DropTrigger{IfExists: p.ifExists(), Name: p.name("the name of the trigger")}
	p.expect("ON", "the trigger's name")
	s.Table = p.qualifiedName("the name of a table")
	return s
}

func (p schemaGrammar) dropNamed(kind syntax.DropKind) syntax.Statement {
	p.advance()
	return &syntax.Drop{Kind: kind, IfExists: p.ifExists(), Name: p.qualifiedName("the name of the " + strings.ToLower(string(kind)))}
}

// dropFunction = DROP (FUNCTION | AGGREGATE) ifExists functionName
// ["(" [type {"," type}] ")"]
func (p schemaGrammar) dropFunction() syntax.Statement {
	s := &syntax.DropFunction{Aggregate: p.at("AGGREGATE")}
	p.advance()
	s.IfExists = p.ifExists()
	s.Name = p.functionName("the name of the function")
	if s.HasArguments = p.at("("); s.HasArguments {
		s.Arguments = p.argumentTypes()
	}
	return s
}

// dropRole = DROP ROLE ifExists role | DROP (USER | IDENTITY) ifExists user
func (p roleGrammar) dropRole() syntax.Statement {
	s := &syntax.DropRole{Kind: p.token.Number.Text()}
	p.advance()
	s.IfExists = p.ifExists()
	if s.Kind == "ROLE" {
		s.Name = p.roleName("the name of the role")
	} else {
		s.Name = p.userName("the name")
	}
	return s
}
