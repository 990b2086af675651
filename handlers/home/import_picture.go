package home

import (
	"context"
	"strings"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/model"
	"widerow/web"
	webhome "widerow/web/home"
)

// previewBoxes is the number of tables and types up to which a preview has a picture: the layout of
// more takes seconds, and nobody reads them in a frame of this size.
const previewBoxes = 80

// drawImport draws the physical diagram that an import makes. A layout that fails leaves the list of
// what the import makes.
func (s *Feature) drawImport(ctx context.Context, page *webhome.ImportPage, m *model.Model) {
	drawing := diagram.Build(m, diagram.KindPhysical, diagram.Display{})
	if drawing.Empty() || len(drawing.Graph().Boxes) > previewBoxes {
		return
	}
	picture, err := drawing.Draw(ctx, s.Layouter(), figure.Options{})
	if err != nil {
		s.Log().Warn("no picture of an import", "error", err)
		return
	}
	page.Preview.SVG = svg.Encode(picture)
	page.Letters = typeface.Letters(page.Preview.SVG)
}

// importCounts counts what a schema has: "3 tables, 2 indexes, 1 type, 1 keyspace".
func importCounts(m *model.Model) string {
	views, indexes := 0, 0
	for _, relation := range m.Physical.Relations {
		indexes += len(relation.Indexes)
		if relation.Kind == model.MaterializedView {
			views++
		}
	}
	var counts []string
	for _, count := range []struct {
		number    int
		one, many string
	}{
		{len(m.Physical.Relations) - views, "table", "tables"}, {views, "materialized view", "materialized views"},
		{indexes, "index", "indexes"}, {len(m.Physical.Types), "type", "types"},
		{len(m.Physical.Keyspaces), "keyspace", "keyspaces"}, {len(m.Physical.Statements), "statement", "statements"},
	} {
		if count.number > 0 {
			counts = append(counts, web.Counted(count.number, count.one, count.many))
		}
	}
	return strings.Join(counts, ", ")
}
