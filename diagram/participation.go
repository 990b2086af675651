package diagram

import (
	"fmt"

	"widerow/diagram/geom"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// participation is the text at the entity's end of an edge.
type participation struct {
	id          model.ID
	cardinality string
	was         string   // the cardinality before, "" if it is the same
	role        []string // in lines
	title       title
	ranged      bool // the cardinality is min..max
	radial.End
}

const (
	roleLine = 12.0
	rolePad  = 2.0 // above and below the lines
	wasGap   = 6.0 // between the old cardinality and the new one
)

func newParticipation(r *model.Relationship, item model.Item[*model.Participant], entity string, as Cardinality) *participation {
	p := item.Value
	end := &participation{id: item.ID, cardinality: typeface.Shorten(typeface.Clean(p.Cardinality), cardinalityFont, 60)}
	if p.Cardinality == "" {
		end.cardinality = "?"
	}
	letters, times := end.cardinality, rangeOf(r, item)
	if as == CardinalityRanges {
		end.cardinality, end.ranged = times, true
	}
	role, total := "", "partial participation"
	if p.Role != "" {
		role = typeface.Clean(p.Role)
		end.role = typeface.Letter(role, roleFont, roleText)
	}
	if p.Total {
		total = "total participation"
	}
	if role != "" {
		role = "as " + role
	}
	end.title = titled(entity, letters, role, total, "each takes part "+times+" times")
	end.measure()
	return end
}

func (end *participation) measure() {
	width, _ := typeface.Measure(end.cardinality, cardinalityFont)
	if end.was != "" {
		was, _ := typeface.Measure(end.was, cardinalityFont)
		width += was + wasGap
	}
	end.Width = max(radial.CardinalityHeight, width+8)
	if len(end.role) > 0 {
		end.RoleWidth = typeface.Widest(end.role, roleFont)
		end.RoleHeight = roleLine*float64(len(end.role)) + rolePad
	}
}

// rangeOf returns how often each instance of an entity type takes part, "0..n". In
// a binary relationship the upper bound is the cardinality of the other end; with
// more participants the cardinalities do not bound it.
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

func (end *participation) paint(p *painter, place radial.EndPlace) *scene.Element {
	cardinality := p.rect(place.Cardinality)
	c := cardinality.Centre()
	items := []scene.Item{&scene.Rectangle{Class: "patch", Rect: cardinality, Round: radial.CardinalityHeight / 2}}
	if end.was != "" {
		was, _ := typeface.Measure(end.was, cardinalityFont)
		items = append(items, &scene.Text{Class: "cardinality was", At: geom.Pt(cardinality.X+4+was/2, c.Y+4.3), Anchor: scene.AnchorMiddle, Font: cardinalityFont, Content: end.was})
		c.X += (was + wasGap) / 2
	}
	items = append(items,
		&scene.Text{Class: "cardinality", At: geom.Pt(c.X, c.Y+4.3), Anchor: scene.AnchorMiddle, Font: cardinalityFont, Content: end.cardinality})
	means := symbolCardinality
	if end.ranged {
		means = symbolRange
	}
	p.explain(means)
	if len(end.role) > 0 {
		p.explain(symbolRole)
		role := p.rect(place.Role)
		items = append(items, &scene.Rectangle{Class: "patch", Rect: role, Round: 3})
		for i, content := range end.role {
			base := role.Y + 10.5 + roleLine*float64(i)
			items = append(items, &scene.Text{Class: "role", At: geom.Pt(role.X+2, base), Font: roleFont, Content: content})
		}
	}
	return p.element(end.id, "participant", end.title.text(), items...)
}

const roleText = 150

var cardinalityFont = typeface.Font{Bold: true, Size: 12}

// dot writes the cardinality and the role at the entity's end.
func (end *participation) dot() string {
	text := escapeDOT(end.cardinality)
	if len(end.role) > 0 {
		text += "<BR/><I>" + escapeLines(end.role) + "</I>"
	}
	side := "headlabel"
	if end.AtStart {
		side = "taillabel"
	}
	return fmt.Sprintf("%s=<%s>, labeldistance=2", side, text)
}

// recall adds the old cardinality, and reports whether there is one.
func (end *participation) recall(was *participation) bool {
	if end.cardinality == was.cardinality {
		return false
	}
	end.was = was.cardinality
	end.measure()
	return true
}
