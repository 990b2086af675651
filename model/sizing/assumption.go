package sizing

import "widerow/model"

// Assumption is a number that the document does not say. Element and Field
// identify the form field in which to enter it.
type Assumption struct {
	What    string // "rows of orders", "length of orders.note"
	Element model.ID
	Field   string
	// Path is the part of the column if amounts are given for parts: see Input.
	Path  string
	Value float64
	// Needs names the quantity whose missing value invalidates the expression in the field.
	// Quantity is its ID, "" if no quantity has that name.
	Needs    string
	Quantity model.ID
}

// Input identifies the assumption.
func (a Assumption) Input() Input { return Input{a.Element, a.Path, a.Field} }

// Defaults for missing inputs. assumedLength is the length of a value whose type has no fixed size;
// assumedLengths holds the exceptions.
const (
	assumedRows     = 1000
	assumedElements = 5
	assumedLength   = 30
)

var assumedLengths = map[string]float64{"blob": 1000, "varint": 8, "decimal": 8, "duration": 6, "inet": 4}

// assume records an assumption and returns its value.
func (in *inputs) assume(at place, value float64, missing ...model.Missing) model.Value {
	assumption := Assumption{What: at.what, Element: at.element, Field: at.field, Path: at.path, Value: value}
	if len(missing) > 0 {
		assumption.Needs, assumption.Quantity = missing[0].Name, missing[0].Quantity
	}
	if instead, found := in.options.Instead[assumption.Input()]; found {
		assumption.Value = instead
	}
	in.note(assumption)
	return model.Value{Typical: assumption.Value, Worst: assumption.Value}
}

// note adds an assumption unless it is listed already. A table can have very many.
func (in *inputs) note(assumption Assumption) {
	if in.noted[assumption] {
		return
	}
	if in.noted == nil {
		in.noted = map[Assumption]bool{}
	}
	in.noted[assumption] = true
	in.assumed = append(in.assumed, assumption)
}

// maxVaried bounds the columns that are computed anew to vary the assumptions of one
// relation: of a very wide one, only the first are varied.
const maxVaried = 10_000

// varied returns the assumptions that are varied one by one.
func (s *Size) varied() []Assumption {
	return s.Assumed[:min(len(s.Assumed), max(1, maxVaried/max(1, len(s.Widths))))]
}
