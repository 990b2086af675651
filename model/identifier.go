package model

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// Identifier converts a text to a name that CQL accepts without quotes, in the style of
// its schemas: "Point of interest" becomes point_of_interest, StatusChange status_change,
// HTTPRequest http_request and userIDs user_ids. Accents are left out. A name cannot start
// with a digit: "2nd address" becomes second_address, "2FA" two_fa and "24h volume"
// n24h_volume. It may return "", if no letter is Latin. The identifier of an identifier is
// the same.
func Identifier(text string) string { return identifier(text, true) }

// FoldedIdentifier is the identifier of a name that was written in CQL without quotes, which
// has no capitals then: userid for userId.
func FoldedIdentifier(text string) string { return identifier(text, false) }

func identifier(text string, splitCapitals bool) string {
	if isIdentifier(text) {
		return text
	}
	letters := latinLetters(text)
	var name strings.Builder
	name.Grow(len(text) + 2)
	gap := false
	for i, c := range letters {
		if c > unicode.MaxASCII || c == '_' || !isWordByte(byte(c)) {
			gap = name.Len() > 0
			continue
		}
		if gap || splitCapitals && name.Len() > 0 && startsWord(letters, i) {
			name.WriteByte('_')
		}
		gap = false
		name.WriteRune(unicode.ToLower(c))
	}
	return spellFirstNumber(name.String())
}

// isIdentifier reports whether a text is small words with one _ between them already, as
// most names of a schema are.
func isIdentifier(text string) bool {
	before := byte('_')
	for i := range len(text) {
		c := text[i]
		isSmall, isDigit := 'a' <= c && c <= 'z', '0' <= c && c <= '9'
		if !isSmall && !isDigit && c != '_' || before == '_' && c == '_' || i == 0 && isDigit {
			return false
		}
		before = c
	}
	return before != '_'
}

// startsWord reports whether a capital starts a word: it follows a small letter or a digit,
// or ends a run of capitals that are a word of their own. A single small letter after such a
// run belongs to it, as in IDs and IPv4.
func startsWord(letters []rune, at int) bool {
	isUpper := func(i int) bool { return i >= 0 && i < len(letters) && unicode.IsUpper(letters[i]) }
	isLower := func(i int) bool { return i >= 0 && i < len(letters) && unicode.IsLower(letters[i]) }
	isWord := func(i int) bool { return isUpper(i) || isLower(i) || i >= 0 && unicode.IsDigit(letters[i]) }
	switch {
	case !isUpper(at) || at == 0 || !isWord(at-1):
		return false
	case !isUpper(at - 1):
		return !unicode.IsDigit(letters[at-1]) || isLower(at+1)
	}
	return isLower(at+1) && isLower(at+2)
}

// latinLetters returns a text without accents: as letters that names in CQL can have, where
// there are such.
func latinLetters(text string) []rune {
	letters := make([]rune, 0, len(text))
	for _, c := range text {
		plain, found := "", false
		if c > unicode.MaxASCII {
			plain, found = withoutAccent[c]
		}
		switch {
		case found:
			letters = append(letters, []rune(plain)...)
		case !unicode.Is(unicode.Mn, c): // an accent that is a character of its own
			letters = append(letters, c)
		}
	}
	return letters
}

// withoutAccent has the letters of the languages of Europe that are written in Latin.
var withoutAccent = func() map[rune]string {
	plain := map[rune]string{'ß': "ss", 'æ': "ae", 'Æ': "Ae", 'œ': "oe", 'Œ': "Oe", 'þ': "th", 'Þ': "Th", 'İ': "I"}
	for letter, accented := range map[string]string{
		"a": "àáâãäåāăą", "c": "çćčċ", "d": "ďđð", "e": "èéêëēėęě", "g": "ğģġ", "h": "ħ", "i": "ìíîïīįı",
		"k": "ķ", "l": "łļľĺ", "n": "ñńņň", "o": "òóôõöøōő", "r": "řŕ", "s": "śšşș", "t": "ťțţ", "u": "ùúûüūůűų", "y": "ýÿ", "z": "źżž",
	} {
		for _, c := range accented {
			plain[c] = letter
			if upper := unicode.ToUpper(c); upper > unicode.MaxASCII {
				plain[upper] = strings.ToUpper(letter)
			}
		}
	}
	return plain
}()

var (
	ordinals = map[string]string{"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth",
		"6th": "sixth", "7th": "seventh", "8th": "eighth", "9th": "ninth"}
	digits = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
)

// spellFirstNumber spells the number at the start of a name: an ordinal or a digit as a word,
// others after n.
func spellFirstNumber(name string) string {
	rest := strings.TrimLeft(name, "0123456789")
	number := name[:len(name)-len(rest)]
	if number == "" {
		return name
	}
	first, after, _ := strings.Cut(name, "_")
	if len(first) > 3 && ordinals[first[:3]] != "" && len(number) == 1 {
		first, after = first[:3], strings.TrimPrefix(name[3:], "_") // 2ndAddress without capitals
	}
	switch {
	case ordinals[first] != "":
		return join(ordinals[first], after)
	case len(number) == 1:
		return join(digits[number[0]-'0'], strings.TrimPrefix(rest, "_"))
	}
	return "n" + name
}

func join(first, rest string) string {
	if rest == "" {
		return first
	}
	return first + "_" + rest
}

// MaxKeyspaceName is Cassandra's limit for keyspace and table names.
const MaxKeyspaceName = 48

// ShortIdentifier returns a text as an identifier of at most MaxKeyspaceName
// characters, or otherwise if none is left.
func ShortIdentifier(text, otherwise string) string {
	name := Identifier(text)
	name = strings.Trim(name[:min(len(name), MaxKeyspaceName)], "_")
	return cmp.Or(name, otherwise)
}

// FreeName returns the wanted name, with a number if it is taken.
func FreeName(wanted string, taken func(string) bool) string {
	name := wanted
	for number := 2; taken(name); number++ {
		name = fmt.Sprintf("%s_%d", wanted, number)
	}
	return name
}
