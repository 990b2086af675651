package figure

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Picks mark the concepts that a query uses in an ER diagram.
type Picks struct {
	// Clauses name the clauses that use a concept, such as "SELECT".
	Clauses map[model.ID][]string
	// Path has the concepts and participants that connect them.
	Path map[model.ID]bool
}

var pickFont = typeface.Font{Bold: true, Size: 9}

const (
	pickHeight = 13.0
	pickGap    = 2.0 // between two tags
)

// Picked returns the class and the title of a concept, including its clauses in the
// query.
func (p *Painter) Picked(id model.ID, class, title string) (string, string) {
	if p.Options.Picks.Path[id] {
		class += " onpath"
	}
	for i, clause := range p.Options.Picks.Clauses[id] {
		if i == 0 {
			class += " picked"
		}
		title = Sentence(title, clause)
	}
	return class, title
}

// PaintPicks draws a tag for each clause, in a row centred at the upper edge of a
// concept.
func (p *Painter) PaintPicks(id model.ID, edge geom.Point) []scene.Item {
	clauses := p.Options.Picks.Clauses[id]
	width := -pickGap
	for _, clause := range clauses {
		width += pickWidth(clause) + pickGap
	}
	var items []scene.Item
	x := edge.X - width/2
	for _, clause := range clauses {
		place := geom.NewRect(x, edge.Y-pickHeight/2, pickWidth(clause), pickHeight)
		items = append(items,
			&scene.Rectangle{Class: "pick " + pickClasses[clause], Rect: place, Round: 3},
			&scene.Text{Class: "pick-text", At: geom.Pt(place.Centre().X, place.Centre().Y+3.2), Anchor: scene.AnchorMiddle, Font: pickFont, Content: clause})
		x += place.Width + pickGap
	}
	return items
}

// pickClasses are the CSS classes of the tags by clause.
var pickClasses = map[string]string{"SELECT": "select", "WHERE": "where", "ORDER BY": "order"}

func pickWidth(clause string) float64 {
	width, _ := typeface.Measure(clause, pickFont)
	return math.Ceil(width) + 8
}
