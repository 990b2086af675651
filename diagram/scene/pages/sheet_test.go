package pages

import (
	"errors"
	"math"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// Each place of the diagram is on a page, and adjacent pages overlap.
func TestPDFPages(t *testing.T) {
	for _, test := range []struct {
		width, height float64
		paper         Paper
		pages         int
	}{
		{5000, 3000, PaperFit, 1}, {100_000, 3000, PaperFit, 1},
		{600, 900, PaperA4, 1}, {900, 600, PaperLetter, 1},
		{1200, 900, PaperA4, 1},   // scale 0.78, landscape
		{1500, 900, PaperA4, 1},   // 0.52 points per px: column names are 6.4 points high
		{1700, 900, PaperA4, 2},   // 0.60 points per px: 1026 points = 527 + 499 on two portrait sheets
		{2784, 2132, PaperA4, 6},  // scale 0.73: 1520 × 1164 points on two landscape sheets (774 + 746) by three (527 + 2 · 499)
		{4428, 2740, PaperA4, 10}, // scale 0.74: 2457 × 1520 points on five portrait sheets (527 + 4 · 499) by two
	} {
		scene := &scene.Scene{Width: test.width, Height: test.height}
		plan, err := planSheets(scene, test.paper)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Count() != test.pages {
			t.Errorf("%g × %g on %q: %d pages, want %d (%+v)", test.width, test.height, test.paper, plan.Count(), test.pages, plan)
		}
		for _, at := range []geom.Point{geom.Pt(0, 0), geom.Pt(test.width, test.height), geom.Pt(test.width/2, test.height/2), geom.Pt(test.width, 0)} {
			if page, x, y := plan.At(geom.Rect{X: at.X, Y: at.Y}); page < 0 || page >= plan.Count() || x < -0.1 || y < -0.1 || x > plan.width+0.1 || y > plan.height+0.1 {
				t.Errorf("%g × %g on %q: %v is at %g, %g of page %d", test.width, test.height, test.paper, at, x, y, page)
			}
		}
		if plan.width > largestPage || plan.height > largestPage {
			t.Errorf("a page of %g × %g points", plan.width, plan.height)
		}
	}
	if _, err := Encode((&scene.Scene{Width: 50_000, Height: 50_000}), PaperA4); !errors.Is(err, ErrPages) {
		t.Errorf("some 5,000 pages: %v", err)
	}
}

// A diagram is rejected only if no plan fits, although a cheaper plan may have
// too many pages.
func TestPDFTakesThePagesThatFit(t *testing.T) {
	plan, err := planSheets((&scene.Scene{Width: 19_250, Height: 26_750}), PaperA4)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Count() != 21*19 { // 29 × 14 pages would allow a slightly larger scale
		t.Errorf("%d pages", plan.Count())
	}
}

// If there is space, no page break cuts a part.
func TestPDFPagesMeetBetweenParts(t *testing.T) {
	const room, table = 527.0, 170.0
	var parts []wholePart // 30 points apart: two more than a strip holds
	for i := range 6 {
		parts = append(parts, wholePart{strip{200 * float64(i), 200*float64(i) + table}, 1})
	}
	pages, harm := share(parts, 1, parts[5].to, 3, room)
	if harm > 0.5 {
		t.Errorf("pages of %v do harm of %g", pages, harm)
	}
	for i, page := range pages {
		if page.length() > room+0.01 || i > 0 && math.Abs(pages[i-1].to-page.from-paperOverlap) > 0.01 {
			t.Errorf("page %d of %v", i, pages)
		}
	}
	if got := harmOf(parts, parts[2].from+table/2); got != 3 {
		t.Errorf("a part that no page has whole counts %g", got)
	}
	if pages, _ := share(nil, 1, 800, 2, room); math.Abs(pages[0].length()-pages[1].length()) > 2 {
		t.Errorf("nothing to spare, and pages of %v", pages)
	}
}

// Boxes in columns of their own, which no straight break spares, are each whole on a
// page.
func TestPDFPagesShowEachBoxWhole(t *testing.T) {
	var items []scene.Item
	var boxes []geom.Rect
	for column := range 12 {
		for row := range 10 {
			box := geom.NewRect(20+240*float64(column), 20+float64(37*column%270)+290*float64(row), 210, 260)
			boxes = append(boxes, box)
			items = append(items, &scene.Element{Class: "table", Name: "t", Items: []scene.Item{&scene.Rectangle{Rect: box}}})
		}
	}
	for _, paper := range []Paper{PaperA4, PaperLetter} {
		plan, err := planSheets(&scene.Scene{Width: 2900, Height: 3200, Items: items}, paper)
		if err != nil {
			t.Fatal(err)
		}
		across, down := plan.Inner()
		for _, box := range boxes {
			page, x, y := plan.At(box)
			view := plan.View(page%len(plan.Across), page/len(plan.Across))
			if x < view.X || x+box.Width*plan.Scale > view.X+view.Width || y > view.Y+view.Height || y-box.Height*plan.Scale < view.Y {
				t.Errorf("%s: no page shows %v whole", paper, box)
			}
			if view.Width > across+0.01 || view.Height > down+0.01 {
				t.Errorf("%s: a page shows %g × %g points, and has %g × %g", paper, view.Width, view.Height, across, down)
			}
		}
	}
}

// Page breaks avoid the title block as they avoid tables.
func TestPDFPagesSpareTheTitleBlock(t *testing.T) {
	for left := 100.0; left < 950; left += 50 { // one of the places is on the border of two equal pages
		block := geom.NewRect(left, 700, 200, 40)
		scene := &scene.Scene{Width: 1200, Height: 1030, Items: []scene.Item{&scene.Element{Class: "title-block", Items: []scene.Item{&scene.Rectangle{Rect: block}}}}}
		plan, err := planSheets(scene, PaperA4)
		if err != nil {
			t.Fatal(err)
		}
		page, x, _ := plan.At(block)
		view := plan.View(page%len(plan.Across), page/len(plan.Across))
		if x < view.X || x+block.Width*plan.Scale > view.X+view.Width {
			t.Errorf("no page shows the title block at %g whole", left)
		}
	}
}
