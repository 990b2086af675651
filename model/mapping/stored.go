package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
)

// StoreChoice is an attribute that a query finds and of which a user may choose how
// tables store it. Field is the field of the attribute that says so, Value its
// value: stored_as of a multi-valued attribute, immutable of a derived one.
type StoreChoice struct {
	Attribute           model.ID
	Title, Field, Value string
}

// storeChoices returns the choices of a question.
func (d *designer) storeChoices() []StoreChoice {
	var choices []StoreChoice
	for _, a := range union(d.found, d.computed) {
		attribute := d.graph.attribute(a)
		if attribute == nil || a.aggregate != "" || contains(union(d.equal, d.many, d.ranges, d.sorted), a) {
			continue
		}
		choice := StoreChoice{Attribute: a.attribute, Title: d.names([]atom{a})}
		switch {
		case attribute.Derived:
			choice.Field, choice.Value = "immutable", map[bool]string{true: "true"}[attribute.Immutable]
		case attribute.MultiValued:
			choice.Field, choice.Value = "stored_as", string(attribute.StoredAs)
		default:
			continue
		}
		choices = append(choices, choice)
	}
	return choices
}

// rowValues are the multi-valued attributes that are stored with a row for each
// value, so that each value is a part of the key.
func (d *designer) rowValues(in *identity) []atom {
	return slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool {
		attribute := d.graph.attribute(a)
		return attribute == nil || !attribute.MultiValued || attribute.StoredAs != model.AsRows || a.aggregate != "" ||
			!slices.Contains(in.nodes[:in.path], a.node) || contains(union(d.equal, d.many, d.ranges, d.sorted), a)
	})
}

// collectionOf is how a column stores the values of a multi-valued attribute.
func collectionOf(attribute *model.Attribute, parts int) model.Collection {
	switch {
	case attribute.StoredAs == model.AsList:
		return model.ListOf
	case attribute.StoredAs == model.AsMap && parts == 2:
		return model.MapOf
	}
	return model.SetOf
}

// reportStored reports derived attributes that are not stored, and those that are
// in a key although they change.
func (d *designer) reportStored() {
	for _, a := range d.computed {
		d.note(a.attribute, "computed", fmt.Sprintf("%s is derived and may change, so no table stores it: the application computes it", d.names([]atom{a})))
	}
	for _, a := range union(d.equal, d.many, d.ranges, d.sorted) {
		if attribute := d.graph.attribute(a); attribute != nil && attribute.Derived && !attribute.Immutable {
			d.note(a.attribute, "derived-key", fmt.Sprintf("%s is derived, and it is in the key: if its value changes, a row must be deleted and another one inserted", d.names([]atom{a})))
		}
	}
	for _, a := range d.found {
		attribute := d.graph.attribute(a)
		if attribute != nil && attribute.MultiValued && attribute.StoredAs == model.AsMap && d.parts(a) != 2 {
			d.problem(a.attribute, "no-map", fmt.Sprintf("%s is not a composite attribute of two parts, so it is stored as a set instead of a map", d.names([]atom{a})))
		}
	}
}

// parts counts the parts of a composite attribute.
func (d *designer) parts(a atom) int {
	count := 0
	for _, part := range d.graph.attributes(d.graph.node(a.node).of) {
		if part.Value.Parent == a.attribute {
			count++
		}
	}
	return count
}
