package typeface

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	shapes "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Diagrams are set in Arimo, and characters that it lacks in Noto Sans
// (font_packed.go). Their licence, the SIL Open Font License, is fonts/OFL.txt.
// The fonts are byte slices, so that only the pages that are read are loaded
// from disk.
var (
	//go:embed fonts/Arimo-Regular.ttf
	arimoRegular []byte
	//go:embed fonts/Arimo-Bold.ttf
	arimoBold []byte
	//go:embed fonts/Arimo-Italic.ttf
	arimoItalic []byte
	//go:embed fonts/Arimo-BoldItalic.ttf
	arimoBoldItalic []byte
	//go:embed fonts/NotoSansCJK-Regular.ttf
	notoRegular []byte
	//go:embed fonts/NotoSansCJK-Bold.ttf
	notoBold []byte
)

const (
	MainFamily = "Arimo"       // of text in Latin, Greek, Cyrillic and Hebrew
	cjkFamily  = "Widerow CJK" // Chinese, Japanese and Korean
	rareFamily = "Widerow Rare"
)

// Font is a face of Arimo with a size in px.
type Font struct {
	Bold   bool
	Italic bool
	Size   float64
}

// Face is one font of a family, ready for measuring and subsetting.
type Face struct {
	Family       string
	bold, Italic bool
	text         []byte
	Font         *sfnt.Font
	Units        float64
	Basic        [basicRunes]float64 // advances in font units, negative where there is no glyph
	fallbacks    []fallback          // for characters that this face lacks, in order of preference
	script       language.Script     // the script that the face shapes, 0 for none
	ranges       ranges              // the characters of its script, nil for several scripts
	only         bool                // the family has one weight, used for all
	shapes       func() *shapes.Font

	mu    sync.Mutex
	known map[rune]glyph
	buf   sfnt.Buffer
}

// glyph is a rune's glyph number in the face and its advance in font units,
// negative if there is none.
type glyph struct {
	number  uint16
	advance float64
}

// basicRunes covers accented Latin. Other runes are looked up once and cached.
const basicRunes = 0x180

var (
	// RegularFace is the face in which a text has no other style.
	RegularFace    = sync.OnceValue(func() *Face { return arimo(arimoRegular, false, false) })
	boldFace       = sync.OnceValue(func() *Face { return arimo(arimoBold, true, false) })
	italicFace     = sync.OnceValue(func() *Face { return arimo(arimoItalic, false, true) })
	boldItalicFace = sync.OnceValue(func() *Face { return arimo(arimoBoldItalic, true, true) })

	regularCJK = sync.OnceValue(func() *Face { return loadFace(cjkFamily, notoRegular, false, false) })
	boldCJK    = sync.OnceValue(func() *Face { return loadFace(cjkFamily, notoBold, true, false) })
	// The bold CJK font covers only the common standards.
	rareCJK = sync.OnceValue(func() *Face {
		f := loadFace(rareFamily, notoRegular, false, false)
		f.only = true
		return f
	})
)

// fallback is a face for characters that others lack. It is loaded when the
// first character in its ranges is used.
type fallback struct {
	ranges ranges // nil for all characters
	face   func() *Face
}

var fallbacks = sync.OnceValue(func() (of struct{ regular, bold []fallback }) {
	of.regular, of.bold = []fallback{{nil, regularCJK}}, []fallback{{nil, boldCJK}}
	for i := range packedFonts {
		font := &packedFonts[i]
		regular := font.load(false)
		of.regular = append(of.regular, fallback{font.ranges, regular})
		if font.bold {
			regular = font.load(true)
		}
		of.bold = append(of.bold, fallback{font.ranges, regular})
	}
	of.bold = append(of.bold, fallback{nil, rareCJK})
	return of
})

// Families is the font-family list of diagrams, in the order in which
// characters are looked up. The last entries are fonts of similar width, for
// programs that ignore embedded fonts.
var Families = sync.OnceValue(func() string {
	list := []string{MainFamily, cjkFamily}
	for _, font := range packedFonts {
		list = append(list, font.family)
	}
	for i, family := range append(list[1:], rareFamily) {
		list = append(list[:i+1], `"`+family+`"`)
	}
	return strings.Join(list, ",") + `,"Liberation Sans",Arial,Helvetica,"Nimbus Sans",FreeSans,"DejaVu Sans Condensed",sans-serif`
})

