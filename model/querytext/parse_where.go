package querytext

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// where = condition { "AND" condition }
func (p *parser) where() {
	if p.atClause() {
		return
	}
	p.comparison()
	for p.keyword("AND") {
		p.comparison()
	}
}

// comparison = name operator value | name "BETWEEN" value "AND" value
func (p *parser) comparison() {
	r, ok := p.name(false)
	if p.failed {
		return
	}
	given := model.Given{Attribute: r.id, Name: r.name, Participant: r.participant}
	p.offers(offer{kind: operatorOffer})
	at := p.take()
	switch {
	case at.isSign("="):
		given.Operator = model.Equal
		p.valueOf(&given)
	case at.isSign("<"), at.isSign(">"), at.isSign("<="), at.isSign(">="):
		given.Operator, given.Bounds = model.Range, model.Bounds(at.text)
		p.valueOf(&given)
	case at.kind == wordToken && strings.EqualFold(at.text, "BETWEEN"):
		lower := p.between(&given)
		if ok && !p.failed {
			p.parts.Given = addCondition(p.parts.Given, lower)
		}
	case at.kind == wordToken && strings.EqualFold(at.text, "CONTAINS"):
		given.Operator = model.Equal
		p.contains(at, r.id)
		p.valueOf(&given)
	case at.kind == wordToken && strings.EqualFold(at.text, "IN"):
		given.Operator = model.In
		p.valuesOf(&given)
	case at.kind == wordToken && strings.EqualFold(at.text, "LIKE"):
		given.Operator = model.Prefix
		p.prefixOf(&given)
	case at.kind == wordToken && strings.EqualFold(at.text, "STARTS"):
		given.Operator = model.Prefix
		p.keyword("WITH")
		p.prefixOf(&given)
	default:
		p.noOperator(at)
	}
	if ok && !p.failed {
		p.parts.Given = addCondition(p.parts.Given, given)
	}
}

// between = value "AND" value, after the keyword: an inclusive range. It reads the
// upper bound into given and returns the lower one.
func (p *parser) between(given *model.Given) model.Given {
	lower := *given
	lower.Operator, lower.Bounds = model.Range, ">="
	given.Operator, given.Bounds = model.Range, "<="
	p.valueOf(&lower)
	if !p.failed && !p.keyword("AND") {
		p.fail(p.next(), "AND ?", "BETWEEN needs two values: BETWEEN ? AND ?")
	}
	if !p.failed {
		p.valueOf(given)
	}
	return lower
}

// contains refuses CONTAINS after an attribute that has one value. A condition
// = on an attribute with several values asks whether it has that value.
func (p *parser) contains(at token, id model.ID) {
	attributes := p.model.AttributesOf(p.model.OwnerOfAttribute(id))
	for attribute := attributes[id]; attribute != nil && !attribute.MultiValued; attribute = attributes[attribute.Parent] {
		if attributes[attribute.Parent] == nil {
			p.fail(at, "=", "CONTAINS is for an attribute with several values; %s has one: write =", attributes[id].Name)
		}
	}
}

func (p *parser) noOperator(at token) {
	const operators = "=, <, <=, >, >=, IN or LIKE"
	switch {
	case at.kind == endToken:
		p.fail(at, "", "A condition needs an operator and a value, such as = ?")
	case at.isSign("!="), at.isSign("<>"):
		p.fail(at, "", "Cassandra finds no rows by what they are not; write %s", operators)
	default:
		p.fail(at, "", "%s is not an operator of a condition; write %s", p.excerpt(at), operators)
	}
}

// addCondition adds a condition to a list. A lower and an upper bound on the same
// attribute become one condition.
func addCondition(givens []model.Given, given model.Given) []model.Given {
	for i, other := range givens {
		same := givenReference(other) == givenReference(given) && other.Source == given.Source && other.Constant == given.Constant
		if !same || other.Operator != given.Operator {
			continue
		}
		if other.Bounds == given.Bounds && other.Count == given.Count {
			return givens
		}
		if bounds, ok := both(other.Bounds, given.Bounds); ok && given.Operator == model.Range {
			givens[i].Bounds = bounds
			return givens
		}
	}
	return append(givens, given)
}

// both returns the bounds of a lower and an upper one.
func both(a, b model.Bounds) (model.Bounds, bool) {
	if strings.HasPrefix(string(a), "<") {
		a, b = b, a
	}
	bounds := model.Bounds(string(a) + " " + string(b))
	if bounds == ">= <=" {
		bounds = model.BothBounds
	}
	pairs := []model.Bounds{model.BothBounds, model.ExclusiveBoth, model.ExclusiveLower, model.ExclusiveUpper}
	return bounds, slices.Contains(pairs, bounds) && a != "" && b != ""
}

