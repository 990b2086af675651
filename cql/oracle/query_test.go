package oracle

import (
	"slices"

	"widerow/model"
)

// find is an attribute that a query returns, or an aggregate. An aggregate of instances has
// the type as its reference, that of rows none.
type find struct {
	reference
	aggregate model.Aggregate
	grouped   bool
}

// findsOf lists what a query returns, types as their attributes. Derived attributes are left to
// the application.
func findsOf(m *model.Model, query *model.Query) []find {
	var finds []find
	add := func(f find) {
		element, _ := m.Element(f.of)
		attribute, is := element.Value.(*model.Attribute)
		if is && attribute.Derived && !attribute.Immutable || slices.Contains(finds, f) {
			return
		}
		finds = append(finds, f)
	}
	for _, item := range model.Sorted(query.Find) {
		f := item.Value
		isType := m.Concepts.Entities[f.Attribute] != nil || m.Concepts.Relationships[f.Attribute] != nil
		if f.Aggregate != "" || !isType {
			add(find{reference{f.Attribute, f.Participant}, f.Aggregate, f.Grouped})
			continue
		}
		for _, of := range append([]model.ID{f.Attribute}, m.Supertypes(f.Attribute)...) {
			for _, attribute := range model.Sorted(m.AttributesOf(of)) {
				if attribute.Value.Parent == "" {
					add(find{reference: reference{attribute.ID, f.Participant}})
				}
			}
		}
	}
	return finds
}

// answer is the result of a query: rows in the order of finds, with the values by which they are
// sorted. A row that is free may be missing.
type answer struct {
	rows []answerRow
	// counts has other counts of rows that count instances once.
	aggregated bool
}

type answerRow struct {
	values, sort []value
	free         bool
}

// answer evaluates a query from its definition.
func (w *world) answer(p *path, query *model.Query, bounds []bound, once bool, stored func(choice) bool) answer {
	finds := findsOf(w.m, query)
	aggregates := slices.ContainsFunc(finds, func(f find) bool { return f.aggregate != "" })
	var may optional
	if !aggregates {
		variables, atoms := p.core(coreOf(query))
		may = p.optional(referencesOf(query), variables, atoms, nil)
	}
	var matching []choice
	for _, c := range w.choices(p, may) {
		if stored != nil && !stored(c) {
			continue
		}
		if !slices.ContainsFunc(bounds, func(b bound) bool {
			return !b.passes(w.valueIn(p, c, reference{b.given.Attribute, b.given.Participant}))
		}) {
			matching = append(matching, c)
		}
	}
	if aggregates {
		return answer{w.groups(p, query, finds, matching, once), true}
	}
	var rows []answerRow
	about := p.about(query)
	for _, c := range matching {
		if c.lacks(about) && !p.findsOne(query) {
			continue
		}
		row := answerRow{free: w.isFreeRow(p, query, c, finds) || c.lacks(about)}
		for _, f := range finds {
			row.values = append(row.values, w.valueIn(p, c, f.reference))
		}
		for _, item := range model.Sorted(query.SortBy) {
			v := w.valueIn(p, c, reference{item.Value.Attribute, item.Value.Participant})
			row.sort = append(row.sort, v)
			row.free = row.free || v.isNull() // a key needs a value
		}
		rows = append(rows, row)
	}
	if query.Distinct {
		rows = distinct(rows)
	}
	return answer{rows, false}
}

// distinct keeps one of the rows with the same values. It is free if all of them are.
func distinct(rows []answerRow) (kept []answerRow) {
	for _, row := range rows {
		at := slices.IndexFunc(kept, func(other answerRow) bool {
			return slices.EqualFunc(other.values, row.values, func(a, b value) bool { return a.text == b.text })
		})
		if at < 0 {
			kept = append(kept, row)
		} else {
			kept[at].free = kept[at].free && row.free
		}
	}
	return kept
}

// lacks reports whether a choice is without what a query is about.
func (c choice) lacks(about subject) bool {
	return about.variable >= 0 && c.at[about.variable] == nil || about.atom >= 0 && c.facts[about.atom] == nil
}

func coreOf(query *model.Query) []reference {
	var core []reference
	for _, item := range model.Sorted(query.Given) {
		core = append(core, reference{item.Value.Attribute, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.SortBy) {
		core = append(core, reference{item.Value.Attribute, item.Value.Participant})
	}
	return core
}

func groupedBy(query *model.Query) []reference {
	var found []reference
	for _, item := range query.Find {
		if item.Grouped {
			found = append(found, reference{item.Attribute, item.Participant})
		}
	}
	return found
}

// isFreeRow reports whether a row tells nothing: what it finds is missing.
func (w *world) isFreeRow(p *path, query *model.Query, c choice, finds []find) bool {
	for i, v := range p.variables {
		isSome := len(v.anyOf) == 0
		for _, of := range v.anyOf {
			isSome = isSome || c.at[i] != nil && c.at[i].members[of]
		}
		if !isSome {
			return true
		}
	}
	if !slices.Contains(c.facts, nil) {
		return false
	}
	return !slices.ContainsFunc(finds, func(f find) bool {
		isGiven := slices.ContainsFunc(coreOf(query), func(r reference) bool { return r == f.reference })
		return !isGiven && !w.valueIn(p, c, f.reference).isNull()
	})
}
