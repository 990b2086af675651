package diagram

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
)

func pdfOf(t testing.TB, scene *scene.Scene, paper pages.Paper) []byte {
	t.Helper()
	document, err := pages.Encode(scene, paper)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// objectsOf returns the objects of a PDF by number, with unpacked streams. It fails
// if the cross-reference table is wrong.
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

// selectable returns the words that a reader of the PDF can select.
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
	for want, scene := range map[string]*scene.Scene{
		"available_rooms_by_hotel_date": draw(t, hotelModel(), KindPhysical, Display{}),
		"酒店":                            draw(t, chinese, KindLogical, Display{}),
		"Reservation":                   draw(t, hotelModel(), KindER, Display{Theme: scene.ThemePrint}),
	} {
		if words := selectable(t, objectsOf(t, pdfOf(t, scene, pages.PaperFit))); !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}

// A PDF contains all the fonts it uses, also for page numbers.
func TestPDFCarriesItsFonts(t *testing.T) {
	scene := draw(t, manyTables(30), KindPhysical, Display{Legend: true})
	objects := objectsOf(t, pdfOf(t, scene, pages.PaperA4))
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

func TestSamePDFSameBytes(t *testing.T) {
	first := pdfOf(t, draw(t, notationModel(), KindPhysical, Display{Theme: scene.ThemePrint}), pages.PaperA4)
	for range 3 {
		if again := pdfOf(t, draw(t, notationModel(), KindPhysical, Display{Theme: scene.ThemePrint}), pages.PaperA4); !bytes.Equal(first, again) {
			t.Fatal("the same model gives other bytes")
		}
	}
}

// BenchmarkPDF writes 30 tables, after layout.
func BenchmarkPDF(b *testing.B) {
	scene := draw(b, manyTables(30), KindPhysical, Display{})
	b.ReportAllocs()
	for b.Loop() {
		pdfOf(b, scene, pages.PaperFit)
	}
}