// valueOf = "?" | ":" name | constant
func (p *parser) valueOf(given *model.Given) {
	p.offers(offer{kind: valueOffer})
	if p.marker(given) {
		return
	}
	at := p.next()
	end := literalAt(p.text, at.start)
	if end == at.start || at.isSign("(") {
		p.noValue(at)
		return
	}
	given.Source, given.Constant = model.ConstantSource, p.text[at.start:end]
	p.skipTo(end)
}

// marker = "?" | ":" name
func (p *parser) marker(given *model.Given) bool {
	switch {
	case p.sign("?"):
		return true
	case p.sign(":"):
		given.Source = model.UserInput
		if at := p.take(); at.kind != wordToken && (at.kind != nameToken || at.open) {
			p.fail(at, "", "The name of the parameter is missing after the colon, as in :start_date")
		}
		return true
	}
	return false
}

// skipTo drops the tokens before an offset.
func (p *parser) skipTo(end int) {
	for len(p.tokens) > 1 && p.tokens[0].start < end {
		p.tokens = p.tokens[1:]
	}
}

func (p *parser) noValue(at token) {
	const values = "? (a value of an earlier query), :name (one that the user enters) or a constant such as 'open'"
	switch {
	case at.kind == endToken:
		p.fail(at, "?", "A value is missing: %s", values)
	case at.open && at.kind == stringToken:
		p.fail(at, "", "The text %s has no closing '", p.excerpt(at))
	case at.isSign("("), at.isSign("["), at.isSign("{"):
		p.fail(at, "", "A single value is expected here: %s", values)
	default:
		word := p.wordAt(at)
		p.fail(word, "'"+strings.ReplaceAll(p.text[word.start:word.end], "'", "''")+"'",
			"%s is not a value; write a text or a date in single quotes, ? for a value of an earlier query, or :name for one that the user enters", p.excerpt(word))
	}
}

// wordAt extends a token up to the next space, comma or parenthesis: a date
// without quotes is several tokens.
func (p *parser) wordAt(at token) token {
	if length := strings.IndexAny(p.text[at.start:], " \t\r\n,);"); length > 0 {
		at.end = at.start + length
	} else if length < 0 {
		at.end = len(p.text)
	}
	return at
}

// valuesOf = ( "?" | ":" name ) [ "[" expression "]" ] | "(" value { "," value } ")"
func (p *parser) valuesOf(given *model.Given) {
	p.offers(offer{kind: valuesOffer})
	at := p.next()
	switch {
	case p.marker(given):
		if p.next().isSign("[") {
			p.count(given)
		}
	case p.sign("("):
		p.listed(given, at.start)
	default:
		p.fail(p.wordAt(at), "?", "IN needs its values: ? (any number), ?[20] (20 values), or constants in parentheses such as ('open', 'closed')")
	}
}

// count reads how many values an IN has.
func (p *parser) count(given *model.Given) {
	open := p.take()
	length := strings.IndexByte(p.text[open.end:], ']')
	if length < 0 {
		p.fail(token{start: open.start, end: len(p.text)}, "", "A ] is missing after the number of values")
		return
	}
	p.skipTo(open.end + length)
	end := p.take()
	given.Count = p.model.BindExpression(p.text[open.end:end.start])
	if err := given.Count.Check(); err != nil || given.Count.IsEmpty() {
		p.fail(token{start: open.start, end: end.end}, "", "The brackets hold how many values the IN has: a number or an expression such as 2*rooms")
	}
}

// listed reads the values of an IN in parentheses: markers, of which the number
// counts, or constants.
func (p *parser) listed(given *model.Given, start int) {
	var sources []model.GivenSource
	for {
		value := model.Given{}
		p.valueOf(&value)
		sources = append(sources, value.Source)
		if p.failed || !p.sign(",") {
			break
		}
	}
	end := p.next()
	if !p.sign(")") {
		p.fail(end, "", "A ) is missing after the values of IN")
		return
	}
	given.Source, given.Count = sources[0], model.Expression(strconv.Itoa(len(sources)))
	if slices.ContainsFunc(sources, func(s model.GivenSource) bool { return s != sources[0] }) {
		p.fail(token{start: start, end: end.end}, "", "The values of an IN are all constants or all parameters")
		return
	}
	if given.Source == model.ConstantSource {
		given.Constant = p.text[start:end.end]
	}
}

// prefixOf = ( "?" | ":" name | constant ) [ "%" ]; a string may end in the "%".
func (p *parser) prefixOf(given *model.Given) {
	p.valueOf(given)
	if inner, cut := strings.CutSuffix(given.Constant, "%'"); cut {
		given.Constant = inner + "'"
		return
	}
	p.sign("%")
}
