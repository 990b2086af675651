package diagram

import (
	"bytes"
	"context"
	"encoding/xml"
	"flag"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/model"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

var kinds = []Kind{KindER, KindWorkflow, KindLogical, KindPhysical}

// rows is a layout for tests that does not change when the engine improves: boxes
// in rows of three, and straight lines between their middles.
type rows struct{}

func (rows) Layout(_ context.Context, g *graph.Graph) (*graph.Layout, error) {
	l := &graph.Layout{Boxes: map[string]geom.Rect{}, Groups: map[string][]geom.Rect{}, Edges: map[string]graph.Route{}}
	y, height := 0.0, 0.0
	for i, box := range g.Boxes {
		if i%3 == 0 {
			y, height = y+height, 0
		}
		at := geom.NewRect(40+500*float64(i%3), y+80, box.Width, box.Height)
		height = max(height, box.Height+160)
		l.Boxes[box.ID] = at
		var group geom.Rect
		if frames := l.Groups[box.Group]; len(frames) > 0 {
			group = frames[0]
		}
		if box.Group != "" {
			right, bottom := max(group.X+group.Width, at.X+at.Width+20), max(group.Y+group.Height, at.Y+at.Height+20)
			if group.Width == 0 {
				group = geom.Rect{X: at.X - 20, Y: at.Y - 60}
			}
			group.Width, group.Height = right-group.X, bottom-group.Y
			l.Groups[box.Group] = []geom.Rect{group}
		}
		l.Width, l.Height = max(l.Width, at.X+at.Width+40), max(l.Height, at.Y+at.Height+40)
	}
	for _, edge := range g.Edges {
		to := l.Boxes[edge.To].Centre()
		from := geom.Pt(to.X-200, to.Y)
		if edge.From != "" {
			from = l.Boxes[edge.From].Centre()
		}
		l.Edges[edge.ID] = graph.Route{Points: []geom.Point{from, to}, Label: geom.Pt((from.X+to.X)/2, (from.Y+to.Y)/2)}
	}
	return l, nil
}

func testHref(id model.ID) string { return "/m/x?on=" + string(id) + "&y=1" }

func render(t testing.TB, m *model.Model, kind Kind, options figure.Options) []byte {
	t.Helper()
	return renderAs(t, m, kind, Display{}, options)
}

func renderAs(t testing.TB, m *model.Model, kind Kind, display Display, options figure.Options) []byte {
	t.Helper()
	svg, err := Render(context.Background(), rows{}, m, kind, display, options)
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// The elements of a picture and the attributes that they may have.
var (
	allowedElements   = "svg title desc style pattern g a rect circle ellipse path text"
	allowedAttributes = "xmlns class role aria-labelledby aria-describedby aria-current width height viewBox id href x y rx ry cx cy r d " +
		"text-anchor text-rendering font-family font-size font-weight font-style textLength lengthAdjust " +
		"fill stroke stroke-width stroke-dasharray patternUnits"
	hookAttributes = " data-box data-at data-room data-group data-framed data-owner data-edge data-from data-to data-query data-update data-uses" // in pages only
)

// checkSVG reads a picture as XML and fails on anything that we do not draw. It
// returns the IDs and all text.
func checkSVG(t testing.TB, svg []byte, standalone bool) (ids map[string]bool, text string) {
	t.Helper()
	ids = map[string]bool{}
	var words strings.Builder
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return ids, words.String()
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(strings.Fields(allowedElements), token.Name.Local) || token.Name.Local == "style" && !standalone {
				t.Errorf("element <%s>", token.Name.Local)
			}
			for _, attribute := range token.Attr {
				checkAttribute(t, attribute, ids, standalone)
			}
		case xml.CharData:
			words.Write(token)
			words.WriteByte('\n')
		case xml.Comment, xml.Directive:
			t.Errorf("a picture has no %T", token)
		}
	}
}

func checkAttribute(t testing.TB, attribute xml.Attr, ids map[string]bool, standalone bool) {
	t.Helper()
	name, value, allowed := attribute.Name.Local, attribute.Value, allowedAttributes
	if !standalone {
		allowed += hookAttributes
	}
	if !slices.Contains(strings.Fields(allowed), name) {
		t.Errorf("attribute %s=%q", name, value)
	}
	if name == "href" && !strings.HasPrefix(value, "/m/x?on=") {
		t.Errorf("href %q is none that we made", value)
	}
	if name == "id" {
		if ids[value] {
			t.Errorf("id %q occurs twice", value)
		}
		ids[value] = true
	}
	if strings.Contains(value, "NaN") || strings.Contains(value, "Inf") {
		t.Errorf("%s=%q", name, value)
	}
}

