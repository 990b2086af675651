package model

import (
	"slices"
	"sort"
)

// DifferenceKind is a way in which a relation differs from the logical tables
// that it realizes.
type DifferenceKind string

// The kinds. A missing column is a logical column that no relation realizes. A
// merged column realizes several logical columns.
const (
	RelationAdded   DifferenceKind = "relation-added"
	RelationRenamed DifferenceKind = "relation-renamed"
	ColumnAdded     DifferenceKind = "added"
	ColumnMissing   DifferenceKind = "missing"
	ColumnRenamed   DifferenceKind = "renamed"
	ColumnMerged    DifferenceKind = "merged"
	ColumnMoved     DifferenceKind = "moved"
	RoleChanged     DifferenceKind = "role"
	DirectionTurned DifferenceKind = "direction"
	ShapeChanged    DifferenceKind = "collection"
)

// Difference is one change by the physical design. Column is the relation's
// column, empty for the relation itself and for a missing column. Logical is the
// logical column or table. Was and Is are the two values.
type Difference struct {
	Kind            DifferenceKind
	Column, Logical ID
	Was, Is         string
}

// Differences returns the differences between a relation and the logical tables
// that it realizes, in the order of its columns. They are computed and never
// stored. The physical diagram draws them green.
func Differences(m *Model, relation ID) []Difference {
	r := m.Physical.Relations[relation]
	if r == nil {
		return nil
	}
	tables := m.realized(r)
	if len(tables) == 0 {
		return []Difference{{Kind: RelationAdded, Is: r.Name}}
	}
	var differences []Difference
	if len(tables) == 1 && tables[0].Value.Name != r.Name && !m.isLongCopy(tables[0].Value, r) {
		differences = append(differences, Difference{Kind: RelationRenamed, Logical: tables[0].ID, Was: tables[0].Value.Name, Is: r.Name})
	}
	columns := r.SortedColumns()
	moved := movedColumns(columns, tables)
	for _, column := range columns {
		differences = append(differences, columnDifferences(column, tables)...)
		if moved[column.ID] {
			differences = append(differences, Difference{Kind: ColumnMoved, Column: column.ID, Logical: column.Value.From.Sorted()[0]})
		}
	}
	return append(differences, m.missingColumns(r, tables)...)
}

// isLongCopy reports whether a logical table has the relation's name, prefixed
// with its keyspace.
func (m *Model) isLongCopy(table *LogicalTable, r *Relation) bool {
	keyspace := m.Physical.Keyspaces[r.Keyspace]
	return keyspace != nil && table.Name == LongCopyName(keyspace, r)
}

// realizedTable is a logical table with its sorted columns, and the index of
// each among them.
type realizedTable struct {
	Item[*LogicalTable]
	columns []Item[*LogicalColumn]
	place   map[ID]int
}

func newRealizedTable(table Item[*LogicalTable]) realizedTable {
	columns := table.Value.SortedColumns()
	place := make(map[ID]int, len(columns))
	for i, column := range columns {
		place[column.ID] = i
	}
	return realizedTable{table, columns, place}
}

// origins returns the table's columns that a column comes from.
func (t realizedTable) origins(column *Column) []Item[*LogicalColumn] {
	var places []int
	for id := range column.From {
		if place, found := t.place[id]; found {
			places = append(places, place)
		}
	}
	slices.Sort(places)
	origins := make([]Item[*LogicalColumn], len(places))
	for i, place := range places {
		origins[i] = t.columns[place]
	}
	return origins
}

// realized returns the existing logical tables that a relation realizes, in
// their order.
func (m *Model) realized(r *Relation) []realizedTable {
	existing := make(map[ID]*LogicalTable, len(r.Realizes))
	for id := range r.Realizes {
		if table := m.Logical.Tables[id]; table != nil {
			existing[id] = table
		}
	}
	tables := make([]realizedTable, 0, len(existing))
	for _, table := range Sorted(existing) {
		tables = append(tables, newRealizedTable(table))
	}
	return tables
}

func columnDifferences(column Item[*Column], tables []realizedTable) []Difference {
	var origins []Item[*LogicalColumn]
	for _, table := range tables {
		origins = append(origins, table.origins(column.Value)...)
	}
	switch len(origins) {
	case 0:
		return []Difference{{Kind: ColumnAdded, Column: column.ID, Is: column.Value.Name}}
	case 1:
		return followedDifferences(column, origins[0])
	}
	for _, origin := range origins {
		if origin.Value.Name != column.Value.Name {
			return []Difference{{Kind: ColumnMerged, Column: column.ID, Logical: origins[0].ID, Is: column.Value.Name}}
		}
	}
	return followedDifferences(column, origins[0])
}

