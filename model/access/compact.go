package access

import (
	"slices"
	"strconv"

	"widerow/model"
)

// makeCompact gives the table the columns that COMPACT STORAGE has: without
// clustering columns, the other columns become static and a clustering column
// is added that no statement can name.
func (t *Table) makeCompact() {
	t.Compact = true
	if len(t.Clustering) > 0 {
		return
	}
	for _, column := range t.Others {
		column.Role = model.Static
	}
	name := "column1"
	for i := 2; t.byName[name] != nil; i++ {
		name = "column" + strconv.Itoa(i)
	}
	t.hidesClustering = true
	t.Clustering = []*Column{{Name: name, Type: model.Native("text"), Role: model.Clustering}}
}

// visible returns the columns that a statement can name.
func (t *Table) visible() []*Column {
	if t.hidesClustering {
		return slices.Concat(t.Partition, t.Others)
	}
	return slices.Concat(t.Partition, t.Clustering, t.Others)
}

// checkCompactValue refuses a compact row without a value in its one column.
func (w *write) checkCompactValue() *Refusal {
	if w.statement == InsertStatement && w.table.Compact && !w.table.hidesClustering && len(w.table.Others) > 0 && len(w.written) == 0 {
		return &Refusal{Code: CompactValue, Column: w.table.Others[0].Name}
	}
	return nil
}
