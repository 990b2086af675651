package assist

import "unicode/utf8"

// Units counts UTF-16 code units in a text of UTF-8. It remembers where it
// was, so that places in their order cost one pass.
type Units struct {
	text       string
	byte, unit int
}

// NewUnits starts at the beginning of a text.
func NewUnits(text string) *Units { return &Units{text: text} }

// Of is the number of code units before a byte.
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

// byteAt is the byte at which so many code units are over; a place inside a
// character is its end.
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
