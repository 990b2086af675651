package schema

import (
	"slices"

	"widerow/model"
)

// checkMask judges a mask and gives the user's function that it calls, empty
// for one of the server's.
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

// setMask notes the function that masks a column.
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

// maskedWith lists the tables with a column that a function of that name
// masks, in the server's order: it does not ask for the arguments.
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
	slices.SortFunc(tables, func(a, b *relation) int { return a.turn - b.turn })
	return tables
}