func followedDifferences(column Item[*Column], origin Item[*LogicalColumn]) []Difference {
	var differences []Difference
	differ := func(kind DifferenceKind, was, is string) {
		if was != is {
			differences = append(differences, Difference{kind, column.ID, origin.ID, was, is})
		}
	}
	differ(ColumnRenamed, origin.Value.Name, column.Value.Name)
	differ(RoleChanged, string(origin.Value.Role.Physical()), string(column.Value.Role))
	if column.Value.Role == Clustering && origin.Value.Role == Clustering {
		differ(DirectionTurned, direction(origin.Value.Descending), direction(column.Value.Descending))
	}
	staticCounter := origin.Value.Role == Static && column.Value.Type.IsCounter() // a logical column cannot be both S and ++
	if !column.Value.Type.IsZero() && !staticCounter {
		differ(ShapeChanged, string(origin.Value.Shape()), string(column.Value.Type.Shape()))
	}
	return differences
}

func direction(descending bool) string {
	if descending {
		return "descending"
	}
	return "ascending"
}

// movedColumns returns the smallest set of columns that must have been moved:
// those outside the longest subsequence that is still in the order of the logical
// tables.
func movedColumns(all []Item[*Column], tables []realizedTable) map[ID]bool {
	var columns []ID
	var places []int
	for _, column := range all {
		for number, table := range tables {
			if id, follows := column.Value.Follows(table.Value); follows {
				columns = append(columns, column.ID)
				places = append(places, column.Value.Role.rank()<<48|number<<24|table.place[id])
			}
		}
	}
	moved := map[ID]bool{}
	for _, id := range columns {
		moved[id] = true
	}
	for _, i := range longestRun(places) {
		delete(moved, columns[i])
	}
	return moved
}

// MovedIDs returns the fewest elements whose move turns the order of the
// elements that both sequences have from before into after.
func MovedIDs(before, after []ID) []ID {
	place := make(map[ID]int, len(before))
	for i, id := range before {
		place[id] = i
	}
	common := slices.DeleteFunc(slices.Clone(after), func(id ID) bool {
		_, found := place[id]
		return !found
	})
	places := make([]int, len(common))
	for i, id := range common {
		places[i] = place[id]
	}
	kept := map[int]bool{}
	for _, i := range longestRun(places) {
		kept[i] = true
	}
	var moved []ID
	for i, id := range common {
		if !kept[i] {
			moved = append(moved, id)
		}
	}
	return moved
}

// longestRun returns the indexes of the longest ascending subsequence; of several,
// the one with the earliest indexes from the end backwards. levels are the indexes
// at which a subsequence of each length ends: their values never ascend.
func longestRun(values []int) []int {
	var levels [][]int
	previous := make([]int, len(values))
	for i, value := range values {
		length := sort.Search(len(levels), func(l int) bool { return values[levels[l][len(levels[l])-1]] >= value })
		if length == len(levels) {
			levels = append(levels, nil)
		}
		levels[length] = append(levels[length], i)
		if length > 0 {
			shorter := levels[length-1]
			previous[i] = shorter[sort.Search(len(shorter), func(j int) bool { return values[shorter[j]] < value })]
		}
	}
	run := make([]int, len(levels))
	for at := len(run) - 1; at >= 0; at-- {
		if run[at] = levels[at][0]; at < len(run)-1 {
			run[at] = previous[run[at+1]]
		}
	}
	return run
}

// missingColumns returns the columns of the tables that no relation realizes. It
// looks at other relations only if r does not realize them all, because the
// diagram calls it for every relation.
func (m *Model) missingColumns(r *Relation, tables []realizedTable) []Difference {
	wanted := map[ID]bool{}
	for _, table := range tables {
		for _, column := range table.columns {
			wanted[column.ID] = true
		}
	}
	r.deleteRealized(wanted)
	for _, other := range m.Physical.Relations {
		if len(wanted) == 0 {
			return nil
		}
		other.deleteRealized(wanted)
	}
	var differences []Difference
	for _, table := range tables {
		for _, column := range table.columns {
			if wanted[column.ID] {
				differences = append(differences, Difference{Kind: ColumnMissing, Logical: column.ID, Was: column.Value.Name})
			}
		}
	}
	return differences
}

// deleteRealized deletes the logical columns that the relation realizes from a
// set.
func (r *Relation) deleteRealized(logical map[ID]bool) {
	for _, column := range r.Columns {
		for id := range column.From {
			delete(logical, id)
		}
	}
}

// LongCopyName returns the name of a logical table if another keyspace has a
// table of the same name.
func LongCopyName(keyspace *Keyspace, relation *Relation) string {
	return keyspace.Name + "_" + relation.Name
}
