package diagram

import (
	"testing"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// partsOf lists the elements of a class, including nested ones.
func partsOf(items []scene.Item, class string) []*scene.Element {
	var found []*scene.Element
	for _, item := range items {
		if e, is := item.(*scene.Element); is {
			if e.Class == class {
				found = append(found, e)
			}
			found = append(found, partsOf(e.Items, class)...)
		}
	}
	return found
}

// On paper no hatch runs through letters: they are on a white plate.
func TestHatchedTasksHavePlates(t *testing.T) {
	for theme, want := range map[scene.Theme]bool{scene.ThemePrint: true, scene.ThemeLight: false, scene.ThemeContrast: false} {
		grey := partsOf(draw(t, signsModel(), KindWorkflow, Display{Theme: theme}).Items, "task grey")
		if len(grey) == 0 {
			t.Fatal("no task without a query")
		}
		for _, e := range grey {
			step, plate := e.Items[0].(*scene.Rectangle), e.Items[1]
			under, is := plate.(*scene.Rectangle)
			if is != want {
				t.Fatalf("%q: %s has a plate: %t, want %t", theme, e.Title, is, want)
			}
			if !want {
				continue
			}
			if step.Rect.Union(under.Rect) != step.Rect {
				t.Errorf("the plate %v leaves its step %v", under.Rect, step.Rect)
			}
			for _, item := range e.Items[2:] {
				text := item.(*scene.Text)
				width, _ := typeface.Measure(text.Content, text.Font)
				letters := geom.NewRect(text.At.X-width/2, text.At.Y-0.75*text.Font.Size, width, text.Font.Size)
				if under.Rect.Union(letters) != under.Rect {
					t.Errorf("%q at %v leaves its plate %v", text.Content, letters, under.Rect)
				}
			}
		}
	}
}

// Without colours, each size badge has a shape of its own: fill and ring for known
// sizes, a thin dotted line for unknown ones.
func TestPrintedBadgesDiffer(t *testing.T) {
	type shape struct {
		fill   string
		width  float64
		dashed bool
	}
	styler, met := scene.NewStyler(scene.ThemePrint), map[shape]figure.Badge{}
	root := styler.Root(&scene.Scene{Theme: scene.ThemePrint, Kind: string(KindPhysical)})
	table := styler.In(root, "g", "table")
	for _, badge := range []figure.Badge{{Level: "ok"}, {Level: "warn"}, {Level: "bad"}, {Level: "assumed"}, {Level: "missing"}, {Level: "warn", WorstOnly: true}, {Level: "bad", WorstOnly: true}} {
		dot := badge.Paint(geom.Point{}).(*scene.Ellipse)
		look := styler.In(table, "circle", dot.Class).Look
		drawn := shape{look.Fill, look.Width, len(look.Dash) > 0}
		if other, known := met[drawn]; known {
			t.Errorf("%+v is drawn as %+v: %+v", badge, other, drawn)
		}
		met[drawn] = badge
		if want := badge.Level == "missing"; drawn.dashed != want {
			t.Errorf("%+v is dashed: %t", badge, drawn.dashed)
		}
	}
}
