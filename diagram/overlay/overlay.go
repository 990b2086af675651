// Package overlay computes what a diagram shows of its tables beside their
// columns: the level of their partition size, and how many findings there are.
package overlay

import (
	"widerow/diagram"
	"widerow/model"
	"widerow/model/sizing"
)

// Badges returns a badge for each table and view of a physical diagram, and
// for each table of a logical one that is realized; other diagrams have none.
// sizes are those that [sizing.All] returns for the model.
func Badges(m *model.Model, kind diagram.Kind, sizes map[model.ID]sizing.Size) map[model.ID]diagram.Badge {
	badges := map[model.ID]diagram.Badge{}
	if kind != diagram.KindPhysical && kind != diagram.KindLogical {
		return badges
	}
	for id, size := range sizes {
		badges[id] = diagram.Badge{Level: string(size.Level), WorstOnly: size.WorstOnly, Text: size.Text()}
	}
	if kind == diagram.KindLogical {
		for table, relation := range m.Realizations() {
			badges[table] = badges[relation]
		}
	}
	return badges
}

// Findings counts the findings about each table and view: the problems of the
// table or a part of it, and one more for a size above a limit.
func Findings(m *model.Model, kind diagram.Kind, sizes map[model.ID]sizing.Size) map[model.ID]int {
	counts := map[model.ID]int{}
	for _, problem := range m.Validate() {
		element, found := m.Element(problem.Element)
		if found && !isTable(element.Kind) {
			element, found = m.Element(element.Parent)
		}
		if found && isTable(element.Kind) {
			counts[element.ID]++
		}
	}
	for id, badge := range Badges(m, kind, sizes) {
		if badge.Level == string(sizing.Warn) || badge.Level == string(sizing.Bad) {
			counts[id]++
		}
	}
	return counts
}

func isTable(kind model.Kind) bool { return kind == model.TableKind || kind == model.RelationElement }
