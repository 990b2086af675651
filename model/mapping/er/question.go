package er

import (
	"slices"

	"widerow/model"
)

// Question is a query in terms of the graph: what each of its parts names.
type Question struct {
	ID    model.ID
	Query *model.Query
	Graph *Graph
	// Found is returned; equal, many and ranges are the conditions by
	// `=`, IN and a range, sorted is the ORDER BY clause, grouped the GROUP BY.
	Found, Equal, Many, Ranges, Sorted, Grouped []Atom
	// Values are the attributes in SELECT that are aggregated, with each of their functions.
	Values []Atom
	// Computed are derived attributes in SELECT that no table stores, since their
	// values may change.
	Computed []Atom
	Problems []Problem
}

// Atom is an attribute of a node or, in a model without concepts, a free name.
type Atom struct {
	Node       int // -1 for a free name
	Attribute  model.ID
	Name       string
	Descending bool
	Aggregate  model.Aggregate
	Given      *model.Given
}

// Same reports whether two atoms are the same attribute of the same instance.
func (a Atom) Same(b Atom) bool {
	return a.Node == b.Node && a.Attribute == b.Attribute && (a.Attribute != "" || model.Identifier(a.Name) == model.Identifier(b.Name))
}

func Contains(atoms []Atom, a Atom) bool { return slices.ContainsFunc(atoms, a.Same) }

// with adds an atom to those of a question that is being made, once.
func with(atoms []Atom, a Atom) []Atom {
	if Contains(atoms, a) {
		return atoms
	}
	return append(atoms, a)
}

