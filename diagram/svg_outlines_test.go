package diagram

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
)

// A picture of outlines may have only these: no style, classes, variables or links,
// and text with a font only for a character that no embedded font has.
var (
	outlinedElements   = "svg title desc defs pattern g rect circle ellipse path use"
	outlinedAttributes = "xmlns xlink role aria-labelledby aria-describedby aria-label width height viewBox id href x y rx ry cx cy r d " +
		"transform fill stroke stroke-width stroke-dasharray patternUnits"
	leftAttributes = " font-family font-size font-weight font-style textLength lengthAdjust"
)

// outlined is the content of a picture of outlines, as an XML reader finds it.
type outlined struct {
	glyphs map[string]string // path data by id
	labels []string          // of texts drawn as shapes
	left   []string          // texts that remain text
}

func readOutlined(t *testing.T, svg []byte) outlined {
	t.Helper()
	found := outlined{glyphs: map[string]string{}}
	ids, used := map[string]bool{}, map[string]bool{}
	elements, attributes := strings.Fields(outlinedElements), strings.Fields(outlinedAttributes)
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		start, is := token.(xml.StartElement)
		if !is {
			continue
		}
		tag, allowed, value := start.Name.Local, attributes, map[string]string{}
		if tag == "text" {
			allowed = append(slices.Clone(attributes), strings.Fields(leftAttributes)...)
		} else if !slices.Contains(elements, tag) {
			t.Errorf("element <%s>", tag)
		}
		for _, attribute := range start.Attr {
			if !slices.Contains(allowed, attribute.Name.Local) {
				t.Errorf("attribute %s=%q of <%s>", attribute.Name.Local, attribute.Value, tag)
			}
			value[attribute.Name.Local] = attribute.Value
		}
		if id, has := value["id"]; has && ids[id] {
			t.Errorf("id %q occurs twice", id)
		} else if ids[id] = true; tag == "path" && has {
			found.glyphs[id] = value["d"]
		}
		switch tag {
		case "use":
			used[strings.TrimPrefix(value["href"], "#")] = true
		case "text":
			content, err := decoder.Token()
			if err != nil {
				t.Fatal(err)
			}
			found.left = append(found.left, string(content.(xml.CharData)))
		case "g":
			if label, has := value["aria-label"]; has {
				found.labels = append(found.labels, label)
			}
		}
	}
	for name := range used {
		if found.glyphs[name] == "" {
			t.Errorf("%q is used and has no outline", name)
		}
	}
	for name := range found.glyphs {
		if !used[name] {
			t.Errorf("%q is not used", name)
		}
	}
	return found
}

// textsIn returns the contents of all texts, in order.
func textsIn(items []scene.Item) []string {
	var texts []string
	for _, item := range items {
		switch item := item.(type) {
		case *scene.Text:
			texts = append(texts, item.Content)
		case *scene.Element:
			texts = append(texts, textsIn(item.Items)...)
		}
	}
	return texts
}

// TestOutlinesSayTheirText checks that each text is drawn as shapes and labelled
// with its words, and that a glyph has the same ID in all pictures, since one page
// can contain several.
func TestOutlinesSayTheirText(t *testing.T) {
	glyphs := map[string]string{}
	for _, theme := range []scene.Theme{scene.ThemeAuto, scene.ThemeDark, scene.ThemePrint} {
		for _, kind := range kinds {
			display, options := everything, signsOptions()
			display.Theme, display.Outlines, options.Standalone = theme, true, true
			scene := sceneOf(t, signsModel(), kind, display, options)
			found := readOutlined(t, svg.Encode(scene))
			if want := textsIn(scene.Items); len(want) == 0 || !slices.Equal(found.labels, want) {
				t.Errorf("%s: the labels are %q, want %q", kind, found.labels, want)
			}
			if len(found.left) > 0 {
				t.Errorf("%s: %q is text", kind, found.left)
			}
			for name, data := range found.glyphs {
				if glyphs[name] != "" && glyphs[name] != data {
					t.Errorf("%q is %s in one picture and %s in another", name, glyphs[name], data)
				}
				glyphs[name] = data
			}
		}
	}
	if len(glyphs) < 100 {
		t.Errorf("%d glyphs were met", len(glyphs))
	}
}

// Pictures inside a page use the page's fonts.
func TestOutlinesAreOfFilesOnly(t *testing.T) {
	plain := sceneOf(t, hotelModel(), KindPhysical, Display{}, figure.Options{})
	other := sceneOf(t, hotelModel(), KindPhysical, Display{Outlines: true}, figure.Options{})
	if !bytes.Equal(svg.Encode(plain), svg.Encode(other)) {
		t.Error("a picture in a page has outlines")
	}
}

// A character that no embedded font has is text in the reader's fonts, at its place
// among the outlines.
func TestOutlinesLeaveWhatNoFontHas(t *testing.T) {
	scene := &scene.Scene{Standalone: true, Outlines: true, Width: 200, Height: 60, Items: []scene.Item{
		&scene.Text{At: geom.Pt(20, 20), Font: typeface.Font{Size: 10, Bold: true}, Content: "a\ua6a0 b"}, // Bamum
		&scene.Text{At: geom.Pt(20, 40), Font: typeface.Font{Size: 10}, Content: "\ua6a0"},
		&scene.Text{At: geom.Pt(20, 55), Font: typeface.Font{Size: 10}, Content: " "},
	}}
	svg := svg.Encode(scene)
	found := readOutlined(t, svg)
	if want := []string{"a\ua6a0 b"}; !slices.Equal(found.labels, want) {
		t.Errorf("the labels are %q, want %q", found.labels, want)
	}
	if want := []string{"\ua6a0", "\ua6a0"}; !slices.Equal(found.left, want) {
		t.Errorf("%q is text, want %q", found.left, want)
	}
	// 1139 of 2048 units is the advance of Arimo Bold's a, one em that of a missing
	// character, and 569 units that of a space.
	for _, want := range []string{`x="25.56" y="20"`, `font-weight="700" textLength="10"`, `#glyph-b69" x="3756"`} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the picture lacks %s:\n%s", want, svg)
		}
	}
}

// TestOutlinesAgree compares what Chromium draws of the outlines with the PNG. Both
// have the same shapes, so they differ little.
func TestOutlinesAgree(t *testing.T) {
	ctx := chromium(t)
	hostile := signsModel()
	rename(hostile, strings.Repeat("long_name_", 3)+"酒店가격_فندق_الغرف e\u0301\u0323 😀")
	options := signsOptions()
	options.Standalone = true
	for _, test := range []struct {
		name    string
		kind    Kind
		theme   scene.Theme
		scale   int
		hostile bool
	}{
		{"er", KindER, scene.ThemeDark, 1, false}, {"workflow", KindWorkflow, scene.ThemePrint, 2, false},
		{"logical", KindLogical, scene.ThemeContrast, 1, false}, {"hostile", KindPhysical, scene.ThemeAuto, 1, true},
	} {
		display, m := everything, signsModel()
		display.Theme, display.Outlines = test.theme, true
		if test.hostile {
			m = hostile
		}
		samePicture(ctx, t, "outlines-"+test.name, sceneOf(t, m, test.kind, display, options), test.scale, 0.00002, 0.002)
	}
	scripts := allScripts()
	scripts.Outlines = true
	samePicture(ctx, t, "outlines-scripts", scripts, 2, 0.00002, 0.002)
}
