package model

// Quantity is a named assumption about the data, with a typical and a worst
// value: rooms_per_hotel = 100 / 400. Both are expressions, so one quantity
// may build on others. An empty Worst means the same as Typical.
type Quantity struct {
	Order   Order      `json:"order,omitempty"`
	Name    string     `json:"name"`
	Note    string     `json:"note,omitempty"`
	Typical Expression `json:"typical"`
	Worst   Expression `json:"worst,omitempty"`
}

func (q *Quantity) order() Order { return q.Order }

// Expression is arithmetic over numbers and quantities, such as
// `@q7 * 730` for what the user typed as `rooms_per_hotel * 730`: saved with
// the quantity's ID, so that a rename changes no expression. A name that no
// quantity has yet is kept as typed and is evaluated as a missing quantity.
type Expression string
