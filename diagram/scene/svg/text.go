package svg

import (
	"unicode/utf8"

	"widerow/diagram/scene"
)

func (w *writer) raw(text string) { w.out = append(w.out, text...) }

// class writes the class attribute if there is a style sheet.
func (w *writer) class(class string) {
	if w.outlines == nil {
		w.attribute("class", class)
	}
}

// name begins an attribute.
func (w *writer) name(name string) {
	w.out = append(append(append(w.out, ' '), name...), `="`...)
}

func (w *writer) attribute(name, value string) {
	w.name(name)
	w.text(value)
	w.raw(`"`)
}

func (w *writer) number(name string, value float64) {
	w.name(name)
	w.float(value)
	w.raw(`"`)
}

// floats appends numbers separated by spaces.
func (w *writer) floats(values ...float64) {
	for i, value := range values {
		if i > 0 {
			w.raw(" ")
		}
		w.float(value)
	}
}

// float appends a number of px with at most two decimals.
func (w *writer) float(value float64) { w.out = scene.AppendNumber(w.out, value) }

// text escapes text for content and attribute values alike, and drops the
// characters that XML 1.0 forbids (its production Char).
func (w *writer) text(text string) {
	start := 0
	for i := 0; i < len(text); {
		if plainByte[text[i]] {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if escaped, ok := escape(r, size); ok {
			w.raw(text[start:i])
			w.raw(escaped)
			start = i + size
		}
		i += size
	}
	w.raw(text[start:])
}

// plainByte marks the ASCII characters that need no escaping.
var plainByte = func() (plain [256]bool) {
	for b := range byte(utf8.RuneSelf) {
		_, escaped := escape(rune(b), 1)
		plain[b] = !escaped
	}
	return plain
}()

func escape(r rune, size int) (string, bool) {
	switch {
	case r == '<':
		return "&lt;", true
	case r == '>':
		return "&gt;", true
	case r == '&':
		return "&amp;", true
	case r == '\'':
		return "&#39;", true
	case r == '"':
		return "&#34;", true
	case r == '\t' || r == '\n' || r == '\r':
		return " ", true
	case r < ' ' || r == 0xfffe || r == 0xffff:
		return "", true
	case r == utf8.RuneError && size == 1:
		return "\ufffd", true
	}
	return "", false
}
