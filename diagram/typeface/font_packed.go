package typeface

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/go-text/typesetting/language"
)

// The fonts are gzipped to a third of their size, and unpacked only when a
// name needs one.
//
//go:embed fonts/*.ttf.gz
var packedFiles embed.FS

// packedFont is a Noto family for one script, symbols or emoji.
type packedFont struct {
	family string // as it may be installed
	script language.Script
	bold   bool   // there is a bold font
	ranges ranges // its characters, and possibly some of other fonts
}

// packedFonts are in the order in which characters are looked up. Script 0
// marks scripts that need no shaping.
var packedFonts = []packedFont{
	{"Noto Sans Arabic", language.Arabic, true, blocks("600-6FF 750-77F 870-8FF FB50-FDFF FE70-FEFF 10E60-10EFF 1EE00-1EEFF")},
	{"Noto Sans Devanagari", language.Devanagari, true, blocks("900-97F 1CD0-1CFF A830-A83F A8E0-A8FF 11B00-11B5F")},
	{"Noto Sans Thai", language.Thai, true, blocks("E00-E7F")},
	{"Noto Sans Armenian", 0, true, blocks("530-58F FB13-FB17")},
	{"Noto Sans Georgian", 0, true, blocks("10A0-10FF 1C90-1CBF 2D00-2D2F")},
	{"Noto Sans Bengali", language.Bengali, true, blocks("980-9FF 1CF7")},
	{"Noto Sans Gurmukhi", language.Gurmukhi, true, blocks("A00-A7F")},
	{"Noto Sans Gujarati", language.Gujarati, true, blocks("A80-AFF")},
	{"Noto Sans Oriya", language.Oriya, true, blocks("B00-B7F")},
	{"Noto Sans Tamil", language.Tamil, true, blocks("B80-BFF 11300-1137F")},
	{"Noto Sans Telugu", language.Telugu, true, blocks("C00-C7F")},
	{"Noto Sans Kannada", language.Kannada, true, blocks("C80-CFF")},
	{"Noto Sans Malayalam", language.Malayalam, true, blocks("D00-D7F")},
	{"Noto Sans Sinhala", language.Sinhala, true, blocks("D80-DFF 111E0-111FF")},
	{"Noto Sans Lao", language.Lao, true, blocks("E80-EFF")},
	{"Noto Sans Khmer", language.Khmer, true, blocks("1780-17FF 19E0-19FF")},
	{"Noto Sans Myanmar", language.Myanmar, true, blocks("1000-109F A92E A9E0-A9FF AA60-AA7F")},
	{"Noto Sans Ethiopic", 0, true, blocks("1200-139F 2D80-2DDF AB00-AB2F")},
	{"Noto Sans Syriac", language.Syriac, false, blocks("700-74F 860-86F")},
	{"Noto Sans Thaana", language.Thaana, false, blocks("780-7BF")},
	{"Noto Sans NKo", language.Nko, false, blocks("7C0-7FF")},
	{"Noto Serif Tibetan", language.Tibetan, false, blocks("F00-FFF")},
	{"Noto Sans Cherokee", 0, false, blocks("13A0-13FF AB70-ABBF")},
	{"Noto Sans Canadian Aboriginal", 0, false, blocks("1400-167F 18B0-18FF")},
	{"Noto Sans Mongolian", language.Mongolian, false, blocks("1800-18AF 11660-1167F")},
	{"Noto Sans Ol Chiki", 0, false, blocks("1C50-1C7F")},
	{"Noto Sans Tifinagh", language.Tifinagh, false, blocks("2D30-2D7F")},
	{"Noto Sans Meetei Mayek", language.Meetei_Mayek, false, blocks("AAE0-AAFF ABC0-ABFF")},
	{"Noto Sans Javanese", language.Javanese, false, blocks("A980-A9DF")},
	{"Noto Sans Yi", 0, false, blocks("A000-A4CF")},
	{"Noto Sans Adlam", language.Adlam, false, blocks("1E900-1E95F")},
	{"Noto Emoji", language.Common, false, blocks("20E3 2190-2BFF FE0E-FE0F 1F000-1FAFF E0030-E007F")},
	{"Noto Sans Math", 0, false, blocks("20D0-23FF 25A0-25FF 27C0-2BFF 1D400-1D7FF 1EE00-1EEFF")},
	{"Noto Sans Symbols", 0, false, blocks("20D0-23FF 2600-27BF 1F540-1F54F 1F700-1F77F")},
	{"Noto Sans Symbols 2", 0, false, blocks("2190-2BFF 4DC0-4DFF 10140-101FF 102E0-102FF 10E60-10E7F 1D2E0-1D37F 1F000-1FBFF")},
}

// ranges are pairs of the first and the last rune of a range.
type ranges [][2]rune

// blocks parses ranges of hexadecimal numbers.
func blocks(text string) ranges {
	var list ranges
	for word := range strings.FieldsSeq(text) {
		low, high, isRange := strings.Cut(word, "-")
		if !isRange {
			high = low
		}
		first, err := strconv.ParseInt(low, 16, 32)
		if err != nil {
			panic(err)
		}
		last, err := strconv.ParseInt(high, 16, 32)
		if err != nil {
			panic(err)
		}
		list = append(list, [2]rune{rune(first), rune(last)})
	}
	return list
}

// contains reports whether a character is in one of the ranges. Empty ranges
// contain every character.
func (r ranges) contains(c rune) bool {
	for _, pair := range r {
		if c >= pair[0] && c <= pair[1] {
			return true
		}
	}
	return r == nil
}

// load returns a function that unpacks and loads the face once.
func (p *packedFont) load(bold bool) func() *Face {
	return sync.OnceValue(func() *Face {
		f := loadFace(p.family, unpacked(p.packed(bold)), bold, false)
		f.script, f.ranges, f.only = p.script, p.ranges, !p.bold
		return f
	})
}

// file returns the file name of a face.
func (p *packedFont) file(bold bool) string {
	cut := "-Regular"
	if bold {
		cut = "-Bold"
	}
	return strings.ReplaceAll(p.family, " ", "") + cut + ".ttf"
}

func (p *packedFont) packed(bold bool) []byte {
	text, err := packedFiles.ReadFile("fonts/" + p.file(bold) + ".gz")
	if err != nil {
		panic(err) // the list above names a font that is not embedded
	}
	return text
}

// tail returns the checksum and the size at the end of a packed file.
func (p *packedFont) tail(bold bool) []byte {
	tail := make([]byte, 8)
	file, err := packedFiles.Open("fonts/" + p.file(bold) + ".gz")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if _, err := file.(io.Seeker).Seek(-int64(len(tail)), io.SeekEnd); err != nil {
		panic(err)
	}
	if _, err := io.ReadFull(file, tail); err != nil {
		panic(err)
	}
	return tail
}

// unpacked panics on a broken file, since the files are embedded.
func unpacked(packed []byte) []byte {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Sprintf("unpack font: %v", err))
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic(fmt.Sprintf("unpack font: %v", err))
	}
	return text
}
