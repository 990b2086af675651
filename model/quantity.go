package model

import (
	"strings"

	"widerow/model/formula"
)

// Quantity is a named assumption about the data, with a typical and a worst
// value: rooms_per_hotel = 100 / 400. Both are expressions, so one quantity
// may build on others. An empty Worst means the same as Typical.
type Quantity struct {
	Order Order  `json:"order,omitempty"`
	Name  string `json:"name"`
	Note  string `json:"note,omitempty"`
	// Source is the origin of the number: "measured 2026-11-02".
	Source  string     `json:"source,omitempty"`
	Typical Expression `json:"typical"`
	Worst   Expression `json:"worst,omitempty"`
}

func (q *Quantity) order() Order { return q.Order }

// Expression is arithmetic over numbers and quantities. 1000/5000 without spaces is
// the typical and the worst case, 1000 / 5000 is a division. The user types
// `rooms_per_hotel * 730`; it is saved as `@q7 * 730`, with the quantity's ID,
// so that renaming a quantity changes no expression. A name without a quantity
// is saved as typed and evaluated as a missing quantity.
type Expression string

// Value is the value of an expression in the typical and in the worst case.
type Value struct{ Typical, Worst float64 }

// Missing is a quantity without a value that an expression needs. Quantity is
// empty if there is no quantity with that name.
type Missing struct {
	Name     string
	Quantity ID
}

// Check parses the expression without evaluating it. The error is a *formula.Error.
// An empty expression is valid: it has not been entered yet.
func (e Expression) Check() error { return formula.Check(string(e)) }

// IsEmpty reports whether the expression has not been entered yet.
func (e Expression) IsEmpty() bool { return strings.TrimSpace(string(e)) == "" }

// IsPair reports whether the expression is a typical and a worst case: 1000/5000.
func (e Expression) IsPair() bool { return formula.IsPair(string(e)) }

// Quantities returns the quantities to which the expression refers by ID, each
// once, in order of appearance.
func (e Expression) Quantities() []ID {
	var ids []ID
	for _, id := range formula.References(string(e)) {
		ids = append(ids, ID(id))
	}
	return ids
}

// BindExpression converts a typed expression to the saved form: the name of each
// quantity becomes "@" and its ID. All other text is unchanged, so that errors
// can be shown in the text as typed.
func (m *Model) BindExpression(text string) Expression {
	return Expression(strings.TrimSpace(formula.Bind(text, m.quantityIndex().Named)))
}

// ExpressionText converts the saved form to the text that a user reads and
// types. It leaves "@" and the ID of a quantity that was removed or whose name
// another one has, so that BindExpression returns the same expression again.
func (m *Model) ExpressionText(e Expression) string {
	quantities := m.quantityIndex()
	return formula.Unbind(string(e), func(id string) (string, bool) {
		quantity := m.Quantities[ID(id)]
		if quantity == nil || quantities.names[quantity.Name] != ID(id) {
			return "", false
		}
		return quantity.Name, true
	})
}

// quantityIndex has the quantities of a document, for package formula.
type quantityIndex struct {
	byID  map[ID]*Quantity
	names map[string]ID // if two have the same name, the first one has it
}

func (m *Model) quantityIndex() quantityIndex {
	names := make(map[string]ID, len(m.Quantities))
	for _, item := range Sorted(m.Quantities) {
		if _, taken := names[item.Value.Name]; !taken && formula.IsName(item.Value.Name) {
			names[item.Value.Name] = item.ID
		}
	}
	return quantityIndex{m.Quantities, names}
}

func (q quantityIndex) Named(name string) (string, bool) {
	id, found := q.names[name]
	return string(id), found
}

func (q quantityIndex) Quantity(id string) (formula.Quantity, bool) {
	quantity := q.byID[ID(id)]
	if quantity == nil {
		return formula.Quantity{}, false
	}
	return formula.Quantity{Name: quantity.Name, Typical: string(quantity.Typical), Worst: string(quantity.Worst)}, true
}

// Evaluate evaluates an expression. If it needs quantities without a value, these are
// returned as missing and the Value is zero. The error is a *formula.Error.
func (m *Model) Evaluate(e Expression) (Value, []Missing, error) {
	return m.NewEvaluator().Evaluate(e)
}

// EvaluateUnit is like Evaluate for values with any unit. time is 1 of a time in seconds,
// -1 of a rate per second, 0 of a number.
func (m *Model) EvaluateUnit(e Expression) (value Value, time int, missing []Missing, err error) {
	return m.NewEvaluator().EvaluateUnit(e)
}

// Evaluator evaluates many expressions of one document and computes each
// quantity once. The document must not change in the meantime. It is not safe
// for concurrent use.
type Evaluator struct{ of *formula.Evaluator }

// NewEvaluator returns an evaluator of the document's expressions.
func (m *Model) NewEvaluator() *Evaluator { return &Evaluator{formula.NewEvaluator(m.quantityIndex())} }

// Evaluate evaluates an expression. See Model.Evaluate.
func (v *Evaluator) Evaluate(e Expression) (Value, []Missing, error) {
	value, lacking, err := v.of.Evaluate(string(e))
	return Value(value), missingOf(lacking), err
}

// EvaluateUnit evaluates an expression with any unit. See Model.EvaluateUnit.
func (v *Evaluator) EvaluateUnit(e Expression) (value Value, time int, missing []Missing, err error) {
	found, time, lacking, err := v.of.EvaluateUnit(string(e))
	return Value(found), time, missingOf(lacking), err
}

func missingOf(lacking []formula.Missing) []Missing {
	var missing []Missing
	for _, m := range lacking {
		missing = append(missing, Missing{m.Name, ID(m.ID)})
	}
	return missing
}
