package displayname

import (
	"strings"
	"testing"
)

func TestCheckPerson(t *testing.T) {
	for _, name := range []string{
		"Ada", "Zoë", "Zoe\u0308", "Иван", "Иван Smith", "李雷", "Liu李", "たろうタロウ太郎", "김철수", "Ωμέγα", "שרה", "فاطمه", "نمی\u200cخواهم", "क्\u200dष", "Jean-Luc O'Neill 2nd",
		"ann@example.org", "🚲", "👩\u200d💻", "❤\ufe0f Ada", "Some body else", "Widerow fan", "",
	} {
		if err := CheckPerson(name); err != nil {
			t.Errorf("%q %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"\u0410da":           "mixes scripts", // Cyrillic А
		"Gr\u0430ce":         "mixes scripts",
		"\u039fmar":          "mixes scripts", // Greek Ο
		"李Иван":              "mixes scripts",
		"Иван李":              "mixes scripts",
		"\uff21da":           `"Ａ" (U+FF21) at character 1; write "A"`,
		"Ada\u00a0L":         "U+00A0",
		"o\ufb01":            `write "fi"`,
		"\u2160":             "U+2160", // Ⅰ
		"A\u200dda":          "invisible character U+200D at character 2",
		"Ada\u200c":          "U+200C",
		"Ada\ufe0f":          "U+FE0F",
		"A\u034fda":          "U+034F",
		"A\u3164da":          "U+3164",
		"Ada\U000e0061":      "U+E0061",
		"Somebody":           `can be read as "Somebody"`,
		"SOMEBODY":           "Somebody",
		"S0mebody":           "Somebody",
		"\u0405\u043eme":     "mixes scripts",
		"somebоdy":           "mixes scripts",
		"Widerow":            `can be read as "Widerow"`,
		"wIderow":            "Widerow",
		"W\u0131derow":       "Widerow", // ı
		"\u0421\u0440\u200b": "U+200B",
	} {
		if err := CheckPerson(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q (%+q): error %v, want %q", name, name, err, want)
		}
	}
}

func TestSkeleton(t *testing.T) {
	for name, like := range map[string]string{"Аса": "Aca", "\u0391\u0392": "AB", "Ａda": "Ada", "A\u200dda": "Ada", "Bil1": "Bill", "Zoë": "Zoe\u0308", "Ada  L": "Ada L"} {
		if Skeleton(name) != Skeleton(like) {
			t.Errorf("%q has the skeleton %q, %q has %q", name, Skeleton(name), like, Skeleton(like))
		}
	}
	for name, other := range map[string]string{"Ada": "ada", "Иван": "Ivan", "Ann": "Anna"} {
		if Skeleton(name) == Skeleton(other) {
			t.Errorf("%q and %q count as alike", name, other)
		}
	}
}
