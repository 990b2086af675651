package syntax

import (
	"strings"
	"unicode/utf8"
)

// byteClass is the set of tokens that a byte can be part of.
type byteClass uint8

const (
	letter byteClass = 1 << iota
	digit
	// inName can occur in a name after its first letter.
	inName
	capital
	hexDigit
	// mark is a punctuation mark of one byte. single is one that begins no
	// other token.
	mark
	single
)

const (
	capitals  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters   = "abcdefghijklmnopqrstuvwxyz" + capitals
	digits    = "0123456789"
	nameBytes = letters + digits + "_"
)

var classes = makeClasses()

func makeClasses() (table [256]byteClass) {
	for class, members := range map[byteClass]string{letter: letters,
		digit: digits, inName: nameBytes, capital: capitals, hexDigit: digits + "abcdefABCDEF",
		mark: "(),;<>=.:{}[]+-*/%?", single: "(),;=:{}[]*%?"} {
		for _, c := range []byte(members) {
			table[c] |= class
		}
	}
	return table
}

func isLetter(c byte) bool   { return classes[c]&letter != 0 }
func isDigit(c byte) bool    { return classes[c]&digit != 0 }
func isHex(c byte) bool      { return classes[c]&hexDigit != 0 }
func isNameByte(c byte) bool { return classes[c]&inName != 0 }

// name scans an identifier, a keyword, a boolean, a UUID or hexadecimal number
// that begins with a letter, or an ISO 8601 duration.
func (s *Scanner) name(t *Token) {
	text, start := s.text, s.At
	seen, letters, end := byteClass(0), packed(0), uint(start) // unsigned, so that the loop needs no bounds checks
	for ; end < uint(len(text)); end++ {
		c := text[end]
		class := classes[c]
		if class&inName == 0 {
			break
		}
		seen, letters = seen|class, letters.with(c)
	}
	name := text[start:end]
	switch {
	case len(name) == 8 && s.isUUID():
		t.Kind = UUID
		return
	case name[0] == 'P':
		if end := s.isoDuration(start); end > 0 {
			t.Kind, s.At = Duration, end
			return
		}
	}
	s.At = int(end)
	t.Kind, t.Capitals = Name, seen&capital != 0
	if seen&digit == 0 {
		t.Number = keywordNumber(name, letters)
	}
	switch {
	case t.Number == 0:
		if len(name) == len("expr") && s.peek(0) == '(' && strings.EqualFold(name, "expr") {
			s.At++
			t.Kind, t.Number = Punctuation, exprNumber
		}
	case t.Number.Class() == constant:
		t.Kind, t.Number = constantOf(t.Number)
	}
}

// constantOf returns the token of a constant word. The booleans have no Word.
func constantOf(word wordNumber) (Kind, wordNumber) {
	if text := word.Text(); text == "TRUE" || text == "FALSE" {
		return Boolean, 0
	}
	return Float, word
}

// special returns NaN or Infinity if it is the whole word at an offset.
func (s *Scanner) special(at int) string {
	if at >= len(s.text) || s.text[at]|0x20 != 'n' && s.text[at]|0x20 != 'i' {
		return ""
	}
	for _, word := range []string{"NAN", "INFINITY"} {
		end := at + len(word)
		if end <= len(s.text) && strings.EqualFold(s.text[at:end], word) && (end == len(s.text) || !isNameByte(s.text[end])) {
			return word
		}
	}
	return ""
}

// uuidLength is the length of 8-4-4-4-12 hexadecimal digits with dashes.
const uuidLength = 36

// isUUID scans a UUID and reports whether there is one.
func (s *Scanner) isUUID() bool {
	if s.peek(8) != '-' || s.At+uuidLength > len(s.text) {
		return false
	}
	for i := range uuidLength {
		switch c := s.text[s.At+i]; i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if !isHex(c) {
				return false
			}
		}
	}
	s.At += uuidLength
	return true
}

