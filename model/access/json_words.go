package access

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsonReader finds the error in a text that is not JSON, in the words of the
// server's library: Jackson 2, ReaderBasedJsonParser. It reports only errors whose
// messages were compared with a server.
type jsonReader struct {
	text string
	at   int
}

// jsonProblem is a message of the library with the class of its exception.
type jsonProblem struct{ class, text string }

const (
	parseException = "com.fasterxml.jackson.core.JsonParseException"
	endException   = "com.fasterxml.jackson.core.io.JsonEOFException"
	matchException = "com.fasterxml.jackson.databind.exc.MismatchedInputException"

	jsonValues = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
)

// jsonWords returns the server's message about a text, or nil if it is not known.
func jsonWords(text string) *jsonProblem {
	r := &jsonReader{text: text}
	if r.blanks(); r.at == len(text) {
		return &jsonProblem{matchException, "No content to map due to end-of-input" + r.source(0)}
	}
	return r.value(0)
}

// rootWords returns the server's message about a number or word that something
// follows directly, or nil.
func rootWords(text string) *jsonProblem {
	r := &jsonReader{text: text}
	if r.blanks(); r.at == len(text) || !strings.ContainsRune("-0123456789", r.rune()) {
		return nil
	}
	if problem := r.number(); problem != nil {
		return problem
	}
	if r.at == len(text) || strings.ContainsRune(" \t\r\n", r.rune()) {
		return nil
	}
	return r.unexpected("Expected space separating root-level values")
}

func (r *jsonReader) rune() rune {
	c, _ := utf8.DecodeRuneInString(r.text[r.at:])
	return c
}

func (r *jsonReader) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// source returns the end of a message: the place in the text, 0 for no column. On
// the server a line end comes before it.
func (r *jsonReader) source(column int) string { return "  at " + r.location(column) }

func (r *jsonReader) location(column int) string {
	place := fmt.Sprintf("line: %d", 1+strings.Count(r.text[:r.at], "\n"))
	if column > 0 {
		place += fmt.Sprintf(", column: %d", column)
	}
	return "[Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); " + place + "]"
}

// column returns the column of the offset, from 1.
func (r *jsonReader) column() int {
	return utf8.RuneCountInString(r.text[strings.LastIndexByte(r.text[:r.at], '\n')+1:r.at]) + 1
}

func (r *jsonReader) here(message string) string { return message + r.source(r.column()) }

// unexpected is about the next character.
func (r *jsonReader) unexpected(message string) *jsonProblem { return r.unexpectedIn("", message) }

func (r *jsonReader) unexpectedIn(what, message string) *jsonProblem {
	return &jsonProblem{parseException, r.here("Unexpected character (" + named(r.rune()) + ")" + what + ": " + message)}
}

func named(c rune) string {
	switch {
	case c < ' ':
		return fmt.Sprintf("(CTRL-CHAR, code %d)", c)
	case c > 0xFF:
		return fmt.Sprintf("'%c' (code %d / 0x%x)", c, c, c)
	}
	return fmt.Sprintf("'%c' (code %d)", c, c)
}

func (r *jsonReader) end(message string) *jsonProblem {
	r.at = len(r.text)
	return &jsonProblem{endException, r.here("Unexpected end-of-input" + message)}
}

func (r *jsonReader) value(depth int) *jsonProblem {
	if depth > maxJSONDepth {
		return nil
	}
	switch c := r.rune(); {
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.array(depth)
	case c == '"':
		return r.string(": was expecting closing quote for a string value")
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	case c == 't':
		return r.word("true")
	case c == 'f':
		return r.word("false")
	case c == 'n':
		return r.word("null")
	case c == 'N' && strings.HasPrefix(r.text[r.at:], "NaN"):
		r.at += len("NaN")
		return &jsonProblem{parseException, r.here("Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow")}
	case isJavaPart(c):
		return r.unknownWord(r.at)
	case c == '+':
		r.at++
		return r.afterSign()
	}
	return r.unexpected("expected a valid value " + jsonValues)
}

// word reads true, false or null.
func (r *jsonReader) word(want string) *jsonProblem {
	from := r.at
	for _, c := range want {
		if r.at == len(r.text) || r.rune() != c {
			return r.unknownWord(from)
		}
		r.at++
	}
	if r.at < len(r.text) && isJavaPart(r.rune()) {
		return r.unknownWord(from)
	}
	return nil
}

func (r *jsonReader) unknownWord(from int) *jsonProblem {
	for r.at < len(r.text) && isJavaPart(r.rune()) {
		r.at += utf8.RuneLen(r.rune())
	}
	return &jsonProblem{parseException, r.here("Unrecognized token '" + r.text[from:r.at] + "': was expecting " + jsonValues)}
}

