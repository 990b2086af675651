package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

const (
	attributeLine = 14.0
	multiGap      = 4.0 // between the two ellipses of a multi-valued attribute
)

// attribute is an ellipse, with the parts of a composite one.
type attribute struct {
	id             model.ID
	lines          []string
	struck         int // as in entityFigure
	title          title
	key            model.KeyKind
	multi, derived bool
	unique         bool // and no key
	width, height  float64
	parts          []*attribute
}

func (a *attribute) font() typeface.Font { return typeface.Font{Size: 12, Bold: a.key == model.Key} }

// attributeTree returns the attributes that are not parts, with their parts. A line
// of a name has up to line px.
// Attributes whose whole is missing, or which form a cycle, are not parts.
func attributeTree(m *model.Model, attributes map[model.ID]*model.Attribute, line float64) []*attribute {
	var top []*attribute
	nodes := map[model.ID]*attribute{}
	items := model.Sorted(attributes)
	for _, item := range items {
		nodes[item.ID] = newAttribute(m, item.ID, item.Value, line)
	}
	for _, item := range items {
		parent := nodes[item.Value.Parent]
		if parent == nil || circular(attributes, item.ID) {
			top = append(top, nodes[item.ID])
			continue
		}
		part := nodes[item.ID]
		part.title.add("part of " + parent.title.name)
		parent.parts = append(parent.parts, part)
	}
	return top
}

