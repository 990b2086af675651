package mapping

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// ofRelation returns the meaning of the logical table that a relation realizes, with its
// own columns. If it realizes several tables, all must have the same rows.
func (s *Stored) ofRelation(relation *model.Relation) *stored.Meaning {
	var found *stored.Meaning
	for _, table := range relation.Realizes.Sorted() {
		logical := s.Of(table)
		switch {
		case logical == nil:
			return nil
		case found == nil:
			found = logical.Copy()
			addColumns(found, relation, logical, nil)
		case !s.Facts().SameRows(found, logical):
			return nil
		default:
			for _, at := range logical.Embeddings(found, nil) {
				addColumns(found, relation, logical, at)
				break
			}
			found.Queries = append(slices.Clone(found.Queries), logical.Queries...)
		}
	}
	return found
}

// addColumns adds the columns of a relation that come from those of a logical table. at has
// the node of each node of that, nil if they are the same.
func addColumns(to *stored.Meaning, relation *model.Relation, logical *stored.Meaning, at stored.Embedding) {
	for id, column := range relation.Columns {
		if isComputed(relation, id) {
			continue
		}
		for _, from := range column.From.Sorted() {
			value, stores := logical.Columns[from]
			if !stores {
				continue
			}
			if at != nil {
				value.Node = at[value.Node]
			}
			if first, taken := to.Columns[id]; !taken {
				to.Columns[id] = value
			} else if first != value && !slices.Contains(to.Merged[id], value) {
				if to.Merged == nil {
					to.Merged = map[model.ID][]stored.Value{}
				}
				to.Merged[id] = append(to.Merged[id], value)
			}
		}
	}
}

// isComputed reports whether a column of the partition key is computed from a clustering
// column: the month of its date.
func isComputed(relation *model.Relation, id model.ID) bool {
	column := relation.Columns[id]
	if column.Role != model.Partition || len(column.From) == 0 {
		return false
	}
	for _, other := range relation.Columns {
		if other.Role == model.Clustering && other.Name != column.Name && maps.Equal(other.From, column.From) {
			return true
		}
	}
	return false
}
