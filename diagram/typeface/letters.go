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

// A page has Arimo. The families of one script come as whole files when a
// browser meets one of their characters; of the large families it gets the
// letters that a picture has.

// largeCuts are the faces that are not served whole, by the name of their file.
var largeCuts = map[string]func() *Face{
	"cjk-regular.woff": regularCJK, "cjk-bold.woff": boldCJK, "rare.woff": rareCJK, "emoji.woff": emojiFace,
}

const emojiFamily = "Noto Emoji"

var emojiFace = func() *Face {
	for _, next := range fallbacks().regular {
		if next.ranges.have('😀') && next.ranges != nil {
			return next.face()
		}
	}
	panic("no font of emoji")
}

// FontVersion changes with the fonts and with the way in which they are cut.
var FontVersion = sync.OnceValue(func() string {
	const cut = 1 // another number for another way
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

// PageFonts are the rules by which a page finds the families of one script,
// below an address.
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

// css writes the ranges for a style sheet, with what joins and parts letters.
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

// WholeFont gives a file that a page's style sheet names, as it is and packed
// by gzip.
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

// Unpacked is the font in a packed file.
func Unpacked(packed []byte) []byte { return unpacked(packed) }

// Bounds of what one style sheet is asked for, in bytes.
const (
	MostLetters  = 4 << 10 // that is answered
	usualLetters = 1 << 10 // that is asked
	longLetter   = 100     // an emoji of parts beyond it is left to the reader's fonts
)

// Letters lists what a page's picture has of the large families, each text
// for one style sheet (LettersStyle). A new letter changes one of the texts.
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

// textsOf gives the contents of the text elements of our own SVG.
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

// inTexts joins letters. Where a text ends depends on the letter there, so
// that one more letter leaves the other texts as they are.
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

// LettersStyle is the style sheet of the fonts that have some letters. It
// names them relative to its own address (LettersFont).
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

// LettersFont is the part of a font that has some letters.
func LettersFont(file, letters string) (woff []byte, found bool) {
	load, found := largeCuts[file]
	if !found {
		return nil, false
	}
	f := load()
	woff, err := SubsetWOFF(f, lettersUsed(letters).of(f))
	if err != nil {
		panic(f.CSS() + ": " + err.Error()) // our own font: a broken build
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
