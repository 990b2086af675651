// Package querytext writes a query of the workflow as text and reads it again:
//
//	SELECT Room.number, Night.available WHERE Hotel.id = ? AND Night.date >= ? ORDER BY Night.date LIMIT 50
//
// The text names attributes of the concepts instead of columns, since a query
// comes before its table. docs/queries.md has the grammar.
//
// Read Parts first, then parse.go (the clauses), names.go (what a name refers
// to), format.go and commands.go.
package querytext

import (
	"maps"
	"slices"

	"widerow/model"
)

// Parts are the contents of a query's text. The order of the lists counts; the Order fields of
// their elements are empty.
type Parts struct {
	Find            []model.Find
	Given           []model.Given
	SortBy          []model.SortBy
	Distinct        bool
	Limit, PageSize int
	Path, Twice     model.IDSet
	Ends            map[model.ID]model.ID
}

// Of returns the parts of a query. Fields that do not apply, such as the bounds of
// an equality, are empty.
func Of(query *model.Query) Parts {
	parts := Parts{Distinct: query.Distinct, Limit: query.Limit, PageSize: query.PageSize}
	for _, item := range model.Sorted(query.Find) {
		find := *item.Value
		find.Order = ""
		parts.Find = append(parts.Find, find)
	}
	for _, item := range model.Sorted(query.Given) {
		parts.Given = append(parts.Given, relevant(*item.Value))
	}
	for _, item := range model.Sorted(query.SortBy) {
		sort := *item.Value
		sort.Order = ""
		parts.SortBy = append(parts.SortBy, sort)
	}
	if len(query.Path) > 0 {
		parts.Path = maps.Clone(query.Path)
		for end, role := range query.Ends {
			parts.end(end, role)
		}
	}
	for id := range query.Twice {
		if query.IsTwice(id) {
			parts.twice(id)
		}
	}
	return parts
}

func (p *Parts) twice(relationship model.ID) {
	if p.Twice == nil {
		p.Twice = model.IDSet{}
	}
	p.Twice[relationship] = true
}

// end adds an entry of Ends.
func (p *Parts) end(end, role model.ID) {
	if p.Ends == nil {
		p.Ends = map[model.ID]model.ID{}
	}
	p.Ends[end] = role
}

// IsEmpty reports whether the query has no part.
func (p Parts) IsEmpty() bool {
	return len(p.Find)+len(p.Given)+len(p.SortBy)+len(p.Path)+p.Limit+p.PageSize == 0 && !p.Distinct
}

// relevant clears the fields of a condition that do not apply to it.
func relevant(given model.Given) model.Given {
	given.Order = ""
	if given.Operator != model.Range {
		given.Bounds = ""
	}
	if given.Operator != model.In {
		given.Count = ""
	}
	if given.Source != model.ConstantSource {
		given.Constant = ""
	}
	return given
}

// Problem is an error in a text. Start and End are byte offsets.
type Problem struct {
	Start, End int
	Message    string
	// Suggestion replaces the text between Start and End; empty for none.
	Suggestion string
}

// reference is the meaning of a name: an attribute or a whole type or, in a model without concepts,
// just a name.
type reference struct {
	id          model.ID
	name        string
	participant model.ID
}

func findReference(find model.Find) reference {
	return reference{find.Attribute, find.Name, find.Participant}.clean()
}

func givenReference(given model.Given) reference {
	return reference{given.Attribute, given.Name, given.Participant}.clean()
}

func sortReference(sort model.SortBy) reference {
	return reference{sort.Attribute, sort.Name, sort.Participant}.clean()
}

// clean drops the name of an attribute and the role of a name: they mean nothing.
func (r reference) clean() reference {
	if r.id != "" {
		r.name = ""
	} else {
		r.participant = ""
	}
	return r
}

// indexOf returns the index of the first item of a list with the same key as an
// item, or -1.
func indexOf[T any, K comparable](list []T, item T, key func(T) K) int {
	return slices.IndexFunc(list, func(other T) bool { return key(other) == key(item) })
}
