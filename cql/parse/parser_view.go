package parse

import "widerow/cql/syntax"

// createView = CREATE MATERIALIZED VIEW ifNotExists qualifiedName
// AS SELECT ("*" | selector {"," selector}) FROM qualifiedName
// [WHERE condition {AND condition}] PRIMARY KEY "(" key ")"
// [WITH option {AND option}]
func (p schemaGrammar) createView() syntax.Statement {
	p.words("`CREATE`", "MATERIALIZED", "VIEW")
	s := &syntax.CreateView{IfNotExists: p.ifNotExists(), Name: p.qualifiedName("the name of the view")}
	p.words("the view's name", "AS", "SELECT")
	s.Selectors = p.selectors()
	s.Table = p.qualifiedName("the name of the base table")
	if p.accept("WHERE") {
		s.Where = p.conditions()
	}
	if !p.at("PRIMARY") {
		p.expected("`PRIMARY KEY` of the view")
	}
	s.Key = p.primaryKey()
	s.Options = p.options(true)
	return s
}
