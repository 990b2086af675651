package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"widerow/diagram/geom"
	"widerow/diagram/typeface"
)

// svgNode is an element of a picture as an XML reader finds it.
type svgNode struct {
	tag        string
	attributes map[string]string
	text       string // its own text, without that of its children
	parent     *svgNode
	children   []*svgNode
}

func readSVG(t *testing.T, svg []byte) *svgNode {
	t.Helper()
	at := &svgNode{}
	decoder := xml.NewDecoder(bytes.NewReader(svg)) // strict
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return at.children[0]
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			node := &svgNode{tag: token.Name.Local, attributes: map[string]string{}, parent: at}
			for _, attribute := range token.Attr {
				node.attributes[attribute.Name.Local] = attribute.Value
			}
			at.children = append(at.children, node)
			at = node
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			at.text += string(token)
		}
	}
}

// all visits the node and its descendants, in the order of the picture.
func (n *svgNode) all(visit func(*svgNode)) {
	visit(n)
	for _, child := range n.children {
		child.all(visit)
	}
}

func (n *svgNode) is(classes ...string) bool {
	return slices.ContainsFunc(strings.Fields(n.attributes["class"]), func(class string) bool { return slices.Contains(classes, class) })
}

// having returns the nodes with one of these classes, except in legends and keys.
func (n *svgNode) having(classes ...string) []*svgNode {
	var found []*svgNode
	n.all(func(node *svgNode) {
		if node.is(classes...) && node.around("legend", "key", "title-block") == nil {
			found = append(found, node)
		}
	})
	return found
}

// around returns the node or its nearest ancestor with one of these classes.
func (n *svgNode) around(classes ...string) *svgNode {
	for ; n != nil; n = n.parent {
		if n.is(classes...) {
			return n
		}
	}
	return nil
}

func (n *svgNode) number(name string) float64 {
	value, _ := strconv.ParseFloat(n.attributes[name], 64)
	return value
}

// outline returns the bounding box of a shape.
func (n *svgNode) outline() geom.Rect {
	switch n.tag {
	case "rect":
		return geom.NewRect(n.number("x"), n.number("y"), n.number("width"), n.number("height"))
	case "circle":
		r := n.number("r")
		return geom.NewRect(n.number("cx")-r, n.number("cy")-r, 2*r, 2*r)
	case "ellipse":
		return geom.NewRect(n.number("cx")-n.number("rx"), n.number("cy")-n.number("ry"), 2*n.number("rx"), 2*n.number("ry"))
	}
	low, high := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	numbers := strings.FieldsFunc(n.attributes["d"], func(r rune) bool { return strings.ContainsRune("MLQCZ ", r) })
	for i := 1; i < len(numbers); i += 2 {
		x, _ := strconv.ParseFloat(numbers[i-1], 64)
		y, _ := strconv.ParseFloat(numbers[i], 64)
		low, high = geom.Pt(min(low.X, x), min(low.Y, y)), geom.Pt(max(high.X, x), max(high.Y, y))
	}
	return geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y)
}

// holds reports whether a point is inside the shape, allowing for rounding.
func (n *svgNode) holds(at geom.Point) bool {
	r := n.outline().Grown(0.05)
	c := r.Centre()
	x, y := math.Abs(at.X-c.X)/(r.Width/2), math.Abs(at.Y-c.Y)/(r.Height/2)
	switch {
	case n.tag == "ellipse" || n.tag == "circle":
		return x*x+y*y <= 1
	case n.is("relationship-shape"):
		return x+y <= 1
	}
	return x <= 1 && y <= 1
}

// Metrics of Arimo in em: from a base line to the top of capitals, to the top of
// the line, and to its bottom.
const (
	capitals, ascent, descent = 1409.0 / 2048, 1854.0 / 2048, 434.0 / 2048
)

