package compare

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// document compares what is not part of the schema, field by field as forms
// show it: concepts, workflow, logical tables, quantities. Parts of an element
// that only one state has are not listed.
func (c *comparer) document() {
	single := map[model.ID]bool{}
	c.fields(c.before.Root(), c.after.Root())
	for _, p := range model.Pairs(elementsOf(c.before), elementsOf(c.after), func(e model.Element) model.ID { return e.ID }) {
		switch p.In {
		case model.InBoth:
			c.fields(p.Was, p.Is)
		case model.OnlyAfter:
			c.single(Added, c.after, p.Is, single)
		case model.OnlyBefore:
			c.single(Removed, c.before, p.Was, single)
		}
	}
}

// single records an element that one state lacks, unless its parent is one too.
func (c *comparer) single(kind Kind, in *model.Model, element model.Element, known map[model.ID]bool) {
	known[element.ID] = true
	if known[element.Parent] {
		return
	}
	change := Change{Kind: kind, Type: typeOf(element.Kind), ID: element.ID, Element: in.Title(element.ID)}
	if text := accessText(in, element); text != "" {
		change.Words = words(change) + ": " + text
	}
	c.add(change)
}

// accessText returns the name and the text of a query or an update if its label alone does not
// identify it, or "".
func accessText(in *model.Model, element model.Element) string {
	var name, text string
	switch value := element.Value.(type) {
	case *model.Query:
		name, text = value.Name, querytext.Format(in, querytext.Of(value))
	case *model.Update:
		name, text = value.Name, querytext.FormatUpdate(in, querytext.OfUpdate(value))
	}
	return strings.Trim(name+" – "+text, " –")
}

// fields records the fields that changed. None of them breaks an application.
func (c *comparer) fields(was, is model.Element) {
	for _, field := range edit.FieldsOf(is.Kind) {
		if field.Text(c.before, was) == field.Text(c.after, is) {
			continue
		}
		change := Change{Kind: Changed, Type: typeOf(is.Kind), ID: is.ID, Element: c.before.Title(was.ID), Field: field.Name,
			Before: field.Words(c.before, was), After: field.Words(c.after, is)}
		if field.Name != "name" {
			change.Words = fmt.Sprintf("%s %s: %s %s", change.Type, change.Element,
				strings.ToLower(field.Label[:1])+field.Label[1:], fromTo(change.Before, change.After))
		}
		c.add(change)
	}
}

// schemaKinds are compared by schema.
var schemaKinds = []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.TypeFieldKind, model.RelationElement, model.RelationColumnKind,
	model.IndexKind, model.StatementKind}

func elementsOf(m *model.Model) []model.Element {
	var found []model.Element
	for element := range m.Elements() {
		if !slices.Contains(schemaKinds, element.Kind) {
			found = append(found, element)
		}
	}
	return found
}

// typeOf returns the word for a kind of element. Logical tables and columns have other words than
// the schema's.
func typeOf(kind model.Kind) string {
	switch kind {
	case model.TableKind, model.ColumnKind:
		return "logical " + string(kind)
	}
	return string(kind)
}
