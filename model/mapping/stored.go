package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
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
	for _, a := range er.Union(d.Found, d.Computed) {
		attribute := d.Graph.Attribute(a)
		if attribute == nil || a.Aggregate != "" || er.Contains(er.Union(d.Equal, d.Many, d.Ranges, d.Sorted), a) {
			continue
		}
		choice := StoreChoice{Attribute: a.Attribute, Title: d.names([]er.Atom{a})}
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
func (d *designer) rowValues(in *er.Identity) []er.Atom {
	return slices.DeleteFunc(slices.Clone(d.Found), func(a er.Atom) bool {
		attribute := d.Graph.Attribute(a)
		return attribute == nil || !attribute.MultiValued || attribute.StoredAs != model.AsRows || a.Aggregate != "" ||
			!slices.Contains(in.Nodes[:in.Path], a.Node) || er.Contains(er.Union(d.Equal, d.Many, d.Ranges, d.Sorted), a)
	})
}

// collectionOf returns the collection that stores the values of a multi-valued attribute.
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
	for _, a := range d.Computed {
		d.Note(a.Attribute, "computed", fmt.Sprintf("%s is derived and may change, so no table stores it: the application computes it", d.names([]er.Atom{a})))
	}
	for _, a := range er.Union(d.Equal, d.Many, d.Ranges, d.Sorted) {
		if attribute := d.Graph.Attribute(a); attribute != nil && attribute.Derived && !attribute.Immutable {
			d.Note(a.Attribute, "derived-key", fmt.Sprintf("%s is derived, and it is in the key: if its value "+
				"changes, a row must be deleted and another one inserted", d.names([]er.Atom{a})))
		}
	}
	for _, a := range d.Found {
		attribute := d.Graph.Attribute(a)
		if attribute != nil && attribute.MultiValued && attribute.StoredAs == model.AsMap && d.parts(a) != 2 {
			d.Problem(a.Attribute, "no-map",
				fmt.Sprintf(
					"%s is not a composite attribute of two parts, so it is stored as a set instead of a map",
					d.names([]er.Atom{a})))
		}
	}
}

// parts counts the parts of a composite attribute.
func (d *designer) parts(a er.Atom) int {
	count := 0
	for _, part := range d.Graph.Attributes(d.Graph.Node(a.Node).Of) {
		if part.Value.Parent == a.Attribute {
			count++
		}
	}
	return count
}
