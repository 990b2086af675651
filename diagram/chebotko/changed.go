package chebotko

import (
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// changes holds the differences between a relation and the logical tables that it
// realises. They are drawn green, or with dashed underlines in a theme without
// colours.
type changes struct {
	relation bool // its name, or that it exists at all
	words    string
	columns  map[model.ID]columnChange
}

// columnChange holds the differences of a column: its name or brackets, its
// type, its marks.
type columnChange struct {
	Name, Pill, Mark bool
	// bucket marks a partition key column that splits a partition of the logical
	// table.
	bucket bool
	words  []string
}

func (c columnChange) any() bool    { return c.Name || c.Pill || c.Mark }
func (c columnChange) text() string { return strings.Join(c.words, ", ") }

func changesOf(m *model.Model, id model.ID) changes {
	found := changes{columns: map[model.ID]columnChange{}}
	relation := m.Physical.Relations[id]
	var without []string
	for _, difference := range model.Differences(m, id) {
		switch difference.Kind {
		case model.RelationAdded: // a model without logical tables has no changes
			if len(m.Logical.Tables) > 0 {
				found.relation, found.words = true, "added by physical design"
			}
		case model.RelationRenamed:
			found.relation, found.words = true, "renamed from "+typeface.Clean(difference.Was)
		case model.ColumnMissing:
			without = append(without, typeface.Clean(difference.Was))
		default:
			change := found.columns[difference.Column]
			change.note(difference)
			if difference.Kind == model.ColumnAdded {
				change.bucket = divides(relation, difference.Column)
			}
			found.columns[difference.Column] = change
		}
	}
	if len(without) > 0 {
		found.words = figure.Sentence(found.words, "without "+strings.Join(without, ", "))
	}
	return found
}

// divides reports whether an added column shares the partition key with
// columns of the logical table.
func divides(relation *model.Relation, added model.ID) bool {
	if relation.Columns[added].Role != model.Partition {
		return false
	}
	for _, column := range relation.Columns {
		if column.Role == model.Partition && len(column.From) > 0 {
			return true
		}
	}
	return false
}

func (c *columnChange) note(difference model.Difference) {
	words := ""
	switch difference.Kind {
	case model.ColumnAdded:
		c.Name, c.Pill, c.Mark = true, true, true
		words = "added by physical design"
	case model.ColumnRenamed:
		c.Name = true
		words = "renamed from " + typeface.Clean(difference.Was)
	case model.ColumnMerged:
		c.Name = true
		words = "made of several columns"
	case model.ColumnMoved:
		c.Name = true
		words = "moved"
	case model.RoleChanged:
		c.Mark = true
		words = "was a " + roleWords[model.Role(difference.Was)] + " column"
	case model.DirectionTurned:
		c.Mark = true
		words = "was " + difference.Was
	case model.ShapeChanged:
		c.Name, c.Pill = true, true
		words = "was a " + shapeWords(model.Collection(difference.Was))
	}
	c.words = append(c.words, words)
}

var roleWords = map[model.Role]string{
	model.Partition: "partition key", model.Clustering: "clustering", model.Static: "static",
	model.RoleCounter: "counter", model.Regular: "regular",
}

func shapeWords(collection model.Collection) string {
	if words := collectionWords[collection]; words != "" {
		return words
	}
	return "single value"
}

// marked underlines changed texts with dashes in a theme without colours.
func marked(p *figure.Painter, items []scene.Item) []scene.Item {
	if p.Theme.Colorful() {
		return items
	}
	for _, item := range items {
		if t, ok := item.(*scene.Text); ok && strings.HasSuffix(t.Class, "changed") {
			items = append(items, Underscore(t))
		}
	}
	return items
}

func Underscore(t *scene.Text) *scene.Path {
	width, _ := typeface.Measure(t.Content, t.Font)
	left, y := t.At.X, t.At.Y+2.5
	if t.Anchor == scene.AnchorMiddle {
		left -= width / 2
	}
	return &scene.Path{Class: "change", Steps: geom.Polyline(geom.Pt(left, y), geom.Pt(left+width, y))}
}
