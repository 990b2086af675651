package syntax

import "strings"

// dropKeyspace = DROP KEYSPACE ifExists name
func (p *parser) dropKeyspace() Statement {
	p.keyspaceWord("DROP")
	return &Drop{Kind: DropKeyspace, IfExists: p.ifExists(), Name: QualifiedName{Name: p.name("the name of the keyspace")}}
}

// dropType = DROP TYPE ifExists typeName
func (p *parser) dropType() Statement {
	p.advance()
	return &Drop{Kind: DropType, IfExists: p.ifExists(), Name: p.userTypeName("the name of the type")}
}

// dropTable = DROP TABLE ifExists qualifiedName
func (p *parser) dropTable() Statement { return p.dropNamed(DropTable) }

// dropIndex = DROP INDEX ifExists qualifiedName
func (p *parser) dropIndex() Statement { return p.dropNamed(DropIndex) }

// dropView = DROP MATERIALIZED VIEW ifExists qualifiedName
func (p *parser) dropView() Statement {
	p.advance()
	if !p.at("VIEW") {
		p.expected("`VIEW` after `MATERIALIZED`")
	}
	return p.dropNamed(DropView)
}

// dropTrigger = DROP TRIGGER ifExists name ON qualifiedName
func (p *parser) dropTrigger() Statement {
	p.advance()
	s := &DropTrigger{IfExists: p.ifExists(), Name: p.name("the name of the trigger")}
	p.expect("ON", "the trigger's name")
	s.Table = p.qualifiedName("the name of a table")
	return s
}

func (p *parser) dropNamed(kind DropKind) Statement {
	p.advance()
	return &Drop{Kind: kind, IfExists: p.ifExists(), Name: p.qualifiedName("the name of the " + strings.ToLower(string(kind)))}
}

// dropFunction = DROP (FUNCTION | AGGREGATE) ifExists functionName
// ["(" [type {"," type}] ")"]
func (p *parser) dropFunction() Statement {
	s := &DropFunction{Aggregate: p.at("AGGREGATE")}
	p.advance()
	s.IfExists = p.ifExists()
	s.Name = p.functionName("the name of the function")
	if s.HasArguments = p.at("("); s.HasArguments {
		s.Arguments = p.argumentTypes()
	}
	return s
}

// dropRole = DROP ROLE ifExists role | DROP (USER | IDENTITY) ifExists user
func (p *parser) dropRole() Statement {
	s := &DropRole{Kind: p.token.number.text()}
	p.advance()
	s.IfExists = p.ifExists()
	if s.Kind == "ROLE" {
		s.Name = p.roleName("the name of the role")
	} else {
		s.Name = p.userName("the name")
	}
	return s
}
