package diagram

import (
	_ "embed"
	"sync"

	shapes "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The diagrams are set in Arimo, and what it lacks in Noto Sans; emoji are
// black. Their
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
	//go:embed fonts/NotoSansArabic-Regular.ttf
	arabicRegular []byte
	//go:embed fonts/NotoSansArabic-Bold.ttf
	arabicBold []byte
	//go:embed fonts/NotoSansDevanagari-Regular.ttf
	devanagariRegular []byte
	//go:embed fonts/NotoSansDevanagari-Bold.ttf
	devanagariBold []byte
	//go:embed fonts/NotoSansThai-Regular.ttf
	thaiRegular []byte
	//go:embed fonts/NotoSansThai-Bold.ttf
	thaiBold []byte
	//go:embed fonts/NotoEmoji-Regular.ttf
	emoji []byte
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
	fallbacks    []func() *face      // for what this face lacks, in their order
	script       language.Script     // that the face shapes, 0 for none
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

	regularFallback = sync.OnceValue(func() *face { return loadFace(fallbackFamily, notoRegular, false, false) })
	boldFallback    = sync.OnceValue(func() *face { return loadFace(fallbackFamily, notoBold, true, false) })

	emojiFace = shapedFace("Noto Emoji", emoji, false, language.Common)

	// The bold CJK font has the characters of the usual standards only.
	regularFallbacks = []func() *face{regularFallback, shapedFace("Noto Sans Arabic", arabicRegular, false, language.Arabic),
		shapedFace("Noto Sans Devanagari", devanagariRegular, false, language.Devanagari), shapedFace("Noto Sans Thai", thaiRegular, false, language.Thai), emojiFace}
	boldFallbacks = []func() *face{boldFallback, shapedFace("Noto Sans Arabic", arabicBold, true, language.Arabic),
		shapedFace("Noto Sans Devanagari", devanagariBold, true, language.Devanagari), shapedFace("Noto Sans Thai", thaiBold, true, language.Thai), emojiFace, regularFallback}
)

func shapedFace(family string, text []byte, bold bool, script language.Script) func() *face {
	return sync.OnceValue(func() *face {
		f := loadFace(family, text, bold, false)
		f.script = script
		return f
	})
}

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
	f.fallbacks = regularFallbacks
	if bold {
		f.fallbacks = boldFallbacks
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
	for _, fallback := range f.fallbacks {
		if other := fallback().glyphOf(r); other.number != 0 {
			return fallback(), other
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
// Scripts that are shaped, and emoji, are left to the reader's fonts.
func (f *face) carries(r rune) bool {
	if r >= 0 && r < basicRunes {
		return f.basic[r] >= 0
	}
	owner, found := f.find(r)
	return found.number != 0 && owner.script == 0 && owner.bold == f.bold
}

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
