package chen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/diagram/figure"
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

// Attribute is an ellipse, with the parts of a composite one.
type Attribute struct {
	ID             model.ID
	lines          []string
	struck         int // as in entityFigure
	Title          figure.Title
	Key            model.KeyKind
	Multi, Derived bool
	Unique         bool // and no key
	Width, Height  float64
	Parts          []*Attribute
}

func (a *Attribute) font() typeface.Font { return typeface.Font{Size: 12, Bold: a.Key == model.Key} }

// AttributeTree returns the attributes that are not parts, with their parts. A line
// of a name has up to line px.
// Attributes whose whole is missing, or which form a cycle, are not parts.
func AttributeTree(m *model.Model, attributes map[model.ID]*model.Attribute, line float64) []*Attribute {
	var top []*Attribute
	nodes := map[model.ID]*Attribute{}
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
		part.Title.Add("part of " + parent.Title.Name)
		parent.Parts = append(parent.Parts, part)
	}
	return top
}

// ShownAttributes returns the attributes of an owner that are drawn, with their parts.
func ShownAttributes(columns figure.Columns, tree []*Attribute) []*Attribute {
	switch columns {
	case figure.ColumnsKeys:
		return slices.DeleteFunc(tree, func(a *Attribute) bool { return a.Key == model.NoKey && !a.Unique })
	case figure.ColumnsNone:
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

func newAttribute(m *model.Model, id model.ID, a *model.Attribute, line float64) *Attribute {
	name := typeface.Clean(a.Name)
	made := &Attribute{ID: id, Key: a.Key, Multi: a.MultiValued, Derived: a.Derived, Unique: a.Unique && a.Key == model.NoKey}
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
	made.Title = figure.Titled(name, "attribute", key, unique, many, derived, m.TypeText(a.Type), a.Note)
	return made
}

// measure sizes the ellipse so that the corners of the text are inside.
func (a *Attribute) measure() {
	more := float64(len(a.lines) - 1)
	a.Height = radial.OvalHeight + 1.4*attributeLine*more
	text := 12 + attributeLine*more // from the first line's letters to the last one's
	a.Width = max(radial.LeastOvalWidth, figure.Even((typeface.Widest(a.lines, a.font())+18)/math.Sqrt(1-text*text/(a.Height*a.Height))))
	if a.Multi {
		a.Width += 2 * multiGap
		a.Height += 2 * multiGap * min(1, more)
	}
}

func (a *Attribute) Paint(p *figure.Painter, at geom.Point) *scene.Element {
	class := "attribute"
	if a.Derived {
		class += " derived"
	}
	explainAttribute(p, a)
	rx, ry := a.Width/2, a.Height/2
	items := []scene.Item{&scene.Ellipse{Class: "attribute-shape", Centre: at, RadiusX: rx, RadiusY: ry}}
	if a.Multi {
		items = append(items, &scene.Ellipse{Class: "attribute-shape inner", Centre: at, RadiusX: rx - multiGap, RadiusY: ry - multiGap})
	}
	base := at.Y + 4.2 - attributeLine*float64(len(a.lines)-1)/2
	for i, content := range a.lines {
		items = append(items, a.paintLine(content, geom.Pt(at.X, base+attributeLine*float64(i)))...)
	}
	items = figure.Old(items, a.struck)
	class, title := p.Picked(a.ID, class, a.Title.Text())
	e := p.Element(a.ID, class, title, append(items, p.PaintPicks(a.ID, geom.Pt(at.X, at.Y-ry))...)...)
	e.Items = append(e.Items, p.Numbered(geom.Pt(at.X-rx+6, at.Y-ry+6), a.ID)...)
	return e
}

// paintLine centres a line of the name at a point of its base line, and
// underlines a key or a unique attribute.
func (a *Attribute) paintLine(content string, at geom.Point) []scene.Item {
	items := []scene.Item{&scene.Text{Class: "attribute-text", At: at, Anchor: scene.AnchorMiddle, Font: a.font(), Content: content}}
	if a.Key == model.NoKey && !a.Unique {
		return items
	}
	width, _ := typeface.Measure(content, a.font())
	return append(items, a.Underline(at, width))
}

// Underline marks a key, or a unique attribute by a second line, below a text centred at a
// point of its base line.
func (a *Attribute) Underline(at geom.Point, width float64) *scene.Path {
	class := "underline"
	if a.Key == model.PartialKey {
		class += " dotted"
	}
	line := func(below float64) []geom.Step {
		return []geom.Step{geom.Move(at.X-width/2, at.Y+below), geom.Line(at.X+width/2, at.Y+below)}
	}
	if a.Unique {
		return &scene.Path{Class: class, Steps: append(line(2.2), line(4.6)...)}
	}
	return &scene.Path{Class: class, Steps: line(2.5)}
}

func explainAttribute(p *figure.Painter, a *Attribute) {
	p.Explain(figure.SymbolAttribute)
	for _, mark := range [...]struct {
		symbol figure.Symbol
		occurs bool
	}{
		{figure.SymbolKey, a.Key == model.Key}, {figure.SymbolPartialKey, a.Key == model.PartialKey},
		{figure.SymbolUnique, a.Unique}, {figure.SymbolMultiValued, a.Multi},
		{figure.SymbolDerived, a.Derived}, {figure.SymbolComposite, len(a.Parts) > 0},
	} {
		if mark.occurs {
			p.Explain(mark.symbol)
		}
	}
}

// AttributeList lists attributes, each before its parts, with the hooks of their
// box.
type AttributeList []ownedAttribute

type ownedAttribute struct {
	*Attribute
	Hooks *scene.Hooks
}

// Add appends attributes and returns their ellipses, with their numbers.
func (l *AttributeList) Add(hooks *scene.Hooks, attributes []*Attribute) []*radial.Oval {
	if len(attributes) == 0 {
		return nil
	}
	made, ovals := make([]radial.Oval, len(attributes)), make([]*radial.Oval, len(attributes))
	for i, a := range attributes {
		made[i] = radial.Oval{Number: len(*l), Width: a.Width, Height: a.Height}
		*l = append(*l, ownedAttribute{a, hooks})
		made[i].Parts = l.Add(hooks, a.Parts)
		ovals[i] = &made[i]
	}
	return ovals
}

// DOT underlines keys. DOT has no dotted and no double underline, so a partial key is
// underlined but not bold, and a unique attribute says so.
func (a *Attribute) DOT() string {
	name := figure.EscapeLines(a.lines)
	switch a.Key {
	case model.Key:
		name = "<B><U>" + name + "</U></B>"
	case model.PartialKey:
		name = "<U>" + name + "</U>"
	}
	if a.Unique {
		name += `<BR/><FONT POINT-SIZE="9"><I>unique</I></FONT>`
	}
	return fmt.Sprintf(`shape=ellipse, color="#8091a6", margin="0.05,0.02", style=%s, peripheries=%s, label=<%s>`,
		figure.Either(a.Derived, "dashed", "solid"), figure.Either(a.Multi, "2", "1"), name)
}

// Recall adds the old lines of the name, and enlarges the ellipse for them.
func (a *Attribute) Recall(was *Attribute) {
	a.lines, a.struck = figure.WithOld(a.lines, was.lines)
	a.measure()
}

func Collect(tree []*Attribute, into map[model.ID]*Attribute) {
	for _, a := range tree {
		into[a.ID] = a
		Collect(a.Parts, into)
	}
}

func DescriptionsOf(attributes []*Attribute) []figure.Description {
	var list []figure.Description
	for _, a := range attributes {
		described := a.Title.Description(a.ID)
		described.Parts = DescriptionsOf(a.Parts)
		list = append(list, described)
	}
	return list
}
