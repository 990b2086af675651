package syntax

import "strings"

// drop = DROP kind ifExists name, with more after some kinds
func (p *parser) drop() Statement {
	p.advance()
	switch p.token.word.text() {
	case "KEYSPACE", "SCHEMA":
		p.keyspaceWord("DROP")
		return &Drop{Kind: DropKeyspace, IfExists: p.ifExists(), Name: QualifiedName{Name: p.name("the name of the keyspace")}}
	case "TABLE", "COLUMNFAMILY":
		return p.dropNamed(DropTable)
	case "TYPE":
		p.advance()
		return &Drop{Kind: DropType, IfExists: p.ifExists(), Name: p.userTypeName("the name of the type")}
	case "INDEX":
		return p.dropNamed(DropIndex)
	case "MATERIALIZED":
		p.advance()
		if !p.at("VIEW") {
			p.expected("`VIEW` after `MATERIALIZED`")
		}
		return p.dropNamed(DropView)
	case "FUNCTION", "AGGREGATE":
		return p.dropFunction()
	case "TRIGGER":
		p.advance()
		s := &DropTrigger{IfExists: p.ifExists(), Name: p.name("the name of the trigger")}
		p.expect("ON", "the trigger's name")
		s.Table = p.qualifiedName("the name of a table")
		return s
	case "ROLE", "USER", "IDENTITY":
		return p.dropRole()
	}
	p.expected("the kind of thing to drop")
	return nil
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
	s := &DropRole{Kind: p.token.word.text()}
	p.advance()
	s.IfExists = p.ifExists()
	if s.Kind == "ROLE" {
		s.Name = p.roleName("the name of the role")
	} else {
		s.Name = p.userName("the name")
	}
	return s
}
