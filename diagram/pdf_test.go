package diagram

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"widerow/diagram/pdf"
	"widerow/model"
)

func pdfOf(t testing.TB, scene *Scene, paper Paper) []byte {
	t.Helper()
	document, err := scene.PDF(paper)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// objectsOf gives the objects of a PDF by their number, streams unpacked, and
// fails where the table of places is wrong.
func objectsOf(t *testing.T, document []byte) map[string]string {
	t.Helper()
	objects := map[string]string{}
	table := document[bytes.LastIndex(document, []byte("xref\n0 ")):]
	lines := strings.Split(string(table), "\n")
	for number := 1; strings.HasSuffix(lines[number+2], " n "); number++ {
		at := 0
		fmt.Sscanf(lines[number+2], "%d", &at)
		head := fmt.Sprintf("%d 0 obj\n", number)
		if !bytes.HasPrefix(document[at:], []byte(head)) {
			t.Fatalf("object %d is not at %d", number, at)
		}
		body, _, _ := bytes.Cut(document[at+len(head):], []byte("\nendobj\n"))
		entries, stream, packed := bytes.Cut(body, []byte("\nstream\n"))
		text := string(entries)
		if packed {
			r, err := zlib.NewReader(bytes.NewReader(stream))
			if err != nil {
				t.Fatalf("object %d: %v", number, err)
			}
			plain, err := io.ReadAll(r)
			if err != nil {
				t.Fatalf("object %d: %v", number, err)
			}
			text += "\n" + string(plain)
		}
		objects[fmt.Sprint(number)] = text
	}
	return objects
}

// selectable are the words that a reader of the PDF can select.
func selectable(t *testing.T, objects map[string]string) string {
	t.Helper()
	fonts := map[string]map[string]string{} // name → glyph → text
	all := ""
	for _, object := range objects {
		all += object + "\n"
	}
	for _, match := range regexp.MustCompile(`/(F\d+) (\d+) 0 R`).FindAllStringSubmatch(all, -1) {
		meaning := regexp.MustCompile(`/ToUnicode (\d+) 0 R`).FindStringSubmatch(objects[match[2]])
		fonts[match[1]] = map[string]string{}
		for _, pair := range regexp.MustCompile(`(?m)^<(\w{4})><(\w+)>$`).FindAllStringSubmatch(objects[meaning[1]], -1) {
			var units []uint16
			for i := 0; i < len(pair[2]); i += 4 {
				unit := uint16(0)
				fmt.Sscanf(pair[2][i:i+4], "%04X", &unit)
				units = append(units, unit)
			}
			fonts[match[1]][pair[1]] = string(utf16.Decode(units))
		}
	}
	var words strings.Builder
	for _, run := range regexp.MustCompile(`BT /(F\d+) [^<]*<(\w+)> Tj`).FindAllStringSubmatch(all, -1) {
		for i := 0; i < len(run[2]); i += 4 {
			words.WriteString(fonts[run[1]][run[2][i:i+4]])
		}
		words.WriteByte('\n')
	}
	return words.String()
}

func TestPDFTextCanBeSelected(t *testing.T) {
	chinese := hotelModel()
	rename(chinese, "酒店_客房")
	for want, scene := range map[string]*Scene{
		"available_rooms_by_hotel_date": draw(t, hotelModel(), KindPhysical, Display{}),
		"酒店":                            draw(t, chinese, KindLogical, Display{}),
		"Reservation":                   draw(t, hotelModel(), KindER, Display{Theme: ThemePrint}),
	} {
		if words := selectable(t, objectsOf(t, pdfOf(t, scene, PaperFit))); !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}

func TestPDFBookmarks(t *testing.T) {
	for kind, want := range map[Kind][]string{
		KindPhysical: {"hotels_by_poi", "reservations_by_confirmation", "*address*"},
		KindER:       {"Hotel", "Guest"}, KindWorkflow: {"View one hotel"}, KindLogical: {"hotels"},
	} {
		scene := draw(t, hotelModel(), kind, Display{})
		text := strings.Join(values(objectsOf(t, pdfOf(t, scene, PaperFit))), "\n")
		for _, name := range want {
			if !strings.Contains(text, "<</Title"+pdf.Text(name)+"/Parent") {
				t.Errorf("%s: no bookmark %s among %v", kind, name, scene.bookmarks())
			}
		}
	}
}

// A name of several lines is one bookmark, and so is a keyspace drawn as one box.
func TestPDFBookmarksHaveWholeNames(t *testing.T) {
	m, name := hotelModel(), strings.Repeat("a name of several lines ", 8)+strings.Repeat("W", 60)
	rename(m, name)
	for _, kind := range []Kind{KindER, KindWorkflow, KindLogical} {
		marks := draw(t, m, kind, Display{}).bookmarks()
		if len(marks) == 0 {
			t.Errorf("%s: no bookmarks", kind)
		}
		for _, mark := range marks {
			if mark.name != name {
				t.Errorf("%s: bookmark %q, want %q", kind, mark.name, name)
			}
		}
	}
	var keyspace model.ID
	for keyspace = range hotelModel().Physical.Keyspaces {
		break
	}
	marks := draw(t, hotelModel(), KindPhysical, Display{Collapsed: []model.ID{keyspace}}).bookmarks()
	if !slices.ContainsFunc(marks, func(mark bookmark) bool {
		return mark.name == hotelModel().Physical.Keyspaces[keyspace].Name+" keyspace"
	}) {
		t.Errorf("no bookmark of the keyspace among %v", marks)
	}
}

// A printer needs no fonts of its own, for the pages' numbers neither.
func TestPDFCarriesItsFonts(t *testing.T) {
	scene := draw(t, manyTables(30), KindPhysical, Display{Legend: true})
	objects := objectsOf(t, pdfOf(t, scene, PaperA4))
	fonts := 0
	for _, object := range objects {
		if strings.Contains(object, "/Type/FontDescriptor") && strings.Contains(object, "/FontFile2 ") {
			fonts++
		}
		if strings.Contains(object, "/Subtype/Type1") {
			t.Errorf("a font that is not embedded: %s", object)
		}
	}
	if fonts < 2 {
		t.Errorf("%d fonts are embedded", fonts)
	}
	if words := selectable(t, objects); !strings.Contains(words, "Row 1 of ") {
		t.Errorf("no page says its place: %q", words)
	}
}

func values(objects map[string]string) []string {
	var list []string
	for _, object := range objects {
		list = append(list, object)
	}
	return list
}

// Each place of the picture is on a page, and neighbours share a strip.
func TestPDFPages(t *testing.T) {
	for _, test := range []struct {
		width, height float64
		paper         Paper
		pages         int
	}{
		{5000, 3000, PaperFit, 1}, {100_000, 3000, PaperFit, 1},
		{600, 900, PaperA4, 1}, {900, 600, PaperLetter, 1},
		{1200, 900, PaperA4, 1},   // at 0.78, on its side
		{1500, 900, PaperA4, 2},   // at 0.91 1026 points, of 527 + 499 on two upright sheets
		{2784, 2132, PaperA4, 6},  // at 0.73 1520 × 1164: two sheets on their sides (774 + 746) by three (527 + 2 · 499)
		{4428, 2740, PaperA4, 10}, // at 0.74 2457 × 1520: five upright sheets (527 + 4 · 499) by two
	} {
		scene := &Scene{Width: test.width, Height: test.height}
		plan, err := scene.sheet(test.paper)
		if err != nil {
			t.Fatal(err)
		}
		if plan.count() != test.pages {
			t.Errorf("%g × %g on %q: %d pages, want %d (%+v)", test.width, test.height, test.paper, plan.count(), test.pages, plan)
		}
		for _, at := range []Point{{0, 0}, {test.width, test.height}, {test.width / 2, test.height / 2}, {test.width, 0}} {
			if page, x, y := plan.at(at); page < 0 || page >= plan.count() || x < -0.1 || y < -0.1 || x > plan.width+0.1 || y > plan.height+0.1 {
				t.Errorf("%g × %g on %q: %v is at %g, %g of page %d", test.width, test.height, test.paper, at, x, y, page)
			}
		}
		if plan.width > largestPage || plan.height > largestPage {
			t.Errorf("a page of %g × %g points", plan.width, plan.height)
		}
	}
	if _, err := (&Scene{Width: 50_000, Height: 50_000}).PDF(PaperA4); !errors.Is(err, ErrPages) {
		t.Errorf("some 5,000 pages: %v", err)
	}
}

// Where there is room for it, no table is where two pages meet.
func TestPDFPagesMeetBetweenTables(t *testing.T) {
	const room, table = 527.0, 170.0
	var parts [][2]float64 // with 30 points between them: two more than a strip has
	for i := range 4 {
		parts = append(parts, [2]float64{60 + 200*float64(i), 60 + 200*float64(i) + table})
	}
	length := parts[3][1]
	start := bestStart(parts, length, 2, room)
	if start < 0 || start > stripped(2, room)-length {
		t.Fatalf("the picture begins at %g", start)
	}
	if got := harmed(parts, start, 2, room); got != 0 {
		t.Errorf("from %g on, %d parts are harmed", start, got)
	}
	if got := harmed(parts, stripped(2, room)/2-parts[2][0]-table/2, 2, room); got != 3 {
		t.Errorf("the part on the edge of a page counts %d", got)
	}
	if got := bestStart(nil, 100, 1, room); got != (room-100)/2 {
		t.Errorf("a small picture begins at %g, want the middle", got)
	}
	scene := draw(t, hotelModel(), KindPhysical, Display{})
	plan, err := scene.sheet(PaperA4)
	if err != nil {
		t.Fatal(err)
	}
	pages := map[int]bool{}
	for _, mark := range scene.bookmarks() {
		page, x, y := plan.at(Point{mark.at.X, mark.at.Y})
		last, _, _ := plan.at(Point{mark.at.X + mark.at.Width, mark.at.Y + mark.at.Height})
		if pages[page] = true; x < paperMargin || y > plan.height-paperMargin {
			t.Errorf("%s begins at %g, %g of page %d, beyond its margin (it ends on %d)", mark.name, x, y, page, last)
		}
	}
	if len(pages) < 2 {
		t.Errorf("the hotel is on %d pages", len(pages))
	}
}

func TestSamePDFSameBytes(t *testing.T) {
	first := pdfOf(t, draw(t, notationModel(), KindPhysical, Display{Theme: ThemePrint}), PaperA4)
	for range 3 {
		if again := pdfOf(t, draw(t, notationModel(), KindPhysical, Display{Theme: ThemePrint}), PaperA4); !bytes.Equal(first, again) {
			t.Fatal("the same model gives other bytes")
		}
	}
}

// BenchmarkPDF writes 30 tables, after layout.
func BenchmarkPDF(b *testing.B) {
	scene := draw(b, manyTables(30), KindPhysical, Display{})
	b.ReportAllocs()
	for b.Loop() {
		pdfOf(b, scene, PaperFit)
	}
}
