package access

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// Table is a table or a materialized view with the facts that the rules need.
type Table struct {
	Keyspace, Name string
	View           bool
	// Compact is COMPACT STORAGE. hidesClustering reports whether the only
	// clustering column is one that the server added.
	Compact, hidesClustering bool
	// Partition and Clustering are the columns of the primary key in its order.
	// Others are the static and regular columns sorted by name.
	Partition, Clustering, Others []*Column
	Indexes                       []TableIndex
	// Types are the user-defined types that columns may have.
	Types map[model.ID]*model.UserType
	// Functions are the users' functions and aggregates of all keyspaces that a
	// statement may name.
	Functions []*Signature
	// Since6 means the rules of Cassandra 6.0 in place of those of 5.0.
	Since6 bool
	byName map[string]*Column
	// timeToLive is default_time_to_live, in seconds.
	timeToLive int
}

// Column is a column of a table.
type Column struct {
	Name       string
	Type       model.Type
	Role       model.Role
	Descending bool
	// position is the index in the partition key or among the clustering
	// columns, 0 for other columns.
	position int
}

// IndexKind is the implementation of an index.
type IndexKind uint8

// The kinds of index.
const (
	// SecondaryIndex is the built-in index.
	SecondaryIndex IndexKind = iota
	StorageAttachedIndex
	SASIIndex
	// CustomIndex is an index of another class. No condition is known to be
	// answered by it.
	CustomIndex
)

// TableIndex is an index of a table.
type TableIndex struct {
	Name    string
	Kind    IndexKind
	Column  *Column
	Target  model.IndexTarget
	Options map[string]string
}

// NewTable returns the table or view of a model, nil if there is none with that
// id.
func NewTable(m *model.Model, id model.ID) *Table {
	relation := m.Physical.Relations[id]
	if relation == nil {
		return nil
	}
	t := &Table{Name: relation.Name, View: relation.Kind == model.MaterializedView, Types: m.Physical.Types}
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		t.Keyspace = keyspace.Name
	}
	sorted := relation.SortedColumns()
	columns := make([]Column, len(sorted))
	t.byName = make(map[string]*Column, len(sorted))
	for i, item := range sorted {
		columns[i] = Column{Name: item.Value.Name, Type: canonical(item.Value.Type, false), Role: item.Value.Role, Descending: item.Value.Descending}
		t.add(&columns[i])
	}
	t.timeToLive, _ = strconv.Atoi(strings.Trim(relation.Options["default_time_to_live"], "'"))
	slices.SortFunc(t.Others, func(a, b *Column) int { return strings.Compare(a.Name, b.Name) })
	if relation.CompactStorage {
		t.makeCompact()
	}
	for _, item := range model.Sorted(relation.Indexes) {
		if at := slices.IndexFunc(sorted, func(c model.Item[*model.Column]) bool { return c.ID == item.Value.Column }); at >= 0 {
			t.Indexes = append(t.Indexes, t.newIndex(item.Value, &columns[at]))
		}
	}
	return t
}

func (t *Table) add(column *Column) {
	switch column.Role {
	case model.Partition:
		column.position = len(t.Partition)
		t.Partition = append(t.Partition, column)
	case model.Clustering:
		column.position = len(t.Clustering)
		t.Clustering = append(t.Clustering, column)
	default:
		column.position = -1
		t.Others = append(t.Others, column)
	}
	if t.byName == nil {
		t.byName = map[string]*Column{}
	}
	t.byName[column.Name] = column
}

// column returns the column of that name, or a refusal.
func (t *Table) column(name string) (*Column, *Refusal) {
	if column := t.byName[name]; column != nil {
		return column, nil
	}
	return nil, &Refusal{Code: UndefinedColumn, Column: name}
}

func (t *Table) columns(names []string) ([]*Column, *Refusal) {
	columns := make([]*Column, len(names))
	for i, name := range names {
		var refusal *Refusal
		if columns[i], refusal = t.column(name); refusal != nil {
			return nil, refusal
		}
	}
	return columns, nil
}

// isCounter reports whether it is a table of counters. Such a table has no
// other columns outside its key.
func (t *Table) isCounter() bool {
	return slices.ContainsFunc(t.Others, func(c *Column) bool { return c.Type.IsCounter() })
}

func (c *Column) isStatic() bool { return c.Role == model.Static }

func names(columns []*Column) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.Name
	}
	return names
}

// before reports whether the server keeps the restriction of c before that of
// other.
func (c *Column) before(other *Column) bool {
	if c.position != other.position {
		return c.position < other.position
	}
	return c.Name < other.Name
}

// isCollection reports whether the server treats the column as a collection. It
// does not if the order is descending, because the type is wrapped then.
func (c *Column) isCollection() bool { return !c.Descending && isCollection(c.Type) }

// isMap does the same for maps.
func (c *Column) isMap() bool { return !c.Descending && c.Type.Unfrozen().Kind == model.MapType }

// hasDuration reports whether a type contains a duration. The elements of a
// vector do not count.
func (t *Table) hasDuration(of model.Type) bool {
	switch of.Kind {
	case model.NativeType:
		return of.Name == "duration"
	case model.VectorType:
		return false
	case model.UserTypeRef:
		userType := t.Types[of.UserType]
		if userType == nil {
			return false
		}
		for _, field := range userType.Fields {
			if t.hasDuration(field.Type) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(of.Arguments, t.hasDuration)
}
