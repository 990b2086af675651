package mapping

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// merge merges a derived table into an existing one: what was changed by hand
// since it was last derived is kept. A table that was made by hand keeps all its
// columns, and gets what the key and the query need.
func (p *Proposal) merge(existing *model.LogicalTable, columns []Column, serves bool) {
	base := existing.Derived
	if base == nil {
		base = map[model.ID]model.LogicalColumn{}
	}
	if existing.DerivedName != existing.Name {
		p.Name = existing.Name
	}
	used := map[model.ID]bool{}
	for _, column := range columns {
		p.mergeColumn(existing, base, column, used, serves)
	}
	for _, item := range existing.SortedColumns() {
		was, derived := base[item.ID]
		if used[item.ID] || derived && sameValue(was, *item.Value) {
			continue // derived before, and no longer
		}
		byHand := ProposedColumn{ID: item.ID, ByHand: true, value: *item.Value, Column: existingColumn(item.Value)}
		byHand.Reason = "added by hand"
		p.Columns = append(p.Columns, byHand)
	}
	place := map[model.ID]int{}
	ordered := len(base) == 0 && serves || len(base) > 0 && orderedByHand(existing)
	for i, item := range existing.SortedColumns() {
		if ordered || !item.Value.Role.InKey() { // the order of the others has no meaning, so it stays
			place[item.ID] = i - len(existing.Columns)
		}
	}
	slices.SortStableFunc(p.Columns, func(a, b ProposedColumn) int {
		return cmp.Or(cmp.Compare(roleRank(a.Role), roleRank(b.Role)), cmp.Compare(place[a.ID], place[b.ID]))
	})
}

// existingColumn describes an existing column.
func existingColumn(c *model.LogicalColumn) Column {
	return Column{Name: c.Name, Attribute: c.Attribute, Participant: c.Participant, Role: c.Role, Descending: c.Descending, Collection: c.Collection}
}

// keepAll keeps the name and all columns of a table that other queries need as it is: it only
// gets further columns.
func (p *Proposal) keepAll(existing *model.LogicalTable) {
	p.Name, p.derivedName, p.removed = existing.Name, existing.DerivedName, nil
	for _, id := range slices.Sorted(keys(existing.Derived)) {
		was := existing.Derived[id]
		if existing.Columns[id] == nil && !slices.ContainsFunc(p.Columns, func(c ProposedColumn) bool { return c.ID == id }) {
			p.removed = append(p.removed, edit.DerivedColumn{ID: id, Derived: &was, Removed: true})
		}
	}
	var columns []ProposedColumn
	for _, item := range existing.SortedColumns() {
		kept := ProposedColumn{ID: item.ID, value: *item.Value, Column: existingColumn(item.Value)}
		if at := slices.IndexFunc(p.Columns, func(c ProposedColumn) bool { return c.ID == item.ID }); at >= 0 {
			kept.Reason = p.Columns[at].Reason
		} else {
			kept.Reason = "another query needs it"
		}
		if was, derived := existing.Derived[item.ID]; derived {
			kept.base = &was
		}
		kept.ByHand = kept.base == nil || !sameValue(*kept.base, kept.value)
		columns = append(columns, kept)
	}
	for _, c := range p.Columns {
		if c.New {
			columns = append(columns, c)
		}
	}
	p.Columns = columns
}

// orderedByHand reports whether the derived columns of a table are in another
// order than they were derived in.
func orderedByHand(existing *model.LogicalTable) bool {
	var last model.Order
	var role model.Role
	for _, item := range existing.SortedColumns() {
		was, found := existing.Derived[item.ID]
		if !found || was.Role != item.Value.Role {
			continue
		}
		if was.Role == role && was.Order < last {
			return true
		}
		role, last = was.Role, was.Order
	}
	return false
}

// roleRank orders columns as a table does: K, C, S, then all others.
func roleRank(role model.Role) int {
	roles := []model.Role{model.Partition, model.Clustering, model.Static}
	if i := slices.Index(roles, role); i >= 0 {
		return i
	}
	return len(roles)
}

