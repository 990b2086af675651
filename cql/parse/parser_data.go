package parse

import (
	"widerow/cql/syntax"
	"widerow/model"
)

// insert = INSERT INTO qualifiedName ("(" columns ")" VALUES "(" terms ")" |
// JSON (string | bind) [DEFAULT (NULL | UNSET)]) ifNotExists using
func (p rowGrammar) insert() syntax.Statement {
	p.advance()
	p.expect("INTO", "`INSERT`")
	s := &syntax.Insert{Table: p.qualifiedName("the name of a table")}
	if p.accept("JSON") {
		p.insertJSON(s)
	} else {
		p.insertValues(s)
	}
	s.IfNotExists = p.ifNotExists()
	s.Using = p.using(false)
	return s
}

func (p rowGrammar) insertValues(s *syntax.Insert) {
	if !p.accept("(") {
		p.expected("`(` and the columns, or `JSON`, after the table's name")
	}
	s.Columns = p.columnNames()
	if !p.accept(")") {
		p.expected("`,` or `)` after the column")
	}
	p.words("the columns", "VALUES", "(")
	s.Values = p.terms()
	if !p.accept(")") {
		p.expected("`,` or `)` after the value")
	}
}

func (p rowGrammar) insertJSON(s *syntax.Insert) {
	if p.token.Kind != syntax.String && !p.atBind() {
		p.expected("a string in single quotes or a bind marker after `JSON`")
	}
	json := p.simple()
	s.JSON = &json
	if !p.accept("DEFAULT") {
		return
	}
	switch {
	case p.accept("NULL"):
		s.Default = syntax.DefaultNull
	case p.accept("UNSET"):
		s.Default = syntax.DefaultUnset
	default:
		p.expected("`NULL` or `UNSET` after `DEFAULT`")
	}
}

// using = [USING attribute {AND attribute}]
// attribute = (TIMESTAMP | TTL) count
//
// A DELETE takes one TIMESTAMP only. ScyllaDB has TIMEOUT too.
func (p rowGrammar) using(ofDelete bool) []syntax.Attribute {
	if !p.accept("USING") {
		return nil
	}
	var attributes []syntax.Attribute
	for {
		attribute := syntax.Attribute{Position: p.token.Start}
		switch {
		case p.acceptTimeout():
			attribute.Kind, attribute.Value = syntax.Timeout, p.term()
			attributes = append(attributes, attribute)
			if !p.accept("AND") {
				return attributes
			}
			continue
		case p.accept("TIMESTAMP"):
			attribute.Kind = syntax.Timestamp
		case ofDelete:
			p.expected("`TIMESTAMP` after `USING`")
		case p.accept("TTL"):
			attribute.Kind = syntax.TimeToLive
		default:
			p.expected("`TIMESTAMP` or `TTL`")
		}
		attribute.Value = *p.count()
		attributes = append(attributes, attribute)
		if ofDelete && !p.on(model.ScyllaDB) || !p.accept("AND") {
			return attributes
		}
	}
}

// update = UPDATE qualifiedName using SET assignment {"," assignment}
// WHERE conditions [IF (EXISTS | ifConditions)]
func (p rowGrammar) update() syntax.Statement {
	p.advance()
	s := &syntax.Update{Table: p.qualifiedName("the name of a table"), Using: p.using(false)}
	p.expect("SET", "the table")
	for more := true; more; {
		assignment := p.assignment()
		more = p.comma(&assignment.Remarks)
		s.Assignments = append(s.Assignments, assignment)
	}
	if !p.accept("WHERE") {
		p.expected("`,` or `WHERE` after the assignment")
	}
	p.partial = s
	s.Where = p.conditions()
	s.IfExists, s.If = p.ifExistsOrConditions()
	return s
}

// delete = DELETE [deletion {"," deletion}] FROM qualifiedName
// [USING TIMESTAMP count] WHERE conditions [IF (EXISTS | ifConditions)]
func (p rowGrammar) delete() syntax.Statement {
	p.advance()
	s := &syntax.Delete{}
	if !p.at("FROM") {
		s.Deletions = []syntax.Deletion{p.deletion()}
		for p.accept(",") {
			s.Deletions = append(s.Deletions, p.deletion())
		}
	}
	p.expect("FROM", "what to delete")
	s.Table = p.qualifiedName("the name of a table")
	s.Using = p.using(true)
	p.expect("WHERE", "the table")
	s.Where = p.conditions()
	s.IfExists, s.If = p.ifExistsOrConditions()
	return s
}

// deletion = column ["[" term "]" | "." name]
func (p rowGrammar) deletion() syntax.Deletion {
	deletion := syntax.Deletion{Column: p.columnName()}
	switch {
	case p.accept("["):
		key := p.term()
		deletion.Key = &key
		p.expect("]", "the key")
	case p.accept("."):
		deletion.Field = p.name("the name of a field")
	}
	return deletion
}

// ifExistsOrConditions = [IF (EXISTS | condition {AND condition})]
//
// EXISTS may also be the name of a column.
func (p rowGrammar) ifExistsOrConditions() (exists bool, conditions []syntax.Condition) {
	if !p.accept("IF") {
		return false, nil
	}
	if p.at("EXISTS") && !beginsCondition(p.peek().Number.Text()) {
		p.advance()
		return true, nil
	}
	for {
		condition := syntax.Condition{Remarks: p.remarksBefore()}
		p.ifCondition(&condition)
		condition.Remarks = condition.Behind(p.takeItemAfter())
		conditions = append(conditions, condition)
		if !p.accept("AND") {
			return false, conditions
		}
	}
}

func beginsCondition(word string) bool {
	switch word {
	case "=", "<", "<=", ">", ">=", "!=", "IN", "CONTAINS", "[", ".":
		return true
	}
	return false
}

// ifCondition = column ["[" term "]" | "." name] (operator term | in)
// | column CONTAINS [KEY] term
func (p rowGrammar) ifCondition(condition *syntax.Condition) {
	condition.Position = p.token.Start
	condition.Columns = []syntax.Identifier{p.columnName()}
	switch {
	case p.accept("["):
		p.elementKey(condition)
	case p.accept("."):
		condition.Kind, condition.Field = syntax.FieldCondition, p.name("the name of a field")
	case p.at("CONTAINS"):
		p.contains(condition)
		return
	}
	if p.at("IN") {
		p.in(condition, p.terms)
		return
	}
	p.compare(condition, "`=`, `<`, `>`, IN or another operator in the condition")
}

// truncate = TRUNCATE [TABLE] qualifiedName
func (p rowGrammar) truncate() syntax.Statement {
	p.advance()
	if !p.accept("TABLE") {
		p.accept("COLUMNFAMILY")
	}
	return &syntax.Truncate{Table: p.qualifiedName("the name of a table")}
}