// idsOf lists the IDs of elements and of their parts.
func idsOf[T any](elements map[model.ID]T, inside ...func(T) []string) []string {
	var ids []string
	for id, element := range elements {
		ids = append(ids, "d-"+string(id))
		for _, list := range inside {
			ids = append(ids, list(element)...)
		}
	}
	return ids
}

// elementsOf lists the IDs of the elements that a diagram shows.
func elementsOf(m *model.Model, kind Kind) []string {
	switch kind {
	case KindER:
		return slices.Concat(
			idsOf(m.Concepts.Entities, func(e *model.Entity) []string { return idsOf(e.Attributes) }),
			idsOf(m.Concepts.Relationships, func(r *model.Relationship) []string {
				return append(idsOf(r.Attributes), idsOf(r.Participants)...)
			}),
			idsOf(m.Concepts.Hierarchies, func(h *model.Hierarchy) []string { return idsOf(h.Subtypes) }))
	case KindWorkflow:
		return append(idsOf(m.Workflow.Steps), idsOf(m.Workflow.Transitions)...)
	case KindLogical:
		return append(idsOf(m.Logical.Arrows),
			idsOf(m.Logical.Tables, func(t *model.LogicalTable) []string { return idsOf(t.Columns) })...)
	}
	return slices.Concat(idsOf(m.Physical.Keyspaces), idsOf(m.Logical.Arrows),
		idsOf(m.Physical.Relations, func(r *model.Relation) []string { return idsOf(r.Columns) }),
		idsOf(m.Physical.Types, func(u *model.UserType) []string { return idsOf(u.Fields) }))
}

func TestEveryElementHasItsID(t *testing.T) {
	for _, m := range []*model.Model{hotelModel(), notationModel()} {
		for _, kind := range kinds {
			for _, standalone := range []bool{false, true} {
				svg := render(t, m, kind, figure.Options{Href: testHref, Standalone: standalone})
				ids, _ := checkSVG(t, svg, standalone)
				want := append(elementsOf(m, kind), "diagram-title", "diagram-description")
				slices.Sort(want)
				if diff := cmp.Diff(want, slices.Sorted(maps.Keys(ids))); diff != "" {
					t.Errorf("%s %s (-want +got):\n%s", m.Name, kind, diff)
				}
			}
		}
	}
}

func TestSameModelSameBytes(t *testing.T) {
	for _, kind := range kinds {
		first := render(t, notationModel(), kind, figure.Options{Href: testHref, Standalone: true})
		for range 5 {
			if again := render(t, notationModel(), kind, figure.Options{Href: testHref, Standalone: true}); !bytes.Equal(first, again) {
				t.Fatalf("%s: the same model gives other bytes", kind)
			}
		}
	}
}

// TestClassesHaveStyle finds classes that were renamed in one place only.
func TestClassesHaveStyle(t *testing.T) {
	badges := map[model.ID]figure.Badge{"r1": {Level: "ok"}, "r2": {Level: "warn", WorstOnly: true}}
	unstyled := strings.Fields("arrow arrows attribute-text caption cardinality edge entity entity-text er hierarchy isa-text keyspace label-text " +
		"logical participant physical relationship relationship-text step-text task view wide workflow attribute diagram")
	used := map[string]bool{}
	for _, kind := range kinds {
		for _, match := range regexp.MustCompile(`class="([^"]*)"`).FindAllSubmatch(render(t, notationModel(), kind, figure.Options{Badges: badges, Selected: "r1", Href: testHref}), -1) {
			for _, class := range strings.Fields(string(match[1])) {
				used[class] = true
			}
		}
	}
	for class := range used {
		styled := regexp.MustCompile(`\.` + class + `[^a-z-]`).MatchString(scene.StyleSheet)
		if !styled && !slices.Contains(unstyled, class) {
			t.Errorf("class %q has no style", class)
		}
	}
}

func TestStyleUsesThePageTokens(t *testing.T) {
	if !strings.Contains(scene.Style("fonts"), "fill:var(--head,light-dark(#2b5a4c,#24493f))") {
		t.Error("the page's style lacks the token --head with its fallback")
	}
}

