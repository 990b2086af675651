package model

import "fmt"

// Renaming has the logical columns that are renamed with an attribute, an entity type
// or a relationship type, by its ID. Physical columns follow the logical ones.
type Renaming map[ID]IDSet

// EffectOfRenaming returns what follows the names of an entity or relationship type and
// of its attributes. It renames them in a copy and compares: which columns follow does
// not depend on the new name.
func (m *Model) EffectOfRenaming(owner ID) Renaming {
	effect, attributes := Renaming{}, m.attributesOf(owner)
	var renames []Command
	for _, id := range sortedKeys(attributes) {
		renames = append(renames, m.renamed(id))
	}
	if after, err := Apply(m, SeededIDs([]byte(owner)), renames...); err == nil {
		for id := range attributes {
			effect[id] = after.followed(m, id)
		}
	}
	if after, err := Apply(m, SeededIDs([]byte(owner)), m.renamed(owner)); err == nil {
		effect[owner] = IDSet{}
		for id := range attributes {
			for column := range after.followed(m, id) {
				effect[owner][column] = true
			}
		}
	}
	return effect
}

// renamed returns the command that gives an element a name that no other has.
func (m *Model) renamed(id ID) Command {
	element, _ := m.Element(id)
	return Set{Element: id, Field: "name", Was: nameOfValue(element.Value), Value: "renamed_" + string(id)}
}

// Words name the columns that follow the name of an element, "" if there are none.
func (r Renaming) Words(m *Model, id ID) string {
	columns := r[id]
	switch len(columns) {
	case 0:
		return ""
	case 1:
		return "1 column is renamed, too" + m.listed(columns)
	}
	return fmt.Sprintf("%d columns are renamed, too%s", len(columns), m.listed(columns))
}
