package syntax

// assignment = column ("=" assigned | ("+=" | "-=") term
// | "[" term "]" "=" term | "." name "=" term)
func (p *parser) assignment() Assignment {
	a := Assignment{Remarks: p.remarksBefore(), Position: p.token.Start, Column: p.columnName()}
	switch {
	case p.accept("="):
		p.assigned(&a)
		return a
	case p.accept("+="):
		a.Kind = AppendShort
	case p.accept("-="):
		a.Kind = RemoveShort
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
func (p *parser) assigned(a *Assignment) {
	next := p.peek()
	column := p.isName() || p.token.Kind == QuotedName
	switch {
	case column && (next.number.text() == "+" || next.number.text() == "-"):
		a.Kind, a.Source = Append, p.columnName()
		if next.number.text() == "-" {
			a.Kind = Remove
		}
		p.advance()
		a.Value = p.term()
	case column && next.Kind == Integer:
		a.Kind, a.Source, a.Joined = Append, p.columnName(), true
		a.Value = p.simple()
		if a.Value.Text[0] == '-' {
			a.Kind, a.Value.Text = Remove, a.Value.Text[1:]
		}
	case column && next.number.text() != "(" && next.number.text() != ".":
		p.advance()
		p.expected("`+` or `-` after the column")
	default:
		a.Value = p.sumBeforeColumn()
		if p.accept("+") {
			a.Kind, a.Source = Prepend, p.columnName()
		}
	}
}

// sumBeforeColumn = product {("+" | "-") product}, up to a "+" with a column
// behind it
func (p *parser) sumBeforeColumn() Term {
	sum := p.product()
	for count := 0; p.at("-") || p.at("+") && !p.addsColumn(); count++ {
		p.operation(&sum, p.product, count)
	}
	return sum
}

// addsColumn reports whether the name of a column follows, not a function.
func (p *parser) addsColumn() bool {
	next := p.peek()
	isName := next.Kind == QuotedName || next.Kind == Name && next.number.class() != reserved
	return isName && p.ahead(2).number.text() != "(" && p.ahead(2).number.text() != "."
}
