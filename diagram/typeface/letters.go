package typeface

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A page always has Arimo. The browser loads the families of a single script as
// whole files when it meets one of their characters. Of the large families it
// gets only the characters that the diagram uses.

// largeCuts are the faces that are not served whole, by file name.
var largeCuts = map[string]func() *Face{
	"cjk-regular.woff": regularCJK, "cjk-bold.woff": boldCJK, "rare.woff": rareCJK, "emoji.woff": emojiFace,
}

const emojiFamily = "Noto Emoji"

var emojiFace = func() *Face {
	for _, next := range fallbacks().regular {
		if next.ranges.contains('😀') && next.ranges != nil {
			return next.face()
		}
	}
	panic("no font of emoji")
}

// FontVersion changes whenever the fonts or the method of subsetting change.
var FontVersion = sync.OnceValue(func() string {
	const cut = 1 // increment for another method
	sum := sha256.New()
	fmt.Fprintln(sum, cut)
	for _, text := range [][]byte{notoRegular, notoBold} {
		sum.Write(text[:1<<10]) // the checksums of all tables
	}
	for i := range packedFonts {
		for _, bold := range []bool{false, packedFonts[i].bold} {
			sum.Write(packedFonts[i].tail(bold))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})

// PageFonts returns the CSS rules for the families of a single script. address
// is the URL of their folder.
func PageFonts(address string) string {
	var out strings.Builder
	for i := range packedFonts {
		font := &packedFonts[i]
		if font.family == emojiFamily {
			continue
		}
		for _, bold := range []bool{false, true} {
			if bold && !font.bold {
				continue
			}
			named := &Face{Family: font.family, bold: bold, only: !font.bold}
			fmt.Fprintf(&out, "@font-face{%s;src:url(%s/%s) format(\"truetype\");unicode-range:%s;font-display:swap}\n",
				named.CSS(), address, font.file(bold), font.ranges.css(font.script != 0))
		}
	}
	fmt.Fprintf(&out, ".diagram text{font-family:%s}\n", Families())
	return out.String()
}

// css formats the ranges for a style sheet. joined adds the joiners and the
// dotted circle.
func (r ranges) css(joined bool) string {
	var list []string
	for _, pair := range r {
		list = append(list, fmt.Sprintf("U+%X-%X", pair[0], pair[1]))
	}
	if joined {
		list = append(list, "U+200C-200D", "U+25CC")
	}
	return strings.Join(list, ",")
}

// WholeFont returns a font file that a page's style sheet names, compressed
// with gzip, and reports whether there is one.
func WholeFont(file string) (packed []byte, found bool) {
	for i := range packedFonts {
		for _, bold := range []bool{false, packedFonts[i].bold} {
			if packedFonts[i].file(bold) == file {
				return packedFonts[i].packed(bold), true
			}
		}
	}
	return nil, false
}

// Unpacked returns the font in a packed file.
func Unpacked(packed []byte) []byte { return unpacked(packed) }

// Limits of the letters in one style sheet request, in bytes.
const (
	MostLetters  = 4 << 10 // accepted
	usualLetters = 1 << 10 // requested
	longLetter   = 100     // an emoji sequence longer than this uses the browser's fonts
)

// Letters returns the characters of the large families that an SVG diagram
// uses, divided into texts for one style sheet each (LettersStyle). A new
// character changes one of the texts.
func Letters(svg []byte) []string {
	found := map[string]bool{}
	large := map[*Face]bool{}
	for content := range textsOf(svg) {
		f := RegularFace()
		if f.HasAll(content) {
			continue
		}
		if len(large) == 0 {
			large[regularCJK()], large[emojiFace()] = true, true
		}
		for _, g := range f.Line(content) {
			if letter := string(g.Runes); large[g.Face] && g.Number != 0 && letter != "" && len(letter) <= longLetter {
				found[letter] = true
			}
		}
	}
	return inTexts(slices.Sorted(maps.Keys(found)))
}

// textsOf yields the contents of the text elements in an SVG that this app
// wrote.
func textsOf(svg []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for {
			_, after, more := bytes.Cut(svg, []byte("<text "))
			if !more {
				return
			}
			_, after, _ = bytes.Cut(after, []byte(">"))
			content, rest, _ := bytes.Cut(after, []byte("</text>"))
			if slices.ContainsFunc(content, func(b byte) bool { return b >= utf8.RuneSelf }) && !yield(string(content)) {
				return
			}
			svg = rest
		}
	}
}

// inTexts divides letters into texts. The letters themselves determine the
// boundaries, so that an additional letter leaves other texts unchanged.
func inTexts(letters []string) []string {
	var texts []string
	text := ""
	for _, letter := range letters {
		if text != "" {
			text += " "
		}
		text += letter
		sum := fnv.New32a()
		io.WriteString(sum, letter)
		if sum.Sum32()%128 == 0 || len(text) > usualLetters {
			texts, text = append(texts, text), ""
		}
	}
	if text != "" {
		texts = append(texts, text)
	}
	return texts
}

// LettersStyle returns the style sheet for the fonts of some letters. Its font
// URLs are relative to its own (LettersFont).
func LettersStyle(letters string) string {
	used := lettersUsed(letters)
	var out strings.Builder
	for _, file := range slices.Sorted(maps.Keys(largeCuts)) {
		f := largeCuts[file]()
		if used[f] == nil {
			continue
		}
		var list []string
		for _, r := range slices.Sorted(maps.Keys(used[f].runes)) {
			list = append(list, fmt.Sprintf("U+%X", r))
		}
		fmt.Fprintf(&out, "@font-face{%s;src:url(%s?text=%s) format(\"woff\");unicode-range:%s;font-display:swap}\n",
			f.CSS(), file, url.QueryEscape(letters), strings.Join(list, ","))
	}
	return out.String()
}

// LettersFont returns the subset of a font with some letters as WOFF, and
// reports whether there is such a font.
func LettersFont(file, letters string) (woff []byte, found bool) {
	load, found := largeCuts[file]
	if !found {
		return nil, false
	}
	f := load()
	woff, err := SubsetWOFF(f, lettersUsed(letters).of(f))
	if err != nil {
		panic(f.CSS() + ": " + err.Error()) // cannot fail for an embedded font
	}
	return woff, true
}

func lettersUsed(letters string) Used {
	used := Used{}
	for letter := range strings.FieldsSeq(letters) {
		used.Add(RegularFace(), letter)
		used.Add(boldFace(), letter)
	}
	return used
}
