package diagram

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/typeface"
	"widerow/model/example"
)

// wordsOf counts the texts of panels, and fails if one leaves its sheet.
func wordsOf(t *testing.T, sheet geom.Rect, items []scene.Item, words map[string]int) {
	t.Helper()
	for _, item := range items {
		switch item := item.(type) {
		case *scene.Element:
			wordsOf(t, sheet, item.Items, words)
		case *scene.Text:
			words[item.Content]++
			width, _ := typeface.Measure(item.Content, item.Font)
			at := geom.NewRect(item.At.X, item.At.Y-item.Font.Size, width, 1.2*item.Font.Size)
			if item.Anchor == scene.AnchorMiddle {
				at.X -= width / 2
			}
			if sheet.Union(at) != sheet {
				t.Errorf("%q at %v is cut by its sheet of %v", item.Content, at, sheet)
			}
		case *scene.Rectangle:
			if sheet.Union(item.Rect) != sheet {
				t.Errorf("a frame at %v is cut by its sheet of %v", item.Rect, sheet)
			}
		}
	}
}

// checkPanels reports whether a picture takes several pages. If so, it fails unless
// its key and legend are complete on sheets of their own.
func checkPanels(t *testing.T, scene *scene.Scene, paper pages.Paper) (several bool) {
	t.Helper()
	plan, err := pages.PlanPages(scene, paper)
	if err != nil {
		t.Fatal(err)
	}
	sheets := regexp.MustCompile(`/Type/Pages/Count (\d+)`).FindSubmatch(pdfOf(t, scene, paper))
	if want := strconv.Itoa(plan.Count() + len(plan.Panels)); string(sheets[1]) != want {
		t.Errorf("%s pages, want %s", sheets[1], want)
	}
	if plan.Count() == 1 && len(plan.Panels) == 0 {
		if plan.Picture != scene {
			t.Error("one page has no legend")
		}
		return false
	}
	want, got := map[string]int{}, map[string]int{}
	for _, class := range []string{"key", "legend"} {
		if elementOf(plan.Picture, class) != nil {
			t.Errorf("the pages of the picture have a %s", class)
		}
		if panel := elementOf(scene, class); panel != nil {
			for _, text := range shown(panel.Items) {
				want[text]++
			}
		}
	}
	width, height := plan.Inner()
	for _, panel := range plan.Panels {
		if panel.Width*plan.PanelScale > width+0.01 || panel.Height*plan.PanelScale > height+0.01 {
			t.Errorf("a sheet of %g × %g points for %g × %g", panel.Width*plan.PanelScale, panel.Height*plan.PanelScale, width, height)
		}
		wordsOf(t, geom.Rect{Width: panel.Width, Height: panel.Height}, panel.Items, got)
	}
	if gotAll, wantAll := lettersIn(got), lettersIn(want); gotAll != wantAll {
		t.Errorf("the sheets say\n%s\nand the picture\n%s", gotAll, wantAll)
	}
	if title := elementOf(plan.Picture, "title-block"); title != nil {
		at := pages.FirstShape(title)
		page, x, y := plan.At(at)
		view := plan.View(page%len(plan.Across), page/len(plan.Across))
		const rounding = 0.01
		if x+at.Width*plan.Scale > view.X+view.Width+rounding || y-at.Height*plan.Scale < view.Y-rounding {
			t.Errorf("the title block at %v is on no page whole", at)
		}
	}
	return true
}

// lettersIn returns the letters of all texts regardless of line breaks, without the
// titles that each sheet repeats.
func lettersIn(words map[string]int) string {
	var all []string
	for text, count := range words {
		if text != "Legend" && text != "Queries and updates" {
			all = append(all, strings.Repeat(strings.ReplaceAll(text, " ", ""), count))
		}
	}
	out := []byte(strings.Join(all, ""))
	slices.Sort(out)
	return string(out)
}

// No entry of a key or a legend is cut by a page break, and none is lost.
func TestPDFPagesCutNoPanel(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: all pictures on all papers take long")
	}
	several := 0
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
				for _, title := range []bool{true, false} {
					scene := draw(t, m, kind, Display{Legend: true, Key: true, TitleBlock: title, Direction: direction})
					for _, paper := range []pages.Paper{pages.PaperA4, pages.PaperLetter} {
						if checkPanels(t, scene, paper) {
							several++
						}
					}
				}
			}
		}
	}
	if several < 10 {
		t.Errorf("only %d pictures take several pages", several)
	}
}

// A key longer than a page continues on the next one.
func TestPDFPagesOfALongKey(t *testing.T) {
	b := newBuilder("Many questions")
	for i := range 150 {
		query, table := "q"+strconv.Itoa(i), "t"+strconv.Itoa(i)
		b.query(query, "Find what was asked in question "+strconv.Itoa(i)+strings.Repeat(", and more of it", i%9))
		b.table(table, table, "id:K")
		b.arrow("", table, query)
	}
	scene := draw(t, b.Model, KindLogical, Display{Legend: true, Key: true})
	for _, paper := range []pages.Paper{pages.PaperA4, pages.PaperLetter} {
		checkPanels(t, scene, paper)
		plan, err := pages.PlanPages(scene, paper)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Panels) < 3 {
			t.Errorf("%d sheets for 150 queries", len(plan.Panels))
		}
	}
}
