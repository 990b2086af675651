package chen

import (
	"fmt"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Participation is the text at the entity's end of an edge.
type Participation struct {
	ID          model.ID
	Cardinality string
	was         string   // the cardinality before, "" if it is the same
	role        []string // in lines
	Title       figure.Title
	ranged      bool // the cardinality is min..max
	radial.End
}

const (
	roleLine = 12.0
	rolePad  = 2.0 // above and below the lines
	wasGap   = 6.0 // between the old cardinality and the new one
)

func NewParticipation(r *model.Relationship, item model.Item[*model.Participant], entity string, as figure.Cardinality) *Participation {
	p := item.Value
	end := &Participation{ID: item.ID, Cardinality: typeface.Shorten(typeface.Clean(p.Cardinality), CardinalityFont, 60)}
	if p.Cardinality == "" {
		end.Cardinality = "?"
	}
	letters, times := end.Cardinality, rangeOf(r, item)
	if as == figure.CardinalityRanges {
		end.Cardinality, end.ranged = times, true
	}
	role, total := "", "partial participation"
	if p.Role != "" {
		role = typeface.Clean(p.Role)
		end.role = typeface.Letter(role, RoleFont, roleText)
	}
	if p.Total {
		total = "total participation"
	}
	if role != "" {
		role = "as " + role
	}
	end.Title = figure.Titled(entity, letters, role, total, "each takes part "+times+" times")
	end.measure()
	return end
}

func (end *Participation) measure() {
	width, _ := typeface.Measure(end.Cardinality, CardinalityFont)
	if end.was != "" {
		was, _ := typeface.Measure(end.was, CardinalityFont)
		width += was + wasGap
	}
	end.Width = max(radial.CardinalityHeight, width+8)
	if len(end.role) > 0 {
		end.RoleWidth = typeface.Widest(end.role, RoleFont)
		end.RoleHeight = roleLine*float64(len(end.role)) + rolePad
	}
}

// rangeOf returns the range of the number of relationships of an instance, "0..n". In a binary
// relationship the upper bound is the cardinality of the other end; with more participants the
// cardinalities do not bound it.
func rangeOf(r *model.Relationship, item model.Item[*model.Participant]) string {
	least, most := "0", "n"
	if item.Value.Total {
		least = "1"
	}
	if len(r.Participants) == 2 {
		for id, other := range r.Participants {
			if id != item.ID && other.Cardinality == "1" {
				most = "1"
			}
		}
	}
	return least + ".." + most
}

func (end *Participation) Paint(p *figure.Painter, place radial.EndPlace) *scene.Element {
	cardinality := p.Rect(place.Cardinality)
	c := cardinality.Centre()
	items := []scene.Item{&scene.Rectangle{Class: "patch", Rect: cardinality, Round: radial.CardinalityHeight / 2}}
	if end.was != "" {
		was, _ := typeface.Measure(end.was, CardinalityFont)
		items = append(items, &scene.Text{Class: "cardinality was", At: geom.Pt(cardinality.X+4+was/2, c.Y+4.3),
			Anchor: scene.AnchorMiddle, Font: CardinalityFont, Content: end.was})
		c.X += (was + wasGap) / 2
	}
	items = append(items,
		&scene.Text{Class: "cardinality", At: geom.Pt(c.X, c.Y+4.3), Anchor: scene.AnchorMiddle, Font: CardinalityFont, Content: end.Cardinality})
	means := figure.SymbolCardinality
	if end.ranged {
		means = figure.SymbolRange
	}
	p.Explain(means)
	if len(end.role) > 0 {
		p.Explain(figure.SymbolRole)
		role := p.Rect(place.Role)
		items = append(items, &scene.Rectangle{Class: "patch", Rect: role, Round: 3})
		for i, content := range end.role {
			base := role.Y + 10.5 + roleLine*float64(i)
			items = append(items, &scene.Text{Class: "role", At: geom.Pt(role.X+2, base), Font: RoleFont, Content: content})
		}
	}
	return p.Element(end.ID, "participant", end.Title.Text(), items...)
}

const roleText = 150

var CardinalityFont = typeface.Font{Bold: true, Size: 12}

// DOT writes the cardinality and the role at the entity's end.
func (end *Participation) DOT() string {
	text := figure.EscapeDOT(end.Cardinality)
	if len(end.role) > 0 {
		text += "<BR/><I>" + figure.EscapeLines(end.role) + "</I>"
	}
	side := "headlabel"
	if end.AtStart {
		side = "taillabel"
	}
	return fmt.Sprintf("%s=<%s>, labeldistance=2", side, text)
}

// Recall adds the old cardinality, and reports whether there is one.
func (end *Participation) Recall(was *Participation) bool {
	if end.Cardinality == was.Cardinality {
		return false
	}
	end.was = was.Cardinality
	end.measure()
	return true
}