// shownAttributes returns the attributes of an owner that are drawn, with their parts.
func shownAttributes(columns Columns, tree []*attribute) []*attribute {
	switch columns {
	case ColumnsKeys:
		return slices.DeleteFunc(tree, func(a *attribute) bool { return a.key == model.NoKey && !a.unique })
	case ColumnsNone:
		return nil
	}
	return tree
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

func newAttribute(m *model.Model, id model.ID, a *model.Attribute, line float64) *attribute {
	name := typeface.Clean(a.Name)
	made := &attribute{id: id, key: a.Key, multi: a.MultiValued, derived: a.Derived, unique: a.Unique && a.Key == model.NoKey}
	made.lines = typeface.Letter(name, made.font(), line)
	made.measure()
	key := map[model.KeyKind]string{model.Key: "key", model.PartialKey: "partial key"}[a.Key]
	unique, many, derived := "", "", ""
	if a.Unique {
		unique = strings.TrimSpace("unique " + withinWords(m, a.UniqueWithin))
	}
	if a.MultiValued {
		many = "multi-valued"
	}
	if a.Derived {
		derived = "derived"
	}
	made.title = titled(name, "attribute", key, unique, many, derived, m.TypeText(a.Type), a.Note)
	return made
}

// measure sizes the ellipse so that the corners of the text are inside.
func (a *attribute) measure() {
	more := float64(len(a.lines) - 1)
	a.height = radial.OvalHeight + 1.4*attributeLine*more
	text := 12 + attributeLine*more // from the first line's letters to the last one's
	a.width = max(radial.LeastOvalWidth, even((typeface.Widest(a.lines, a.font())+18)/math.Sqrt(1-text*text/(a.height*a.height))))
	if a.multi {
		a.width += 2 * multiGap
		a.height += 2 * multiGap * min(1, more)
	}
}

func (a *attribute) paint(p *painter, at geom.Point) *scene.Element {
	class := "attribute"
	if a.derived {
		class += " derived"
	}
	explainAttribute(p, a)
	rx, ry := a.width/2, a.height/2
	items := []scene.Item{&scene.Ellipse{Class: "attribute-shape", Centre: at, RadiusX: rx, RadiusY: ry}}
	if a.multi {
		items = append(items, &scene.Ellipse{Class: "attribute-shape inner", Centre: at, RadiusX: rx - multiGap, RadiusY: ry - multiGap})
	}
	base := at.Y + 4.2 - attributeLine*float64(len(a.lines)-1)/2
	for i, content := range a.lines {
		items = append(items, a.paintLine(content, geom.Pt(at.X, base+attributeLine*float64(i)))...)
	}
	items = old(items, a.struck)
	class, title := p.picked(a.id, class, a.title.text())
	e := p.element(a.id, class, title, append(items, p.paintPicks(a.id, geom.Pt(at.X, at.Y-ry))...)...)
	e.Items = append(e.Items, p.numbered(geom.Pt(at.X-rx+6, at.Y-ry+6), a.id)...)
	return e
}

// paintLine centres a line of the name at a point of its base line, and
// underlines a key or a unique attribute.
func (a *attribute) paintLine(content string, at geom.Point) []scene.Item {
	items := []scene.Item{&scene.Text{Class: "attribute-text", At: at, Anchor: scene.AnchorMiddle, Font: a.font(), Content: content}}
	if a.key == model.NoKey && !a.unique {
		return items
	}
	width, _ := typeface.Measure(content, a.font())
	return append(items, a.underline(at, width))
}

// underline marks a key, or a unique attribute by a second line, below a text centred at a
// point of its base line.
func (a *attribute) underline(at geom.Point, width float64) *scene.Path {
	class := "underline"
	if a.key == model.PartialKey {
		class += " dotted"
	}
	line := func(below float64) []geom.Step {
		return []geom.Step{geom.Move(at.X-width/2, at.Y+below), geom.Line(at.X+width/2, at.Y+below)}
	}
	if a.unique {
		return &scene.Path{Class: class, Steps: append(line(2.2), line(4.6)...)}
	}
	return &scene.Path{Class: class, Steps: line(2.5)}
}

func explainAttribute(p *painter, a *attribute) {
	p.explain(symbolAttribute)
	for _, mark := range [...]struct {
		symbol symbol
		occurs bool
	}{
		{symbolKey, a.key == model.Key}, {symbolPartialKey, a.key == model.PartialKey}, {symbolUnique, a.unique}, {symbolMultiValued, a.multi},
		{symbolDerived, a.derived}, {symbolComposite, len(a.parts) > 0},
	} {
		if mark.occurs {
			p.explain(mark.symbol)
		}
	}
}

// attributeList lists attributes, each before its parts, with the hooks of their
// box.
type attributeList []ownedAttribute

type ownedAttribute struct {
	*attribute
	hooks *scene.Hooks
}

// add appends attributes and returns their ellipses, with their numbers.
func (l *attributeList) add(hooks *scene.Hooks, attributes []*attribute) []*radial.Oval {
	if len(attributes) == 0 {
		return nil
	}
	made, ovals := make([]radial.Oval, len(attributes)), make([]*radial.Oval, len(attributes))
	for i, a := range attributes {
		made[i] = radial.Oval{Number: len(*l), Width: a.width, Height: a.height}
		*l = append(*l, ownedAttribute{a, hooks})
		made[i].Parts = l.add(hooks, a.parts)
		ovals[i] = &made[i]
	}
	return ovals
}

// dot underlines keys. DOT has no dotted and no double underline, so a partial key is
// underlined but not bold, and a unique attribute says so.
func (a *attribute) dot() string {
	name := escapeLines(a.lines)
	switch a.key {
	case model.Key:
		name = "<B><U>" + name + "</U></B>"
	case model.PartialKey:
		name = "<U>" + name + "</U>"
	}
	if a.unique {
		name += `<BR/><FONT POINT-SIZE="9"><I>unique</I></FONT>`
	}
	return fmt.Sprintf(`shape=ellipse, color="#8091a6", margin="0.05,0.02", style=%s, peripheries=%s, label=<%s>`,
		either(a.derived, "dashed", "solid"), either(a.multi, "2", "1"), name)
}

// recall adds the old lines of the name, and enlarges the ellipse for them.
func (a *attribute) recall(was *attribute) {
	a.lines, a.struck = withOld(a.lines, was.lines)
	a.measure()
}

func collect(tree []*attribute, into map[model.ID]*attribute) {
	for _, a := range tree {
		into[a.id] = a
		collect(a.parts, into)
	}
}

func descriptionsOf(attributes []*attribute) []Description {
	var list []Description
	for _, a := range attributes {
		described := a.title.description(a.id)
		described.Parts = descriptionsOf(a.parts)
		list = append(list, described)
	}
	return list
}
