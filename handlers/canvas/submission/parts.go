package submission

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// NewPart is a part that the form of a new element adds with it. Fields are the
// names of the form's inputs (new.KIND.NAME) by the fields of the part; the part
// is added if the first of them has a value.
type NewPart struct {
	Kind   model.Kind
	Fields []NewPartField
}

type NewPartField struct{ Field, Input, Label, Value string }

// NewParts are the ends of a relationship type and the first subtype of a
// hierarchy.
var NewParts = map[model.Kind][]NewPart{
	model.RelationshipKind: {
		{model.ParticipantKind, []NewPartField{{"entity", "one", "Entity type", ""}, {"cardinality", "one_cardinality", "Cardinality", "1"}}},
		{model.ParticipantKind, []NewPartField{{"entity", "other", "Other entity type", ""}, {"cardinality", "other_cardinality", "Its cardinality", "n"}}},
	},
	model.HierarchyKind: {{model.SubtypeKind, []NewPartField{{"entity", "subtype", "Subtype", ""}}}},
}

// isNewPart reports whether an input of the form of a new element belongs to one
// of its parts.
func isNewPart(kind model.Kind, input string) bool {
	return slices.ContainsFunc(NewParts[kind], func(part NewPart) bool {
		return slices.ContainsFunc(part.Fields, func(f NewPartField) bool { return f.Input == input })
	})
}

// suggestKeys makes the first attribute of an entity type its key, unless the form names the key.
func suggestKeys(m *model.Model, commands []edit.Command) []edit.Command {
	seen := map[model.ID]bool{}
	for _, command := range commands {
		if add, is := command.(edit.Add); is && add.Kind == model.AttributeKind {
			seen[add.Parent] = seen[add.Parent] || add.Values["key"] != ""
		}
	}
	suggested := slices.Clone(commands)
	for i, command := range commands {
		add, is := command.(edit.Add)
		if !is || add.Kind != model.AttributeKind || seen[add.Parent] {
			continue
		}
		seen[add.Parent] = true // the others are not the first
		if key := m.SuggestKey(add.Parent, add.Values["name"]); key != model.NoKey {
			add.Values = maps.Clone(add.Values)
			add.Values["key"] = string(key)
			suggested[i] = add
		}
	}
	return suggested
}

// ownedBy returns the one of two ends whose weak entity type gets its owner from the
// relationship type that joins them, or "".
func ownedBy(m *model.Model, one, other model.ID) model.ID {
	lacks := func(id model.ID) bool {
		entity := m.Concepts.Entities[id]
		return entity != nil && entity.Weak && !hasOwner(m, id)
	}
	switch {
	case one == other || lacks(one) == lacks(other):
		return ""
	case lacks(one):
		return one
	}
	return other
}

// hasOwner reports whether an identifying relationship type joins the entity type.
func hasOwner(m *model.Model, id model.ID) bool {
	for _, relationship := range m.Concepts.Relationships {
		for _, participant := range relationship.Participants {
			if relationship.Identifying && participant.Entity == id {
				return true
			}
		}
	}
	return false
}

func commandsOf(adds []edit.Add) []edit.Command {
	return Mapped(adds, func(add edit.Add) edit.Command { return add })
}