// isJavaPart follows Character.isJavaIdentifierPart.
func isJavaPart(c rune) bool {
	return c != utf8.RuneError && unicode.In(c, unicode.L, unicode.Nd, unicode.Nl, unicode.Sc, unicode.Pc, unicode.Mn, unicode.Mc)
}

// afterSign is about what follows a sign and is no digit.
func (r *jsonReader) afterSign() *jsonProblem {
	if r.at == len(r.text) {
		return nil
	}
	return r.unexpectedIn(" in numeric value", "expected digit (0-9) to follow minus sign, for valid numeric value")
}

// inNumber is about a character that follows a number. The place is the last of the
// number.
func (r *jsonReader) inNumber(message string) *jsonProblem {
	if r.at == len(r.text) {
		return nil
	}
	return &jsonProblem{parseException, fmt.Sprintf("Unexpected character (%s) in numeric value: %s", named(r.rune()), message) + r.source(r.column()-1)}
}

func (r *jsonReader) number() *jsonProblem {
	if r.text[r.at] == '-' {
		if r.at++; r.at == len(r.text) || !isDigit(r.text[r.at]) {
			return r.afterSign()
		}
	}
	if r.text[r.at] == '0' {
		if r.at++; r.at < len(r.text) && isDigit(r.text[r.at]) {
			return &jsonProblem{parseException, r.here("Invalid numeric value: Leading zeroes not allowed")}
		}
	}
	r.digits()
	if r.at < len(r.text) && r.text[r.at] == '.' {
		if r.at++; r.at == len(r.text) || !isDigit(r.text[r.at]) {
			return r.inNumber("Decimal point not followed by a digit")
		}
		r.digits()
	}
	if r.at < len(r.text) && (r.text[r.at] == 'e' || r.text[r.at] == 'E') {
		if r.at++; r.at < len(r.text) && (r.text[r.at] == '+' || r.text[r.at] == '-') {
			r.at++
		}
		if r.at == len(r.text) || !isDigit(r.text[r.at]) {
			return r.inNumber("Exponent indicator not followed by a digit")
		}
		r.digits()
	}
	return nil
}

func (r *jsonReader) digits() {
	for r.at < len(r.text) && isDigit(r.text[r.at]) {
		r.at++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// string reads a text in quotes. unclosed is the end of the message if it has
// no end.
func (r *jsonReader) string(unclosed string) *jsonProblem {
	for r.at++; r.at < len(r.text); {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return nil
		case c != '\\':
			r.at++
		case r.at+1 == len(r.text):
			return nil
		case strings.IndexByte(`"\/bfnrtu`, r.text[r.at+1]) < 0:
			r.at++
			escaped := r.rune()
			return &jsonProblem{parseException, r.here(fmt.Sprintf("Unrecognized character escape '%c' (code %d)", escaped, escaped))}
		default:
			r.at += 2
		}
	}
	return r.end(unclosed)
}

func (r *jsonReader) object(depth int) *jsonProblem {
	start := r.startMark("Object")
	r.at++
	for first := true; ; first = false {
		r.blanks()
		switch {
		case r.at == len(r.text):
			return r.end(start)
		case r.rune() == '}' && first:
			r.at++
			return nil
		case r.rune() != '"':
			return r.unexpected("was expecting double-quote to start field name")
		}
		if problem := r.string(" in field name"); problem != nil {
			return problem
		}
		r.blanks()
		switch {
		case r.at == len(r.text):
			return r.end(" within/between Object entries")
		case r.rune() != ':':
			return r.unexpected("was expecting a colon to separate field name and value")
		}
		r.at++
		if r.blanks(); r.at == len(r.text) {
			return r.end(" within/between Object entries")
		}
		if done, problem := r.item(depth, start, "Object", '}'); done || problem != nil {
			return problem
		}
	}
}

func (r *jsonReader) array(depth int) *jsonProblem {
	start := r.startMark("Array")
	r.at++
	for first := true; ; first = false {
		r.blanks()
		switch {
		case r.at == len(r.text):
			return r.end(start)
		case r.rune() == ']' && first:
			r.at++
			return nil
		}
		if done, problem := r.item(depth, start, "Array", ']'); done || problem != nil {
			return problem
		}
	}
}

// item reads a value and what follows it: a comma, or the end.
func (r *jsonReader) item(depth int, start, kind string, closing rune) (done bool, problem *jsonProblem) {
	before := r.at
	if problem = r.value(depth + 1); problem != nil || r.at == before {
		return true, problem
	}
	r.blanks()
	switch {
	case r.at == len(r.text):
		return true, r.end(start)
	case r.rune() == closing:
		r.at++
		return true, nil
	case r.rune() != ',':
		return true, r.unexpected("was expecting comma to separate " + kind + " entries")
	}
	r.at++
	return false, nil
}

// startMark is the end of the message about a missing mark.
func (r *jsonReader) startMark(kind string) string {
	return ": expected close marker for " + kind + " (start marker at " +
		r.location(r.column()) + ")"
}
