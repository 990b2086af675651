package displayname

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, name := range []string{"Hotel", "", "חדר במלון", "فندق الغرف", "旅館", "🚲👩‍👩‍👧‍👦", "नमस्ते", "نمی\u200cخواهم", "a b", "…", "é́"} {
		if err := Check(name); err != nil {
			t.Errorf("%q %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"in\u202evoice": "U+202E at character 3", "\u200fa": "U+200F at character 1", "a\u2066b\u2069": "U+2066", "\u061c": "U+061C",
		"a\x00": "control character U+0000", "a\nb": "control character U+000A", "x\u2028y": "U+2028", "\ufffe": "U+FFFE",
		"\xff": "UTF-8", "\u200b\u00ad ": "no visible", "\u3000": "no visible", "\u3164": "no visible",
		"ho\u200btel": "invisible character U+200B at character 3", "\ufeffa": "U+FEFF", "a\u00ad": "U+00AD", "a\u2060b": "U+2060",
	} {
		if err := Check(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}
