// Package displayname has the rules of names that people read beside those of others.
package displayname

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Check returns what is wrong with the name of a model, an element or
// a person, as the rest of a sentence that begins with "The name". Such names
// are listed beside those of others, so they must not hide characters or change
// the direction of the text around them. Names that are stored already are not
// checked.
func Check(name string) error {
	if !utf8.ValidString(name) {
		return errors.New("is not valid UTF-8 text")
	}
	at := 0
	for _, character := range name {
		at++
		switch {
		case unicode.IsControl(character), unicode.In(character, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point):
			return fmt.Errorf("contains the control character U+%04X at character %d; remove it", character, at)
		case unicode.Is(unicode.Bidi_Control, character):
			return fmt.Errorf("contains U+%04X at character %d, which changes the direction of the text around it; remove it", character, at)
		case unicode.In(character, hidden) && strings.ContainsFunc(name, visible):
			return fmt.Errorf("contains the invisible character U+%04X at character %d; remove it", character, at)
		}
	}
	if name != "" && !strings.ContainsFunc(name, visible) {
		return errors.New("has no visible character")
	}
	return nil
}

// hidden are characters without a mark or width, which make two different names
// look the same. The joiners U+200C and U+200D are not among them: Persian and
// emoji are written with them.
var hidden = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x00AD, Hi: 0x00AD, Stride: 1}, // soft hyphen
	{Lo: 0x200B, Hi: 0x200B, Stride: 1}, // zero width space
	{Lo: 0x2060, Hi: 0x2064, Stride: 1}, // word joiner, invisible operators
	{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, // byte order mark
}, LatinOffset: 1}

// visible reports whether a character leaves a mark by itself.
func visible(character rune) bool {
	return unicode.IsGraphic(character) && !unicode.In(character, unicode.Zs, unicode.Mn, unicode.Me, unicode.Other_Default_Ignorable_Code_Point)
}
