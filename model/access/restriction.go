package access

import (
	"cmp"
	"slices"
	"strings"
)

// restriction combines the conditions on one column, or on several together.
type restriction struct {
	kind    restrictionKind
	multi   bool
	columns []*Column
	// single is the storage for columns if there is only one.
	single [1]*Column
	// start and end are the operators of the bounds of a slice, empty for a
	// missing bound.
	start, end Operator
	// startsFirst reports whether the lower of two bounds was written first.
	startsFirst bool
	// values, keys and entries count the conditions CONTAINS, CONTAINS KEY and
	// column[key] = value.
	values, keys, entries int
	// count is the number of values of an IN, 0 for a bind marker.
	count int
	// excluded means that a condition with !=, NOT IN or NOT CONTAINS is among them,
	// which no index answers.
	excluded bool
	// since6 means the rules of Cassandra 6.0.
	since6 bool
	// literals are the values that the columns are compared with.
	literals []Value
	// pairs are the conditions column[key] = value.
	pairs []*Condition
}

type restrictionKind uint8

const (
	equality restrictionKind = iota
	inclusion
	slice
	containment
	likeness
	proximity
)

func (r *restriction) first() *Column { return r.columns[0] }
func (r *restriction) last() *Column  { return r.columns[len(r.columns)-1] }

// widens reports whether the restriction can be merged with one on several
// columns.
func (r *restriction) widens() bool { return r.kind <= slice }

// merge combines two restrictions of the same columns, or refuses them.
func (r *restriction) merge(other *restriction) (*restriction, *Refusal) {
	multi := r.multi
	switch {
	case !r.multi && other.multi && r.widens():
		multi = true
	case r.multi && !other.multi && other.widens():
		wide := *other
		wide.multi, other = true, &wide
	}
	common := r.common(other)
	if !multi {
		common = []string{r.first().Name}
	}
	switch r.kind {
	case equality:
		return nil, &Refusal{Code: MoreThanOneEqual, Columns: common}
	case inclusion:
		return nil, &Refusal{Code: MoreThanOneIn, Columns: common}
	case containment:
		return r.mergeContains(other)
	case likeness:
		if r.since6 && other.kind == likeness {
			return r, nil
		}
		return nil, &Refusal{Code: MoreThanOneLike, Column: r.first().Name}
	case proximity:
		return nil, &Refusal{Code: MoreThanOneNearest, Column: r.first().Name}
	}
	return r.mergeSlice(other, multi, common)
}

// common returns the names of the columns that both restrict. The server lists
// them in random order.
func (r *restriction) common(other *restriction) []string {
	var common []string
	for _, column := range r.columns {
		if slices.Contains(other.columns, column) {
			common = append(common, column.Name)
		}
	}
	return common
}

func (r *restriction) mergeContains(other *restriction) (*restriction, *Refusal) {
	if other.kind != containment {
		return nil, &Refusal{Code: ContainsAndOther, Column: r.first().Name}
	}
	merged := *r
	merged.excluded = r.excluded || other.excluded
	merged.values += other.values
	merged.keys += other.keys
	merged.entries += other.entries
	merged.literals = slices.Concat(r.literals, other.literals)
	merged.pairs = slices.Concat(r.pairs, other.pairs)
	return &merged, nil
}

func (r *restriction) mergeSlice(other *restriction, multi bool, common []string) (*restriction, *Refusal) {
	switch {
	case other.kind != slice && other.since6:
		return other.merge(r)
	case other.kind != slice:
		return nil, &Refusal{Code: EqualAndSlice, Columns: common}
	case multi && r.first() != other.first():
		later := r.first()
		if other.first().position > later.position {
			later = other.first()
		}
		return nil, &Refusal{Code: SlicesStartApart, Column: later.Name}
	case r.start != "" && other.start != "":
		return nil, &Refusal{Code: TwoStarts, Columns: common}
	case r.end != "" && other.end != "":
		return nil, &Refusal{Code: TwoEnds, Columns: common}
	}
	merged := *r
	merged.multi = multi
	merged.literals = slices.Concat(r.literals, other.literals)
	if len(other.columns) > len(r.columns) {
		merged.columns = other.columns
	}
	merged.startsFirst = r.start != ""
	merged.excluded = r.excluded || other.excluded
	merged.start, merged.end = cmp.Or(r.start, other.start), cmp.Or(r.end, other.end)
	return &merged, nil
}

// supportedOn reports whether an index on the column answers one of the
// operators.
func (r *restriction) supportedOn(index *TableIndex, column *Column) bool {
	if index.Column != column {
		return false
	}
	on := func(operator Operator) bool { return operator != "" && index.supports(column, operator) }
	switch r.kind {
	case equality:
		return on(Equal)
	case inclusion:
		return on(In)
	case likeness:
		return on(Like)
	case proximity:
		return on(nearest)
	case slice:
		return on(r.start) || on(r.end)
	}
	return r.values > 0 && on(Contains) || r.keys > 0 && on(ContainsKey) || r.entries > 0 && on(Equal)
}

func (r *restriction) supportedBy(index *TableIndex) bool {
	return slices.ContainsFunc(r.columns, func(c *Column) bool { return r.supportedOn(index, c) })
}

// supported reports whether an index of the table answers the restriction.
func (r *restriction) supported(t *Table) bool {
	for i := range t.Indexes {
		if r.supportedBy(&t.Indexes[i]) {
			return true
		}
	}
	return false
}

