package handlers

import (
	"widerow/diagram"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
)

// markFields ask which signs are drawn, and what stands below the picture.
func markFields(kind diagram.Kind, display diagram.Display) []web.DisplayField {
	var fields []web.DisplayField
	switch kind {
	case diagram.KindER:
		fields = append(fields, choose("cardinality", "Cardinality", string(display.Cardinality),
			model.Choice{Label: "1, n, m"}, model.Choice{Value: string(diagram.CardinalityRanges), Label: "min..max"}))
	case diagram.KindLogical, diagram.KindPhysical:
		fields = append(fields, tick("badges", "Hide sizes", "0", display.NoBadges),
			tick("updates", "Hide updates", "0", display.NoUpdates), tick("advice", "Findings", "1", display.Advice))
	}
	fields = append(fields, tick("legend", "Legend", "1", display.Legend))
	if kind != diagram.KindER {
		fields = append(fields, tick("key", "Text of the queries", "1", display.Key))
	}
	return append(fields, tick("titleblock", "Title block", "1", display.TitleBlock))
}

// imprint names the drawing of a document's revision.
func imprint(document document) diagram.Imprint {
	return diagram.Imprint{
		Revision: document.revision.Number, Date: document.revision.At, Author: document.revision.Author.Name,
	}
}

// Advice counts the findings about each table of a diagram: what is wrong with
// it or a part of it, and a size that needs a look.
func Advice(m *model.Model, kind diagram.Kind, formula sizing.Formula) map[model.ID]int {
	return (&workbench{model: m, sizes: sizing.All(m, formula)}).advice(kind)
}

func (b *workbench) advice(kind diagram.Kind) map[model.ID]int {
	counts := map[model.ID]int{}
	for _, problem := range b.model.Validate() {
		element, found := b.model.Element(problem.Element)
		if parent, part := b.model.Element(element.Parent); found && part && isPart(element.Kind) {
			element = parent
		}
		if found && (element.Kind == model.TableKind || element.Kind == model.RelationElement) {
			counts[element.ID]++
		}
	}
	for id, badge := range b.badges(kind) {
		if badge.Level == string(sizing.Warn) || badge.Level == string(sizing.Bad) {
			counts[id]++
		}
	}
	return counts
}
