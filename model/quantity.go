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

// Expression is arithmetic over numbers and quantities. The user types
// `rooms_per_hotel * 730`; it is saved as `@q7 * 730`, with the quantity's ID,
// so that renaming a quantity changes no expression. A name without a quantity
// is saved as typed and evaluated as a missing quantity.
type Expression string
