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
	MainFamily = "Arimo"
	cjkFamily  = "Widerow CJK" // Chinese, Japanese and Korean
	rareFamily = "Widerow Rare"
)

// Font is how a text is set: a face of Arimo and the size in px.
type Font struct {
	Bold   bool
	Italic bool
	Size   float64
}

// Face is one cut of a family, ready to measure and to subset.
type Face struct {
	Family       string
	bold, Italic bool
	text         []byte
	Font         *sfnt.Font
	Units        float64
	Basic        [basicRunes]float64 // advances in font units, below 0 where there is no glyph
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
	RegularFace    = sync.OnceValue(func() *Face { return arimo(arimoRegular, false, false) })
	boldFace       = sync.OnceValue(func() *Face { return arimo(arimoBold, true, false) })
	italicFace     = sync.OnceValue(func() *Face { return arimo(arimoItalic, false, true) })
	boldItalicFace = sync.OnceValue(func() *Face { return arimo(arimoBoldItalic, true, true) })

	regularCJK = sync.OnceValue(func() *Face { return loadFace(cjkFamily, notoRegular, false, false) })
	boldCJK    = sync.OnceValue(func() *Face { return loadFace(cjkFamily, notoBold, true, false) })
	// The bold CJK font has the characters of the usual standards only.
	rareCJK = sync.OnceValue(func() *Face {
		f := loadFace(rareFamily, notoRegular, false, false)
		f.only = true
		return f
	})
)

// fallback is a face for what others lack. It is loaded for the first
// character of its ranges that is met.
type fallback struct {
	ranges ranges // nil for all
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

// Families are the fonts of a picture as a style sheet lists them: in the
// order in which a character is looked for. The last ones are for programs that
// read no embedded fonts, and about as wide.
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

// loadFace panics on a broken font, which would be a broken build.
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

// AdvanceOf is a glyph's own in font units.
func (f *Face) AdvanceOf(number uint16) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	advance, err := f.Font.GlyphAdvance(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.Units)), 0)
	if err != nil {
		return 0 // a glyph of our own font
	}
	return float64(advance) / 64
}

// maxRunes bounds the memory that hostile text can take: beyond it glyphs
// are looked up every time.
const maxRunes = 1 << 14

// glyphOf is the face's own glyph of a rune.
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

// find gives the face that sets a rune, this or a fallback, and the glyph;
// the number is 0 where none has it.
func (f *Face) find(r rune) (*Face, glyph) {
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

// carries reports whether a picture that stands alone has the rune's glyph.
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

// CSS names the face among its family.
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

// Style is the face's part of a PostScript name.
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