// textBox returns the area of a text, from the top of its lines to their bottom.
func (n *svgNode) textBox() geom.Rect {
	font := typeface.Font{Size: n.number("font-size"), Bold: n.attributes["font-weight"] == "700", Italic: n.attributes["font-style"] == "italic"}
	width, _ := typeface.Measure(n.text, font)
	x := n.number("x")
	switch n.attributes["text-anchor"] {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	return geom.NewRect(x, n.number("y")-ascent*font.Size, width, (ascent+descent)*font.Size)
}

// letters returns the area of a text's capitals.
func (n *svgNode) letters() geom.Rect {
	box, size := n.textBox(), n.number("font-size")
	return geom.NewRect(box.X, n.number("y")-capitals*size, box.Width, capitals*size)
}

// textCells are the shapes that contain the texts of a part of the picture.
var textCells = []struct{ frame, shapes []string }{
	{[]string{"column"}, []string{"row"}},
	{[]string{"arrow"}, []string{"row", "label"}},
	{[]string{"arrows"}, []string{"label"}},
	{[]string{"participant"}, []string{"patch"}},
	{[]string{"legend", "key", "title-block"}, []string{"panel"}},
	{[]string{"table", "type-box"}, []string{"box"}},
	{[]string{"bar-link"}, []string{"bar"}},
	{[]string{"task"}, []string{"step"}},
	{[]string{"entity"}, []string{"entity-shape"}},
	{[]string{"relationship"}, []string{"relationship-shape"}},
	{[]string{"attribute"}, []string{"attribute-shape"}},
	{[]string{"hierarchy"}, []string{"isa-shape"}},
	{[]string{"keyspace"}, []string{"container"}},
}

// checkTexts: every text is inside the cells around it, and inside the picture.
func checkTexts(t *testing.T, root *svgNode) {
	t.Helper()
	var corner geom.Point
	var picture geom.Rect
	fmt.Sscan(root.attributes["viewBox"], &corner.X, &corner.Y, &picture.Width, &picture.Height)
	picture.X, picture.Y = corner.X, corner.Y
	root.all(func(n *svgNode) {
		if n.tag != "text" {
			return
		}
		if box := n.textBox(); !picture.Grown(0.05).Contains(box) {
			t.Errorf("text %.40q at %+v sticks out of the picture %+v", n.text, box, picture)
		}
		for _, cell := range textCells {
			if frame := n.around(cell.frame...); frame != nil {
				checkCell(t, n, frame, cell.shapes)
			}
		}
	})
}

// checkCell fails unless one of a frame's shapes contains the text.
func checkCell(t *testing.T, text, frame *svgNode, shapes []string) {
	t.Helper()
	held, looked := false, false
	frame.all(func(n *svgNode) {
		if n.is(shapes...) && !n.is("inner") {
			held, looked = held || n.has(text), true
		}
	})
	if looked && !held {
		t.Errorf("text %.40q (%s) at %+v leaves its %s", text.text, text.attributes["class"], text.textBox(), strings.Join(shapes, " or "))
	}
}

// has reports whether the shape contains the text's lines or, if it is not a
// rectangle, the text's letters.
func (n *svgNode) has(text *svgNode) bool {
	box := text.textBox()
	if n.tag != "rect" && !n.is("bar") {
		box = text.letters()
	}
	for _, at := range []geom.Point{geom.Pt(box.X, box.Y), geom.Pt(box.X+box.Width, box.Y), geom.Pt(box.X, box.Y+box.Height), geom.Pt(box.X+box.Width, box.Y+box.Height)} {
		if !n.holds(at) {
			return false
		}
	}
	return true
}

// checkLabels: no label covers another label, a box or an attribute. It returns the
// number of labels.
func checkLabels(t *testing.T, root *svgNode) int {
	t.Helper()
	labels := root.having("label", "patch")
	boxes := root.having("box", "step", "entity-shape", "relationship-shape", "attribute-shape", "isa-shape")
	for i, label := range labels {
		at := label.outline()
		for _, other := range labels[:i] {
			if label.parent != other.parent && at.Grown(-0.05).Overlaps(other.outline()) {
				t.Errorf("label %q covers label %q: %+v, %+v", textBeside(label), textBeside(other), at, other.outline())
			}
		}
		if label.is("in-head") {
			checkInHead(t, label)
			continue
		}
		for _, box := range boxes {
			if !at.Grown(-0.05).Overlaps(box.outline()) {
				continue
			}
			for k := range 121 {
				if box.holds(geom.Pt(at.X+at.Width*float64(k%11)/10, at.Y+at.Height*float64(k/11)/10)) {
					t.Errorf("label %q covers %s %q: %+v, %+v", textBeside(label), box.attributes["class"], textBeside(box), at, box.outline())
					break
				}
			}
		}
	}
	return len(labels)
}

// checkInHead: an update is inside the header of its table, and covers nothing there.
func checkInHead(t *testing.T, label *svgNode) {
	t.Helper()
	at := label.outline()
	for _, header := range label.around("table").having("bar-link") {
		for _, child := range header.having("bar", "name", "tag", "tag-text", "badge", "advice") {
			switch {
			case child.is("bar"):
				if !child.outline().Grown(0.05).Contains(at) {
					t.Errorf("update %q leaves the header: %+v, %+v", textBeside(label), at, child.outline())
				}
			case child.tag == "text" && at.Overlaps(child.letters()), child.tag != "text" && at.Overlaps(child.outline()):
				t.Errorf("update %q covers %s %q", textBeside(label), child.attributes["class"], child.text)
			}
		}
	}
}

// textBeside returns the first text next to a shape, for messages.
func textBeside(shape *svgNode) string {
	words := ""
	shape.parent.all(func(n *svgNode) {
		if n.tag == "text" && words == "" {
			words = fmt.Sprintf("%.20s", n.text)
		}
	})
	return words
}

// letterOf returns the visible characters of a text: without spaces and without
// characters that XML forbids.
func letterOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text)
}
