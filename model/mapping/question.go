package mapping

import (
	"slices"

	"widerow/model"
)

// question is a query in terms of the graph: what each of its parts names.
type question struct {
	id    model.ID
	query *model.Query
	graph *graph
	// found is what is returned, equal, many and ranges are the conditions by
	// `=`, IN and a range, sorted is the ORDER BY clause, grouped the GROUP BY.
	found, equal, many, ranges, sorted, grouped []atom
	// values are the attributes in SELECT that are aggregated, with each of their functions.
	values []atom
	// computed are derived attributes in SELECT that no table stores, since their
	// values may change.
	computed []atom
	problems []Problem
}

// atom is an attribute of a node or, in a model without concepts, a free name.
type atom struct {
	node       int // -1 for a free name
	attribute  model.ID
	name       string
	descending bool
	aggregate  model.Aggregate
	given      *model.Given
}

// same reports whether two atoms are the same attribute of the same instance.
func (a atom) same(b atom) bool {
	return a.node == b.node && a.attribute == b.attribute && (a.attribute != "" || model.Identifier(a.name) == model.Identifier(b.name))
}

func contains(atoms []atom, a atom) bool { return slices.ContainsFunc(atoms, a.same) }

// union returns the atoms of all lists, each once.
func union(lists ...[]atom) []atom {
	most := 0
	for _, list := range lists {
		most += len(list)
	}
	if most == 0 {
		return nil
	}
	all := make([]atom, 0, most)
	for _, list := range lists {
		for _, a := range list {
			if !contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}

func without(atoms, gone []atom) []atom {
	if len(atoms) == 0 || len(gone) == 0 {
		return slices.Clone(atoms)
	}
	return slices.DeleteFunc(slices.Clone(atoms), func(a atom) bool { return contains(gone, a) })
}

func newQuestion(c *concepts, id model.ID) *question {
	return questionOf(c, id, c.model.Workflow.Queries[id])
}

func questionOf(c *concepts, id model.ID, query *model.Query) *question {
	q := &question{id: id, query: c.inRoles(query)}
	q.graph = newGraph(c, q.roles(c))
	for _, item := range model.Sorted(q.query.Find) {
		q.find(item.ID, item.Value)
	}
	for _, item := range model.Sorted(q.query.Given) {
		q.condition(item.ID, item.Value)
	}
	for _, item := range model.Sorted(q.query.SortBy) {
		if a, ok := q.atom(item.ID, item.Value.Attribute, item.Value.Name, item.Value.Participant); ok && !contains(q.sorted, a) {
			a.descending = item.Value.Descending
			q.sorted = append(q.sorted, a)
		}
	}
	q.many = without(q.many, q.equal)
	q.ranges = without(q.ranges, union(q.equal, q.many))
	q.sorted = without(q.sorted, q.equal)
	for _, a := range q.equal {
		if attribute := q.graph.attribute(a); attribute != nil && attribute.Key == model.PartialKey {
			q.graph.preferOwners(a.node)
		}
	}
	q.leaveComputed()
	return q
}

// leaveComputed takes derived attributes out of what is stored. Those in a
// condition or an order must be in the key, and those that never change may be
// stored.
func (q *question) leaveComputed() {
	isDemanded := func(a atom) bool {
		return contains(q.equal, a) || contains(q.many, a) || contains(q.ranges, a) || contains(q.sorted, a) || contains(q.grouped, a)
	}
	for _, a := range q.found {
		attribute := q.graph.attribute(a)
		if attribute != nil && attribute.Derived && !attribute.Immutable && a.aggregate == "" && !isDemanded(a) {
			q.computed = append(q.computed, a)
		}
	}
	q.found = without(q.found, q.computed)
}

func (q *question) roles(c *concepts) []model.ID {
	var roles []model.ID
	for _, find := range q.query.Find {
		roles = append(roles, find.Participant)
	}
	for _, given := range q.query.Given {
		roles = append(roles, given.Participant)
	}
	for _, sort := range q.query.SortBy {
		roles = append(roles, sort.Participant)
	}
	for _, id := range q.twice() {
		for _, end := range c.participants[id] {
			roles = append(roles, end.ID)
		}
	}
	return roles
}

// find adds what an item of SELECT returns. A whole entity or relationship type
// is all of its attributes, of a subtype also those of its supertypes; the parts of
// a composite one are in it.
func (q *question) find(part model.ID, find *model.Find) {
	countsRows := find.Aggregate == model.Count && find.Attribute == "" && find.Name == "*"
	if countsRows || q.isType(find.Attribute) {
		if find.Aggregate == model.Count {
			return // needs no column
		}
		q.whole(q.graph.nodeOf(find.Attribute, find.Participant))
		for _, super := range q.graph.supertypes(find.Attribute) {
			q.whole(q.graph.nodeOf(super, find.Participant))
		}
		return
	}
	a, ok := q.atom(part, find.Attribute, find.Name, find.Participant)
	if !ok {
		return
	}
	a.aggregate = find.Aggregate
	if find.Grouped {
		q.grouped = union(q.grouped, []atom{a})
	}
	at := slices.IndexFunc(q.found, a.same)
	switch {
	case at < 0:
		q.found = append(q.found, a)
	case a.aggregate == "":
		q.found[at] = a
	}
	if a.aggregate != "" && !slices.ContainsFunc(q.values, func(b atom) bool { return a.same(b) && a.aggregate == b.aggregate }) {
		q.values = append(q.values, a)
	}
}

// whole adds all attributes of a type.
func (q *question) whole(n node) {
	at, known := q.graph.find(n)
	if !known {
		return
	}
	for _, attribute := range q.graph.attributes(n.of) {
		if attribute.Value.Parent == "" {
			q.found = union(q.found, []atom{{node: at, attribute: attribute.ID}})
		}
	}
}

func (q *question) condition(part model.ID, given *model.Given) {
	a, ok := q.atom(part, given.Attribute, given.Name, given.Participant)
	if !ok {
		return
	}
	a.given = given
	switch {
	case given.Operator == model.In:
		q.many = union(q.many, []atom{a})
	case given.Operator.IsRange():
		q.ranges = union(q.ranges, []atom{a})
	default:
		q.equal = union(q.equal, []atom{a})
	}
}

// atom returns what a part of the query names, or false and a problem if that no
// longer exists.
func (q *question) atom(part, attribute model.ID, name string, participant model.ID) (atom, bool) {
	if attribute == "" {
		if model.Identifier(name) == "" && name == "" {
			q.problem(part, "unfinished", "A part of the query names no attribute; choose one")
			return atom{}, false
		}
		return atom{node: -1, name: name}, true
	}
	element, found := q.graph.element(attribute)
	if found && element.Kind == model.AttributeKind {
		if at, found := q.graph.find(q.graph.nodeOf(element.Parent, participant)); found {
			return atom{node: at, attribute: attribute}, true
		}
	}
	q.problem(part, "missing", "The query names an attribute that no longer exists; choose another one")
	return atom{}, false
}

func (q *question) isType(id model.ID) bool {
	c := q.graph.model.Concepts
	return c.Entities[id] != nil || c.Relationships[id] != nil
}

func (q *question) problem(part model.ID, code, message string) {
	q.problems = append(q.problems, Problem{Query: q.id, Element: part, Code: code, Message: message})
}

// all returns everything that the query names.
func (q *question) all() []atom {
	return union(q.found, q.computed, q.equal, q.many, q.ranges, q.sorted)
}

// nodeOf returns the node of a type in a role. A role of another entity type is
// ignored.
func (g *graph) nodeOf(id, participant model.ID) node {
	if _, found := g.find(node{of: id, participant: participant}); found {
		return node{of: id, participant: participant}
	}
	return node{of: id}
}

// attribute returns the attribute of an atom, nil for a free name.
func (g *graph) attribute(a atom) *model.Attribute {
	if a.node < 0 {
		return nil
	}
	return g.model.AttributesOf(g.node(a.node).of)[a.attribute]
}

// isComplete reports whether each condition names an attribute: without one of them
// the key would be another.
func (q *question) isComplete() bool {
	return !slices.ContainsFunc(q.problems, func(p Problem) bool { return q.query.Given[p.Element] != nil })
}

// note adds what to know about a query, which needs no repair.
func (q *question) note(part model.ID, code, message string) {
	q.problem(part, code, message)
	q.problems[len(q.problems)-1].Note = true
}

// Problem says why a query has no table, or what to know about it. Element is
// the part of the document to look at. A problem without a table is Fatal; a Note
// needs no repair.
type Problem struct {
	Query, Element model.ID
	Code, Message  string
	Fatal, Note    bool
}
