package convert

import (
	"widerow/cql/syntax"
	"widerow/model/access"
)

// room holds buffers for the parts of a converted statement. The next statement reuses them.
type room struct {
	values     []access.Value
	conditions []access.Condition
	names      []string
	// terms are the terms of the values, in the order of their numbers from 1.
	terms []*syntax.Term
}

func (r *room) clear() {
	r.values, r.conditions, r.names, r.terms = r.values[:0], r.conditions[:0], r.names[:0], r.terms[:0]
}

// take returns the next count elements of a buffer, which the caller has to set. A
// full buffer is abandoned to those who use parts of it.
func take[T any](buffer *[]T, count int) []T {
	const fewest = 16
	from := len(*buffer)
	if count > cap(*buffer)-from {
		*buffer, from = make([]T, 0, max(count, 2*cap(*buffer), fewest)), 0
	}
	*buffer = (*buffer)[:from+count]
	return (*buffer)[from : from+count : from+count]
}
