package diagram

import (
	"embed"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The diagrams are set in Arimo. Its licence, the SIL Open Font License, is
// fonts/OFL.txt.
//
//go:embed fonts/Arimo-Regular.ttf fonts/Arimo-Bold.ttf fonts/Arimo-Italic.ttf fonts/Arimo-BoldItalic.ttf
var fontFiles embed.FS

// Font is how a text is set: a face of Arimo and the size in px.
type Font struct {
	Bold   bool
	Italic bool
	Size   float64
}

// face is one of the four cuts, ready to measure and to subset.
type face struct {
	file  string
	text  []byte
	font  *sfnt.Font
	units float64
	basic [basicRunes]float64 // advances in font units, below 0 where there is no glyph

	mu   sync.Mutex
	more map[rune]float64
	buf  sfnt.Buffer
}

// basicRunes covers Latin with its accents; other runes are looked up once.
const basicRunes = 0x180

var (
	regularFace    = sync.OnceValue(func() *face { return loadFace("fonts/Arimo-Regular.ttf") })
	boldFace       = sync.OnceValue(func() *face { return loadFace("fonts/Arimo-Bold.ttf") })
	italicFace     = sync.OnceValue(func() *face { return loadFace("fonts/Arimo-Italic.ttf") })
	boldItalicFace = sync.OnceValue(func() *face { return loadFace("fonts/Arimo-BoldItalic.ttf") })
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

// loadFace panics on a broken font, which would be a broken build.
func loadFace(file string) *face {
	text, err := fontFiles.ReadFile(file)
	if err != nil {
		panic(err)
	}
	font, err := sfnt.Parse(text)
	if err != nil {
		panic(file + ": " + err.Error())
	}
	f := &face{file: file, text: text, font: font, units: float64(font.UnitsPerEm()), more: map[rune]float64{}}
	for r := range rune(basicRunes) {
		f.basic[r] = f.lookUp(r)
	}
	return f
}

func (f *face) lookUp(r rune) float64 {
	glyph, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil || glyph == 0 {
		return -1
	}
	advance, err := f.font.GlyphAdvance(&f.buf, glyph, fixed.I(int(f.units)), 0)
	if err != nil {
		return -1
	}
	return float64(advance) / 64
}

// maxRunes bounds the memory that hostile text can take: beyond it advances
// are looked up every time.
const maxRunes = 1 << 14

// advance is the width of a rune in font units, below 0 if the face has no
// glyph for it.
func (f *face) advance(r rune) float64 {
	if r >= 0 && r < basicRunes {
		return f.basic[r]
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, ok := f.more[r]; ok {
		return known
	}
	advance := f.lookUp(r)
	if len(f.more) < maxRunes {
		f.more[r] = advance
	}
	return advance
}
