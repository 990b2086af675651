package displayname

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/mtibben/confusables"
	"golang.org/x/text/unicode/norm"
)

// reserved are the names that the app itself writes beside what was done: of an author
// who gave none, and its own.
var reserved = []string{"Somebody", "Widerow"}

// CheckPerson returns what is wrong with the name of a person, like Check. A name in
// one script is welcome, whatever the script; one that could be read as another is not.
func CheckPerson(name string) error {
	if err := Check(name); err != nil {
		return err
	}
	for _, check := range []func(string) error{checkHidden, checkForms, checkScripts, checkReserved} {
		if err := check(name); err != nil {
			return err
		}
	}
	return nil
}

// Skeleton returns a text that is equal for names that look alike: the skeleton of UTS
// #39 without invisible characters.
func Skeleton(name string) string {
	return confusables.Skeleton(strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if ignorable(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name))), " "))
}

func checkReserved(name string) error {
	for _, word := range reserved {
		looks := strings.EqualFold(Skeleton(name), Skeleton(word))
		if looks || Skeleton(strings.ToLower(name)) == Skeleton(strings.ToLower(word)) {
			return fmt.Errorf("can be read as %q, which this app writes itself; choose another one", word)
		}
	}
	return nil
}

// checkForms rejects letters of another width or form, such as "Ａ" and "ﬁ": the name
// would look like one that it is not equal to.
func checkForms(name string) error {
	at := 0
	for _, character := range name {
		at++
		if plain := norm.NFKC.String(string(character)); plain != norm.NFC.String(string(character)) {
			return fmt.Errorf("contains %q (U+%04X) at character %d; write %q", string(character), character, at, plain)
		}
	}
	return nil
}

// checkHidden rejects characters without a mark. The joiners count where a script or an
// emoji needs them.
func checkHidden(name string) error {
	runes := []rune(name)
	for i, character := range runes {
		if ignorable(character) && !(i > 0 && joins(runes[i-1], character)) {
			return fmt.Errorf("contains the invisible character U+%04X at character %d; remove it", character, i+1)
		}
	}
	return nil
}

// ignorable reports whether a character leaves no mark by itself.
func ignorable(character rune) bool {
	return unicode.In(character, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, character)
}

const (
	nonJoiner, joiner = '\u200c', '\u200d'
	emojiStyle        = '\ufe0f'
)

// joined are the scripts that are written with joiners.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
}

// joins reports whether an invisible character changes how the one before it is drawn.
func joins(before, character rune) bool {
	emoji := unicode.In(before, unicode.So, unicode.Sk) || before == emojiStyle
	switch character {
	case joiner:
		return emoji || unicode.In(before, joined...)
	case nonJoiner:
		return unicode.In(before, joined...)
	}
	return character == emojiStyle && emoji
}

// eastAsian are the scripts that Chinese, Japanese and Korean mix.
var eastAsian = map[string]bool{"Han": true, "Hiragana": true, "Katakana": true, "Bopomofo": true, "Hangul": true}

// checkScripts rejects a word with letters of several scripts, as UTS #39 advises
// ("highly restrictive"): East Asian scripts go together, and with Latin.
func checkScripts(name string) error {
	for _, word := range strings.Fields(name) {
		first, asian := "", false
		for _, character := range word {
			script := scriptOf(character)
			if script == "" || eastAsian[script] {
				asian = asian || script != ""
				continue
			}
			if first != "" && script != first || asian && script != "Latin" {
				return fmt.Errorf("mixes scripts in %q: %q is %s; write each word in one script", word, string(character), script)
			}
			first = script
		}
		if asian && first != "" && first != "Latin" {
			return fmt.Errorf("mixes scripts in %q; write each word in one script", word)
		}
	}
	return nil
}

// scriptOf returns the script of a letter, or "" for what all scripts share.
func scriptOf(character rune) string {
	if !unicode.IsLetter(character) || unicode.In(character, unicode.Common, unicode.Inherited) {
		return ""
	}
	if unicode.Is(unicode.Latin, character) {
		return "Latin"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, character) {
			return name
		}
	}
	return ""
}
