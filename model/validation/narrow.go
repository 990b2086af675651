package validation

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/carry"
)

// NarrowAggregate is a physical column with the averages or sums of values, whose type has
// no fractions for averages, or less range than the sums.
type NarrowAggregate struct {
	Column       model.ID
	Function     model.Aggregate
	Type, Better model.Type
}

// holding are the types that hold the averages and the sums of whole numbers.
var holding = map[model.Aggregate][]string{
	model.Avg: {"float", "double", "decimal"},
	model.Sum: {"bigint", "varint", "decimal", "double", "float", "counter"},
}

// NarrowAggregates returns the physical columns that cannot hold the averages or sums
// which they store, in order.
func NarrowAggregates(m *model.Model) []NarrowAggregate {
	functions := map[model.ID]*model.LogicalColumn{}
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			if column.Aggregate == model.Avg || column.Aggregate == model.Sum {
				functions[id] = column
			}
		}
	}
	var narrow []NarrowAggregate
	if len(functions) == 0 {
		return nil
	}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for _, column := range relation.Value.SortedColumns() {
			for _, from := range column.Value.From.Sorted() {
				logical := functions[from]
				is := column.Value.Type.Unfrozen()
				if logical == nil || is.Kind != model.NativeType || slices.Contains(holding[logical.Aggregate], is.Name) {
					continue
				}
				better := carry.PhysicalColumn(m, relation.Value.Keyspace, logical).Type
				if !slices.Contains(holding[logical.Aggregate], better.Name) {
					better = model.Native("double")
				}
				narrow = append(narrow, NarrowAggregate{column.ID, logical.Aggregate, is, better})
			}
		}
	}
	return narrow
}

// Words describes the column: "visits.avg_score is int, which has no fractions: averages
// need double".
func (n NarrowAggregate) Words(m *model.Model) string {
	if n.Function == model.Avg {
		return fmt.Sprintf("%s is %s, which has no fractions: averages need %s", m.ShortTitle(n.Column), m.TypeText(n.Type), m.TypeText(n.Better))
	}
	return fmt.Sprintf("%s is %s, which sums can exceed: they need %s", m.ShortTitle(n.Column), m.TypeText(n.Type), m.TypeText(n.Better))
}
