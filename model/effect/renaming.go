package effect

import (
	"fmt"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/carry"
	"widerow/model/edit"
)

// Renaming has the logical columns that are renamed with an attribute, an entity type
// or a relationship type, by its ID. Physical columns follow the logical ones.
type Renaming map[model.ID]model.IDSet

// OfRenaming returns what follows the names of an entity or relationship type and
// of its attributes. It renames them in a copy and compares: which columns follow does
// not depend on the new name.
func OfRenaming(m *model.Model, owner model.ID) Renaming {
	effect, attributes := Renaming{}, m.AttributesOf(owner)
	if _, found := m.Element(owner); !found {
		return effect
	}
	var renames []edit.Command
	for _, id := range slices.Sorted(maps.Keys(attributes)) {
		renames = append(renames, renamed(m, id))
	}
	if after, err := edit.Apply(m, model.SeededIDs([]byte(owner)), renames...); err == nil {
		for id := range attributes {
			effect[id] = carry.Followed(after, m, id)
		}
	}
	if after, err := edit.Apply(m, model.SeededIDs([]byte(owner)), renamed(m, owner)); err == nil {
		effect[owner] = model.IDSet{}
		for id := range attributes {
			for column := range carry.Followed(after, m, id) {
				effect[owner][column] = true
			}
		}
	}
	return effect
}

// renamed returns the command that gives an element a name that no other has.
func renamed(m *model.Model, id model.ID) edit.Command {
	element, _ := m.Element(id)
	name, _ := edit.FieldOf(element.Kind, "name")
	return edit.Set{Element: id, Field: "name", Was: name.Text(m, element), Value: "renamed_" + string(id)}
}

// Words name the columns that follow the name of an element, "" if there are none.
func (r Renaming) Words(m *model.Model, id model.ID) string {
	columns := r[id]
	switch len(columns) {
	case 0:
		return ""
	case 1:
		return "1 column is renamed, too" + edit.InParentheses(m, columns)
	}
	return fmt.Sprintf("%d columns are renamed, too%s", len(columns), edit.InParentheses(m, columns))
}
