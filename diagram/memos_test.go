package diagram

import (
	"math"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/model"
)

// withMemos is the hotel with notes and areas, and a layout of its logical diagram.
func withMemos(t *testing.T) (*model.Model, *graph.Layout) {
	t.Helper()
	m := hotelModel()
	m.Notes = map[model.ID]*model.Note{
		"memo": {Diagram: "logical", Color: model.Pink, Text: "# Ask\n**bold** and [docs](https://docs.example/x) `code`\n\n- <b>tag</b>\n- [x](javascript:alert(1))",
			Frame: model.Frame{X: -300, Y: -50, Placed: true}},
		"loose": {Diagram: "logical", Color: "mauve", Text: "beside"},
		"long":  {Diagram: "logical", Text: strings.Repeat("word ", 20_000)},
		"other": {Diagram: "er", Text: "elsewhere"},
	}
	m.Areas = map[model.ID]*model.Area{"zone": {Diagram: "logical", Name: "Search <&>", Color: model.Green,
		Frame: model.Frame{X: -100, Y: -100, Width: 5000, Height: 5000, Placed: true}}}
	layout, err := Build(m, KindLogical, Display{}).Layout(t.Context(), engine.New(enginetest.Pool(t, nil), nil))
	if err != nil {
		t.Fatal(err)
	}
	return m, layout
}

// TestMemos: the texts of notes are in the picture, as text only; areas are behind the boxes and notes
// over them, and the picture is large enough for all.
func TestMemos(t *testing.T) {
	m, layout := withMemos(t)
	for _, options := range []figure.Options{{Standalone: true}, {Href: func(id model.ID) string { return "/" + string(id) }}} {
		s := Build(m, KindLogical, Display{}).Scene(layout, options)
		text := string(svg.Encode(s))
		for _, want := range []string{">Ask</text>", `font-weight="700">bold</text>`, `href="https://docs.example/x"`, "&lt;b&gt;tag&lt;/b&gt;", "javascript:alert(1)", ">beside<", ">Search &lt;&amp;&gt;<", "memo-sheet yellow", "memo-sheet pink"} {
			if !strings.Contains(text, want) {
				t.Errorf("the picture lacks %s", want)
			}
		}
		for _, wrong := range []string{"<b>", `href="javascript`, "elsewhere", "mauve"} {
			if strings.Contains(text, wrong) {
				t.Errorf("the picture has %s", wrong)
			}
		}
		if area, box, note := strings.Index(text, `class="area-shape`), strings.Index(text, `class="box`), strings.Index(text, `class="memo-sheet`); area > box || box > note {
			t.Errorf("painted at %d, %d, %d: want areas, boxes, notes", area, box, note)
		}
		whole := geom.NewRect(s.Corner.X, s.Corner.Y, s.Width, s.Height)
		for _, item := range s.Items {
			if e, is := item.(*scene.Element); is && e.Hooks != nil && e.Hooks.At != nil && !whole.Contains(*e.Hooks.At) {
				t.Errorf("%s at %v leaves the picture %v", e.ID, *e.Hooks.At, whole)
			}
		}
		if least := s.SmallestText(); least < 10.2 {
			t.Errorf("the smallest text has %g px", least)
		}
	}
}

// TestMemosOfOtherArrangements: where boxes are arranged in another way, notes are beside them and areas
// are left out. A picture of a part has neither.
func TestMemosOfOtherArrangements(t *testing.T) {
	m, _ := withMemos(t)
	for _, test := range []struct {
		display      Display
		notes, areas int
	}{{Display{}, 3, 1}, {Display{Direction: graph.TopDown}, 3, 0}, {Display{Query: "q1"}, 0, 0}} {
		d := Build(m, KindLogical, test.display)
		layout, err := d.Layout(t.Context(), engine.New(enginetest.Pool(t, nil), nil))
		if err != nil {
			t.Fatal(err)
		}
		text := string(svg.Encode(d.Scene(layout, figure.Options{Standalone: true})))
		if notes, areas := strings.Count(text, `class="memo"`), strings.Count(text, `class="area"`); notes != test.notes || areas != test.areas {
			t.Errorf("%+v: %d notes and %d areas, want %d and %d", test.display, notes, areas, test.notes, test.areas)
		}
	}
}

// TestCarried: an area carries what lies in it, a box only itself.
func TestCarried(t *testing.T) {
	m, _ := withMemos(t)
	for id, want := range map[model.ID]int{"zone": len(m.Logical.Tables) + 1, "memo": 1, model.SortedKeys(m.Logical.Tables)[0]: 1, "other": 0} {
		carried, err := Carried(t.Context(), engine.New(enginetest.Pool(t, nil), nil), m, KindLogical, id)
		if _, found := carried[id]; err != nil || len(carried) != want && !(id == "zone" && len(carried) >= want) || found != (want > 0) {
			t.Errorf("%s carries %d, want %d, %v", id, len(carried), want, err)
		}
	}
}

// TestMemosInWords: descriptions, DOT and the text for screen readers have notes and areas, too.
func TestMemosInWords(t *testing.T) {
	m, _ := withMemos(t)
	d := Build(m, KindLogical, Display{})
	dot := d.DOT()
	for _, want := range []string{"shape=note", "&lt;b&gt;tag&lt;/b&gt;", "// area: Search <&>"} {
		if !strings.Contains(dot, want) {
			t.Errorf("the DOT text lacks %s", want)
		}
	}
	if text := prose(d.Text()); !strings.Contains(text, "beside · note") || !strings.Contains(text, "Search <&> · area") {
		t.Errorf("the words lack a note or the area: %s", text)
	}
}

// TestTidyKeepsAreas: Tidy moves no box that lies in an area.
func TestTidyKeepsAreas(t *testing.T) {
	m, layout := withMemos(t)
	at := map[model.ID]model.Position{}
	for id, rect := range layout.Boxes {
		at[model.ID(id)] = model.Position{X: 2*rect.X - 50, Y: 3*rect.Y + 10}
	}
	m = m.WithPositions("logical", at)
	tidied, err := Tidied(t.Context(), engine.New(enginetest.Pool(t, nil), nil), m, KindLogical)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range at {
		if got := tidied[id]; math.Abs(got.X-want.X) > 1 || math.Abs(got.Y-want.Y) > 1 {
			t.Errorf("%s in an area went from %v to %v", id, want, got)
		}
	}
}
