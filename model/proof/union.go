package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/stored"
)

// unite makes one judgement of several, on tables with a subtype each: the application reads all of
// them and combines their rows. The result has the worst of their verdicts. A table without any of
// the selected attributes is not read, such as the table of instances without a subtype if the
// query selects only attributes of subtypes.
func (p *prover) unite(id model.ID, query *model.Query, judgements []Judgement) []Judgement {
	if len(judgements) < 2 || !p.areParts(id, query, judgements) {
		return judgements
	}
	asked := slices.DeleteFunc(slices.Clone(judgements), func(j Judgement) bool { return j.statement.isEmpty })
	if len(asked) < 2 {
		return judgements
	}
	judgements = asked
	slices.SortStableFunc(judgements, func(a, b Judgement) int { return b.rank() - a.rank() })
	for i := range judgements {
		judgements[i].returnOrder()
	}
	whole := judgements[0]
	whole.sortTogether(query)
	for _, part := range judgements[1:] {
		lookup := Lookup{Judgement: part, Union: true, Times: exactly(1)}
		for _, missing := range whole.Missing {
			if !slices.Contains(part.Missing, missing) {
				lookup.Finds = append(lookup.Finds, missing)
			}
		}
		whole.Lookups = append(whole.Lookups, lookup)
	}
	return []Judgement{whole}
}

// returnOrder selects the columns of the query's order, by which the application sorts the
// rows of several tables.
func (j *Judgement) returnOrder() {
	if s := j.statement; j.Verdict != None {
		for _, w := range s.wantedOrder() {
			s.selectOrder([]access.Order{{Column: w.name, Descending: w.descending}})
		}
		j.Select.Selectors = s.shape.Selectors
	}
}

// sortTogether sets how the application sorts the rows of several tables, and how many of them it
// takes.
func (j *Judgement) sortTogether(query *model.Query) {
	j.Limit = query.Limit
	order := j.statement.wantedOrder()
	if len(order) == 0 {
		return
	}
	j.Ordered, j.Limit, j.Sort = false, 0, &Sort{Limit: query.Limit, Together: true}
	for _, w := range order {
		j.Sort.Columns = append(j.Sort.Columns, access.Order{Column: w.name, Descending: w.descending})
	}
}

// areParts reports whether each table stores the attributes of another subtype of one
// hierarchy, at most one of none, and together they have each instance that the query asks for once.
func (p *prover) areParts(id model.ID, query *model.Query, judgements []Judgement) bool {
	for _, item := range model.Sorted(p.model.Concepts.Hierarchies) {
		asked := p.subtypesOf(item.Value, p.namedIn(query))
		if len(asked) == 1 {
			continue // only its table has what the query asks for
		}
		seen, apart := map[model.ID]bool{}, true
		for i := range judgements {
			subtypes := p.subtypesOf(item.Value, p.byID[judgements[i].Table].stored())
			subtype := model.ID("")
			if len(subtypes) > 0 {
				subtype = subtypes[0]
			}
			apart = apart && len(subtypes) < 2 && !seen[subtype] && p.lacksOthersOnly(item.Value, &judgements[i]) &&
				p.isPart(id, item.Value, judgements[i].Table)
			seen[subtype] = true
		}
		if apart && areAll(item.Value, asked, seen, judgements[0].statement.aggregates()) {
			return true
		}
	}
	return false
}

// areAll reports whether tables of some subtypes, "" for one of the other instances, have all
// instances of the supertype, and each once: one that is of several subtypes has a row in each
// table, which only a query of their attributes asks for. Without these attributes a table of no
// subtype has all instances by itself.
func areAll(h *model.Hierarchy, asked []model.ID, seen map[model.ID]bool, aggregates bool) bool {
	if !h.Disjoint && (len(asked) == 0 || aggregates) || len(asked) == 0 && seen[""] {
		return false
	}
	all := true
	for _, subtype := range h.Subtypes {
		all = all && seen[subtype.Entity]
	}
	return seen[""] || h.Total && all
}

// isPart reports whether the rows of a table are those that a query asks for, apart from the subtype of a
// hierarchy that they have.
func (p *prover) isPart(id model.ID, h *model.Hierarchy, table model.ID) bool {
	rows, patterns := p.rows.Of(table), p.rows.PatternsIn(id, table)
	if rows == nil || len(patterns) == 0 {
		return false
	}
	whole := func(m *stored.Meaning) *stored.Meaning {
		gone := make([]bool, len(m.Nodes))
		for at, n := range m.Nodes {
			gone[at] = slices.ContainsFunc(model.Sorted(h.Subtypes), func(s model.Item[*model.Subtype]) bool { return s.Value.Entity == n.Of })
		}
		left := m.Without(gone)
		left.Grouped = false
		return left
	}
	rows = whole(rows)
	return slices.ContainsFunc(patterns, func(pattern *stored.Meaning) bool {
		return slices.ContainsFunc(p.rows.Facts().Answers(rows, whole(pattern), nil), func(a stored.Answer) bool { return !a.Repeats && len(a.Lacking) == 0 })
	})
}

// lacksOthersOnly reports whether all that a table lacks are attributes of subtypes: it
// is no half of a table that was split.
func (p *prover) lacksOthersOnly(hierarchy *model.Hierarchy, j *Judgement) bool {
	return !slices.ContainsFunc(j.Missing, func(m Missing) bool { return len(p.subtypesOf(hierarchy, []model.ID{m.Attribute})) == 0 })
}

// subtypesOf returns the subtypes of a hierarchy that have one of some attributes.
func (p *prover) subtypesOf(hierarchy *model.Hierarchy, attributes []model.ID) []model.ID {
	var subtypes []model.ID
	for _, subtype := range model.Sorted(hierarchy.Subtypes) {
		if slices.ContainsFunc(attributes, func(id model.ID) bool { return p.concepts.known[id].owner == subtype.Value.Entity }) {
			subtypes = appendNew(subtypes, subtype.Value.Entity)
		}
	}
	return subtypes
}

func (t *table) stored() []model.ID {
	var stored []model.ID
	for _, c := range t.columns {
		stored = append(stored, c.attributes...)
	}
	return stored
}

// namedIn returns the attributes of a query, including the attributes of types that it finds as a
// whole.
func (p *prover) namedIn(query *model.Query) []model.ID {
	var named []model.ID
	for _, find := range query.Find {
		named = append(append(named, find.Attribute), p.concepts.parts[find.Attribute]...)
	}
	for _, given := range query.Given {
		named = append(named, given.Attribute)
	}
	for _, sort := range query.SortBy {
		named = append(named, sort.Attribute)
	}
	return named
}
