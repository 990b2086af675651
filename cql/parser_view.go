package cql

// createView = CREATE MATERIALIZED VIEW ifNotExists qualifiedName
// AS SELECT ("*" | selector {"," selector}) FROM qualifiedName
// [WHERE relation {AND relation}] PRIMARY KEY "(" key ")"
// [WITH option {AND option}]
func (p *parser) createView() Statement {
	p.advance()
	p.words("`CREATE`", "MATERIALIZED", "VIEW")
	s := &CreateView{IfNotExists: p.ifNotExists(), Name: p.qualifiedName("the name of the view")}
	p.words("the view's name", "AS", "SELECT")
	s.Selectors = p.selectors()
	s.Table = p.qualifiedName("the name of the base table")
	if p.accept("WHERE") {
		s.Where = p.relations()
	}
	if !p.at("PRIMARY") {
		p.expected("`PRIMARY KEY` of the view")
	}
	s.Key = p.primaryKey()
	s.Options = p.options(true)
	return s
}

// selectors = "*" | selector {"," selector}, up to FROM
func (p *parser) selectors() []Selector {
	if p.accept("*") {
		p.expect("FROM", "`*`")
		return nil
	}
	var selectors []Selector
	for {
		selectors = append(selectors, p.selector())
		if p.accept(",") {
			continue
		}
		if !p.accept("FROM") {
			p.expected("`,` or `FROM` after the column")
		}
		return selectors
	}
}

// selector = term [AS name]
func (p *parser) selector() Selector {
	p.columns = true
	selector := Selector{Term: p.term()}
	p.columns = false
	if p.accept("AS") {
		selector.Alias = p.name("an alias")
	}
	return selector
}

// relations = relation {AND relation}
func (p *parser) relations() []Relation {
	relations := []Relation{p.relation()}
	for p.accept("AND") {
		relations = append(relations, p.relation())
	}
	return relations
}

// relation = "(" relation ")" | "(" name {"," name} ")" comparison
// | TOKEN "(" name {"," name} ")" comparison | EXPR( name "," term ")"
// | name ["[" term "]"] comparison
func (p *parser) relation() Relation {
	p.enter()
	defer p.leave()
	relation := Relation{Position: p.token.Start}
	switch {
	case p.at("EXPR("):
		p.customIndexRelation(&relation)
		return relation
	case p.at("TOKEN"):
		relation.Kind = TokenRelation
		p.words("a relation", "TOKEN", "(")
		relation.Columns = p.names("the name of a column")
		p.expect(")", "the columns of token()")
	case p.at("("):
		if next := p.ahead()[1]; next.Word != "," && next.Word != ")" {
			p.advance()
			relation = p.relation()
			p.expect(")", "the relation")
			return relation
		}
		p.advance()
		relation.Kind = TupleRelation
		relation.Columns = p.names("the name of a column")
		p.expect(")", "the columns")
	default:
		relation.Columns = []Identifier{p.columnName()}
		if p.accept("[") {
			key := p.term()
			relation.Kind, relation.Key = ElementRelation, &key
			p.expect("]", "the key")
		}
	}
	p.comparison(&relation)
	return relation
}

func (p *parser) customIndexRelation(relation *Relation) {
	p.advance()
	relation.Kind, relation.Operator = CustomIndexRelation, "EXPR"
	relation.Columns = []Identifier{p.name("the name of an index")}
	p.expect(",", "the index's name")
	relation.Values = []Term{p.term()}
	p.expect(")", "the expression")
}

// comparison = ("=" | "<" | "<=" | ">" | ">=" | "!=" | LIKE | CONTAINS [KEY]) term
// | IS NOT NULL | IN ("(" [term {"," term}] ")" | bind)
func (p *parser) comparison(relation *Relation) {
	switch p.token.Word {
	case "=", "<", "<=", ">", ">=", "!=", "LIKE":
		relation.Operator = p.token.Word
		p.advance()
	case "CONTAINS":
		p.advance()
		relation.Operator = "CONTAINS"
		if p.accept("KEY") {
			relation.Operator = "CONTAINS KEY"
		}
	case "IS":
		p.advance()
		p.words("`IS`", "NOT", "NULL")
		relation.Operator = "IS NOT NULL"
		return
	case "IN":
		p.advance()
		relation.Operator = "IN"
		p.inValues(relation)
		return
	default:
		p.expected("`=`, `<`, `>`, IN, IS NOT NULL or another operator after the column")
	}
	relation.Values = []Term{p.term()}
}

func (p *parser) inValues(relation *Relation) {
	if p.at("?") || p.at(":") {
		relation.Values = []Term{p.term()}
		return
	}
	p.expect("(", "`IN`")
	relation.List = true
	if p.accept(")") {
		return
	}
	relation.Values = p.terms()
	p.expect(")", "the values of `IN`")
}
