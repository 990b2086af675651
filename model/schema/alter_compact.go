package schema

import (
	"strconv"

	"widerow/model"
)

// DropCompactStorage = DROP COMPACT STORAGE
type DropCompactStorage struct{}

func (d DropCompactStorage) apply(c tableChange) *Refusal {
	if !c.table.value.CompactStorage {
		return refuse(Invalid, "", "Cannot DROP COMPACT STORAGE on table without COMPACT STORAGE").
			Advise("There is nothing to do: remove the statement.")
	}
	c.table.value.CompactStorage = false
	c.showHidden()
	c.schema.changed(c.table)
	return nil
}

// emptyType is the type of the value of a compact table without a value column.
const emptyType = "org.apache.cassandra.db.marshal.EmptyType"

// hiddenClustering and a number make the name of the clustering column that the
// server adds to a compact table without one.
const hiddenClustering = "column"

func (r *relation) hidesColumns() bool { return r.value.CompactStorage && !r.clustered() }

// isCompactValue reports whether the column is the only value of a compact
// table with clustering columns.
func (r *relation) isCompactValue(column *model.Column) bool {
	return r.value.CompactStorage && r.clustered() && !column.Role.InKey()
}

// showHidden makes the hidden columns of a compact table ordinary ones. A table
// without clustering columns gets one, and its own columns become static.
func (c tableChange) showHidden() {
	var clustering, others int
	for _, column := range c.table.value.Columns {
		switch {
		case column.Role == model.Clustering:
			clustering++
		case !column.Role.InKey():
			others++
		}
	}
	value := model.Column{Type: model.Native("blob"), Role: model.Regular}
	switch {
	case clustering > 0 && others > 0:
		return
	case clustering > 0:
		value.Type = model.Type{Kind: model.CustomType, Name: emptyType}
	default:
		c.makeStatic()
		if c.table.counter {
			value.Type = model.Native("counter")
		}
		c.schema.addColumn(c.table, &model.Column{Name: c.table.freeName(hiddenClustering, 1), Type: model.Native("text"), Role: model.Clustering})
	}
	value.Name = c.table.freeName("value", 0)
	c.schema.addColumn(c.table, &value)
}

func (c tableChange) makeStatic() {
	for _, column := range c.table.value.Columns {
		if !column.Role.InKey() {
			column.Role = model.Static
		}
	}
}

// freeName follows CompactTables.DefaultNames: it returns base with the first
// number that makes an unused name. For 0 the number is omitted.
func (r *relation) freeName(base string, number int) string {
	for ; ; number++ {
		name := base
		if number > 0 {
			name += strconv.Itoa(number)
		}
		if r.column(name) == nil {
			return name
		}
	}
}
