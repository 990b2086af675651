package schema

import (
	"slices"

	"widerow/model"
)

// checkMask checks a mask and returns the name of the user's function that it
// calls, empty for a function of the server.
func (s *Schema) checkMask(table Name, column Column, t model.Type) (string, *Refusal) {
	if column.Mask == "" || s.CheckMask == nil {
		return "", nil
	}
	function, refusal := s.CheckMask(table, column.Name, t, column.Mask)
	if refusal != nil {
		refusal.Part, refusal.Mask = column.Name, true
	}
	return function, refusal
}

// setMask records the user's function that masks a column, empty for none.
func (r *relation) setMask(column, function string) {
	delete(r.masks, column)
	if function == "" {
		return
	}
	if r.masks == nil {
		r.masks = map[string]string{}
	}
	r.masks[column] = function
}

// maskedWith returns the tables with a column that is masked by a function of
// that name, in the server's order. Like the server it ignores the function's
// arguments.
func (k *keyspace) maskedWith(function string) []*relation {
	var tables []*relation
	for _, r := range k.relations {
		for _, name := range r.masks {
			if name == function && !r.isView() {
				tables = append(tables, r)
				break
			}
		}
	}
	slices.SortFunc(tables, func(a, b *relation) int { return a.lastChange - b.lastChange })
	return tables
}
