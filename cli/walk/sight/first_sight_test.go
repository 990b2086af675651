package sight

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// smallestName is the least height of a name at first sight, in CSS px.
const smallestName = 9.5

// screens are the windows in which each picture is opened.
var screens = [][2]int64{{1280, 800}, {1440, 900}, {1920, 1080}, {390, 844}}

// TestNamesAreReadableAtFirstSight opens every diagram of every example, and
// 100 imported tables, in four windows and both themes. It measures the names
// of the boxes, their columns and attributes in view.
func TestNamesAreReadableAtFirstSight(t *testing.T) {
	v := browser.WalkAlone(t)
	v.Open("")
	models := map[string]string{"imported": importTables(v, 100)}
	v.Open("")
	for _, slug := range browser.Ask[[]string](v, `[...document.querySelectorAll("[id^=example-]")].map(({ id }) => id.slice("example-".length))`) {
		models[slug] = v.Server.CopyExample(slug)
	}
	for _, screen := range screens {
		t.Run(fmt.Sprint(screen[0]), func(t *testing.T) {
			t.Parallel() // a page waits for the server, or the server for a page
			v := browser.NewWalker(t, v.Server)
			v.Do(chromedp.EmulateViewport(screen[0], screen[1]))
			v.Open("")
			for slug, model := range models {
				for _, tab := range []string{"concepts", "queries", "logical", "physical"} {
					if slug == "imported" && tab != "physical" || slug == "store" && tab == "queries" {
						continue // a script has no concepts, and the store's own model no steps
					}
					wantReadableNames(v, fmt.Sprintf("%s %s at %d", slug, tab, screen[0]), model+"/"+tab, leastOf(slug, tab, screen[0]))
				}
			}
		})
	}
}

// leastOf is 10.5 px for the columns of the hotel's physical tables on a
// laptop, and otherwise the same for all pictures.
func leastOf(slug, tab string, width int64) float64 {
	if slug == "hotel" && tab == "physical" && width == 1280 {
		return 10.5
	}
	return smallestName
}

// wantReadableNames opens a diagram for the first time and checks its names, in
// both themes.
func wantReadableNames(v *browser.Walker, what, path string, least float64) {
	v.T.Helper()
	browser.Ask[bool](v, `(sessionStorage.clear(), true)`)
	v.Open(path)
	for _, theme := range v.Themes() {
		v.Prefer(theme)
		seen := browser.Ask[struct {
			Names, Whole int
			Size         float64
		}](v, namesInView)
		v.T.Logf("%s, %s: %d names of %.1f px, %d boxes whole", what, theme, seen.Names, seen.Size, seen.Whole)
		if seen.Names == 0 || seen.Whole == 0 {
			v.Picture("first-sight-failed")
			v.T.Errorf("%s, %s: %d names are in view, and %d whole boxes", what, theme, seen.Names, seen.Whole)
		}
		if math.Round(seen.Size*10)/10 < least {
			v.T.Errorf("%s, %s: names have %.2f px, want %.1f", what, theme, seen.Size, least)
		}
	}
}

// importTables makes a model of a script with tables and returns its path.
func importTables(v *browser.Walker, count int) string {
	v.T.Helper()
	v.Open("import")
	v.Fill("#import-text", browser.ScriptOfTables(count))
	v.ExpectLoad(func() { v.Click(".import-form button.primary") })
	v.ExpectLoad(func() { v.Click(v.ButtonIn(".import-preview", "Create model")) })
	return filepath.Dir(v.Path())
}

// namesInView measures the smallest text of boxes, columns and attributes in
// the canvas, and counts the boxes that are seen as a whole.
const namesInView = `(() => {
	const canvas = document.getElementById("canvas").getBoundingClientRect(), svg = document.querySelector("#canvas > svg.diagram");
	const inside = (box) => box.width > 0 && box.left >= canvas.left && box.right <= canvas.right && box.top >= canvas.top && box.bottom <= canvas.bottom;
	const scale = svg?.getScreenCTM().a ?? 0;
	const names = [...(svg?.querySelectorAll(":is(.name, .column-name, .attribute-text, .entity-text, .relationship-text, .step-text)") ?? [])]
		.filter((text) => text.checkVisibility() && inside(text.getBoundingClientRect()));
	const sizes = names.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
	return {
		names: names.length, size: names.length > 0 ? Math.min(...sizes) : 0,
		whole: [...(svg?.querySelectorAll("[data-box]") ?? [])].filter((box) => inside(box.getBoundingClientRect())).length,
	};
})()`
