package parse

import "widerow/cql/syntax"

// assignment = column ("=" assigned | ("+=" | "-=") term
// | "[" term "]" "=" term | "." name "=" term)
func (p termGrammar) assignment() syntax.Assignment {
	a := syntax.Assignment{Remarks: p.remarksBefore(), Position: p.token.Start, Column: p.columnName()}
	switch {
	case p.accept("="):
		p.assigned(&a)
		return a
	case p.accept("+="):
		a.Kind = syntax.AppendShort
	case p.accept("-="):
		a.Kind = syntax.RemoveShort
	case p.accept("["):
		key := p.term()
		a.Key = &key
		p.words("the key", "]", "=")
	case p.accept("."):
		a.Field = p.name("the name of a field")
		p.expect("=", "the field")
	default:
		p.expected("`=`, `+=` or `-=` after the column")
	}
	a.Value = p.term()
	return a
}

// assigned = term ["+" column] | column ("+" | "-") term | column integer
//
// The last is how `c -1` is scanned.
func (p termGrammar) assigned(a *syntax.Assignment) {
	next := p.peek()
	column := p.isName() || p.token.Kind == syntax.QuotedName
	switch {
	case column && (next.Number.Text() == "+" || next.Number.Text() == "-"):
		a.Kind, a.Source = syntax.Append, p.columnName()
		if next.Number.Text() == "-" {
			a.Kind = syntax.Remove
		}
		p.advance()
		a.Value = p.term()
	case column && next.Kind == syntax.Integer:
		a.Kind, a.Source, a.Joined = syntax.Append, p.columnName(), true
		a.Value = p.simple()
		if a.Value.Text[0] == '-' {
			a.Kind, a.Value.Text = syntax.Remove, a.Value.Text[1:]
		}
	case column && next.Number.Text() != "(" && next.Number.Text() != ".":
		p.advance()
		p.expected("`+` or `-` after the column")
	default:
		a.Value = p.sumBeforeColumn()
		if p.accept("+") {
			a.Kind, a.Source = syntax.Prepend, p.columnName()
		}
	}
}

// sumBeforeColumn = product {("+" | "-") product}, up to a "+" with a column
// behind it
func (p termGrammar) sumBeforeColumn() syntax.Term {
	sum := p.product()
	for count := 0; p.at("-") || p.at("+") && !p.addsColumn(); count++ {
		p.operation(&sum, p.product, count)
	}
	return sum
}

// addsColumn reports whether the name of a column follows, not a function.
func (p termGrammar) addsColumn() bool {
	next := p.peek()
	isName := next.Kind == syntax.QuotedName || next.Kind == syntax.Name && next.Number.Class() != syntax.Reserved
	return isName && p.ahead(2).Number.Text() != "(" && p.ahead(2).Number.Text() != "."
}
