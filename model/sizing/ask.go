package sizing

import (
	"cmp"
	"slices"

	"widerow/model"
)

// maxAskedTables is the number of tables whose assumptions are compared, the largest ones: each
// assumption is varied.
const maxAskedTables = 40

// Ask is a number to ask for: it is assumed in a table or several, and their sizes depend on it.
type Ask struct {
	Element model.ID // that has the number
	Field   string
	Assumed float64
	Tables  []model.ID // the largest first
	Factor  float64    // by which the partitions of a table grow at most with ten times the number
	Added   float64    // bytes that this adds to a partition, summed over the tables
}

// Asks returns the assumed numbers of the largest tables, first those that add most. entered returns
// the element and the field in which an assumed number is entered; without a field it is not asked for.
func (o Options) Asks(m *model.Model, sizes map[model.ID]Size, entered func(Assumption) (model.ID, string)) []*Ask {
	type input struct {
		element model.ID
		field   string
	}
	index := map[input]*Ask{}
	var asks []*Ask
	for _, id := range largestAssumed(m, sizes) {
		size := sizes[id]
		for _, effect := range o.Effects(m, &size) {
			element, field := entered(effect.Assumption)
			if field == "" {
				continue
			}
			a := index[input{element, field}]
			if a == nil {
				a = &Ask{Element: element, Field: field, Assumed: effect.Value}
				index[input{element, field}] = a
				asks = append(asks, a)
			}
			a.Tables = append(a.Tables, id)
			a.Factor, a.Added = max(a.Factor, effect.Factor), a.Added+effect.Added
		}
	}
	slices.SortStableFunc(asks, func(a, b *Ask) int { return cmp.Compare(b.Added, a.Added) })
	return asks
}

// largestAssumed returns the tables of whose size something is assumed, the largest first.
func largestAssumed(m *model.Model, sizes map[model.ID]Size) []model.ID {
	var ids []model.ID
	for _, item := range model.Sorted(m.Physical.Relations) {
		if size := sizes[item.ID]; size.Level != Unknown && len(size.Assumed) > 0 {
			ids = append(ids, item.ID)
		}
	}
	slices.SortStableFunc(ids, func(x, y model.ID) int { return cmp.Compare(sizes[y].Typical.Bytes, sizes[x].Typical.Bytes) })
	return ids[:min(len(ids), maxAskedTables)]
}
