package kdm

import (
	"strings"

	"widerow/model"
)

// readQueries reads the access patterns and returns the queries by their names in the file.
func (r *reader) readQueries(patterns *node) map[string]model.ID {
	queries := map[string]model.ID{}
	for _, pattern := range patterns.children {
		label := nameOf(pattern.name, "Q")
		if queries[label] != "" {
			r.note("%s is there twice; the second is left out", label)
			continue
		}
		query := &model.Query{Order: model.Nth(len(queries)), Label: label, Name: model.OneLine(pattern.child("DESCR").content(), maxTitle)}
		if query.Name == "" || nameOf(query.Name, "") != query.Name {
			query.Name = label
		}
		if kind := pattern.child("APTYPE").content(); kind != "" && !strings.EqualFold(kind, "simple") {
			r.note("%s is of the kind %q, which is not taken over", label, model.OneLine(kind, maxShown))
		}
		for _, part := range pattern.children {
			switch strings.ToUpper(part.name) {
			case "GR":
				r.addGiven(label, query, part)
			case "FR":
				r.addFind(label, query, part)
			}
		}
		queries[label] = r.ids.New()
		put(&r.model.Workflow.Queries, queries[label], query)
	}
	return queries
}

// maxTitle is the length of a query's name.
const maxTitle = model.MaxNameLength

// named finds the attribute of a pattern: Entity.attribute.
func (r *reader) named(label string, part *node) (attribute, bool) {
	name := model.OneLine(part.child("ATTRIBUTE").content(), model.MaxNameLength)
	found, is := r.attributes[strings.ToLower(name)]
	if !is {
		r.note("%s names %q, which the ER diagram has not; it is left out there", label, model.OneLine(name, maxShown))
	}
	return found, is
}

func (r *reader) addFind(label string, query *model.Query, part *node) {
	found, is := r.named(label, part)
	if !is {
		return
	}
	put(&query.Find, r.ids.New(), &model.Find{Order: model.Nth(len(query.Find)), Attribute: found.id})
	if order := part.optional("ORDERBY"); order != nil {
		put(&query.SortBy, r.ids.New(), &model.SortBy{Order: model.Nth(len(query.SortBy)), Attribute: found.id,
			Descending: strings.EqualFold(order.content(), "DESC")})
	}
}

// operators maps the words of the file to the operator of a condition.
var operators = map[string]model.Operator{"": model.Equal, "value": model.Equal, "range": model.Range, "interval": model.Range,
	"set": model.In, "list": model.In, "values": model.In, "in": model.In}

func (r *reader) addGiven(label string, query *model.Query, part *node) {
	found, is := r.named(label, part)
	if !is {
		return
	}
	words := strings.ToLower(part.child("VRS").content())
	operator, known := operators[words]
	if !known {
		r.note("%s compares with %q, taken as =", label, model.OneLine(words, maxShown))
		operator = model.Equal
	}
	put(&query.Given, r.ids.New(), &model.Given{Order: model.Nth(len(query.Given)), Attribute: found.id, Operator: operator})
}
