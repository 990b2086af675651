package access

import (
	"slices"

	"widerow/model"
)

// addNearest adds ORDER BY … ANN OF as a restriction.
func (w *where) addNearest(orders []Order) *Refusal {
	var nearest []Order
	for _, order := range orders {
		if order.Nearest != nil {
			nearest = append(nearest, order)
		}
	}
	switch {
	case len(nearest) == 0:
		return nil
	case len(nearest) > 1:
		return &Refusal{Code: TwoNearest}
	case len(orders) > 1:
		return &Refusal{Code: NearestAndOther}
	case nearest[0].Descending:
		return &Refusal{Code: NearestDescending}
	}
	column := w.table.byName[nearest[0].Column]
	return w.others.add(&restriction{kind: proximity, columns: []*Column{column}, literals: []Value{*nearest[0].Nearest}})
}

func (w *where) nearest() *restriction {
	for _, entry := range w.others.entries {
		if entry.kind == proximity {
			return entry.restriction
		}
	}
	return nil
}

func (w *where) judgeVectors() *Refusal {
	nearest := w.nearest()
	if nearest == nil {
		for _, column := range w.others.columns() {
			if column.Type.Unfrozen().Kind == model.VectorType {
				if w.table.indexed(column) {
					return &Refusal{Code: VectorOnlyNearest}
				}
				break
			}
		}
		return nil
	}
	column := nearest.first()
	t := column.Type.Unfrozen()
	switch {
	case t.Kind != model.VectorType || !t.Arguments[0].Equal(model.Native("float")):
		return &Refusal{Code: NearestNotVector}
	case !w.table.indexed(column):
		return &Refusal{Code: NearestNotIndexed}
	case w.keyNeedsFiltering():
		return &Refusal{Code: NearestFiltering}
	}
	return w.judgeNearestColumns()
}

// judgeNearestColumns checks the other restrictions of a query with ANN OF.
// Each needs an index, unless it narrows given partitions by clustering
// columns.
func (w *where) judgeNearestColumns() *Refusal {
	unindexed := func(set *restrictionSet) bool {
		return slices.ContainsFunc(set.entries, func(e restrictionEntry) bool {
			return e.kind != proximity && !w.table.indexed(e.column)
		})
	}
	others, clustering := unindexed(&w.others), unindexed(&w.clustering)
	if others || clustering && (w.keyIncomplete() || w.clusteringNeedsFiltering()) {
		return &Refusal{Code: NearestFiltering}
	}
	return nil
}
