// Package formula is the arithmetic of quantities: `rooms_per_hotel * 730`, saved as
// `@q7 * 730`, with the ID of the quantity. A user types names; Bind and Unbind turn
// them into IDs and back.
//
// Read evaluate.go first, then parse.go (the grammar) and scan.go.
package formula

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Quantity is a name with an expression for the typical and for the worst case. An
// empty Worst is the expression Typical with the worst values of its quantities.
type Quantity struct{ Name, Typical, Worst string }

// Quantities resolves the quantities in an expression.
type Quantities interface {
	// Quantity returns a quantity by its ID.
	Quantity(id string) (q Quantity, found bool)
	// Named returns the ID of a quantity by its name.
	Named(name string) (id string, found bool)
}

// Value is the value of an expression in the typical and in the worst case.
type Value struct{ Typical, Worst float64 }

// Missing is a quantity without a value that an expression needs. ID is empty if
// there is no such quantity.
type Missing struct{ Name, ID string }

// Error reports an expression that cannot be parsed or evaluated. Position counts
// characters from 1; 0 means the whole expression.
type Error struct {
	Position int
	Message  string
}

func (e *Error) Error() string {
	if e.Position == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s at character %d", e.Message, e.Position)
}

// Check parses an expression without evaluating it. The error is an *Error. An empty
// expression is valid: it has not been entered yet.
func Check(text string) error {
	if isEmpty(text) {
		return nil
	}
	_, err := parse(text)
	return err
}

func isEmpty(text string) bool { return strings.TrimSpace(text) == "" }

// Evaluator evaluates many expressions and computes each quantity once. The
// quantities must not change in the meantime. It is not safe for concurrent use.
type Evaluator struct {
	quantities Quantities
	known      map[quantityCase]result
	parsed     map[string]parsedExpression
	chain      []string // the quantities being computed
	worst      bool
}

// quantityCase is a quantity in the typical or in the worst case.
type quantityCase struct {
	id    string
	worst bool
}

// result is a number, unless a quantity is missing or there is an error.
type result struct {
	number  float64
	time    int // the power of the second in its unit
	missing []Missing
	err     error
}

// parsedExpression is the result of parse.
type parsedExpression struct {
	term *term
	err  error
}

// maxChain limits the length of a chain of quantities that depend on each other.
const maxChain = 100

// NewEvaluator returns an evaluator of expressions over the quantities.
func NewEvaluator(quantities Quantities) *Evaluator {
	return &Evaluator{quantities: quantities, known: map[quantityCase]result{}, parsed: map[string]parsedExpression{}}
}

// Evaluate evaluates an expression. If it needs quantities without a value,
// these are returned as missing and the Value is zero. The error is an *Error: the
// expression is empty, cannot be parsed, divides by zero, refers to itself, or its
// value is negative or too large, or a time. A rate is per second.
func (v *Evaluator) Evaluate(text string) (Value, []Missing, error) {
	value, time, missing, err := v.EvaluateUnit(text)
	if err == nil && time != 0 && time != -1 {
		return Value{}, missing, &Error{Message: fmt.Sprintf("the value is %s, and a number is wanted: divide it by one, such as / 1 day", timeWords(time))}
	}
	return value, missing, err
}

// EvaluateUnit is like Evaluate for values with any unit. time is the power of the second
// in it: 1 of a time in seconds, -1 of a rate per second.
func (v *Evaluator) EvaluateUnit(text string) (value Value, time int, missing []Missing, err error) {
	if isEmpty(text) {
		return Value{}, 0, nil, &Error{Message: "the expression is empty"}
	}
	parsed, err := v.parse(text)
	if err != nil {
		return Value{}, 0, nil, err
	}
	v.worst = false
	typical := v.whole(parsed)
	v.worst = true
	worst := v.whole(parsed)
	missing = mergeMissing(typical.missing, worst.missing)
	for _, r := range []result{typical, worst} {
		if r.err != nil {
			return Value{}, 0, missing, r.err
		}
	}
	if len(missing) > 0 {
		return Value{}, 0, missing, nil
	}
	if typical.time != worst.time {
		return Value{}, 0, nil, &Error{Message: fmt.Sprintf("the typical value is %s, and the worst one %s", timeWords(typical.time), timeWords(worst.time))}
	}
	return Value{typical.number, worst.number}, typical.time, nil, nil
}

