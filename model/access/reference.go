package access

import "widerow/model"

// What a write of a transaction of Cassandra 6.0 asks about its columns.

// IsKey reports whether a column is part of the primary key.
func (t *Table) IsKey(name string) bool {
	column := t.byName[name]
	return column != nil && column.position >= 0
}

// IsSingle reports whether a column stores one value, which `c += v` adds to as to no
// collection and no counter.
func (t *Table) IsSingle(name string) bool {
	column := t.byName[name]
	return column != nil && !isCollection(column.Type) && column.Type.Name != "counter"
}

// CheckReference refuses a value that a LET has read for a column of another type, or for an
// element of one. text is the Java class of the value and the name of its column.
func (t *Table) CheckReference(name string, element bool, value model.Type, text string) *Refusal {
	column := t.byName[name]
	if column == nil {
		return nil
	}
	to := column.Type
	if element && isCollection(to) {
		to = to.Unfrozen().Arguments[len(to.Unfrozen().Arguments)-1]
	}
	if t.typeFit(canonical(value, false), to) != misfit {
		return nil
	}
	return &Refusal{Code: ReferenceType, Table: t, Column: name, Type: unwrap(to), Text: text}
}