// number scans an integer, a float, a hexadecimal number, a UUID or a duration.
// It begins at a digit or a minus sign.
func (s *Scanner) number() (Kind, wordNumber) {
	if s.isUUID() {
		return UUID, 0
	}
	start := s.At
	if s.text[s.At] == '-' {
		s.At++
		if word := s.special(s.At); word != "" {
			s.At += len(word)
			return Float, NumberOf("-" + word)
		}
		if end := s.isoDuration(s.At); end > 0 {
			s.At = end
			return Duration, 0
		}
	}
	if s.text[start] == '0' && s.peek(1)|0x20 == 'x' {
		s.At += 2
		for isHex(s.peek(0)) {
			s.At++
		}
		return Hex, 0
	}
	s.digits()
	if end := s.duration(); end > 0 {
		s.Advance(end) // the unit may be µs
		return Duration, 0
	}
	return s.fraction(), 0
}

func (s *Scanner) digits() {
	for isDigit(s.peek(0)) {
		s.At++
	}
}

// fraction scans the part of a float after its integer: FLOAT = INTEGER ["."
// {digit}] [exponent]. Two dots are a range, not a fraction.
func (s *Scanner) fraction() Kind {
	kind := Integer
	if s.peek(0) == '.' && s.peek(1) != '.' {
		kind = Float
		s.At++
		s.digits()
	}
	sign := 1
	if s.peek(1) == '+' || s.peek(1) == '-' {
		sign = 2
	}
	if s.peek(0)|0x20 == 'e' && isDigit(s.peek(sign)) {
		kind = Float
		s.At += sign
		s.digits()
	}
	return kind
}

// durationUnits are the units of a duration, longer ones first.
var durationUnits = []string{"mo", "ms", "us", "µs", "ns", "y", "w", "d", "h", "m", "s"}

// duration returns the end of a duration such as 1h30m whose first digits were
// scanned, or 0.
func (s *Scanner) duration() int {
	at := s.At
	for {
		unit := unitAt(s.text[at:])
		if unit == 0 {
			return 0
		}
		at += unit
		digits := at
		for at < len(s.text) && isDigit(s.text[at]) {
			at++
		}
		if at == digits {
			break
		}
	}
	if at < len(s.text) && isNameByte(s.text[at]) {
		return 0
	}
	return at
}

func unitAt(text string) int {
	if text == "" || !isLetter(text[0]) && text[0] < utf8.RuneSelf {
		return 0
	}
	for _, unit := range durationUnits {
		if len(text) >= len(unit) && strings.EqualFold(text[:len(unit)], unit) {
			return len(unit)
		}
	}
	return 0
}

// maxISODuration limits the bytes examined: six numbers of 64 bits.
const maxISODuration = 128

// isoDuration returns the end of an ISO 8601 duration with a capital P at an
// offset, or 0: P1Y2M3DT4H5M6S, P4W or P2026-01-02T03:04:05.
func (s *Scanner) isoDuration(at int) int {
	if s.text[at] != 'P' || at+1 == len(s.text) || s.text[at+1] != 'T' && !isDigit(s.text[at+1]) {
		return 0
	}
	end, limit := at+1, min(len(s.text), at+maxISODuration)
	for end < limit && (isNameByte(s.text[end]) && s.text[end] != '_' || s.text[end] == '-' || s.text[end] == ':') {
		end++
	}
	if !isISODuration(s.text[at+1 : end]) {
		return 0
	}
	return end
}

func isISODuration(text string) bool {
	if rest, found := designated(text, "W"); found && rest == "" {
		return true
	}
	if len(text) == len("2026-01-02T03:04:05") && text[4] == '-' {
		return isDateTime(text)
	}
	date, time, hasTime := strings.Cut(text, "T")
	rest, some := designated(date, "YMD")
	if rest != "" || !some && !hasTime {
		return false
	}
	rest, some = designated(time, "HMS")
	return rest == "" && some == hasTime
}

// designated skips numbers with designators in order, and reports whether there
// were any.
func designated(text, designators string) (rest string, some bool) {
	for _, designator := range []byte(designators) {
		digits := 0
		for digits < len(text) && isDigit(text[digits]) {
			digits++
		}
		if digits > 0 && digits < len(text) && text[digits] == designator {
			text, some = text[digits+1:], true
		}
	}
	return text, some
}

func isDateTime(text string) bool {
	for i, form := range []byte("dddd-dd-ddTdd:dd:dd") {
		if form == 'd' && !isDigit(text[i]) || form != 'd' && text[i] != form {
			return false
		}
	}
	return true
}
