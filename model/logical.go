package model

import (
	"maps"
	"slices"
)

// Logical is the logical Chebotko model: tables designed for queries.
type Logical struct {
	Tables map[ID]*LogicalTable `json:"tables,omitempty"`
	Arrows map[ID]*QueryArrow   `json:"arrows,omitempty"`
}

// LogicalTable is a table without types and keyspace.
type LogicalTable struct {
	Order   Order                 `json:"order,omitempty"`
	Name    string                `json:"name"`
	Note    string                `json:"note,omitempty"`
	Tags    TagSet                `json:"tags,omitempty"`
	Columns map[ID]*LogicalColumn `json:"columns,omitempty"`
	// DerivedName and Derived are the name and the columns as they were last
	// derived from the queries, with the IDs of the columns. They are empty for a
	// table made by hand. What differs from them was changed by hand, and is kept
	// when the table is derived again.
	DerivedName string               `json:"derived_name,omitempty"`
	Derived     map[ID]LogicalColumn `json:"derived,omitempty"`
}

// LogicalColumn is a column of a logical table. Attribute and Query are the
// attribute and the query that it was derived from. Participant is as in Find.
// Aggregate is the function of the attribute's values that it stores, empty for the
// values themselves.
type LogicalColumn struct {
	Order       Order      `json:"order,omitempty"`
	Name        string     `json:"name"`
	Note        string     `json:"note,omitempty"`
	Role        Role       `json:"role"`
	Descending  bool       `json:"descending,omitempty"`
	Collection  Collection `json:"collection,omitempty"`
	Attribute   ID         `json:"attribute,omitempty"`
	Participant ID         `json:"participant,omitempty"`
	Aggregate   Aggregate  `json:"aggregate,omitempty"`
	Query       ID         `json:"query,omitempty"`
}

// Role is the role of a column in its table, at the logical and the physical
// level.
type Role string

// The roles. Their marks are K, C (with ↑ or ↓ by Descending), S, ++ and none.
// RoleCounter is only used at the logical level: a physical counter is a column
// of type counter with the role Regular or Static.
const (
	Partition   Role = "partition"
	Clustering  Role = "clustering"
	Static      Role = "static"
	RoleCounter Role = "counter"
	Regular     Role = "regular"
)

// rank orders columns by role, as Chebotko diagrams do: K, C, S, then all
// others.
func (r Role) rank() int {
	switch r {
	case Partition:
		return 0
	case Clustering:
		return 1
	case Static:
		return 2
	}
	return 3
}

// InKey reports whether the column is part of the primary key.
func (r Role) InKey() bool { return r == Partition || r == Clustering }

// Collection is the kind of a logical column's value.
type Collection string

// The collections. The notation writes them [list], {set}, <map>, (tuple) and
// *udt*.
const (
	SingleValue Collection = ""
	ListOf      Collection = "list"
	SetOf       Collection = "set"
	MapOf       Collection = "map"
	TupleOf     Collection = "tuple"
	UserDefined Collection = "udt"
)

// HasElements reports whether a value has several others: a composite one is one value.
func (c Collection) HasElements() bool { return c == ListOf || c == SetOf || c == MapOf }

// QueryArrow states that the table To serves the query Access ("Q2"), or is
// written by the update Access ("U1"). From is the table whose result the
// query needs; if it is empty, the query is an entry point.
type QueryArrow struct {
	Order  Order `json:"order,omitempty"`
	Access ID    `json:"access"`
	From   ID    `json:"from,omitempty"`
	To     ID    `json:"to"`
}

func (t *LogicalTable) order() Order  { return t.Order }
func (c *LogicalColumn) order() Order { return c.Order }
func (a *QueryArrow) order() Order    { return a.Order }

// SortedColumns returns the columns in the order of the table: partition key,
// clustering, static, then the others, each group by Order.
func (t *LogicalTable) SortedColumns() []Item[*LogicalColumn] {
	return sortByRole(t.Columns, func(c *LogicalColumn) Role { return c.Role })
}

func sortByRole[T Ordered](columns map[ID]T, role func(T) Role) []Item[T] {
	return sortedBy(columns, func(column T) int { return role(column).rank() })
}

// ColumnsWithoutAttribute returns the logical columns that store nothing of the
// ER model, in tables whose other columns do. Columns that a derivation adds, such
// as a bucket, and values of aggregates are not among them.
func (m *Model) ColumnsWithoutAttribute() []ID {
	var found []ID
	for _, table := range Sorted(m.Logical.Tables) {
		columns := table.Value.SortedColumns()
		if !slices.ContainsFunc(columns, func(c Item[*LogicalColumn]) bool { return c.Value.Attribute != "" }) {
			continue
		}
		for _, column := range columns {
			_, derived := table.Value.Derived[column.ID]
			if column.Value.Attribute == "" && column.Value.Aggregate == "" && !derived {
				found = append(found, column.ID)
			}
		}
	}
	return found
}

// Equal reports whether two versions of a table have the same name and columns.
func (t *LogicalTable) Equal(other *LogicalTable) bool {
	return t.Name == other.Name && maps.EqualFunc(t.Columns, other.Columns, func(a, b *LogicalColumn) bool { return *a == *b })
}

// ColumnIDs returns the columns in the order of the table.
func (t *LogicalTable) ColumnIDs() []ID {
	var ids []ID
	for _, column := range t.SortedColumns() {
		ids = append(ids, column.ID)
	}
	return ids
}

// TablesOf returns the tables that serve a query by its arrows, in reading order.
func (m *Model) TablesOf(query ID) []ID {
	var tables []ID
	for _, arrow := range Sorted(m.Logical.Arrows) {
		if arrow.Value.Access == query && !slices.Contains(tables, arrow.Value.To) {
			tables = append(tables, arrow.Value.To)
		}
	}
	return tables
}