func (v *Evaluator) parse(text string) (*term, error) {
	p, found := v.parsed[text]
	if !found {
		p.term, p.err = parse(text)
		v.parsed[text] = p
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
	if len(v.chain) > 0 {
		message = "in " + v.name(v.chain[len(v.chain)-1]) + ": " + message
	}
	return &Error{Position: position, Message: message}
}

func (v *Evaluator) name(id string) string {
	if quantity, found := v.quantities.Quantity(id); found {
		return excerpt(quantity.Name)
	}
	return "@" + id
}

func (v *Evaluator) term(t *term) result {
	switch t.kind {
	case numberTerm:
		return result{number: t.number}
	case nameTerm:
		// A quantity with this name may exist now, although it did not when the
		// expression was entered.
		if id, found := v.quantities.Named(t.name); found {
			return v.quantity(id, t.at)
		}
		return result{missing: []Missing{{Name: t.name}}}
	case quantityTerm:
		return v.quantity(t.quantity, t.at)
	case pairTerm:
		if v.worst {
			return v.term(t.arguments[1])
		}
		return v.term(t.arguments[0])
	}
	var numbers []float64
	var times []int
	var missing []Missing
	for _, argument := range t.arguments {
		r := v.term(argument)
		if r.err != nil {
			return r
		}
		missing = mergeMissing(missing, r.missing)
		numbers, times = append(numbers, r.number), append(times, r.time)
	}
	if len(missing) > 0 {
		return result{missing: missing}
	}
	return v.compute(t, numbers, times)
}

func (v *Evaluator) compute(t *term, numbers []float64, times []int) result {
	time := times[0]
	switch {
	case t.kind == unitTerm:
		time += t.unit.time
	case t.operator == '*':
		time += times[1]
	case t.operator == '/' && t.kind == operationTerm:
		time -= times[1]
	default:
		for _, other := range times[1:] {
			if other != time {
				return result{err: v.errorAt(t.at, fmt.Sprintf("%s and %s do not go together", timeWords(time), timeWords(other)))}
			}
		}
	}
	if t.operator == '/' && numbers[1] == 0 {
		return result{err: v.errorAt(t.at, "division by zero")}
	}
	number := compute(t, numbers)
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return result{err: v.errorAt(t.at, "the value is too big")}
	}
	return result{number: number, time: time}
}

func compute(t *term, numbers []float64) float64 {
	switch {
	case t.kind == negationTerm:
		return -numbers[0]
	case t.kind == unitTerm:
		return numbers[0] * t.unit.factor
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

// quantity evaluates a quantity in the current case.
func (v *Evaluator) quantity(id string, at int) result {
	key := quantityCase{id, v.worst}
	if r, found := v.known[key]; found {
		return r
	}
	quantity, found := v.quantities.Quantity(id)
	if !found {
		return result{missing: []Missing{{Name: v.name(id)}}}
	}
	if i := slices.Index(v.chain, id); i >= 0 {
		return result{err: v.errorAt(at, "refers to itself: "+v.cycle(i))}
	}
	if len(v.chain) == maxChain {
		return result{err: v.errorAt(at, fmt.Sprintf("more than %d quantities depend on each other", maxChain))}
	}
	text := quantity.Typical
	if v.worst && !isEmpty(quantity.Worst) {
		text = quantity.Worst
	}
	v.chain = append(v.chain, id)
	r := v.expression(text)
	v.chain = v.chain[:len(v.chain)-1]
	if r.err == nil {
		v.known[key] = r
	}
	return r
}

func (v *Evaluator) expression(text string) result {
	id := v.chain[len(v.chain)-1]
	if isEmpty(text) {
		return result{missing: []Missing{{Name: v.name(id), ID: id}}}
	}
	parsed, err := v.parse(text)
	if err != nil {
		inner := err.(*Error)
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
