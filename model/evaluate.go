package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Value is the value of an expression in the typical and in the worst case.
type Value struct{ Typical, Worst float64 }

// Missing is a quantity without a value that an expression needs. Quantity is
// empty if there is no quantity with that name.
type Missing struct {
	Name     string
	Quantity ID
}

// Evaluate evaluates an expression. If it needs quantities without a value,
// these are returned as missing and the Value is zero. The error is an
// *ExpressionError: the expression is empty, cannot be parsed, divides by zero,
// refers to itself, or its value is negative or too large.
func (m *Model) Evaluate(e Expression) (Value, []Missing, error) {
	return m.NewEvaluator().Evaluate(e)
}

// Evaluator evaluates many expressions of one document and computes each
// quantity once. The document must not change in the meantime. It is not safe
// for concurrent use.
type Evaluator struct {
	model  *Model
	names  map[string]ID
	known  map[quantityCase]result
	parsed map[Expression]parsedExpression
	chain  []ID // the quantities being computed
	worst  bool
}

// quantityCase is a quantity in the typical or in the worst case.
type quantityCase struct {
	id    ID
	worst bool
}

// result is a number, unless a quantity is missing or there is an error.
type result struct {
	number  float64
	missing []Missing
	err     error
}

// parsedExpression is the result of parseExpression.
type parsedExpression struct {
	term *term
	err  error
}

// maxChain limits the length of a chain of quantities that depend on each other.
const maxChain = 100

// NewEvaluator returns an evaluator of the document's expressions.
func (m *Model) NewEvaluator() *Evaluator {
	return &Evaluator{model: m, names: m.quantityNames(), known: map[quantityCase]result{}, parsed: map[Expression]parsedExpression{}}
}

// Evaluate evaluates an expression. See Model.Evaluate.
func (v *Evaluator) Evaluate(e Expression) (Value, []Missing, error) {
	if e.IsEmpty() {
		return Value{}, nil, &ExpressionError{Message: "the expression is empty"}
	}
	parsed, err := v.parse(e)
	if err != nil {
		return Value{}, nil, err
	}
	v.worst = false
	typical := v.whole(parsed)
	v.worst = true
	worst := v.whole(parsed)
	missing := mergeMissing(typical.missing, worst.missing)
	for _, r := range []result{typical, worst} {
		if r.err != nil {
			return Value{}, missing, r.err
		}
	}
	if len(missing) > 0 {
		return Value{}, missing, nil
	}
	return Value{typical.number, worst.number}, nil, nil
}

func (v *Evaluator) parse(e Expression) (*term, error) {
	p, found := v.parsed[e]
	if !found {
		p.term, p.err = parseExpression(e)
		v.parsed[e] = p
	}
	return p.term, p.err
}

func mergeMissing(a, b []Missing) []Missing {
	all := a[:len(a):len(a)]
	for _, missing := range b {
		if !slices.Contains(all, missing) {
			all = append(all, missing)
		}
	}
	return all
}

// whole evaluates an entire expression. It is a count or a length, so it must
// not be negative.
func (v *Evaluator) whole(t *term) result {
	r := v.term(t)
	if r.err == nil && len(r.missing) == 0 && r.number < 0 {
		r.err = v.errorAt(0, fmt.Sprintf("the value is negative: %g", r.number))
	}
	return r
}

func (v *Evaluator) errorAt(position int, message string) error {
	e := &ExpressionError{Position: position, Message: message}
	if len(v.chain) > 0 {
		e.Quantity = v.chain[len(v.chain)-1]
		e.Message = "in " + v.name(e.Quantity) + ": " + message
	}
	return e
}

func (v *Evaluator) name(id ID) string {
	if quantity := v.model.Quantities[id]; quantity != nil {
		return Excerpt(quantity.Name)
	}
	return "@" + string(id)
}

func (v *Evaluator) term(t *term) result {
	switch t.kind {
	case numberTerm:
		return result{number: t.number}
	case nameTerm:
		// A quantity with this name may exist now, although it did not when the
		// expression was entered.
		if id, found := v.names[t.name]; found {
			return v.quantity(id, t.at)
		}
		return result{missing: []Missing{{Name: t.name}}}
	case quantityTerm:
		return v.quantity(t.quantity, t.at)
	}
	var numbers []float64
	var missing []Missing
	for _, argument := range t.arguments {
		r := v.term(argument)
		if r.err != nil {
			return r
		}
		missing = mergeMissing(missing, r.missing)
		numbers = append(numbers, r.number)
	}
	if len(missing) > 0 {
		return result{missing: missing}
	}
	return v.compute(t, numbers)
}

func (v *Evaluator) compute(t *term, numbers []float64) result {
	if t.operator == '/' && numbers[1] == 0 {
		return result{err: v.errorAt(t.at, "division by zero")}
	}
	number := compute(t, numbers)
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return result{err: v.errorAt(t.at, "the value is too big")}
	}
	return result{number: number}
}

func compute(t *term, numbers []float64) float64 {
	switch {
	case t.kind == negationTerm:
		return -numbers[0]
	case t.kind == callTerm:
		return functions[t.name](numbers)
	case t.operator == '+':
		return numbers[0] + numbers[1]
	case t.operator == '-':
		return numbers[0] - numbers[1]
	case t.operator == '*':
		return numbers[0] * numbers[1]
	}
	return numbers[0] / numbers[1]
}

var functions = map[string]func([]float64) float64{
	"min":   slices.Min[[]float64],
	"max":   slices.Max[[]float64],
	"ceil":  func(numbers []float64) float64 { return math.Ceil(numbers[0]) },
	"floor": func(numbers []float64) float64 { return math.Floor(numbers[0]) },
	"round": func(numbers []float64) float64 { return math.Round(numbers[0]) },
}

// quantity evaluates a quantity in the current case. An empty Worst means the
// expression Typical, evaluated with the worst values of its quantities.
func (v *Evaluator) quantity(id ID, at int) result {
	key := quantityCase{id, v.worst}
	if r, found := v.known[key]; found {
		return r
	}
	quantity := v.model.Quantities[id]
	if quantity == nil {
		return result{missing: []Missing{{Name: v.name(id)}}}
	}
	if i := slices.Index(v.chain, id); i >= 0 {
		return result{err: v.errorAt(at, "refers to itself: "+v.cycle(i))}
	}
	if len(v.chain) == maxChain {
		return result{err: v.errorAt(at, fmt.Sprintf("more than %d quantities depend on each other", maxChain))}
	}
	e := quantity.Typical
	if v.worst && !quantity.Worst.IsEmpty() {
		e = quantity.Worst
	}
	v.chain = append(v.chain, id)
	r := v.expression(e)
	v.chain = v.chain[:len(v.chain)-1]
	if r.err == nil {
		v.known[key] = r
	}
	return r
}

func (v *Evaluator) expression(e Expression) result {
	id := v.chain[len(v.chain)-1]
	if e.IsEmpty() {
		return result{missing: []Missing{{Name: v.name(id), Quantity: id}}}
	}
	parsed, err := v.parse(e)
	if err != nil {
		inner := err.(*ExpressionError)
		return result{err: v.errorAt(inner.Position, inner.Message)}
	}
	return v.whole(parsed)
}

func (v *Evaluator) cycle(from int) string {
	var names []string
	for _, id := range append(v.chain[from:len(v.chain):len(v.chain)], v.chain[from]) {
		names = append(names, v.name(id))
	}
	if len(names) > 6 {
		names = append(append(names[:3:3], "…"), names[len(names)-2:]...)
	}
	return strings.Join(names, " → ")
}