// Face returns the face of Arimo that the font selects.
func (f Font) Face() *Face {
	switch {
	case f.Bold && f.Italic:
		return boldItalicFace()
	case f.Bold:
		return boldFace()
	case f.Italic:
		return italicFace()
	}
	return RegularFace()
}

func arimo(text []byte, bold, italic bool) *Face {
	f := loadFace(MainFamily, text, bold, italic)
	f.fallbacks = fallbacks().regular
	if bold {
		f.fallbacks = fallbacks().bold
	}
	return f
}

// loadFace panics on a broken font, since fonts are embedded.
func loadFace(family string, text []byte, bold, italic bool) *Face {
	font, err := sfnt.Parse(text)
	if err != nil {
		panic(family + ": " + err.Error())
	}
	f := &Face{Family: family, bold: bold, Italic: italic, text: text, Font: font, Units: float64(font.UnitsPerEm()), known: map[rune]glyph{}}
	f.shapes = sync.OnceValue(f.parseShapes)
	for r := range rune(basicRunes) {
		f.Basic[r] = f.lookUp(r).advance
	}
	return f
}

func (f *Face) lookUp(r rune) glyph {
	number, err := f.Font.GlyphIndex(&f.buf, r)
	if err != nil || number == 0 {
		return glyph{advance: -1}
	}
	advance, err := f.Font.GlyphAdvance(&f.buf, number, fixed.I(int(f.Units)), 0)
	if err != nil {
		return glyph{advance: -1}
	}
	if isIgnorable(r) {
		advance = 0
	}
	return glyph{uint16(number), float64(advance) / 64}
}

// AdvanceOf returns a glyph's advance in font units.
func (f *Face) AdvanceOf(number uint16) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	advance, err := f.Font.GlyphAdvance(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.Units)), 0)
	if err != nil {
		return 0 // cannot fail for an embedded font
	}
	return float64(advance) / 64
}

// maxRunes limits the memory that hostile text can use. Further glyphs are not
// cached.
const maxRunes = 1 << 14

// glyphOf returns the face's own glyph of a rune.
func (f *Face) glyphOf(r rune) glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, ok := f.known[r]; ok {
		return known
	}
	found := f.lookUp(r)
	if len(f.known) < maxRunes {
		f.known[r] = found
	}
	return found
}

// find returns the face that sets a rune, this one or a fallback, with the
// glyph. The glyph number is 0 if no face has one.
func (f *Face) find(r rune) (*Face, glyph) {
	own := f.glyphOf(r)
	if own.number != 0 || r < basicRunes {
		return f, own
	}
	for i := range f.fallbacks {
		if next := &f.fallbacks[i]; next.ranges.contains(r) {
			if other := next.face().glyphOf(r); other.number != 0 {
				return next.face(), other
			}
		}
	}
	return f, own
}

// advance returns the width of a rune in font units, negative if neither the
// face nor a fallback has a glyph.
func (f *Face) advance(r rune) float64 {
	if r >= 0 && r < basicRunes {
		return f.Basic[r]
	}
	owner, found := f.find(r)
	if found.number == 0 {
		return -1
	}
	return found.advance * f.Units / owner.Units
}

// carries reports whether a standalone diagram embeds a glyph for the rune.
func (f *Face) carries(r rune) bool { return f.advance(r) >= 0 }

func (f *Face) carriesAll(text string) bool {
	for _, r := range text {
		if !f.carries(r) {
			return false
		}
	}
	return true
}

// HasAll reports whether the face itself has a glyph for each rune.
func (f *Face) HasAll(text string) bool {
	for _, r := range text {
		if r >= basicRunes && f.glyphOf(r).number == 0 {
			return false
		}
	}
	return true
}

// CSS returns the declarations that select the face: family, weight and style.
func (f *Face) CSS() string {
	weight, style := "400", "normal"
	if f.bold {
		weight = "700"
	}
	if f.only {
		weight = "100 900"
	}
	if f.Italic {
		style = "italic"
	}
	return fmt.Sprintf("font-family:%q;font-weight:%s;font-style:%s", f.Family, weight, style)
}

// Style returns the style part of the face's PostScript name.
func (f *Face) Style() string {
	switch {
	case f.bold && f.Italic:
		return "-BoldItalic"
	case f.bold:
		return "-Bold"
	case f.Italic:
		return "-Italic"
	}
	return "-Regular"
}
