package prose

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/typeface"
)

// TestSheets: all that is written is on the sheets, in its order, within their
// edges, and no two lines overlap.
func TestSheets(t *testing.T) {
	long := strings.Repeat("a word or two, ", 900)
	blocks := []Block{
		Heading{1, "Split the reservations"}, Paragraph{Text: "First line\n\nSecond line", Tone: Dim},
		Heading{2, "Checks"}, Paragraph{Sign: "✓", SignTone: Good, Text: "Queries are served"}, Paragraph{Indent: 1, Text: long},
		Table{Head: []string{"Name", "Before", "After"}, Rows: [][]string{{"shop.orders", "1 kB", strings.Repeat("wide ", 80)}, {"shop.users"}}},
		Statement{Text: "CREATE TABLE shop.orders (\n    id uuid PRIMARY KEY\n);"}, Paragraph{Text: strings.Repeat("x", 5000)}, Paragraph{Text: "名前 العربية 🙂 e\u0301"},
	}
	w := setOn(pages.PaperA4, "Title", blocks)
	if len(w.sheets) < 3 {
		t.Errorf("%d sheets, want at least 3", len(w.sheets))
	}
	var all strings.Builder
	for i, sheet := range w.sheets {
		texts := textsOf(sheet.scene)
		for j, text := range texts {
			wide, _ := typeface.Measure(text.Content, text.Font)
			if text.Anchor == scene.AnchorStart && text.At.X+wide > w.width+0.5 || text.At.Y > w.height || text.At.Y < 0 {
				t.Errorf("sheet %d: %.40q leaves the paper at %v", i+1, text.Content, text.At)
			}
			if j > 0 && text.Font.Size > smallSize && text.At.X == texts[j-1].At.X && text.At.Y-texts[j-1].At.Y < text.Font.Size {
				t.Errorf("sheet %d: %.40q lies over %.40q", i+1, text.Content, texts[j-1].Content)
			}
			all.WriteString(text.Content + " ")
		}
	}
	got := strings.Join(strings.Fields(all.String()), "")
	for _, want := range []string{"SplitthereservationsFirstlineSecondline", "✓Queriesareserved", "CREATETABLEshop.orders(iduuidPRIMARYKEY);", "shop.users", "名前", fmt.Sprintf("Title%d/%d", len(w.sheets), len(w.sheets))} {
		if !strings.Contains(got, want) {
			t.Errorf("the sheets lack %q", want)
		}
	}
	if count := strings.Count(got, "awordortwo,"); count < 890 { // a footer may be within one
		t.Errorf("%d of 900 repetitions are on the sheets", count)
	}
	if count := strings.Count(got, "x"); count < 5000 {
		t.Errorf("%d of 5000 letters are on the sheets", count)
	}
}

// TestRich: all words that people wrote are on the sheets, within their edges, in their styles, and
// links lie on their words.
func TestRich(t *testing.T) {
	words := func(text string, count int) string { return strings.Repeat(text+" ", count) }
	blocks := []Block{
		Rich{Heading: 1, Spans: []Span{{Text: "Why"}}},
		Rich{Spans: []Span{{Text: words("plain", 300)}, {Text: words("bold", 50), Bold: true}, {Text: "co de", Code: true}, {Text: ", glued"}, {Text: words("no", 20), Struck: true, Italic: true}}},
		Rich{Margin: 30, Indent: 30, Quotes: 30, Mark: "100000000.", Spans: []Span{{Text: words("deep", 60) + "\nnext"}, {Text: strings.Repeat("y", 3000)}}},
		Rich{Quotes: 1, Spans: []Span{{Text: words("link", 300), Href: "https://a.example/x"}}},
		Rich{Spans: []Span{{Text: "\n\n"}, {Text: "العربية אבג", Bold: true}, {Text: ""}}}, Rich{}, Rule{},
		Statement{Text: "\tif x\n\t\t" + words("code", 200), Indent: 40},
	}
	w := setOn(pages.PaperA4, "Title", blocks)
	var all strings.Builder
	bold, links := 0, 0
	for i, sheet := range w.sheets {
		for _, text := range textsOf(sheet.scene) {
			wide, _ := typeface.Measure(text.Content, text.Font)
			if text.At.X < 0 || text.Anchor == scene.AnchorStart && text.At.X+wide > w.width+0.5 || text.At.Y > w.height {
				t.Errorf("sheet %d: %.40q leaves the paper at %v", i+1, text.Content, text.At)
			}
			if text.Font.Bold {
				bold += strings.Count(text.Content, "bold")
			}
			all.WriteString(text.Content + " ")
		}
		for _, link := range sheet.scene.Links {
			links++
			if link.Href != "https://a.example/x" || link.At.X+link.At.Width > w.width+0.5 || link.At.Y+link.At.Height > w.bottom+1 {
				t.Errorf("sheet %d has the link %+v", i+1, link)
			}
		}
	}
	got := strings.Join(strings.Fields(all.String()), "")
	for word, want := range map[string]int{"plain": 300, "bold": 50, "code": 200 + 1, "link": 300, "deep": 60, "y": 3000, "next": 1, "100000000.": 1, "العربية": 1} {
		if count := strings.Count(got, word); count < want {
			t.Errorf("%d of %d words %q are on the sheets", count, want, word)
		}
	}
	if bold != 50 || links < 10 || !strings.Contains(all.String(), "co de , glued") {
		t.Errorf("%d bold words, %d lines of links", bold, links)
	}
	if file := PDF("Title", blocks, pages.PaperA4); bytes.Count(file, []byte("/Subtype/Link")) != links || !bytes.Contains(file, fmt.Appendf(nil, "/URI<%X>", "https://a.example/x")) {
		t.Error("the links are not in the file")
	}
}

func textsOf(s *scene.Scene) []*scene.Text {
	var texts []*scene.Text
	for _, item := range s.Items {
		if text, ok := item.(*scene.Text); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// TestPictures: a picture is in the text if it can be read there, and otherwise
// on sheets of its own, which have a bookmark.
func TestPictures(t *testing.T) {
	picture := func(width, height float64) *scene.Scene {
		return &scene.Scene{Kind: "physical", Theme: scene.ThemeLight, Width: width, Height: height, Standalone: true,
			Items: []scene.Item{&scene.Rectangle{Class: "box", Rect: geom.NewRect(10, 10, width-20, height-20)}}}
	}
	blocks := []Block{Heading{1, "Pictures"}, Picture{"Small", picture(400, 300)}, Picture{"Wide", picture(900, 500)}, Picture{"Huge", picture(4000, 3000)}}
	w := setOn(pages.PaperA4, "Pictures", blocks)
	if placed := w.sheets[0].placed; len(placed) != 2 || placed[0].At.Width != 400 || placed[1].At.Width != w.width || placed[1].At.Y < placed[0].At.Y+placed[0].At.Height {
		t.Errorf("the pictures on the first sheet are %+v", placed)
	}
	if len(w.large) != 1 || w.large[0].Title != "Huge" {
		t.Errorf("%d pictures have sheets of their own, want the huge one", len(w.large))
	}
	file := PDF("Pictures", append(blocks, Picture{"Endless", picture(100_000, 100_000)}), pages.PaperA4)
	if count := bytes.Count(file, []byte("/Type/Page/")); count < 1+9 {
		t.Errorf("the file has %d pages, too few for a picture of 4000 × 3000 px", count)
	}
	if !bytes.Contains(file, []byte("/Outlines")) {
		t.Error("the file has no bookmarks")
	}
}
