package diagram

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/model"
)

// hookedNode is an element of a picture with its data attributes.
type hookedNode struct {
	XMLName  xml.Name
	Class    string       `xml:"class,attr"`
	X        float64      `xml:"x,attr"`
	Y        float64      `xml:"y,attr"`
	Width    float64      `xml:"width,attr"`
	Height   float64      `xml:"height,attr"`
	Box      string       `xml:"data-box,attr"`
	At       string       `xml:"data-at,attr"`
	Owner    string       `xml:"data-owner,attr"`
	Edge     string       `xml:"data-edge,attr"`
	From     string       `xml:"data-from,attr"`
	To       string       `xml:"data-to,attr"`
	Query    string       `xml:"data-query,attr"`
	Update   string       `xml:"data-update,attr"`
	Uses     string       `xml:"data-uses,attr"`
	Children []hookedNode `xml:",any"`
}

func hooked(t *testing.T, m *model.Model, kind Kind) hookedNode {
	t.Helper()
	var svg hookedNode
	if err := xml.Unmarshal(render(t, m, kind, figure.Options{Href: testHref}), &svg); err != nil {
		t.Fatal(err)
	}
	return svg
}

// TestHooksOfBoxes: each box has its place.
func TestHooksOfBoxes(t *testing.T) {
	for _, kind := range []Kind{KindWorkflow, KindLogical, KindPhysical} {
		svg := hooked(t, notationModel(), kind)
		count := 0
		for _, node := range svg.Children {
			if node.Box == "" {
				continue
			}
			count++
			var at geom.Rect
			if _, err := fmt.Sscan(node.At, &at.X, &at.Y, &at.Width, &at.Height); err != nil {
				t.Fatalf("%s: box %s is at %q", kind, node.Box, node.At)
			}
			shape := node.Children[slices.IndexFunc(node.Children, func(child hookedNode) bool { return child.XMLName.Local == "rect" })]
			if got := (geom.NewRect(shape.X, shape.Y, shape.Width, shape.Height)); got != at {
				t.Errorf("%s: box %s says %v and is drawn at %v", kind, node.Box, at, got)
			}
		}
		if want := len(Build(notationModel(), kind, Display{}).Graph().Boxes); count != want {
			t.Errorf("%s: %d boxes of %d say where they are", kind, count, want)
		}
	}
}

// TestHooksOfLines: each line and its labels name the boxes that it connects and
// the queries that use it.
func TestHooksOfLines(t *testing.T) {
	lines := map[string]string{}
	for _, node := range hooked(t, hotelModel(), KindLogical).Children {
		if node.Edge != "" {
			lines[node.Class+" "+node.Edge] = strings.TrimSpace(node.From + " → " + node.To + " " + node.Query + node.Update)
		}
	}
	for _, edge := range Build(hotelModel(), KindLogical, Display{}).Graph().Edges {
		line, label := lines["edge "+edge.ID], lines["arrow "+edge.ID]
		if label == "" {
			label = lines["arrows "+edge.ID]
		}
		if line == "" || line != label || !strings.HasPrefix(line, strings.TrimSpace(edge.From+" → ")+" "+edge.To+" ") {
			t.Errorf("the line %s says %q, its label %q", edge.ID, line, label)
		}
	}
	if len(lines) < 10 {
		t.Errorf("only %d lines and labels have hooks", len(lines))
	}
}

// TestHooksOfTypes: a column names the types that it uses.
func TestHooksOfTypes(t *testing.T) {
	users := map[string]string{}
	for _, box := range hooked(t, hotelModel(), KindPhysical).Children {
		for _, row := range box.Children {
			if row.Uses != "" {
				users[row.Uses] += " " + box.Box
			}
		}
	}
	for userType := range hotelModel().Physical.Types {
		if users[string(userType)] == "" {
			t.Errorf("no column uses the type %s: %v", userType, users)
		}
	}
}

// TestHooksOfAttributes: attributes move with their box.
func TestHooksOfAttributes(t *testing.T) {
	m := notationModel()
	owners := map[string]int{}
	for _, node := range hooked(t, m, KindER).Children {
		if node.Owner != "" {
			owners[node.Owner]++
		}
	}
	for id, entity := range m.Concepts.Entities {
		if want := 2 * len(entity.Attributes); owners[string(id)] != want { // a spoke and an ellipse each
			t.Errorf("%d parts move with %s, want %d", owners[string(id)], id, want)
		}
	}
}

// TestPictureAloneHasNoHooks: a standalone file has no attributes for the scripts
// of a page.
func TestPictureAloneHasNoHooks(t *testing.T) {
	if svg := string(render(t, hotelModel(), KindLogical, figure.Options{Href: testHref, Standalone: true})); strings.Contains(svg, " data-") {
		t.Error("a standalone picture has hooks")
	}
}