// needsFiltering reports whether rows must be filtered even if the indexes of
// the group are used.
func (r *restriction) needsFiltering(group []*TableIndex) bool {
	if r.multi {
		return slices.ContainsFunc(r.columns, func(c *Column) bool {
			return !slices.ContainsFunc(group, func(i *TableIndex) bool { return r.supportedOn(i, c) })
		})
	}
	several := r.kind == containment && r.values+r.keys+r.entries > 1
	return !slices.ContainsFunc(group, func(i *TableIndex) bool {
		return r.supportedBy(i) && !(several && i.filtersMultipleContains())
	})
}

// restrictionSet holds the restrictions of the columns of one kind in the
// columns' order. A restriction of several columns has an entry for each.
type restrictionSet struct {
	entries []restrictionEntry
	// room is the storage for the first entries.
	room [2]restrictionEntry
	// hasIn, hasSlice and hasContains report whether a restriction of that kind
	// was added, others whether one was that is neither an equality nor an IN.
	hasIn, hasSlice, hasContains, others bool
}

type restrictionEntry struct {
	column *Column
	*restriction
}

func (s *restrictionSet) at(column *Column) *restriction {
	for _, entry := range s.entries {
		if entry.column == column {
			return entry.restriction
		}
	}
	return nil
}

func (s *restrictionSet) put(column *Column, r *restriction) {
	i := 0
	for i < len(s.entries) && s.entries[i].column.before(column) {
		i++
	}
	if i < len(s.entries) && s.entries[i].column == column {
		s.entries[i].restriction = r
		return
	}
	if s.entries == nil {
		s.entries = s.room[:0]
	}
	s.entries = slices.Insert(s.entries, i, restrictionEntry{column, r})
}

// add merges a restriction into the set, or refuses it. The server visits the
// existing restrictions in random order, so each of their refusals is an
// alternative.
func (s *restrictionSet) add(r *restriction) *Refusal {
	var existing []*restriction
	for _, column := range r.columns {
		if found := s.at(column); found != nil && !slices.Contains(existing, found) {
			existing = append(existing, found)
		}
	}
	merged := []*restriction{r}
	if len(existing) > 0 {
		merged = merged[:0]
	}
	var refusals []*Refusal
	for _, found := range existing {
		next, refusal := found.merge(r)
		if refusal != nil {
			refusals = append(refusals, refusal)
		}
		merged = append(merged, next)
	}
	if len(refusals) > 0 {
		refusals[0].Alternatives = refusals[1:]
		return refusals[0]
	}
	for _, next := range merged {
		for _, column := range r.columns {
			s.put(column, next)
		}
	}
	s.hasIn = s.hasIn || r.kind == inclusion
	s.hasSlice = s.hasSlice || r.kind == slice
	s.hasContains = s.hasContains || r.kind == containment
	s.others = s.others || r.kind > inclusion
	return nil
}

func (s *restrictionSet) isEmpty() bool { return len(s.entries) == 0 }

func (s *restrictionSet) columns() []*Column {
	columns := make([]*Column, len(s.entries))
	for i, entry := range s.entries {
		columns[i] = entry.column
	}
	return columns
}

// repeats reports whether the restriction of an entry is also that of the
// entry before it.
func (s *restrictionSet) repeats(i int) bool {
	return i > 0 && s.entries[i-1].restriction == s.entries[i].restriction
}

// distinct returns each restriction once.
func (s *restrictionSet) distinct() []*restriction {
	var list []*restriction
	for _, entry := range s.entries {
		if len(list) == 0 || list[len(list)-1] != entry.restriction {
			list = append(list, entry.restriction)
		}
	}
	return list
}

// none reports whether no row can match: an IN has no values, or a slice ends
// before it starts.
func (s *restrictionSet) none() bool {
	return slices.ContainsFunc(s.entries, func(e restrictionEntry) bool {
		return e.kind == inclusion && len(e.literals) == 0 || e.endsBeforeStart()
	})
}

// endsBeforeStart compares the bounds of a slice column by column, if they are
// constant texts or whole numbers. The clustering order makes no difference.
func (r *restriction) endsBeforeStart() bool {
	if r.kind != slice || r.excluded || len(r.literals) != 2 {
		return false
	}
	start, end := r.literals[:1], r.literals[1:]
	if !r.startsFirst {
		start, end = end, start
	}
	start, end = r.byColumn(start), r.byColumn(end)
	for i := range min(len(start), len(end), len(r.columns)) {
		order, known := compareLiterals(&start[i], &end[i], r.columns[i])
		if !known {
			return false
		}
		if order != 0 {
			return order > 0
		}
	}
	switch { // a bound on fewer columns holds for all rows that begin with them
	case len(start) > len(end):
		return r.end == Less
	case len(start) < len(end):
		return r.start == Greater
	}
	return r.start == Greater || r.end == Less
}

// byColumn returns the values of a bound, one for each column.
func (r *restriction) byColumn(bound []Value) []Value {
	if r.multi && bound[0].Kind == Tuple {
		return bound[0].Values
	}
	return bound
}

func compareLiterals(a, b *Value, column *Column) (order int, known bool) {
	first, firstKnown := a.number()
	second, secondKnown := b.number()
	switch {
	case firstKnown && secondKnown:
		return cmp.Compare(first, second), true
	case a.Kind == String && b.Kind == String && (isNative(column.Type, "text") || isNative(column.Type, "ascii")):
		return strings.Compare(a.Text, b.Text), true
	}
	return 0, false
}

func (s *restrictionSet) supported(t *Table) bool {
	return slices.ContainsFunc(s.entries, func(e restrictionEntry) bool { return e.supported(t) })
}

func (s *restrictionSet) needsFiltering(group []*TableIndex) bool {
	return slices.ContainsFunc(s.entries, func(e restrictionEntry) bool { return e.restriction.needsFiltering(group) })
}
