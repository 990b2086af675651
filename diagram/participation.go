package diagram

import (
	"math"

	"widerow/model"
)

// participation is what is written at the entity's end of an edge.
type participation struct {
	id          model.ID
	cardinality string
	role        string
	title       string
	atStart     bool // the entity is where the edge starts
}

const (
	cardinalitySize = 18.0 // height, and least width, of the cardinality's patch
	roleHeight      = 14.0
	cardinalityGap  = 10.0 // between the entity and the patch
)

func newParticipation(id model.ID, p *model.Participant, entity string, atStart bool) *participation {
	end := &participation{id: id, cardinality: shorten(clean(p.Cardinality), cardinalityFont, 60), atStart: atStart}
	if p.Cardinality == "" {
		end.cardinality = "?"
	}
	role, total := "", "partial participation"
	if p.Role != "" {
		role = clean(p.Role)
		end.role = shorten(role, roleFont, maxRole)
	}
	if p.Total {
		total = "total participation"
	}
	end.title = sentence(entity+": "+end.cardinality, role, total)
	return end
}

func (end *participation) cardinalityWidth() float64 {
	width, _ := Measure(end.cardinality, cardinalityFont)
	return max(cardinalitySize, width+8)
}

func (end *participation) roleWidth() float64 {
	width, _ := Measure(end.role, roleFont)
	return width
}

// room is what the layout keeps free along the edge.
func (end *participation) room() (width, height float64) {
	width, height = end.cardinalityWidth()+10, cardinalitySize+10
	if end.role != "" {
		width, height = max(width, end.roleWidth()+14), height+roleHeight
	}
	return math.Ceil(width), height
}

// places are the cardinality's patch on the line and the role's beside it,
// in the layout's coordinates. The role's is empty without a role.
func (end *participation) places(points []Point) (cardinality, role Rect) {
	entity, next := points[len(points)-1], points[len(points)-2]
	if end.atStart {
		entity, next = points[0], points[1]
	}
	width := end.cardinalityWidth()
	length := max(1, distance(entity, next))
	clear := min((width/2+cardinalityGap)*length/max(1e-9, math.Abs(next.X-entity.X)),
		(cardinalitySize/2+cardinalityGap)*length/max(1e-9, math.Abs(next.Y-entity.Y)))
	at := towards(entity, next, min(clear, length*0.45))
	cardinality = Rect{at.X - width/2, at.Y - cardinalitySize/2, width, cardinalitySize}
	if end.role == "" {
		return cardinality, Rect{}
	}
	dx, dy := next.X-entity.X, next.Y-entity.Y
	role = Rect{Width: end.roleWidth() + 4, Height: roleHeight}
	switch {
	case math.Abs(dx) < math.Abs(dy): // beside a line that goes up or down
		role.X, role.Y = at.X+width/2+1, at.Y-roleHeight/2
	case dx > 0:
		role.X, role.Y = entity.X+5, min(at.Y, entity.Y)-cardinalitySize/2-roleHeight
	default:
		role.X, role.Y = entity.X-5-role.Width, min(at.Y, entity.Y)-cardinalitySize/2-roleHeight
	}
	return cardinality, role
}

func (end *participation) paint(p *painter, points []Point) {
	cardinality, role := end.places(points)
	cardinality = p.rect(cardinality)
	c := middle(cardinality)
	items := []Item{
		&Rectangle{Class: "patch", Rect: cardinality, Round: cardinalitySize / 2},
		&Text{Class: "cardinality", At: Point{c.X, c.Y + 4.3}, Anchor: AnchorMiddle, Font: cardinalityFont, Content: end.cardinality},
	}
	if end.role != "" {
		role = p.rect(role)
		items = append(items,
			&Rectangle{Class: "patch", Rect: role, Round: 3},
			&Text{Class: "role", At: Point{role.X + 2, role.Y + 10.5}, Font: roleFont, Content: end.role})
	}
	p.add(p.element(end.id, "participant", end.title, items...))
}
