package access

import (
	"slices"

	"widerow/model"
)

// FirstRewrite returns the number of the first write that sets a column which a write before
// it sets in the same row, or a static one in the same partition. It returns -1 if there is
// none, or a write is refused. Keys are the same only if they are known to be equal.
//
// It follows TransactionStatement.validateOnlyModifyPrimaryKeyColumnPairOnce of Cassandra
// 6.0, which does not compare the tables: a key and the name of a column suffice.
func FirstRewrite(parts []BatchPart) int {
	writes, refusal := Batch{Parts: parts}.prepare()
	if refusal != nil {
		return -1
	}
	return slices.IndexFunc(writes, func(w *write) bool {
		before := writes[:slices.Index(writes, w)]
		return slices.ContainsFunc(before, w.rewrites)
	})
}

// rewrites reports whether two writes set a column in one place.
func (w *write) rewrites(before *write) bool {
	samePartition := meet(&w.where.partition, &before.where.partition, w.table.Partition, before.table.Partition)
	sameRow := samePartition && meet(&w.where.clustering, &before.where.clustering, w.table.Clustering, before.table.Clustering)
	for _, column := range w.written {
		isSame := func(other *Column) bool { return other.Name == column.Name && other.Role == column.Role }
		if (sameRow || samePartition && column.Role == model.Static) && slices.ContainsFunc(before.written, isSame) {
			return true
		}
	}
	return false
}

// meet reports whether two sets of restrictions are known to name one key in common.
func meet(a, b *restrictionSet, columns, others []*Column) bool {
	if len(columns) != len(others) {
		return false
	}
	for i, column := range columns {
		candidates := b.candidates(others[i])
		isCommon := func(one identity) bool { return one.form != "" && slices.Contains(candidates, one) }
		if !slices.ContainsFunc(a.candidates(column), isCommon) {
			return false
		}
	}
	return true
}

// candidates returns the values that = or IN names for a column.
func (s *restrictionSet) candidates(column *Column) []identity {
	found := s.at(column)
	if found == nil || found.kind != inclusion || found.multi {
		return s.identities([]*Column{column})
	}
	values := make(identities, len(found.literals))
	for i := range found.literals {
		values[i] = found.literals[i].identity(column.Type)
	}
	return values
}
