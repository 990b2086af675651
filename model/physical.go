package model

import (
	"reflect"
	"slices"
)

// Physical is the physical Chebotko model, from which CQL is generated.
type Physical struct {
	Keyspaces map[ID]*Keyspace `json:"keyspaces,omitempty"`
	Types     map[ID]*UserType `json:"types,omitempty"`
	Relations map[ID]*Relation `json:"relations,omitempty"`
	// Statements holds the rest of the schema, as text.
	Statements map[ID]*Statement `json:"statements,omitempty"`
}

// Keyspace holds tables, views and types. Replication is the map of CQL's
// replication option ("class" → "NetworkTopologyStrategy", "dc1" → "3").
type Keyspace struct {
	Order       Order             `json:"order,omitempty"`
	Name        string            `json:"name"`
	Note        string            `json:"note,omitempty"`
	Replication map[string]string `json:"replication,omitempty"`
	Options     Options           `json:"options,omitempty"`
}

// Clone returns a deep copy.
func (k *Keyspace) Clone() *Keyspace { return cloneValue(reflect.ValueOf(k)).Interface().(*Keyspace) }

// Options holds the other options of a keyspace, table, view or index by name.
// The value is CQL as written ("0.1", "'text'", "{'class': 'X'}"), so that
// options that this version does not know are preserved.
type Options map[string]string

// UserType is a user-defined type. Its scope is its keyspace.
type UserType struct {
	Order    Order             `json:"order,omitempty"`
	Keyspace ID                `json:"keyspace"`
	Name     string            `json:"name"`
	Note     string            `json:"note,omitempty"`
	Fields   map[ID]*TypeField `json:"fields,omitempty"`
}

// TypeField is a field of a user-defined type. Length and Elements are as in Column.
type TypeField struct {
	Order    Order      `json:"order,omitempty"`
	Name     string     `json:"name"`
	Type     Type       `json:"type"`
	Note     string     `json:"note,omitempty"`
	Length   Expression `json:"length,omitempty"`
	Elements Expression `json:"elements,omitempty"`
}

// RelationKind is the kind of a relation.
type RelationKind string

// The kinds: an ordinary table, or a view of a table that the server maintains.
const (
	Table            RelationKind = "table"
	MaterializedView RelationKind = "view"
)

// Relation is a table or a materialized view. Realizes is the set of logical
// tables that it implements (many to many).
type Relation struct {
	Order    Order        `json:"order,omitempty"`
	Keyspace ID           `json:"keyspace"`
	Name     string       `json:"name"`
	Note     string       `json:"note,omitempty"`
	Tags     TagSet       `json:"tags,omitempty"`
	Kind     RelationKind `json:"kind"`
	Realizes IDSet        `json:"realizes,omitempty"`
	// Base is the base table of a view. Where is its filter, as CQL without the
	// IS NOT NULL conditions of its key, or empty.
	// AllColumns means that it selects `*`: a column that is added to the base is
	// one of the view too.
	Base       ID             `json:"base,omitempty"`
	Where      string         `json:"where,omitempty"`
	AllColumns bool           `json:"all_columns,omitempty"`
	Columns    map[ID]*Column `json:"columns,omitempty"`
	Indexes    map[ID]*Index  `json:"indexes,omitempty"`
	Comment    string         `json:"comment,omitempty"`
	Options    Options        `json:"options,omitempty"`
	// CompactStorage is the option COMPACT STORAGE of old schemas.
	CompactStorage bool `json:"compact_storage,omitempty"`
	// Rows is the number of rows in one partition, Partitions the number of
	// partitions. Scale is the ratio of the measured bytes of a partition to those of its
	// columns. Compression is the part of its bytes to which it is compressed.
	Rows        Expression `json:"rows,omitempty"`
	Partitions  Expression `json:"partitions,omitempty"`
	Scale       Expression `json:"scale,omitempty"`
	Compression Expression `json:"compression,omitempty"`
	// Written is the statement that writes rows, Expiring reports that it gives them a
	// TTL, whether the table has a default one or not.
	Written  WrittenBy `json:"written,omitempty"`
	Expiring bool      `json:"expiring,omitempty"`
	// Measured holds the measurements of the table in a cluster.
	Measured map[ID]*Measurement `json:"measured,omitempty"`
}

// WrittenBy is the statement that writes the rows of a relation.
type WrittenBy string

// The statements that write rows. UPDATE writes no row marker, and each cell has a write time of its own.
const (
	ByInsert WrittenBy = ""
	ByUpdate WrittenBy = "update"
)

