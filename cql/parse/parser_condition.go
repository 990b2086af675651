package parse

import (
	"slices"

	"widerow/cql/syntax"
)

// conditions = (condition | expression) {AND (condition | expression)}
func (p termGrammar) conditions() []syntax.Condition {
	p.conditionsRead = p.conditionsRead[:0]
	for {
		p.conditionsRead = append(p.conditionsRead, syntax.Condition{})
		condition := &p.conditionsRead[len(p.conditionsRead)-1]
		condition.Remarks = p.remarksBefore()
		if p.at("EXPR(") {
			p.customIndexCondition(condition)
		} else {
			p.condition(condition)
		}
		condition.Remarks = condition.Behind(p.takeItemAfter())
		if !p.accept("AND") {
			return slices.Clone(p.conditionsRead)
		}
	}
}

// condition = "(" condition ")" | columnTuple tupleComparison
// | TOKEN columnTuple operator term | column "[" term "]" operator term
// | column columnComparison
func (p termGrammar) condition(condition *syntax.Condition) {
	p.enter()
	defer p.leave()
	condition.Position = p.token.Start
	switch {
	case p.accept("TOKEN"):
		condition.Kind = syntax.TokenCondition
		condition.Columns = p.columnTuple()
		p.compare(condition, "`=`, `<`, `<=`, `>` or `>=` after token()")
	case p.at("("):
		if next := p.ahead(2); next.Number.Text() != "," && next.Number.Text() != ")" {
			p.advance()
			p.condition(condition)
			p.expect(")", "the condition")
			return
		}
		condition.Kind = syntax.TupleCondition
		condition.Columns = p.columnTuple()
		p.tupleComparison(condition)
	default:
		condition.Columns = p.singleNames.one()
		condition.Columns[0] = p.columnName()
		if !p.accept("[") {
			p.columnComparison(condition)
			return
		}
		p.elementKey(condition)
		p.compare(condition, "`=` or another operator after the element")
	}
}

// elementKey = term "]"
func (p termGrammar) elementKey(condition *syntax.Condition) {
	key := p.term()
	condition.Kind, condition.Key = syntax.ElementCondition, &key
	p.expect("]", "the key")
}

// columnTuple = "(" column {"," column} ")"
func (p termGrammar) columnTuple() []syntax.Identifier {
	p.expect("(", "`token`")
	columns := p.columnNames()
	p.expect(")", "the columns")
	return columns
}

// columnNames = column {"," column}
func (p termGrammar) columnNames() []syntax.Identifier {
	columns := []syntax.Identifier{p.columnName()}
	for p.accept(",") {
		columns = append(columns, p.columnName())
	}
	return columns
}

// customIndexCondition = "expr(" name "," term ")"
func (p termGrammar) customIndexCondition(condition *syntax.Condition) {
	condition.Position = p.token.Start
	p.advance()
	condition.Kind, condition.Operator = syntax.CustomIndexCondition, "EXPR"
	condition.Columns = []syntax.Identifier{p.name("the name of an index")}
	p.expect(",", "the index's name")
	condition.Values = []syntax.Term{p.term()}
	p.expect(")", "the expression")
}

// columnComparison = operator term | LIKE term | CONTAINS [KEY] term
// | IS NOT NULL | in
func (p termGrammar) columnComparison(condition *syntax.Condition) {
	switch p.token.Number.Text() {
	case "LIKE":
		p.advance()
		condition.Operator = "LIKE"
		condition.Values = []syntax.Term{p.term()}
	case "CONTAINS":
		p.contains(condition)
	case "IS":
		p.advance()
		p.words("`IS`", "NOT", "NULL")
		condition.Operator = "IS NOT NULL"
	case "IN":
		p.in(condition, p.terms) // term {"," term}
	case "NOT":
		p.negated(condition)
	default:
		if p.atWord("BETWEEN") {
			p.between(condition)
			return
		}
		p.compare(condition, "`=`, `<`, `>`, IN, IS NOT NULL or another operator after the column")
	}
}

// negated = NOT (in | contains)
func (p termGrammar) negated(condition *syntax.Condition) {
	p.since6("NOT IN and NOT CONTAINS")
	p.advance()
	switch {
	case p.at("IN"):
		p.in(condition, p.terms)
	case p.at("CONTAINS"):
		p.contains(condition)
	default:
		p.expected("`IN` or `CONTAINS` after `NOT`")
	}
	condition.Operator = "NOT " + condition.Operator
}

// between = BETWEEN term AND term
func (p termGrammar) between(condition *syntax.Condition) {
	p.since6("BETWEEN")
	p.advance()
	condition.Operator = "BETWEEN"
	condition.Values = []syntax.Term{p.term()}
	p.expect("AND", "the first value")
	condition.Values = append(condition.Values, p.term())
}

// contains = CONTAINS [KEY] term
func (p termGrammar) contains(condition *syntax.Condition) {
	p.advance()
	condition.Operator = "CONTAINS"
	if p.accept("KEY") {
		condition.Operator = "CONTAINS KEY"
	}
	condition.Values = []syntax.Term{p.term()}
}

// compare = ("=" | "<" | "<=" | ">" | ">=" | "!=") term
func (p termGrammar) compare(condition *syntax.Condition, what string) {
	p.operator(condition, what)
	condition.Values = p.singleTerms.one()
	condition.Values[0] = p.term()
}

func (p termGrammar) operator(condition *syntax.Condition, what string) {
	switch p.token.Number.Text() {
	case "=", "<", "<=", ">", ">=", "!=":
		condition.Operator = p.token.Number.Text()
		p.advance()
	default:
		p.expected(what)
	}
}

// in = IN (bind | "(" [values] ")")
func (p termGrammar) in(condition *syntax.Condition, values func() []syntax.Term) {
	p.advance()
	condition.Operator = "IN"
	if p.atBind() {
		condition.Values = []syntax.Term{p.simple()}
		return
	}
	p.expect("(", "`IN`")
	condition.List = true
	if p.accept(")") {
		return
	}
	condition.Values = values()
	if !p.accept(")") {
		p.expected("`,` or `)` after a value of `IN`")
	}
}

func (p termGrammar) atBind() bool { return p.at("?") || p.at(":") }

// tupleComparison = operator (tuple | bind) | in
func (p termGrammar) tupleComparison(condition *syntax.Condition) {
	if p.at("IN") {
		p.in(condition, p.tuplesOrBinds)
		return
	}
	if p.at("NOT") {
		p.since6("NOT IN and NOT CONTAINS")
		p.advance()
		if !p.at("IN") {
			p.expected("`IN` after `NOT`")
		}
		p.in(condition, p.tuplesOrBinds)
		condition.Operator = "NOT IN"
		return
	}
	p.operator(condition, "`=`, `<`, `>`, IN or another operator after the columns")
	condition.Values = []syntax.Term{p.tupleOrBind(p.atBind())}
}

// tuplesOrBinds = tuple {"," tuple} | bind {"," bind}
func (p termGrammar) tuplesOrBinds() []syntax.Term {
	binds := p.atBind()
	values := []syntax.Term{p.tupleOrBind(binds)}
	for p.accept(",") {
		values = append(values, p.tupleOrBind(binds))
	}
	return values
}

// tupleOrBind parses a tuple, or a bind marker.
func (p termGrammar) tupleOrBind(bind bool) syntax.Term {
	if bind {
		if !p.atBind() {
			p.expected("a bind marker")
		}
		return p.simple()
	}
	if !p.at("(") {
		p.expected("a tuple of values in parentheses")
	}
	return p.tuple()
}
