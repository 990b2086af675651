package diagram

import (
	"math"

	"widerow/model"
)

const (
	attributeHeight = 32.0
	leastAttribute  = 84.0
	maxAttribute    = 260.0 // of its text
	multiGap        = 4.0   // between the two ellipses of a multi-valued attribute
)

// attribute is an ellipse, with the parts of a composite one.
type attribute struct {
	id             model.ID
	text, title    string
	key            model.KeyKind
	multi, derived bool
	width          float64
	parts          []*attribute
}

func (a *attribute) font() Font { return Font{Size: 12, Bold: a.key == model.Key} }

// attributeTree orders attributes below those that they are part of. Parts
// of something that is gone, or of each other in a circle, stand at the top.
func attributeTree(attributes map[model.ID]*model.Attribute) []*attribute {
	var top []*attribute
	nodes := map[model.ID]*attribute{}
	items := model.Sorted(attributes)
	for _, item := range items {
		nodes[item.ID] = newAttribute(item.ID, item.Value)
	}
	for _, item := range items {
		parent := nodes[item.Value.Parent]
		if parent == nil || circular(attributes, item.ID) {
			top = append(top, nodes[item.ID])
			continue
		}
		parent.parts = append(parent.parts, nodes[item.ID])
	}
	return top
}

// circular reports whether an attribute is part of itself.
func circular(attributes map[model.ID]*model.Attribute, id model.ID) bool {
	at := attributes[id]
	for range attributes {
		next := attributes[at.Parent]
		if next == nil {
			return false
		}
		at = next
	}
	return true
}

func newAttribute(id model.ID, a *model.Attribute) *attribute {
	name := clean(a.Name)
	made := &attribute{id: id, key: a.Key, multi: a.MultiValued, derived: a.Derived}
	made.text = shorten(name, made.font(), maxAttribute)
	width, _ := Measure(made.text, made.font())
	// At the height of its letters an ellipse is 0.92 of its width.
	made.width = max(leastAttribute, even((width+18)/0.92))
	if a.MultiValued {
		made.width += 2 * multiGap
	}
	key := map[model.KeyKind]string{model.Key: "key", model.PartialKey: "partial key"}[a.Key]
	many, derived := "", ""
	if a.MultiValued {
		many = "multi-valued"
	}
	if a.Derived {
		derived = "derived"
	}
	made.title = sentence(name, "attribute", key, many, derived, a.Note)
	return made
}

// count is how many ellipses a list of attributes comes to.
func count(attributes []*attribute) int {
	sum := len(attributes)
	for _, a := range attributes {
		sum += count(a.parts)
	}
	return sum
}

// fanMargin is the room that the layout keeps for attributes: above and
// below, and at the sides when there are many.
func fanMargin(fan []*attribute) Margin {
	if len(fan) == 0 {
		return Margin{}
	}
	const ring = attributeHeight + fanGapY + fanClear
	margin := Margin{Top: ring, Bottom: ring}
	wide := 0.0
	for _, a := range fan {
		wide = max(wide, a.width)
		if len(a.parts) > 0 {
			margin.Bottom = 2*ring - 8
		}
	}
	if count(fan) > 4 {
		margin.Left, margin.Right = math.Ceil(wide/2), math.Ceil(wide/2)
	}
	if count(fan) > 8 {
		margin.Left, margin.Right = wide, wide
	}
	return margin
}

func (a *attribute) paint(p *painter, at Point) *Element {
	class := "attribute"
	if a.derived {
		class += " derived"
	}
	rx, ry := a.width/2, attributeHeight/2
	items := []Item{&Ellipse{Class: "attribute-shape", Centre: at, RadiusX: rx, RadiusY: ry}}
	if a.multi {
		items = append(items, &Ellipse{Class: "attribute-shape inner", Centre: at, RadiusX: rx - multiGap, RadiusY: ry - multiGap})
	}
	base := at.Y + 4.2
	items = append(items, &Text{Class: "attribute-text", At: Point{at.X, base}, Anchor: AnchorMiddle, Font: a.font(), Content: a.text})
	if a.key != model.NoKey {
		width, _ := Measure(a.text, a.font())
		class := "underline"
		if a.key == model.PartialKey {
			class += " dotted"
		}
		items = append(items, &Path{Class: class, Steps: []Step{move(at.X-width/2, base+2.5), line(at.X+width/2, base+2.5)}})
	}
	return p.element(a.id, class, a.title, items...)
}