// A standalone picture sets each colour where it is used, so that a program without
// style sheets draws the same picture.
func TestThemes(t *testing.T) {
	for theme, want := range map[scene.Theme]string{
		scene.ThemeAuto:     `<rect class="paper" fill="#ffffff"`,
		scene.ThemeLight:    `fill="#2b5a4c"`,
		scene.ThemeDark:     `<rect class="paper" fill="#0f141d"`,
		scene.ThemePrint:    `<pattern id="hatch-light"`,
		scene.ThemeContrast: `stroke="#000000" stroke-width="2"`,
	} {
		svg, err := Render(context.Background(), rows{}, hotelModel(), KindPhysical, Display{Theme: theme}, figure.Options{Standalone: true})
		if err != nil {
			t.Fatal(err)
		}
		checkSVG(t, svg, true)
		text := string(svg)
		if !strings.Contains(text, want) {
			t.Errorf("theme %q: the picture lacks %s", theme, want)
		}
		if dark := strings.Contains(text, "@media (prefers-color-scheme:dark)"); dark != (theme == scene.ThemeAuto) {
			t.Errorf("theme %q: follows the system: %v", theme, dark)
		}
		if found := regexp.MustCompile(`var\(|url\([^d#]|@import|http://[^w]|https:`).FindString(text); found != "" {
			t.Errorf("theme %q: the picture has %s", theme, found)
		}
	}
}

func TestOptions(t *testing.T) {
	options := figure.Options{
		Selected: "r4col1", Href: testHref, Standalone: true, Revision: figure.Revision{Number: 12},
		Badges: map[model.ID]figure.Badge{"r1": {Level: "ok", Text: "112 KiB"}, "r2": {Level: "bad", WorstOnly: true, Text: "worst case 2 GiB"}},
	}
	svg := string(renderAs(t, hotelModel(), KindPhysical, Display{Badges: BadgesShown}, options))
	for _, want := range []string{
		`<a id="d-r4col1" class="column changed selected" href="/m/x?on=r4col1&amp;y=1" aria-current="true">`,
		`class="badge ok"`, `class="badge bad ring"`, `<title>hotels_by_poi · table · 112 KiB</title>`, `<title>hotels · table · worst case 2 GiB</title>`,
		`Hotel · Physical model · r12`, `role="graphics-document"`, `src:url(data:font/woff;base64,`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	for _, test := range []struct {
		display Display
		badges  bool
	}{{Display{}, false}, {Display{Badges: BadgesHidden, Legend: true}, false}, {Display{Legend: true}, true}} {
		if got := strings.Contains(string(renderAs(t, hotelModel(), KindPhysical, test.display, options)), `<title>hotels_by_poi · table · 112 KiB</title>`); got != test.badges {
			t.Errorf("a standalone picture with %+v has badges: %t", test.display, got)
		}
	}
	plain := string(render(t, hotelModel(), KindPhysical, figure.Options{Revision: figure.Revision{Number: 12}}))
	for _, unwanted := range []string{"<a ", "<style", "r12", `class="paper"`} {
		if strings.Contains(plain, unwanted) {
			t.Errorf("the picture in a page has %s", unwanted)
		}
	}
}

func TestNoticeIsTold(t *testing.T) {
	d := Build(hotelModel(), KindLogical, Display{})
	layout, err := rows{}.Layout(context.Background(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	layout.Notice = "The engine failed; this is a plain grid."
	for _, standalone := range []bool{false, true} {
		scene := d.Scene(layout, figure.Options{Standalone: standalone})
		_, text := checkSVG(t, svg.Encode(scene), standalone)
		if scene.Notice != layout.Notice || strings.Contains(text, layout.Notice) != standalone {
			t.Errorf("standalone %v: the scene's notice is %q, drawn %v", standalone, scene.Notice, strings.Contains(text, layout.Notice))
		}
	}
}

func TestEmptyModelSaysSo(t *testing.T) {
	for kind, want := range map[Kind]string{KindER: "No entity types yet", KindWorkflow: "No steps yet", KindLogical: "No tables yet", KindPhysical: "No tables yet"} {
		_, text := checkSVG(t, render(t, model.New("New"), kind, figure.Options{Standalone: true}), true)
		if !strings.Contains(text, want) {
			t.Errorf("%s: the picture does not say %q", kind, want)
		}
	}
}

func TestDanglingReferencesAreLeftOut(t *testing.T) {
	m := notationModel()
	delete(m.Logical.Tables, "l1")
	delete(m.Concepts.Entities, "employee")
	delete(m.Workflow.Steps, "w1")
	delete(m.Workflow.Queries, "q2")
	delete(m.Physical.Keyspaces, "k1")
	delete(m.Physical.Types, "udt")
	m.Physical.Relations["r3"].Base = "gone"
	m.Concepts.Entities["person"].Attributes["personattr1"].Parent = "personattr2" // a cycle
	for _, kind := range kinds {
		checkSVG(t, render(t, m, kind, figure.Options{Href: testHref}), false)
	}
}
