package parse

import "widerow/cql/syntax"

// createFunctionOrAggregate = CREATE [OR REPLACE] (FUNCTION … | AGGREGATE …)
func (p schemaGrammar) createFunctionOrAggregate() syntax.Statement {
	orReplace := p.accept("OR")
	if orReplace {
		p.expect("REPLACE", "`OR`")
	}
	switch {
	case p.at("FUNCTION"):
		return p.createFunction(orReplace)
	case p.at("AGGREGATE"):
		return p.createAggregate(orReplace)
	}
	p.expected("`FUNCTION` or `AGGREGATE` after `OR REPLACE`")
	return nil
}

// createFunction = CREATE [OR REPLACE] FUNCTION ifNotExists functionName
// "(" [argument {"," argument}] ")" (CALLED | RETURNS NULL) ON NULL INPUT
// RETURNS type LANGUAGE identifier AS string
func (p schemaGrammar) createFunction(orReplace bool) syntax.Statement {
	p.advance()
	s := &syntax.CreateFunction{OrReplace: orReplace, IfNotExists: p.ifNotExists(), Name: p.functionName("the name of the function")}
	p.expect("(", "the function's name")
	for more := !p.at(")"); more; more = p.accept(",") {
		argument := syntax.Field{Name: p.name("the name of an argument")}
		p.typeName(&argument.Type)
		s.Arguments = append(s.Arguments, argument)
	}
	if !p.accept(")") {
		p.expected("`,` or `)` after the argument's type")
	}
	if s.CalledOnNull = p.accept("CALLED"); !s.CalledOnNull {
		if !p.accept("RETURNS") {
			p.expected("CALLED or RETURNS NULL ON NULL INPUT after the arguments")
		}
		p.expect("NULL", "`RETURNS`")
	}
	p.words("the arguments", "ON", "NULL", "INPUT", "RETURNS")
	p.typeName(&s.Returns)
	p.expect("LANGUAGE", "the type of the result")
	if p.token.Kind != syntax.Name || p.token.Number.Text() != "" {
		p.expected("the name of a language")
	}
	s.Language = p.scanner.Text(p.token)
	p.advance()
	p.expect("AS", "the language")
	s.Body = p.text("the function's body in `$$` or single quotes")
	return s
}

// createAggregate = CREATE [OR REPLACE] AGGREGATE ifNotExists functionName
// argumentTypes SFUNC name STYPE type [FINALFUNC name] [INITCOND term]
func (p schemaGrammar) createAggregate(orReplace bool) syntax.Statement {
	p.advance()
	s := &syntax.CreateAggregate{OrReplace: orReplace, IfNotExists: p.ifNotExists(), Name: p.functionName("the name of the aggregate")}
	s.Arguments = p.argumentTypes()
	p.expect("SFUNC", "the types of the arguments")
	s.State = p.functionIdentifier("the name of a function")
	p.expect("STYPE", "the state function")
	p.typeName(&s.StateType)
	if p.accept("FINALFUNC") {
		s.Final = p.functionIdentifier("the name of a function")
	}
	if p.accept("INITCOND") {
		initial := p.term()
		s.Initial = &initial
	}
	return s
}

// argumentTypes = "(" [type {"," type}] ")"
func (p *parser) argumentTypes() []syntax.TypeName {
	p.expect("(", "the function's name")
	var types []syntax.TypeName
	for more := !p.at(")"); more; more = p.accept(",") {
		types = append(types, syntax.TypeName{})
		p.typeName(&types[len(types)-1])
	}
	if !p.accept(")") {
		p.expected("`,` or `)` after the type")
	}
	return types
}

// createTrigger = CREATE TRIGGER ifNotExists name ON qualifiedName USING string
func (p schemaGrammar) createTrigger() syntax.Statement {
	p.advance()
	s := &syntax.CreateTrigger{IfNotExists: p.ifNotExists(), Name: p.name("the name of the trigger")}
	p.expect("ON", "the trigger's name")
	s.Table = p.qualifiedName("the name of a table")
	p.expect("USING", "the table")
	s.Class = p.text("the trigger's class in single quotes")
	return s
}