// Column is a column of a relation. From is the set of logical columns that it was derived from.
// Length is the average length in bytes of a value whose type has no fixed size (text, blob, varint
// …), or of one element of a collection; KeyLength is the length of a map's key. Elements is the
// number of elements in a collection. Buckets is the number of values of a bucket: a column of the
// partition key by which physical design splits what would be one partition.
type Column struct {
	Order Order  `json:"order,omitempty"`
	Name  string `json:"name"`
	Note  string `json:"note,omitempty"`
	Type  Type   `json:"type"`
	// TypeAssumed reports that the type was not chosen by a user: the column
	// was derived from a logical one whose attribute has no type.
	TypeAssumed bool   `json:"type_assumed,omitempty"`
	Role        Role   `json:"role"`
	Descending  bool   `json:"descending,omitempty"`
	Mask        string `json:"mask,omitempty"`
	// Check are the constraints after CHECK, as CQL, since Cassandra 6.0.
	Check     string     `json:"check,omitempty"`
	From      IDSet      `json:"from,omitempty"`
	Length    Expression `json:"length,omitempty"`
	KeyLength Expression `json:"key_length,omitempty"`
	Elements  Expression `json:"elements,omitempty"`
	Buckets   Expression `json:"buckets,omitempty"`
	// Filled is the share of the rows that have the column, of a static one of the
	// partitions. Empty means all.
	Filled Expression `json:"filled,omitempty"`
}

// IndexTarget is the part of a column that an index covers.
type IndexTarget string

// The targets. IndexColumn is the whole value.
const (
	IndexColumn  IndexTarget = ""
	IndexValues  IndexTarget = "values"
	IndexKeys    IndexTarget = "keys"
	IndexEntries IndexTarget = "entries"
	IndexFull    IndexTarget = "full"
)

// Index is a secondary index of a table. Class is the name after USING ("sai",
// a class name), or empty for the built-in index. Custom means CREATE CUSTOM
// INDEX. Name may be empty: the server then chooses one.
type Index struct {
	Order   Order       `json:"order,omitempty"`
	Name    string      `json:"name,omitempty"`
	Column  ID          `json:"column"`
	Target  IndexTarget `json:"target,omitempty"`
	Custom  bool        `json:"custom,omitempty"`
	Class   string      `json:"class,omitempty"`
	Options Options     `json:"options,omitempty"`
	// More holds the further columns of a custom index over several columns.
	More []IndexPart `json:"more,omitempty"`
}

// IndexPart is a further column of an index.
type IndexPart struct {
	Column ID          `json:"column"`
	Target IndexTarget `json:"target,omitempty"`
}

// Statement is a part of the schema that diagrams do not show: a function, an
// aggregate, a trigger, a role or a permission. Text is its CQL without a
// semicolon. Keyspace is empty if it belongs to none. Table is the table of a
// trigger.
type Statement struct {
	Order    Order  `json:"order,omitempty"`
	Keyspace ID     `json:"keyspace,omitempty"`
	Table    ID     `json:"table,omitempty"`
	Note     string `json:"note,omitempty"`
	Text     string `json:"text"`
}

func (k *Keyspace) order() Order  { return k.Order }
func (t *UserType) order() Order  { return t.Order }
func (f *TypeField) order() Order { return f.Order }
func (r *Relation) order() Order  { return r.Order }
func (c *Column) order() Order    { return c.Order }
func (i *Index) order() Order     { return i.Order }
func (s *Statement) order() Order { return s.Order }

// SortedColumns returns the columns in the order of the table: partition key,
// clustering, static, then the others, each group by Order.
func (r *Relation) SortedColumns() []Item[*Column] {
	return sortByRole(r.Columns, func(c *Column) Role { return c.Role })
}

// Realizations returns, for each logical table, the relation that realizes it.
// If several do, it is the one with the smallest ID.
func (m *Model) Realizations() map[ID]ID {
	realizations := map[ID]ID{}
	for id, relation := range m.Physical.Relations {
		for table := range relation.Realizes {
			if first, found := realizations[table]; !found || id < first {
				realizations[table] = id
			}
		}
	}
	return realizations
}

// Signature is the signature of a user-defined function or aggregate.
type Signature struct {
	Keyspace, Name string
	Arguments      []Type
	Returns        Type
	Aggregate      bool
}

// ColumnNamed returns the column with a name.
func (r *Relation) ColumnNamed(name string) (ID, bool) {
	for id, column := range r.Columns {
		if column.Name == name {
			return id, true
		}
	}
	return "", false
}

// Link makes a column realize a logical one.
func (c *Column) Link(id ID) {
	if c.From == nil {
		c.From = IDSet{}
	}
	c.From[id] = true
}

// HasField reports whether a type has a field with a name.
func (t *UserType) HasField(name string) bool {
	return slices.ContainsFunc(Sorted(t.Fields), func(f Item[*TypeField]) bool { return f.Value.Name == name })
}

// Follows returns the column of the table that c realizes. ok is false if c
// realizes others too, or has another role.
func (c *Column) Follows(table *LogicalTable) (id ID, ok bool) {
	for id := range c.From {
		logical := table.Columns[id]
		return id, len(c.From) == 1 && logical != nil && logical.Role.Physical() == c.Role
	}
	return "", false
}

// AssumedTypes returns the columns with assumed types: those of a relation, or
// the column itself.
func AssumedTypes(element Element) []Item[*Column] {
	var assumed []Item[*Column]
	switch value := element.Value.(type) {
	case *Column:
		if value.TypeAssumed {
			assumed = append(assumed, Item[*Column]{ID: element.ID, Value: value})
		}
	case *Relation:
		for _, column := range value.SortedColumns() {
			if column.Value.TypeAssumed {
				assumed = append(assumed, column)
			}
		}
	}
	return assumed
}
