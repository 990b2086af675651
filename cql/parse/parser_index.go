package parse

import (
	"strings"

	"widerow/cql/syntax"
)

// createIndex = CREATE [CUSTOM] INDEX ifNotExists [name] ON qualifiedName
// "(" [target {"," target}] ")" [USING string] [WITH property {AND property}]
func (p schemaGrammar) createIndex() syntax.Statement {
	s := &syntax.CreateIndex{Custom: p.accept("CUSTOM")}
	p.words("`CREATE`", "INDEX")
	s.IfNotExists = p.ifNotExists()
	if !p.at("ON") {
		s.Name = p.name("the index's name or `ON`")
	}
	p.expect("ON", "the index's name")
	s.Table = p.qualifiedName("the name of a table")
	p.expect("(", "the table's name")
	for more := !p.at(")"); more; {
		target := p.indexTarget()
		more = p.comma(&target.Remarks)
		s.Targets = append(s.Targets, target)
	}
	s.Closing = p.takeBefore()
	p.expect(")", "the indexed column")
	if s.HasUsing = p.accept("USING"); s.HasUsing {
		s.Using = p.text("the index's class in single quotes")
	}
	s.Options = p.options(false)
	return s
}

// target = column | (VALUES | KEYS | ENTRIES | FULL) "(" column ")"
func (p schemaGrammar) indexTarget() syntax.IndexTarget {
	target := syntax.IndexTarget{Remarks: p.remarksBefore()}
	switch p.token.Number.Text() {
	case "ENTRIES", "FULL":
		target.Function = strings.ToLower(p.token.Number.Text())
		p.advance()
	case "VALUES", "KEYS":
		if p.peek().Number.Text() == "(" {
			target.Function = strings.ToLower(p.token.Number.Text())
			p.advance()
		}
	}
	if target.Function == "" {
		target.Column = p.columnName()
		return target
	}
	p.expect("(", "`"+target.Function+"`")
	target.Column = p.columnName()
	p.expect(")", "the indexed column")
	return target
}
