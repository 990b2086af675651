package parse

import "widerow/cql/syntax"

// selectStatement = SELECT [JSON] [DISTINCT] selectors FROM qualifiedName
// [WHERE conditions] [GROUP BY selectorTerm {"," selectorTerm}]
// [ORDER BY ordering {"," ordering}] [PER PARTITION LIMIT count]
// [LIMIT count] [ALLOW FILTERING]
func (p rowGrammar) selectStatement() syntax.Statement {
	p.advance()
	s := &syntax.Select{JSON: p.selectWord("JSON"), Distinct: p.selectWord("DISTINCT")}
	s.Selectors = p.selectors()
	s.Table = p.qualifiedName("the name of a table")
	if p.accept("WHERE") {
		s.Where = p.conditions()
	}
	if p.accept("GROUP") {
		p.expect("BY", "`GROUP`")
		s.GroupBy = p.groupBy()
	}
	if p.accept("ORDER") {
		p.expect("BY", "`ORDER`")
		s.OrderBy = p.orderBy()
	}
	if p.accept("PER") {
		p.words("`PER`", "PARTITION", "LIMIT")
		s.PerPartitionLimit = p.count()
	}
	if p.accept("LIMIT") {
		s.Limit = p.count()
	}
	if s.AllowFiltering = p.accept("ALLOW"); s.AllowFiltering {
		p.expect("FILTERING", "`ALLOW`")
	}
	return s
}

// selectWord takes JSON or DISTINCT, which may also be column names. It is the
// keyword if a selector can begin after it.
func (p rowGrammar) selectWord(word string) bool {
	if !p.at(word) {
		return false
	}
	next := p.peek()
	if next.Number.Text() != "*" && next.Number.Text() != "-" && !beginsSelector(next) {
		return false
	}
	p.advance()
	return true
}

// beginsSelector reports whether a token can begin a selector without a sign. AS
// counts as the keyword before an alias.
func beginsSelector(t syntax.Token) bool {
	switch t.Kind {
	case syntax.QuotedName, syntax.String, syntax.Integer, syntax.Float, syntax.Boolean, syntax.UUID, syntax.Hex, syntax.Duration:
		return true
	case syntax.Name:
		return t.Number.Class() != syntax.Reserved && t.Number.Text() != "AS" || t.Number.Text() == "TOKEN" || t.Number.Text() == "NULL"
	}
	switch t.Number.Text() {
	case "(", "[", "{", "?", ":":
		return true
	}
	return false
}

// selectors = "*" | selector {"," selector}, up to FROM
func (p rowGrammar) selectors() []syntax.Selector {
	if p.accept("*") {
		p.expect("FROM", "`*`")
		return nil
	}
	var selectors []syntax.Selector
	for more := true; more; {
		selector := p.selector()
		more = p.comma(&selector.Remarks)
		selectors = append(selectors, selector)
	}
	if !p.accept("FROM") {
		p.expected("`,` or `FROM` after the column")
	}
	return selectors
}

// selector = selectorTerm [AS name]
func (p rowGrammar) selector() syntax.Selector {
	selector := syntax.Selector{Remarks: p.remarksBefore(), Term: p.selectorTerm()}
	if p.accept("AS") {
		selector.Alias = p.name("an alias")
	}
	return selector
}

// selectorTerm = term, which may name columns
func (p rowGrammar) selectorTerm() syntax.Term {
	p.columns = true
	term := p.term()
	p.columns = false
	return term
}

func (p rowGrammar) groupBy() []syntax.Term {
	terms := []syntax.Term{p.selectorTerm()}
	for p.accept(",") {
		terms = append(terms, p.selectorTerm())
	}
	return terms
}

// ordering = column [ANN OF term] [ASC | DESC]
func (p rowGrammar) orderBy() []syntax.Ordering {
	var orderings []syntax.Ordering
	for {
		ordering := syntax.Ordering{Column: p.columnName()}
		if p.accept("ANN") {
			p.expect("OF", "`ANN`")
			vector := p.term()
			ordering.ANN = &vector
		}
		if ordering.Descending = p.accept("DESC"); !ordering.Descending {
			p.accept("ASC")
		}
		orderings = append(orderings, ordering)
		if !p.accept(",") {
			return orderings
		}
	}
}

// count = integer | bind
func (p rowGrammar) count() *syntax.Term {
	if p.token.Kind != syntax.Integer && !p.at("?") && !p.at(":") {
		p.expected("an integer, `?` or `:` and a name")
	}
	count := p.simple()
	return &count
}
