package diagram

import (
	_ "embed"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The diagrams are set in Arimo, and what it lacks in Noto Sans. Their
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
	mainFamily     = "Arimo"
	fallbackFamily = "Widerow CJK" // Chinese, Japanese and Korean
	families       = `Arimo,"Widerow CJK","Liberation Sans",Arial,Helvetica,"Nimbus Sans",sans-serif`
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
	fallback     func() *face        // for what this face lacks, nil for none

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

	regularFallback = sync.OnceValue(func() *face { return loadFace(fallbackFamily, notoRegular, false, false) })
	boldFallback    = sync.OnceValue(func() *face { return loadFace(fallbackFamily, notoBold, true, false) })
)

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
	f.fallback = regularFallback
	if bold {
		f.fallback = boldFallback
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
	return glyph{uint16(number), float64(advance) / 64}
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

// find gives the face that sets a rune, this or its fallback, and the glyph;
// the number is 0 where neither has it.
func (f *face) find(r rune) (*face, glyph) {
	own := f.glyphOf(r)
	if own.number != 0 || f.fallback == nil || r < basicRunes {
		return f, own
	}
	if other := f.fallback().glyphOf(r); other.number != 0 {
		return f.fallback(), other
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

// hasAll reports whether the face itself has a glyph for each rune.
func (f *face) hasAll(text string) bool {
	for _, r := range text {
		if r >= basicRunes && f.glyphOf(r).number == 0 {
			return false
		}
	}
	return true
}
