package assist

import "unicode/utf8"

// Units converts byte offsets to UTF-16 code units. It remembers the last
// offset, so that ascending offsets take one pass.
type Units struct {
	text       string
	byte, unit int
}

// NewUnits starts at the beginning of a text.
func NewUnits(text string) *Units { return &Units{text: text} }

// Of returns the number of code units before a byte.
func (u *Units) Of(offset int) int {
	offset = min(max(offset, 0), len(u.text))
	if offset < u.byte {
		u.byte, u.unit = 0, 0
	}
	for u.byte < offset {
		u.step()
	}
	return u.unit
}

// byteAt returns the byte offset of a code unit. Inside a character it is the
// character's end.
func (u *Units) byteAt(unit int) int {
	if unit < u.unit {
		u.byte, u.unit = 0, 0
	}
	for u.unit < unit && u.byte < len(u.text) {
		u.step()
	}
	return u.byte
}

func (u *Units) step() {
	r, size := utf8.DecodeRuneInString(u.text[u.byte:])
	u.byte += size
	if u.unit++; r > 0xFFFF {
		u.unit++
	}
}
