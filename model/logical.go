package model

// Logical is the logical Chebotko model: tables made for queries.
type Logical struct {
	Tables map[ID]*LogicalTable `json:"tables,omitempty"`
	Arrows map[ID]*QueryArrow   `json:"arrows,omitempty"`
}

// LogicalTable is a table before types and keyspaces.
type LogicalTable struct {
	Order   Order                 `json:"order,omitempty"`
	Name    string                `json:"name"`
	Note    string                `json:"note,omitempty"`
	Tags    TagSet                `json:"tags,omitempty"`
	Columns map[ID]*LogicalColumn `json:"columns,omitempty"`
}

// LogicalColumn is a column by its role. Attribute is the attribute of the
// concepts, and Query the query, that it comes from.
type LogicalColumn struct {
	Order      Order      `json:"order,omitempty"`
	Name       string     `json:"name"`
	Note       string     `json:"note,omitempty"`
	Role       Role       `json:"role"`
	Descending bool       `json:"descending,omitempty"`
	Collection Collection `json:"collection,omitempty"`
	Attribute  ID         `json:"attribute,omitempty"`
	Query      ID         `json:"query,omitempty"`
}

// Role is what a column is in its table, at the logical and physical level.
type Role string

// The roles with their marks: K, C (with ↑ or ↓ by Descending), S, ++ and
// none. At the physical level a counter is a column of type counter with
// the role Regular or Static; RoleCounter is logical only.
const (
	Partition   Role = "partition"
	Clustering  Role = "clustering"
	Static      Role = "static"
	RoleCounter Role = "counter"
	Regular     Role = "regular"
)

// rank is where the role's columns stand in a table (Chebotko): K, C, S,
// then all others.
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

// Collection is the kind of a logical column's value; empty for one value.
type Collection string

// The collections with the brackets of the notation: [list] {set} <map>
// (tuple) and *udt*.
const (
	SingleValue Collection = ""
	ListOf      Collection = "list"
	SetOf       Collection = "set"
	MapOf       Collection = "map"
	TupleOf     Collection = "tuple"
	UserDefined Collection = "udt"
)

// QueryArrow says that the table To serves the query Access ("Q2"), or is
// written by the update Access ("U1"). From is the table whose result the
// query starts from; without it the query is an entry point.
type QueryArrow struct {
	Order  Order `json:"order,omitempty"`
	Access ID    `json:"access"`
	From   ID    `json:"from,omitempty"`
	To     ID    `json:"to"`
}

func (t *LogicalTable) order() Order  { return t.Order }
func (c *LogicalColumn) order() Order { return c.Order }
func (a *QueryArrow) order() Order    { return a.Order }

// SortedColumns lists the columns as they stand in the table: partition key,
// clustering, static, then the others, each in their order.
func (t *LogicalTable) SortedColumns() []Item[*LogicalColumn] {
	return sortByRole(t.Columns, func(c *LogicalColumn) Role { return c.Role })
}

func sortByRole[T Ordered](columns map[ID]T, role func(T) Role) []Item[T] {
	return sortedBy(columns, func(column T) int { return role(column).rank() })
}
