package syntax

import "slices"

// relations = (relation | expression) {AND (relation | expression)}
func (p *parser) relations() []Relation {
	p.related = p.related[:0]
	for {
		p.related = append(p.related, Relation{})
		relation := &p.related[len(p.related)-1]
		relation.Remarks = p.remarksBefore()
		if p.at("EXPR(") {
			p.customIndexRelation(relation)
		} else {
			p.relation(relation)
		}
		relation.Remarks = relation.behind(p.takeItemAfter())
		if !p.accept("AND") {
			return slices.Clone(p.related)
		}
	}
}

// relation = "(" relation ")" | columnTuple tupleComparison
// | TOKEN columnTuple operator term | column "[" term "]" operator term
// | column columnComparison
func (p *parser) relation(relation *Relation) {
	p.enter()
	defer p.leave()
	relation.Position = p.token.Start
	switch {
	case p.accept("TOKEN"):
		relation.Kind = TokenRelation
		relation.Columns = p.columnTuple()
		p.compare(relation, "`=`, `<`, `<=`, `>` or `>=` after token()")
	case p.at("("):
		if next := p.ahead(2); next.word.text() != "," && next.word.text() != ")" {
			p.advance()
			p.relation(relation)
			p.expect(")", "the relation")
			return
		}
		relation.Kind = TupleRelation
		relation.Columns = p.columnTuple()
		p.tupleComparison(relation)
	default:
		relation.Columns = p.singleNames.one()
		relation.Columns[0] = p.columnName()
		if !p.accept("[") {
			p.columnComparison(relation)
			return
		}
		p.elementKey(relation)
		p.compare(relation, "`=` or another operator after the element")
	}
}

// elementKey = term "]"
func (p *parser) elementKey(relation *Relation) {
	key := p.term()
	relation.Kind, relation.Key = ElementRelation, &key
	p.expect("]", "the key")
}

// columnTuple = "(" column {"," column} ")"
func (p *parser) columnTuple() []Identifier {
	p.expect("(", "`token`")
	columns := p.columnNames()
	p.expect(")", "the columns")
	return columns
}

// columnNames = column {"," column}
func (p *parser) columnNames() []Identifier {
	columns := []Identifier{p.columnName()}
	for p.accept(",") {
		columns = append(columns, p.columnName())
	}
	return columns
}

// expression = "expr(" name "," term ")"
func (p *parser) customIndexRelation(relation *Relation) {
	relation.Position = p.token.Start
	p.advance()
	relation.Kind, relation.Operator = CustomIndexRelation, "EXPR"
	relation.Columns = []Identifier{p.name("the name of an index")}
	p.expect(",", "the index's name")
	relation.Values = []Term{p.term()}
	p.expect(")", "the expression")
}

// columnComparison = operator term | LIKE term | CONTAINS [KEY] term
// | IS NOT NULL | IN inValues
func (p *parser) columnComparison(relation *Relation) {
	switch p.token.word.text() {
	case "LIKE":
		p.advance()
		relation.Operator = "LIKE"
		relation.Values = []Term{p.term()}
	case "CONTAINS":
		p.contains(relation)
	case "IS":
		p.advance()
		p.words("`IS`", "NOT", "NULL")
		relation.Operator = "IS NOT NULL"
	case "IN":
		p.in(relation)
	default:
		p.compare(relation, "`=`, `<`, `>`, IN, IS NOT NULL or another operator after the column")
	}
}

// contains = CONTAINS [KEY] term
func (p *parser) contains(relation *Relation) {
	p.advance()
	relation.Operator = "CONTAINS"
	if p.accept("KEY") {
		relation.Operator = "CONTAINS KEY"
	}
	relation.Values = []Term{p.term()}
}

// compare = ("=" | "<" | "<=" | ">" | ">=" | "!=") term
func (p *parser) compare(relation *Relation, what string) {
	p.operator(relation, what)
	relation.Values = p.singleTerms.one()
	relation.Values[0] = p.term()
}

func (p *parser) operator(relation *Relation, what string) {
	switch p.token.word.text() {
	case "=", "<", "<=", ">", ">=", "!=":
		relation.Operator = p.token.word.text()
		p.advance()
	default:
		p.expected(what)
	}
}

// in = IN ("(" [term {"," term}] ")" | bind)
func (p *parser) in(relation *Relation) {
	p.advance()
	relation.Operator = "IN"
	if p.atBind() {
		relation.Values = []Term{p.simple()}
		return
	}
	p.expect("(", "`IN`")
	relation.List = true
	if p.accept(")") {
		return
	}
	relation.Values = p.terms()
	if !p.accept(")") {
		p.expected("`,` or `)` after a value of `IN`")
	}
}

func (p *parser) atBind() bool { return p.at("?") || p.at(":") }

// tupleComparison = operator (tuple | bind) | IN bind
// | IN "(" [tuple {"," tuple} | bind {"," bind}] ")"
func (p *parser) tupleComparison(relation *Relation) {
	if !p.at("IN") {
		p.operator(relation, "`=`, `<`, `>`, IN or another operator after the columns")
		relation.Values = []Term{p.tupleOrBind(p.atBind())}
		return
	}
	p.advance()
	relation.Operator = "IN"
	if p.atBind() {
		relation.Values = []Term{p.simple()}
		return
	}
	p.expect("(", "`IN`")
	relation.List = true
	if p.accept(")") {
		return
	}
	binds := p.atBind()
	relation.Values = []Term{p.tupleOrBind(binds)}
	for p.accept(",") {
		relation.Values = append(relation.Values, p.tupleOrBind(binds))
	}
	if !p.accept(")") {
		p.expected("`,` or `)` after a value of `IN`")
	}
}

// tupleOrBind takes a tuple, or a bind marker.
func (p *parser) tupleOrBind(bind bool) Term {
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
