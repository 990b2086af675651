package proof

import (
	"cmp"
	"slices"

	"widerow/model"
)

// search judges a query without arrows on every table that stores what it names,
// and returns those that serve it. If no table stores all that the query asks
// for, tables that store at least half of it count.
func (p *prover) search(query *model.Query) []Judgement {
	var whole, partial []Judgement
	for _, t := range p.nearest(query) {
		j := p.judge(query, t)
		switch found := len(j.Select.Selectors); {
		case !j.Serves():
		case len(j.Missing) == 0:
			whole = append(whole, j)
		case len(j.Missing) <= found:
			partial = append(partial, j)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return partial
}

// searchLookups judges a query without arrows on tables that store little of what it
// asks for, and returns those whose lookups find the rest: a table that leads from
// what is given to the key of another one.
func (p *prover) searchLookups(id model.ID, query *model.Query) []Judgement {
	var found []Judgement
	for _, t := range p.nearest(query) {
		j := p.judge(query, t)
		if j.filtered() != "" {
			continue
		}
		p.complete(id, query, &j)
		if len(j.Lookups) > 0 && len(j.Lacking()) == 0 {
			found = append(found, j)
		}
	}
	return found
}

// nearest returns the tables that a query without arrows is judged on, those that
// lack least first.
func (p *prover) nearest(query *model.Query) []*table {
	type near struct {
		*table
		lacking int
	}
	given, found := p.searched(query)
	var all []near
	for _, t := range p.candidates(query) {
		all = append(all, near{t, p.lacking(t, given, found)})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.lacking, b.lacking) })
	tables := make([]*table, min(len(all), maxSearched))
	for i := range tables {
		tables[i] = all[i].table
	}
	return tables
}

// maxSearched bounds the tables that a query without arrows is judged on.
const maxSearched = 8

// searched returns what the WHERE clause of a query names, and the attributes of its SELECT clause.
func (p *prover) searched(query *model.Query) (given, found []reference) {
	for _, item := range query.Given {
		given = append(given, reference{item.Attribute, item.Name, item.Participant})
	}
	for _, item := range query.Find {
		if !p.concepts.isType(item.Attribute) {
			found = append(found, reference{item.Attribute, item.Name, item.Participant})
		}
	}
	return given, found
}

// lacking counts the columns of a table's partition key that a query does not
// restrict, and the attributes of its SELECT clause that the table lacks.
func (p *prover) lacking(t *table, given, found []reference) int {
	count := 0
	for _, c := range t.partition {
		if !c.added {
			count++
		}
	}
	for _, r := range given {
		for _, c := range p.columnsOf(t, r) {
			if c.role == model.Partition && !c.added {
				count--
			}
		}
	}
	for _, r := range found {
		if len(p.columnsOf(t, r)) == 0 {
			count++
		}
	}
	return count
}

// candidates returns the tables that store all that the WHERE and ORDER BY clauses
// of a query name.
func (p *prover) candidates(query *model.Query) []*table {
	references := p.references(query)
	if len(references) == 0 {
		return nil
	}
	var found []*table
	for _, t := range p.near(references[0]) {
		if !slices.ContainsFunc(references, func(r reference) bool { return len(p.columnsOf(t, r)) == 0 }) {
			found = append(found, t)
		}
	}
	return found
}

// near returns the tables that may store what a reference names.
func (p *prover) near(r reference) []*table {
	names := p.concepts.namesOf(r)
	found := slices.Clone(p.stored[r.attribute])
	if parent := p.concepts.parent(r.attribute); parent != "" {
		found = append(found, p.stored[parent]...)
	}
	for _, name := range names {
		for _, t := range p.named[name] {
			found = appendNew(found, t)
		}
	}
	return found
}

// references returns what the WHERE and ORDER BY clauses of a query name, or its
// SELECT clause if it has neither.
func (p *prover) references(query *model.Query) []reference {
	var references []reference
	for _, item := range model.Sorted(query.Given) {
		references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.SortBy) {
		references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.Find) {
		if len(query.Given)+len(query.SortBy) == 0 && !p.concepts.isType(item.Value.Attribute) {
			references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
		}
	}
	return references
}
