package feature

import (
	"cmp"
	"strings"

	"widerow/model"
)

// Label returns the name of an element among its siblings: a column without its
// table, a query with its description.
func (b *Context) Label(element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Query:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Update:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Attribute:
		return value.Name
	case *model.LogicalColumn:
		return value.Name
	case *model.Column:
		return value.Name
	case *model.TypeField:
		return value.Name
	case *model.UserType:
		return "*" + value.Name + "*"
	case *model.Find:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Given:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.SortBy:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Write:
		return b.attributeLabel(value.Element, value.Name)
	case *model.Participant:
		return cmp.Or(value.Role, b.Model.Title(value.Entity), "?")
	case *model.Subtype:
		return cmp.Or(b.Model.Title(value.Entity), "?")
	}
	return b.Model.TitleOf(element)
}

func (b *Context) attributeLabel(attribute model.ID, name string) string {
	if attribute == "" {
		return cmp.Or(name, "?")
	}
	return cmp.Or(b.Model.Title(attribute), name, "?")
}