// mergeColumn adds a derived column: as it is, as a user changed it, or not at all
// where a user removed it and no key needs it.
func (p *Proposal) mergeColumn(existing *model.LogicalTable, base map[model.ID]model.LogicalColumn, column Column, used map[model.ID]bool, serves bool) {
	derived := column.logical(p.Queries[0])
	id, now, was := findColumn(existing, base, &column, used)
	used[id] = true
	next := ProposedColumn{Column: column, ID: id, value: derived, base: &derived}
	switch {
	case now == nil && was != nil && !column.Role.InKey():
		p.removed = append(p.removed, edit.DerivedColumn{ID: id, Derived: &derived, Removed: true})
		return
	case now == nil:
		next.New = true
	default:
		next.value = mergeValues(was, *now, derived, serves)
		next.ByHand = was != nil && !sameValue(next.value, derived)
		if !sameValue(next.value, *now) &&
			(next.value.Role != now.Role || next.value.Descending != now.Descending ||
				next.value.Name != now.Name || next.value.Collection != now.Collection) {
			next.Was = wasInWords(*now, next.value)
		}
		next.Name, next.Role, next.Descending, next.Collection = next.value.Name, next.value.Role, next.value.Descending, next.value.Collection
	}
	p.Columns = append(p.Columns, next)
}

// findColumn returns the existing column that a derived one continues, and what
// it was when it was last derived.
func findColumn(existing *model.LogicalTable, base map[model.ID]model.LogicalColumn, column *Column,
	used map[model.ID]bool) (id model.ID, now, was *model.LogicalColumn) {
	for _, item := range existing.SortedColumns() {
		if !used[item.ID] && sameColumn(column, item.Value) {
			if derived, found := base[item.ID]; found {
				was = &derived
			}
			return item.ID, item.Value, was
		}
	}
	for _, id := range slices.Sorted(keys(base)) {
		derived := base[id]
		if existing.Columns[id] == nil && !used[id] && sameColumn(column, &derived) {
			return id, nil, &derived
		}
	}
	return "", nil, nil
}

func keys[V any](of map[model.ID]V) func(func(model.ID) bool) {
	return func(yield func(model.ID) bool) {
		for id := range of {
			if !yield(id) {
				return
			}
		}
	}
}

// mergeValues merges three versions of a column: each value that was changed by
// hand is kept. A key column is an exception if it no longer is in the key, since
// rows would overwrite each other, or if the table was made by hand and does not
// serve its queries.
func mergeValues(was *model.LogicalColumn, now, derived model.LogicalColumn, serves bool) model.LogicalColumn {
	inKey := derived.Role.InKey()
	merged := now
	merged.Attribute, merged.Participant, merged.Aggregate, merged.Query = derived.Attribute, derived.Participant,
		derived.Aggregate, cmp.Or(now.Query, derived.Query)
	if was == nil {
		if inKey && (!serves || !now.Role.InKey()) {
			merged.Role, merged.Descending, merged.Collection = derived.Role, derived.Descending, derived.Collection
		}
		return merged
	}
	if was.Name == now.Name {
		merged.Name = derived.Name
	}
	if was.Role == now.Role || inKey && !now.Role.InKey() {
		merged.Role = derived.Role
	}
	if was.Descending == now.Descending {
		merged.Descending = derived.Descending
	}
	if was.Collection == now.Collection {
		merged.Collection = derived.Collection
	}
	return merged
}

// sameValue compares what a derivation decides.
func sameValue(a, b model.LogicalColumn) bool {
	return a.Name == b.Name && a.Role == b.Role && a.Descending == b.Descending && a.Collection == b.Collection &&
		a.Attribute == b.Attribute && a.Participant == b.Participant
}

// kind returns Changed if the proposal changes the table or its arrows, Kept otherwise.
func (p *Proposal) kind(m *matcher, existing *model.LogicalTable) Kind {
	if p.Name != existing.Name || len(p.Columns) != len(existing.Columns) {
		return Changed
	}
	for i, item := range existing.SortedColumns() {
		if p.Columns[i].ID != item.ID || !sameValue(p.Columns[i].value, *item.Value) {
			return Changed
		}
	}
	for _, query := range p.Queries {
		if !slices.Contains(m.serving[query], p.Table) {
			return Changed
		}
	}
	return Kept
}
