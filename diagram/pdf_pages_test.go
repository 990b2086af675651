package diagram

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/model"
	"widerow/model/example"
)

// Each box is whole on a page, and no page cuts one.
func TestPDFPagesCutNoBox(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: all pictures on all papers take long")
	}
	e := engine.New(enginetest.Pool(t, nil), nil)
	check := func(name string, m *model.Model, kind Kind, display Display) {
		picture, err := Draw(context.Background(), e, m, kind, display, figure.Options{Standalone: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, paper := range []pages.Paper{pages.PaperA4, pages.PaperLetter} {
			plan, err := pages.PlanPages(picture, paper)
			if err != nil {
				t.Fatal(err)
			}
			if plan.Count() > 1 {
				shown := paperPages(t, pdfOf(t, picture, paper))
				if len(shown) != plan.Count() {
					t.Fatalf("%s on %s: %d pages, want %d", name, paper, len(shown), plan.Count())
				}
				checkPaperPages(t, name+" on "+string(paper), plan, shown)
			}
		}
	}
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			check(entry.Slug+" "+string(kind), m, kind, Display{})
		}
	}
	for _, count := range []int{30, 100, 300} {
		check(fmt.Sprint(count, " tables"), unevenTables(count), KindPhysical, Display{Legend: count == 100})
	}
}

// unevenTables returns a model with tables of 3 to 24 columns in keyspaces, as an
// import makes it.
func unevenTables(count int) *model.Model {
	b := newBuilder("Imported")
	random := rand.New(rand.NewPCG(uint64(count), 5))
	keyspaces := 1 + count/40
	for k := range keyspaces {
		b.keyspace(fmt.Sprintf("k%d", k), fmt.Sprintf("keyspace_%d", k))
	}
	for i := range count {
		columns := []string{"id=uuid:K", "at=timestamp:C+"}
		for c := range 1 + random.IntN(22) {
			columns = append(columns, fmt.Sprintf("column_%d=text", c))
		}
		b.table(fmt.Sprintf("l%d", i), fmt.Sprintf("table_%d", i), "")
		b.realize(fmt.Sprintf("r%d", i), fmt.Sprintf("k%d", random.IntN(keyspaces)), fmt.Sprintf("l%d", i), strings.Join(columns, " "))
	}
	return b.Model
}

// paperPage is the content of a page of a PDF, in points from its lower left corner.
type paperPage struct {
	view        geom.Rect // of the diagram
	scale, x, y float64   // of the diagram: points per px, and its upper left corner
	without     string    // the corners of the boxes that are left out, in px
}

var paperPageText = regexp.MustCompile(`(?s)^q (\S+) (\S+) (\S+) (\S+) re W n\nq (\S+) 0 0 -\S+ (\S+) (\S+) cm q\n(.*?)/X0 Do Q`)

// paperPages reads the pages of a PDF that show the diagram.
func paperPages(t *testing.T, document []byte) []paperPage {
	t.Helper()
	objects, list := objectsOf(t, document), []paperPage{}
	for number := range len(objects) {
		content := regexp.MustCompile(`^<</Type/Page/.*/Contents (\d+) 0 R`).FindStringSubmatch(objects[strconv.Itoa(number+1)])
		if content == nil {
			continue
		}
		_, stream, _ := strings.Cut(objects[content[1]], "\n")
		if part := paperPageText.FindStringSubmatch(stream); part != nil {
			var values []float64
			for _, text := range part[1:8] {
				value, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, value)
			}
			list = append(list, paperPage{geom.NewRect(values[0], values[1], values[2], values[3]), values[4], values[5], values[6], part[8]})
		}
	}
	return list
}

// place returns where a page has a part of the diagram.
func (p paperPage) place(part geom.Rect) geom.Rect {
	return geom.NewRect(p.x+part.X*p.scale, p.y-(part.Y+part.Height)*p.scale, part.Width*p.scale, part.Height*p.scale)
}

func checkPaperPages(t *testing.T, name string, plan pages.Plan, shown []paperPage) {
	t.Helper()
	const rounding = 0.1 // points
	across, down := plan.Inner()
	for _, item := range plan.Picture.Items {
		box, is := item.(*scene.Element)
		if !is || box.Name == "" {
			continue
		}
		at, whole := pages.FirstShape(box), 0
		if at.Width*plan.Scale > across || at.Height*plan.Scale > down {
			continue
		}
		corner := fmt.Sprintf("%g", at.X)
		for number, page := range shown {
			switch place := page.place(at); {
			case page.view.Grown(rounding).Contains(place):
				whole++
			case place.Overlaps(page.view.Grown(-rounding)) && !strings.Contains(page.without, corner):
				t.Errorf("%s: page %d cuts %s", name, number+1, box.Name)
			}
		}
		if whole == 0 {
			t.Errorf("%s: no page has %s whole", name, box.Name)
		}
	}
}
