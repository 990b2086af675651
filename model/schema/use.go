package schema

import (
	"slices"

	"widerow/model"
)

// uses records which types use a user-defined type in a field, and which tables
// and views use it in a column.
type uses struct {
	types     map[model.ID]map[model.ID]bool
	relations map[model.ID]map[*relation]int
}

func newUses() uses {
	return uses{types: map[model.ID]map[model.ID]bool{}, relations: map[model.ID]map[*relation]int{}}
}

// addField records that a field of the type holder has type t.
func (u uses) addField(holder model.ID, t model.Type) {
	for _, id := range t.UserTypes() {
		if u.types[id] == nil {
			u.types[id] = map[model.ID]bool{}
		}
		u.types[id][holder] = true
	}
}

func (u uses) addColumn(r *relation, t model.Type) {
	for _, id := range t.UserTypes() {
		if u.relations[id] == nil {
			u.relations[id] = map[*relation]int{}
		}
		u.relations[id][r]++
	}
}

func (u uses) removeColumn(r *relation, t model.Type) {
	for _, id := range t.UserTypes() {
		if u.relations[id][r]--; u.relations[id][r] == 0 {
			delete(u.relations[id], r)
		}
	}
}

// holders returns a type and all types that contain it, directly or not.
func (u uses) holders(id model.ID) map[model.ID]bool {
	found, next := map[model.ID]bool{id: true}, []model.ID{id}
	for len(next) > 0 {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for holder := range u.types[last] {
			if !found[holder] {
				found[holder] = true
				next = append(next, holder)
			}
		}
	}
	return found
}

// relationsWith returns the tables and the views that have a column of one of
// the types. The tables are in the server's order.
func (u uses) relationsWith(types map[model.ID]bool) (tables, views []*relation) {
	seen := map[*relation]bool{}
	for id := range types {
		for r := range u.relations[id] {
			switch {
			case seen[r]:
			case r.isView():
				views = append(views, r)
			default:
				tables = append(tables, r)
			}
			seen[r] = true
		}
	}
	slices.SortFunc(tables, func(a, b *relation) int { return a.lastChange - b.lastChange })
	return tables, views
}

// holdsOneOf reports whether a type names one of the user-defined types.
func holdsOneOf(t model.Type, types map[model.ID]bool) bool {
	return slices.ContainsFunc(t.UserTypes(), func(id model.ID) bool { return types[id] })
}

// addDuration records that a type contains a duration, and so do all types that
// contain it.
func (s *Schema) addDuration(id model.ID) {
	if s.durations[id] {
		return
	}
	for holder := range s.uses.holders(id) {
		s.durations[holder] = true
	}
}
