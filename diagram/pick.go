package diagram

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

// picked returns the class and the title of a concept, including its clauses in the
// query.
func (p *painter) picked(id model.ID, class, title string) (string, string) {
	if p.options.Picks.Path[id] {
		class += " onpath"
	}
	for i, clause := range p.options.Picks.Clauses[id] {
		if i == 0 {
			class += " picked"
		}
		title = sentence(title, clause)
	}
	return class, title
}

// paintPicks draws a tag for each clause, in a row centred at the upper edge of a
// concept.
func (p *painter) paintPicks(id model.ID, edge geom.Point) []scene.Item {
	clauses := p.options.Picks.Clauses[id]
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
