package cli

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

// parts holds what a flag can assign an amount to, by path:
//
//	shop.orders               rows of the table
//	shop.orders.note          length of a value, or the share of rows that have it
//	shop.orders.tags          elements of a collection
//	shop.orders.tags[]        length of an element, or of a map's value
//	shop.orders.tags{}        length of a map's key
//	shop.orders.address.city  a field of a user-defined type
//	shop.orders.point.0       a part of a tuple
//
// Paths nest: shop.orders.addresses[].phones[].
type parts struct {
	names map[model.ID]string // of relations and columns
	known map[string]map[string]sizing.Input
}

// flags holds the flags by the field of the inputs that they set.
var flags = map[string]string{"rows": "--rows", "length": "--length", "elements": "--elements", "filled": "--filled"}

func partsOf(m *model.Model) (*parts, error) {
	p := &parts{names: map[model.ID]string{}, known: map[string]map[string]sizing.Input{}}
	for id, relation := range m.Physical.Relations {
		p.names[id] = relationName(m, relation)
		for id, column := range relation.Columns {
			p.names[id] = relationName(m, relation) + "." + column.Name
		}
	}
	inputs, err := sizing.Inputs(m)
	if err != nil {
		return nil, err
	}
	for field := range flags {
		p.known[field] = map[string]sizing.Input{}
	}
	for _, input := range inputs {
		p.known[input.Field][p.names[input.Element]+input.Path] = input
	}
	return p, nil
}

// relationName returns the relation's name with its keyspace, as in the output.
func relationName(m *model.Model, relation *model.Relation) string {
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		return keyspace.Name + "." + relation.Name
	}
	return relation.Name
}

// amounts returns the amounts of the flags by the inputs that they set. A document
// without such flags has amounts of its own.
func (s *sizeCommand) amounts(loaded *loaded) (map[sizing.Input]model.Value, *parts, error) {
	if !loaded.isScript && len(s.Rows)+len(s.Length)+len(s.Elements)+len(s.Filled) == 0 {
		return nil, nil, nil
	}
	p, err := partsOf(loaded.document)
	if err != nil {
		return nil, nil, err
	}
	given := map[sizing.Input]model.Value{}
	for field, amounts := range map[string][]amount{"rows": s.Rows, "length": s.Length, "elements": s.Elements, "filled": s.Filled} {
		for _, amount := range amounts {
			input, found := p.known[field][amount.path]
			if !found {
				return nil, nil, fmt.Errorf("%s %s: %s", flags[field], amount.path, notFound(amount.path, p.known[field]))
			}
			if field == "filled" && max(amount.typical, amount.worst) > 1 {
				return nil, nil, fmt.Errorf("--filled %s: a share of the rows is at most 1, got %v", amount.path, max(amount.typical, amount.worst))
			}
			given[input] = model.Value{Typical: amount.typical, Worst: amount.worst}
		}
	}
	return given, p, nil
}

// flag returns the flag that sets an assumed number, or "".
func (p *parts) flag(assumed sizing.Assumption) string {
	if p == nil || flags[assumed.Field] == "" || p.names[assumed.Element] == "" {
		return ""
	}
	return flags[assumed.Field] + " " + p.names[assumed.Element] + assumed.Path
}

func notFound(path string, places map[string]sizing.Input) string {
	var known []string
	for place := range places {
		known = append(known, place)
	}
	slices.Sort(known)
	if len(known) == 0 {
		return "the model has nothing to which this flag applies"
	}
	// The most similar paths share the longest prefix.
	slices.SortStableFunc(known, func(a, b string) int { return commonPrefix(b, path) - commonPrefix(a, path) })
	return "not found; did you mean " + strings.Join(known[:min(3, len(known))], ", ") + "?"
}

// commonPrefix returns the length of the longest common prefix.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
