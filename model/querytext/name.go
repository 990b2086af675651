package querytext

import (
	"slices"
	"strings"

	"widerow/model"
)

// maxNamed bounds the types, and the conditions, in a suggested name.
const maxNamed = 4

// Name suggests the description of a query: "Room, Room night by hotel_id, date".
func Name(m *model.Model, parts Parts) string {
	var found, given []string
	for _, find := range parts.Find {
		found = append(found, foundName(m, find))
	}
	for _, condition := range parts.Given {
		given = append(given, ownName(m, givenReference(condition)))
	}
	name := listed(found)
	if name == "" {
		name = "Query"
	}
	if by := listed(given); by != "" {
		name += " by " + by
	}
	return shortened(name)
}

// UpdateName suggests the description of an update: "Change status, closed_at of Ticket by
// number".
func UpdateName(m *model.Model, parts Update) string {
	s := newScope(m)
	name := s.verbOf(parts)
	name = name[:1] + strings.ToLower(name[1:])
	var written, owners []string
	for _, write := range parts.Writes {
		r := writeReference(write)
		written = append(written, ownName(m, r))
		if owner := m.OwnerOfAttribute(r.id); owner != r.id {
			owners = append(owners, m.Title(owner))
		}
	}
	if name += " " + listed(written); len(owners) > 0 {
		name += " of " + listed(owners)
	}
	var given []string
	for _, condition := range parts.Given {
		given = append(given, ownName(m, givenReference(condition)))
	}
	if by := listed(given); by != "" {
		name += " by " + by
	}
	return shortened(strings.TrimSpace(name))
}

// foundName returns the type of what is found, or the aggregate of it.
func foundName(m *model.Model, find model.Find) string {
	r := findReference(find)
	if r == (reference{name: "*"}) {
		return string(find.Aggregate)
	}
	name := ownName(m, r)
	if find.Aggregate != "" {
		return string(find.Aggregate) + " of " + name
	}
	if element, found := m.Element(r.id); r.id != "" && found && element.Kind == model.AttributeKind {
		return m.Title(element.Parent)
	}
	return name
}

// ownName returns the name of an attribute without its type.
func ownName(m *model.Model, r reference) string {
	if r.id == "" {
		return r.name
	}
	if element, found := m.Element(r.id); found {
		if attribute, is := element.Value.(*model.Attribute); is {
			return attribute.Name
		}
	}
	return m.Title(r.id)
}

// listed joins the first names, each once.
func listed(names []string) string {
	var kept []string
	for _, name := range names {
		if name != "" && !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	if len(kept) > maxNamed {
		kept = append(kept[:maxNamed-1], "…")
	}
	return strings.Join(kept, ", ")
}
