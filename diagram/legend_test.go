package diagram

import (
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	legendpages "widerow/diagram/legend"
	"widerow/diagram/scene"
	"widerow/model"
)

// shown returns the texts of a picture, in the order of painting.
func shown(items []scene.Item) []string {
	var texts []string
	for _, item := range items {
		switch item := item.(type) {
		case *scene.Element:
			texts = append(texts, shown(item.Items)...)
		case *scene.Text:
			texts = append(texts, item.Content)
		}
	}
	return texts
}

func sceneOf(t *testing.T, m *model.Model, kind Kind, display Display, options figure.Options, lookups ...Lookup) *scene.Scene {
	t.Helper()
	d := Build(m, kind, display, lookups...)
	layout, err := rows{}.Layout(t.Context(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	return d.Scene(layout, options)
}

// elementOf finds the first element of a class at the top of a scene.
func elementOf(s *scene.Scene, class string) *scene.Element {
	for _, item := range s.Items {
		if e, ok := item.(*scene.Element); ok && e.Class == class {
			return e
		}
	}
	return nil
}

func TestEachSymbolIsExplained(t *testing.T) {
	for s, e := range legendpages.Explanations {
		if e.Words == "" || e.Sample == nil || len(e.Sample(geom.NewRect(0, 0, legendpages.LegendSample, legendpages.LegendRow))) == 0 {
			t.Errorf("symbol %d has no words or no sample", s)
		}
	}
}

// TestLegendNamesWhatOccurs removes signs one by one: the legend explains each only
// while it is drawn.
func TestLegendNamesWhatOccurs(t *testing.T) {
	options := figure.Options{
		Badges: map[model.ID]figure.Badge{"r1": {Level: "warn", WorstOnly: true}},
		Advice: map[model.ID]int{"r2": 3},
	}
	for _, test := range []struct {
		words string
		kind  Kind
		gone  func(*model.Model)
	}{
		{"counter column", KindPhysical, func(m *model.Model) {
			for _, c := range m.Physical.Relations["r1"].Columns {
				c.Type = model.Native("text")
			}
		}},
		{"static column, one value a partition", KindLogical, func(m *model.Model) { delete(m.Logical.Tables["l1"].Columns, "l1col3") }},
		{"SASI index", KindPhysical, func(m *model.Model) { delete(m.Physical.Relations["r2"].Indexes, "i3") }},
		{"vector", KindPhysical, func(m *model.Model) { delete(m.Physical.Relations["r2"].Columns, "r2col6") }},
		{"materialized view; a dashed arrow leads to its base table", KindPhysical, func(m *model.Model) { delete(m.Physical.Relations, "r3") }},
		{"update that writes the table", KindLogical, func(m *model.Model) { delete(m.Logical.Arrows, "al1l2u1") }},
		{"task that needs no query", KindWorkflow, func(m *model.Model) { delete(m.Workflow.Steps, "w3") }},
		{"weak entity type, identified by its owner", KindER, func(m *model.Model) { m.Concepts.Entities["milestone"].Weak = false }},
		{"subtypes: an instance is of one at most (disjoint)", KindER, func(m *model.Model) { m.Concepts.Hierarchies["isa"].Disjoint = false }},
	} {
		m := notationModel()
		explained := legendWords(t, m, test.kind, options)
		if !strings.Contains(explained, test.words) {
			t.Errorf("%s: the legend lacks %q; it says %s", test.kind, test.words, explained)
		}
		test.gone(m)
		if strings.Contains(legendWords(t, m, test.kind, options), test.words) {
			t.Errorf("%s: the legend explains %q, which is not drawn", test.kind, test.words)
		}
	}
}

func legendWords(t *testing.T, m *model.Model, kind Kind, options figure.Options) string {
	legend := elementOf(sceneOf(t, m, kind, Display{Legend: true, Advice: true}, options), "legend")
	if legend == nil {
		t.Fatalf("%s has no legend", kind)
	}
	return strings.Join(shown(legend.Items), " ")
}

// TestPanelsEnlargeThePicture compares a picture with and without all panels: the
// diagram stays in place, and the panels are below it.
func TestPanelsEnlargeThePicture(t *testing.T) {
	for _, m := range []*model.Model{notationModel(), hotelModel(), longNames()} {
		for _, kind := range kinds {
			plain := sceneOf(t, m, kind, Display{}, figure.Options{})
			full := sceneOf(t, m, kind, Display{Legend: true, TitleBlock: true, Key: true}, figure.Options{Revision: figure.Revision{Number: 3}})
			for i, item := range full.Items[len(plain.Items):] {
				e := item.(*scene.Element)
				frame := e.Items[0].(*scene.Rectangle).Rect
				frame.X, frame.Y = frame.X-full.Corner.X, frame.Y-full.Corner.Y
				if frame.Y < plain.Height-margin || frame.X < margin || frame.X+frame.Width > full.Width-margin || frame.Y+frame.Height > full.Height-margin {
					t.Errorf("%s %s: the %s is at %v in a picture of %v × %v, %v high before", m.Name, kind, e.Class, frame, full.Width, full.Height, plain.Height)
				}
				for _, other := range full.Items[len(plain.Items) : len(plain.Items)+i] {
					if frame.Within(other.(*scene.Element).Items[0].(*scene.Rectangle).Rect, 0) {
						t.Errorf("%s %s: two panels overlap", m.Name, kind)
					}
				}
			}
			if len(full.Items) == len(plain.Items) {
				t.Errorf("%s %s: nothing is below the picture", m.Name, kind)
			}
		}
	}
}

// TestPanelsLineUp: panels below a picture begin and end where its containers do.
func TestPanelsLineUp(t *testing.T) {
	for _, standalone := range []bool{false, true} {
		picture := sceneOf(t, hotelModel(), KindPhysical, Display{Legend: true, TitleBlock: true}, figure.Options{Standalone: standalone})
		var sides []float64
		for _, item := range picture.Items {
			if e, ok := item.(*scene.Element); ok && e.Class == "keyspace" {
				frame := e.Items[0].(*scene.Rectangle)
				sides = append(sides, frame.X, frame.X+frame.Width)
			}
		}
		legend, block := elementOf(picture, "legend").Items[0].(*scene.Rectangle), elementOf(picture, "title-block").Items[0].(*scene.Rectangle)
		got, want := [2]float64{legend.X, block.X + block.Width}, [2]float64{slices.Min(sides), slices.Max(sides)}
		if got != want {
			t.Errorf("the panels reach from %g to %g, the keyspaces from %g to %g", got[0], got[1], want[0], want[1])
		}
	}
}

func TestTitleBlock(t *testing.T) {
	revision := figure.Revision{Number: 12, Date: time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", -7200)), Author: "A. Writer"}
	s := sceneOf(t, hotelModel(), KindLogical, Display{TitleBlock: true}, figure.Options{Revision: revision, Standalone: true})
	got := strings.Join(shown(elementOf(s, "title-block").Items), "|")
	if want := "Model|Hotel|Diagram|Logical model|Revision|r12|Date|2026-11-22|Author|A. Writer"; got != want {
		t.Errorf("title block = %q, want %q", got, want)
	}
	s = sceneOf(t, hotelModel(), KindLogical, Display{}, figure.Options{Revision: revision, Standalone: true})
	if texts := shown(s.Items); texts[len(texts)-1] != "Hotel · Logical model · r12 · 2026-11-22" {
		t.Errorf("caption = %q", texts[len(texts)-1])
	}
}

func TestKeySaysWhatIsAsked(t *testing.T) {
	m := hotelModel()
	m.Workflow.Queries["q4"].Given = map[model.ID]*model.Given{
		"g1": {Order: "1", Attribute: "hotelattr0", Operator: model.Equal}, "g2": {Order: "2", Name: "date", Operator: model.Range}}
	m.Workflow.Queries["q4"].Find = map[model.ID]*model.Find{"f1": {Attribute: "roomattr0"}, "f2": {Name: "price", Aggregate: model.Min, Order: "1"}}
	m.Workflow.Queries["q4"].SortBy = map[model.ID]*model.SortBy{"s1": {Name: "date", Descending: true}}
	m.Workflow.Updates["u1"].Kind = model.Change
	m.Workflow.Updates["u1"].Writes = map[model.ID]*model.Write{"x": {Element: "reservation"}}
	got := strings.Join(shown(elementOf(sceneOf(t, m, KindWorkflow, Display{Key: true}, figure.Options{}), "key").Items), "|")
	for _, want := range []string{
		"Q4|Find rooms free on given dates|given Hotel.hotel id, date (range) · finds Room.number, min of", "U1|Book a room|changes Reservation",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the key lacks %q; it says %s", want, got)
		}
	}
	if strings.Contains(got, "Q99") || !strings.HasPrefix(got, "Queries and updates|Q1|") {
		t.Errorf("key = %s", got)
	}
}

// TestRanges writes the ends of relationships as min..max. The range at an entity type counts the
// relationships of one instance, so its upper bound is the cardinality of the other end.
func TestRanges(t *testing.T) {
	b := newBuilder("Ranges")
	b.entity("a", "A", false, "")
	b.entity("b", "B", false, "")
	b.relationship("one", "one", false, "a:1 b:n!", "")
	b.relationship("many", "many", false, "a:n! b:m", "")
	b.relationship("self", "self", false, "a:1:boss a:n:worker", "")
	b.relationship("three", "three", false, "a:1! b:n a:1", "")
	for id, want := range map[string]string{
		"onepart0": "0..n", "onepart1": "1..1", "manypart0": "1..n", "manypart1": "0..n",
		"selfpart0": "0..n", "selfpart1": "0..1", "threepart0": "1..n", "threepart1": "0..n",
	} {
		d := Build(b.Model, KindER, Display{Cardinality: figure.CardinalityRanges})
		if got := d.connectors[id].end.Cardinality; got != want {
			t.Errorf("%s = %s, want %s", id, got, want)
		}
	}
}

func TestUpdatesCanBeLeftOut(t *testing.T) {
	m := notationModel()
	for kind, want := range map[Kind]string{KindLogical: "Q5", KindPhysical: "Q5"} {
		d := Build(m, kind, Display{NoUpdates: true})
		for _, c := range d.connectors {
			if c.pill != nil {
				for _, l := range c.pill.Labels {
					if l.Update {
						t.Errorf("%s draws %s", kind, l.Text)
					}
					want = strings.ReplaceAll(want, l.Text, "")
				}
			}
		}
		if want != "" {
			t.Errorf("%s lacks %s", kind, want)
		}
	}
}

// Without colours, changes made by physical design are underlined, and the legend
// explains this.
func TestChangesWithoutColours(t *testing.T) {
	for _, theme := range []scene.Theme{scene.ThemeAuto, scene.ThemeLight, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast} {
		picture := sceneOf(t, notationModel(), KindPhysical, Display{Theme: theme, Legend: true}, figure.Options{Standalone: true})
		changed, lines := 0, 0
		var words []string
		var walk func(items []scene.Item)
		walk = func(items []scene.Item) {
			for _, item := range items {
				switch item := item.(type) {
				case *scene.Element:
					walk(item.Items)
				case *scene.Text:
					if strings.HasSuffix(item.Class, "changed") {
						changed++
					}
					if item.Class == "panel-text" {
						words = append(words, item.Content)
					}
				case *scene.Path:
					if item.Class == "change" {
						lines++
					}
				}
			}
		}
		walk(picture.Items)
		explained := strings.Join(words, " ")
		if changed < 3 {
			t.Fatalf("%s: only %d texts are of what changed", theme, changed)
		}
		if plain := !theme.Colorful(); plain && (lines != changed || strings.Contains(explained, "green") || !strings.Contains(explained, "dashed line: changed")) {
			t.Errorf("%s: %d of %d texts that changed are underlined; the legend says: %s", theme, lines, changed, explained)
		} else if !plain && (lines != 0 || !strings.Contains(explained, "green: changed")) {
			t.Errorf("%s: %d lines below texts; the legend says: %s", theme, lines, explained)
		}
	}
}
