package diagram

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

// The diagrams are set in Arimo, and what it lacks in Noto Sans (font_packed.go). Their
// licence, the SIL Open Font License, is fonts/OFL.txt. As variables of bytes
// the files stay on disk but for the pages that are read.
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
	mainFamily = "Arimo"
	cjkFamily  = "Widerow CJK" // Chinese, Japanese and Korean
	rareFamily = "Widerow Rare"
)

// Font is how a text is set: a face of Arimo and the size in px.
type Font struct {
	Bold   bool
	Italic bool
	Size   float64
}

// face is one cut of a family, ready to measure and to subset.
type face struct {
	family       string
	bold, italic bool
	text         []byte
	font         *sfnt.Font
	units        float64
	basic        [basicRunes]float64 // advances in font units, below 0 where there is no glyph
	fallbacks    []fallback          // for what this face lacks, in their order
	script       language.Script     // that the face shapes, 0 for none
	ranges       ranges              // where its script is, nil for several scripts
	only         bool                // there is no other weight, which stands for all
	shapes       func() *shapes.Font

	mu    sync.Mutex
	known map[rune]glyph
	buf   sfnt.Buffer
}

// glyph is a rune's number in the face and its advance in font units, below
// 0 where there is none.
type glyph struct {
	number  uint16
	advance float64
}

// basicRunes covers Latin with its accents; other runes are looked up once.
const basicRunes = 0x180

var (
	regularFace    = sync.OnceValue(func() *face { return arimo(arimoRegular, false, false) })
	boldFace       = sync.OnceValue(func() *face { return arimo(arimoBold, true, false) })
	italicFace     = sync.OnceValue(func() *face { return arimo(arimoItalic, false, true) })
	boldItalicFace = sync.OnceValue(func() *face { return arimo(arimoBoldItalic, true, true) })

	regularCJK = sync.OnceValue(func() *face { return loadFace(cjkFamily, notoRegular, false, false) })
	boldCJK    = sync.OnceValue(func() *face { return loadFace(cjkFamily, notoBold, true, false) })
	// The bold CJK font has the characters of the usual standards only.
	rareCJK = sync.OnceValue(func() *face {
		f := loadFace(rareFamily, notoRegular, false, false)
		f.only = true
		return f
	})
)

// fallback is a face for what others lack. It is loaded for the first
// character of its ranges that is met.
type fallback struct {
	ranges ranges // nil for all
	face   func() *face
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

// families are the fonts of a picture as a style sheet lists them: in the
// order in which a character is looked for. The last ones are for programs that
// read no embedded fonts, and about as wide.
var families = sync.OnceValue(func() string {
	list := []string{mainFamily, cjkFamily}
	for _, font := range packedFonts {
		list = append(list, font.family)
	}
	for i, family := range append(list[1:], rareFamily) {
		list = append(list[:i+1], `"`+family+`"`)
	}
	return strings.Join(list, ",") + `,"Liberation Sans",Arial,Helvetica,"Nimbus Sans",FreeSans,"DejaVu Sans Condensed",sans-serif`
})

func (f Font) face() *face {
	switch {
	case f.Bold && f.Italic:
		return boldItalicFace()
	case f.Bold:
		return boldFace()
	case f.Italic:
		return italicFace()
	}
	return regularFace()
}

func arimo(text []byte, bold, italic bool) *face {
	f := loadFace(mainFamily, text, bold, italic)
	f.fallbacks = fallbacks().regular
	if bold {
		f.fallbacks = fallbacks().bold
	}
	return f
}

// loadFace panics on a broken font, which would be a broken build.
func loadFace(family string, text []byte, bold, italic bool) *face {
	font, err := sfnt.Parse(text)
	if err != nil {
		panic(family + ": " + err.Error())
	}
	f := &face{family: family, bold: bold, italic: italic, text: text, font: font, units: float64(font.UnitsPerEm()), known: map[rune]glyph{}}
	f.shapes = sync.OnceValue(f.parseShapes)
	for r := range rune(basicRunes) {
		f.basic[r] = f.lookUp(r).advance
	}
	return f
}

func (f *face) lookUp(r rune) glyph {
	number, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil || number == 0 {
		return glyph{advance: -1}
	}
	advance, err := f.font.GlyphAdvance(&f.buf, number, fixed.I(int(f.units)), 0)
	if err != nil {
		return glyph{advance: -1}
	}
	if isIgnorable(r) {
		advance = 0
	}
	return glyph{uint16(number), float64(advance) / 64}
}

// advanceOf is a glyph's own in font units.
func (f *face) advanceOf(number uint16) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	advance, err := f.font.GlyphAdvance(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.units)), 0)
	if err != nil {
		return 0 // a glyph of our own font
	}
	return float64(advance) / 64
}

// maxRunes bounds the memory that hostile text can take: beyond it glyphs
// are looked up every time.
const maxRunes = 1 << 14

// glyphOf is the face's own glyph of a rune.
func (f *face) glyphOf(r rune) glyph {
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

// find gives the face that sets a rune, this or a fallback, and the glyph;
// the number is 0 where none has it.
func (f *face) find(r rune) (*face, glyph) {
	own := f.glyphOf(r)
	if own.number != 0 || r < basicRunes {
		return f, own
	}
	for i := range f.fallbacks {
		if next := &f.fallbacks[i]; next.ranges.have(r) {
			if other := next.face().glyphOf(r); other.number != 0 {
				return next.face(), other
			}
		}
	}
	return f, own
}

// advance is the width of a rune in font units, below 0 if there is no glyph
// for it, not in the fallback either.
func (f *face) advance(r rune) float64 {
	if r >= 0 && r < basicRunes {
		return f.basic[r]
	}
	owner, found := f.find(r)
	if found.number == 0 {
		return -1
	}
	return found.advance * f.units / owner.units
}

// carries reports whether a picture that stands alone has the rune's glyph.
func (f *face) carries(r rune) bool { return f.advance(r) >= 0 }

func (f *face) carriesAll(text string) bool {
	for _, r := range text {
		if !f.carries(r) {
			return false
		}
	}
	return true
}

// hasAll reports whether the face itself has a glyph for each rune.
func (f *face) hasAll(text string) bool {
	for _, r := range text {
		if r >= basicRunes && f.glyphOf(r).number == 0 {
			return false
		}
	}
	return true
}

// css names the face among its family.
func (f *face) css() string {
	weight, style := "400", "normal"
	if f.bold {
		weight = "700"
	}
	if f.only {
		weight = "100 900"
	}
	if f.italic {
		style = "italic"
	}
	return fmt.Sprintf("font-family:%q;font-weight:%s;font-style:%s", f.family, weight, style)
}

// cut is the face's part of a PostScript name.
func (f *face) cut() string {
	switch {
	case f.bold && f.italic:
		return "-BoldItalic"
	case f.bold:
		return "-Bold"
	case f.italic:
		return "-Italic"
	}
	return "-Regular"
}
