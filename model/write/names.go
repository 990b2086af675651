package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// naming plans an update that names columns instead of concepts.
type naming struct{ *planning }

// writeNames plans what an update without concepts writes in a table: the columns that have
// its names.
func (w naming) writeNames(t *table) {
	var written []*column
	for _, name := range w.names {
		written = appendNew(written, w.planner.find(t, reference{name: name})...)
	}
	if len(written) == 0 {
		return
	}
	inKey := filter(written, func(c *column) bool { return c.Role.InKey() })
	whole := w.namedTarget(t, t.key())
	switch {
	case w.kind == model.Insert && len(inKey) == len(t.key()) && !t.isCounter:
		w.addNamed(whole.insertStatement(filter(written, isRegular)), "inserts the row")
	case w.kind == model.Delete && len(inKey) > 0 && !t.isCounter:
		w.addNamed(whole.deleteStatement(nil), "deletes the row")
	default:
		w.changeNamed(t, written)
	}
}

// namedTarget is the rows of a table by what the update gives of a key.
func (w naming) namedTarget(t *table, key []*column) *target {
	r := &rows{planning: w.planning, pattern: newPattern(), table: t, by: map[int]source{}, news: map[place]source{}}
	return &target{rows: r, key: key, times: exactly(1)}
}

// changeNamed changes columns, or deletes their values. Static ones need only the partition
// key, counters are counted.
func (w naming) changeNamed(t *table, written []*column) {
	for _, static := range []bool{true, false} {
		group := filter(written, func(c *column) bool { return isRegular(c) && (c.Role == model.Static) == static })
		if len(group) == 0 {
			continue
		}
		found := w.namedTarget(t, t.key())
		if static {
			found.key, found.isStatic = t.partition, true
		}
		if w.kind == model.Delete && !t.isCounter {
			w.addNamed(found.deleteStatement(group), "deletes "+listNames(group))
			continue
		}
		var set []assignment
		for _, c := range group {
			set = append(set, assignment{Assignment: access.Assignment{Column: c.Name, Kind: w.namedKind(c)}, value: bind{column: c, known: true, isNew: true}})
		}
		s := found.updateStatement(set)
		s.Counter = t.isCounter
		w.addNamed(s, map[bool]string{false: "changes ", true: "counts in "}[s.Counter]+listNames(group))
	}
}

// namedKind returns the kind of assignment to a column: counters are added to.
func (w naming) namedKind(c *column) access.AssignmentKind {
	switch {
	case c.typ.IsCounter() && w.kind == model.Delete:
		return access.Subtract
	case c.typ.IsCounter():
		return access.Add
	}
	return access.Assign
}

// addNamed adds a statement with the values of the names in the update. A lookup must find the
// columns of the key that the update is not given.
func (w naming) addNamed(s *Statement, purpose string) {
	for i := range s.binds {
		s.binds[i].known = true
		s.binds[i].from.name = s.binds[i].column.Name
	}
	s.Purpose = purpose
	l := Lookup{Table: s.Table}
	for _, c := range s.target.key {
		if s.Write.Insert == nil && !w.isGivenName(s.target.table, c) {
			l.Names = append(l.Names, c.Name)
		}
	}
	for _, item := range model.Sorted(w.update.Given) {
		l.Known = appendNew(l.Known, item.Value.Name)
	}
	if len(l.Names) > 0 {
		w.plan.Lookups = append(w.plan.Lookups, l)
	}
	w.add(s)
}

func (w naming) isGivenName(t *table, c *column) bool {
	for _, item := range w.update.Given {
		if slices.Contains(w.planner.find(t, reference{attribute: item.Attribute, name: item.Name}), c) {
			return true
		}
	}
	return c.Added
}
