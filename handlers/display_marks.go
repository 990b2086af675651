package handlers

import (
	"widerow/diagram"
	"widerow/model"
	"widerow/web"
)

// markFields asks which marks are drawn, and which blocks are added below the
// diagram.
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
		fields = append(fields, tick("key", "Query texts", "1", display.Key))
	}
	return append(fields, tick("titleblock", "Title block", "1", display.TitleBlock))
}

// drawnRevision returns what identifies a document in its picture.
func drawnRevision(document document) diagram.Revision {
	return diagram.Revision{
		Number: document.revision.Number, Date: document.revision.At, Author: document.revision.Author.Name,
	}
}
