// Package overlay computes what judgements add to a diagram: the badges of tables
// (overlay.go: the level of the partition size and the number of findings), faults
// of arrows (Faults), arrows for the further statements of queries (Lookups), and
// the signs of a comparison (Differences). Start with overlay.go.
package overlay

import (
	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/sizing"
	"widerow/model/validation"
)

// Badges returns a badge for each table and view of a physical diagram, and for
// each realized table of a logical one. Other diagrams have none. sizes is the
// result of [sizing.All] for the model.
func Badges(m *model.Model, kind diagram.Kind, sizes map[model.ID]sizing.Size) map[model.ID]figure.Badge {
	badges := map[model.ID]figure.Badge{}
	if kind != diagram.KindPhysical && kind != diagram.KindLogical {
		return badges
	}
	for id, size := range sizes {
		badges[id] = figure.Badge{Level: string(size.Rating()), WorstOnly: size.WorstOnly, Text: size.Text()}
	}
	if kind == diagram.KindLogical {
		for table, relation := range m.Realizations() {
			badges[table] = badges[relation]
		}
	}
	return badges
}

// Findings returns the number of findings by table and view: the problems of
// the table and its parts, plus one for each column whose type conflicts with that
// of another column of its attribute, plus one for each column that stores no
// attribute of the concepts, plus one if a size exceeds a limit or its numbers are odd.
// advised is the open advice about the model, of which errors and warnings count.
func Findings(m *model.Model, kind diagram.Kind, sizes map[model.ID]sizing.Size, advised []advice.Finding) map[model.ID]int {
	counts := adviceCounts(m, advised)
	for _, problem := range validation.Problems(m) {
		element, found := m.Element(problem.Element)
		if found && !isTable(element.Kind) {
			element, found = m.Element(element.Parent)
		}
		if found && isTable(element.Kind) {
			counts[element.ID]++
		}
	}
	for _, conflict := range validation.TypeConflicts(m) {
		for id, relation := range m.Physical.Relations {
			for column := range relation.Columns {
				if conflict.Has(column) {
					counts[id]++
				}
			}
		}
	}
	for _, column := range m.ColumnsWithoutAttribute() {
		if element, found := m.Element(column); found {
			counts[element.Parent]++
		}
	}
	for id, size := range sizes {
		if size.Problem != nil {
			counts[id]++
		}
	}
	for id, badge := range Badges(m, kind, sizes) {
		if badge.Level == string(sizing.Warn) || badge.Level == string(sizing.Bad) {
			counts[id]++
		}
	}
	return counts
}

// adviceCounts counts the errors and warnings of advice by table, also by the logical tables that a table realizes. Sizes are
// counted by their badge.
func adviceCounts(m *model.Model, advised []advice.Finding) map[model.ID]int {
	counts := map[model.ID]int{}
	for i := range advised {
		if advised[i].Level == advice.Info || advised[i].Code == "size/partition" {
			continue
		}
		element, found := m.Element(advised[i].Element)
		if found && !isTable(element.Kind) {
			element, found = m.Element(element.Parent)
		}
		if !found || !isTable(element.Kind) {
			continue
		}
		counts[element.ID]++
		if relation := m.Physical.Relations[element.ID]; relation != nil {
			for table := range relation.Realizes {
				counts[table]++
			}
		}
	}
	return counts
}

func isTable(kind model.Kind) bool { return kind == model.TableKind || kind == model.RelationElement }