// Union returns the atoms of all lists, each once.
func Union(lists ...[]Atom) []Atom {
	most := 0
	for _, list := range lists {
		most += len(list)
	}
	if most == 0 {
		return nil
	}
	all := make([]Atom, 0, most)
	for _, list := range lists {
		for _, a := range list {
			if !Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}

func Without(atoms, gone []Atom) []Atom {
	if len(atoms) == 0 {
		return nil
	}
	if len(gone) == 0 {
		return slices.Clone(atoms)
	}
	return slices.DeleteFunc(slices.Clone(atoms), func(a Atom) bool { return Contains(gone, a) })
}

func NewQuestion(c *Concepts, id model.ID) *Question {
	return QuestionOf(c, id, c.Model.Workflow.Queries[id])
}

func QuestionOf(c *Concepts, id model.ID, query *model.Query) *Question {
	q := &Question{ID: id, Query: c.InRoles(query)}
	q.Graph = NewGraph(c, q.roles(c))
	q.Found = make([]Atom, 0, len(q.Query.Find)+4)
	for _, item := range model.Sorted(q.Query.Find) {
		q.find(item.ID, item.Value)
	}
	for _, item := range model.Sorted(q.Query.Given) {
		q.condition(item.ID, item.Value)
	}
	for _, item := range model.Sorted(q.Query.SortBy) {
		if a, ok := q.atom(item.ID, item.Value.Attribute, item.Value.Name, item.Value.Participant); ok && !Contains(q.Sorted, a) {
			a.Descending = item.Value.Descending
			q.Sorted = append(q.Sorted, a)
		}
	}
	isEqual := func(a Atom) bool { return Contains(q.Equal, a) }
	q.Many = slices.DeleteFunc(q.Many, isEqual)
	q.Ranges = slices.DeleteFunc(q.Ranges, func(a Atom) bool { return isEqual(a) || Contains(q.Many, a) })
	q.Sorted = slices.DeleteFunc(q.Sorted, isEqual)
	for _, a := range q.Equal {
		if attribute := q.Graph.Attribute(a); attribute != nil && attribute.Key == model.PartialKey {
			q.Graph.preferOwners(a.Node)
		}
	}
	q.leaveComputed()
	return q
}

// leaveComputed takes derived attributes out of what is stored. Those in a
// condition or an order must be in the key, and those that never change may be
// stored.
func (q *Question) leaveComputed() {
	isDemanded := func(a Atom) bool {
		return Contains(q.Equal, a) || Contains(q.Many, a) || Contains(q.Ranges, a) || Contains(q.Sorted, a) || Contains(q.Grouped, a)
	}
	for _, a := range q.Found {
		attribute := q.Graph.Attribute(a)
		if attribute != nil && attribute.Derived && !attribute.Immutable && a.Aggregate == "" && !isDemanded(a) {
			q.Computed = append(q.Computed, a)
		}
	}
	if len(q.Computed) > 0 {
		q.Found = Without(q.Found, q.Computed)
	}
}

func (q *Question) roles(c *Concepts) []model.ID {
	var roles []model.ID
	for _, find := range q.Query.Find {
		roles = append(roles, find.Participant)
	}
	for _, given := range q.Query.Given {
		roles = append(roles, given.Participant)
	}
	for _, sort := range q.Query.SortBy {
		roles = append(roles, sort.Participant)
	}
	for _, role := range q.Query.Ends {
		roles = append(roles, role)
	}
	for _, id := range q.twice() {
		for _, end := range c.Participants[id] {
			roles = append(roles, end.ID)
		}
	}
	return roles
}

// find adds what an item of SELECT returns. A whole entity or relationship type
// is all of its attributes, of a subtype also those of its supertypes; the parts of
// a composite one are in it.
func (q *Question) find(part model.ID, find *model.Find) {
	countsRows := find.Aggregate == model.Count && find.Attribute == "" && find.Name == "*"
	if countsRows || q.IsType(find.Attribute) {
		if find.Aggregate == model.Count {
			return // needs no column
		}
		q.whole(q.Graph.NodeOf(find.Attribute, find.Participant))
		for _, super := range q.Graph.Supertypes(find.Attribute) {
			q.whole(q.Graph.NodeOf(super, find.Participant))
		}
		return
	}
	a, ok := q.atom(part, find.Attribute, find.Name, find.Participant)
	if !ok {
		return
	}
	a.Aggregate = find.Aggregate
	if find.Grouped {
		q.Grouped = with(q.Grouped, a)
	}
	at := slices.IndexFunc(q.Found, a.Same)
	switch {
	case at < 0:
		q.Found = append(q.Found, a)
	case a.Aggregate == "":
		q.Found[at] = a
	}
	if a.Aggregate != "" && !slices.ContainsFunc(q.Values, func(b Atom) bool { return a.Same(b) && a.Aggregate == b.Aggregate }) {
		q.Values = append(q.Values, a)
	}
}

// whole adds all attributes of a type.
func (q *Question) whole(n Node) {
	at, known := q.Graph.Find(n)
	if !known {
		return
	}
	for _, attribute := range q.Graph.Attributes(n.Of) {
		if a := (Atom{Node: at, Attribute: attribute.ID}); attribute.Value.Parent == "" {
			q.Found = with(q.Found, a)
		}
	}
}

func (q *Question) condition(part model.ID, given *model.Given) {
	a, ok := q.atom(part, given.Attribute, given.Name, given.Participant)
	if !ok {
		return
	}
	a.Given = given
	switch {
	case given.Operator == model.In:
		q.Many = with(q.Many, a)
	case given.Operator.IsRange():
		q.Ranges = with(q.Ranges, a)
	default:
		q.Equal = with(q.Equal, a)
	}
}

// atom returns what a part of the query names, or false and a problem if that no
// longer exists.
func (q *Question) atom(part, attribute model.ID, name string, participant model.ID) (Atom, bool) {
	if attribute == "" {
		if model.Identifier(name) == "" && name == "" {
			q.Problem(part, "unfinished", "A part of the query names no attribute; choose one")
			return Atom{}, false
		}
		return Atom{Node: -1, Name: name}, true
	}
	element, found := q.Graph.Element(attribute)
	if found && element.Kind == model.AttributeKind {
		if at, found := q.Graph.Find(q.Graph.NodeOf(element.Parent, participant)); found {
			return Atom{Node: at, Attribute: attribute}, true
		}
	}
	q.Problem(part, "missing", "The query names an attribute that no longer exists; choose another one")
	return Atom{}, false
}

func (q *Question) IsType(id model.ID) bool {
	c := q.Graph.Model.Concepts
	return c.Entities[id] != nil || c.Relationships[id] != nil
}

func (q *Question) Problem(part model.ID, code, message string) {
	q.Problems = append(q.Problems, Problem{Query: q.ID, Element: part, Code: code, Message: message})
}

// All returns everything that the query names.
func (q *Question) All() []Atom {
	return Union(q.Found, q.Computed, q.Equal, q.Many, q.Ranges, q.Sorted)
}

// NodeOf returns the node of a type in a role. A role of another entity type is
// ignored.
func (g *Graph) NodeOf(id, participant model.ID) Node {
	if _, found := g.Find(Node{Of: id, Participant: participant}); found {
		return Node{Of: id, Participant: participant}
	}
	return Node{Of: id}
}

// Attribute returns the attribute of an atom, nil for a free name.
func (g *Graph) Attribute(a Atom) *model.Attribute {
	if a.Node < 0 {
		return nil
	}
	return g.Model.AttributesOf(g.Node(a.Node).Of)[a.Attribute]
}

// IsComplete reports whether each condition names an attribute: without one of them
// the key would be another.
func (q *Question) IsComplete() bool {
	return !slices.ContainsFunc(q.Problems, func(p Problem) bool { return q.Query.Given[p.Element] != nil })
}

// Note adds what to know about a query, which needs no repair.
func (q *Question) Note(part model.ID, code, message string) {
	q.Problem(part, code, message)
	q.Problems[len(q.Problems)-1].Note = true
}

// Problem is the reason why a query has no table, or a note about it. Element is
// the part of the document to look at. A problem without a table is Fatal; a Note
// needs no repair.
type Problem struct {
	Query, Element model.ID
	Code, Message  string
	Fatal, Note    bool
}
