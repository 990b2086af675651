package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Scanner divides text into tokens, including comments. It never fails: text
// that is not a token is returned as Illegal, and Problem describes it. A copy
// of a Scanner scans independently.
type Scanner struct {
	text string
	At   int
	line int32
	// lineStart is the offset at which this line would begin if each of its
	// characters read so far took one byte.
	lineStart int
	// fresh means that the line had only blanks and prompts of cqlsh so far.
	fresh bool
	// noCommentEnd and noDollarEnd mean that no `*/` or `$$` follows. They keep
	// scanning linear for text with many openings.
	noCommentEnd, noDollarEnd bool
}

const byteOrderMark = "\uFEFF"

// NewScanner returns a scanner at the beginning of a text, after its byte order
// mark.
func NewScanner(text string) Scanner {
	s := Scanner{text: text, line: 1, fresh: true}
	if strings.HasPrefix(text, byteOrderMark) {
		s.At, s.lineStart = len(byteOrderMark), len(byteOrderMark)
	}
	return s
}

// Limit extends or shortens the text, up to its next end.
func (s *Scanner) Limit(text string) { s.text, s.noCommentEnd, s.noDollarEnd = text, false, false }

// Text returns the text of a token as written.
func (s *Scanner) Text(t Token) string { return s.text[t.Start.Offset:t.End] }

// Slice returns the text between two offsets as written.
func (s *Scanner) Slice(from, to int32) string { return s.text[from:to] }

// Whole returns the text up to its limit.
func (s *Scanner) Whole() string { return s.text }

func (s *Scanner) Position() Position {
	return Position{Offset: int32(s.At), Line: s.line, Column: int32(s.At - s.lineStart + 1)}
}

// Advance moves to an offset across text that may contain line ends and
// multi-byte characters.
func (s *Scanner) Advance(end int) {
	for ; s.At < end; s.At++ {
		switch c := s.text[s.At]; {
		case c == '\n':
			s.line++
			s.lineStart, s.fresh = s.At+1, true
		case c >= 0x80 && !utf8.RuneStart(c):
			s.lineStart++
		}
	}
}

func (s *Scanner) peek(ahead int) byte {
	if i := s.At + ahead; i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// Scan returns the next token. At the end of the text it returns EndOfText each
// time.
func (s *Scanner) Scan() (t Token) {
	s.ScanInto(&t)
	return t
}

// scan is Scan without copying the token.
func (s *Scanner) ScanInto(t *Token) {
	text, at := s.text, uint(s.At)
	for at < uint(len(text)) && text[at] == ' ' {
		at++
	}
	s.At = int(at)
	if s.fresh || at < uint(len(text)) && text[at] < ' ' {
		s.blanks()
		at = uint(s.At)
	}
	t.Start = s.Position()
	t.Kind, t.Number, t.Capitals = EndOfText, 0, false
	if at < uint(len(text)) {
		s.fresh = false
		switch c := text[at]; {
		case isLetter(c):
			s.name(t)
		case classes[c]&single != 0:
			t.Kind, t.Number = Punctuation, singleMarks[c]
			s.At++
		default:
			s.other(t, c)
		}
	}
	t.End, t.EndLine = int32(s.At), s.line
}

// blanks skips white space and, at the start of a line, cqlsh's prompt or the
// dots of a continued line.
func (s *Scanner) blanks() {
	for s.At < len(s.text) {
		switch c := s.text[s.At]; {
		case c == ' ', c == '\t', c == '\r':
			s.At++
		case c == '\n':
			s.Advance(s.At + 1)
		case s.fresh && c == '.' && strings.HasPrefix(s.text[s.At:], "..."):
			s.At += len("...")
			s.fresh = false
		case s.fresh && s.At == s.lineStart && s.promptLength() > 0:
			s.At += s.promptLength()
			s.fresh = false
		default:
			return
		}
	}
}

// longestPrompt limits the bytes examined.
const longestPrompt = 128

// promptLength returns the length of a prompt such as `cqlsh>`, `cqlsh:shop>`
// or `maria@cqlsh:shop>` at the start of a line, or 0.
func (s *Scanner) promptLength() int {
	rest := s.text[s.At:min(len(s.text), s.At+longestPrompt)]
	end := strings.IndexAny(rest, "> \t\r\n'(")
	if end < 0 || rest[end] != '>' {
		return 0
	}
	prompt, _, _ := strings.Cut(rest[:end], ":")
	if _, after, found := strings.Cut(prompt, "@"); found {
		prompt = after
	}
	if prompt != "cqlsh" {
		return 0
	}
	return end + 1
}

// other scans a token that begins with neither a letter nor a single-byte mark.
func (s *Scanner) other(t *Token, c byte) {
	switch {
	case isDigit(c), c == '-' && s.startsNegative():
		t.Kind, t.Number = s.number()
	case c == '-' && strings.IndexByte("nNiIP", s.peek(1)) >= 0:
		// The server's scanner expects -NaN, -Infinity or a duration here.
		s.At++
		t.Kind = Illegal
	case c == '\'':
		t.Kind = s.quotedText('\'', String)
	case c == '"':
		t.Kind = s.quotedText('"', QuotedName)
	case c == '$' && s.peek(1) == '$':
		t.Kind = s.enclosed("$$", String, &s.noDollarEnd)
	case c == '/' && s.peek(1) == '*':
		t.Kind = s.enclosed("*/", Comment, &s.noCommentEnd)
	case c == '-' && s.peek(1) == '-', c == '/' && s.peek(1) == '/', c == '#':
		t.Kind = s.lineComment() // after # by mistake
	default:
		t.Kind, t.Number = s.punctuation()
	}
}

// startsNegative reports whether a minus sign belongs to the number, NaN or
// Infinity right after it. `a-1` is therefore the two tokens `a` and `-1`.
func (s *Scanner) startsNegative() bool {
	c := s.peek(1)
	return isDigit(c) || c == 'P' && s.isoDuration(s.At+1) > 0 || s.special(s.At+1) != ""
}

func (s *Scanner) lineComment() Kind {
	end := strings.IndexAny(s.text[s.At:], "\r\n")
	if end < 0 {
		end = len(s.text) - s.At
	}
	s.Advance(s.At + end)
	return Comment
}

// quotedText scans a quoted text. A doubled quote in it is one quote.
func (s *Scanner) quotedText(quote byte, kind Kind) Kind {
	for i := s.At + 1; ; i += 2 {
		next := strings.IndexByte(s.text[i:], quote)
		if next < 0 {
			return s.unclosed()
		}
		i += next
		if i+1 == len(s.text) || s.text[i+1] != quote {
			s.Advance(i + 1)
			return kind
		}
	}
}

// enclosed scans a text between two-byte marks, which it cannot contain.
func (s *Scanner) enclosed(end string, kind Kind, none *bool) Kind {
	found := -1
	if !*none {
		found = strings.Index(s.text[s.At+len(end):], end)
	}
	if found < 0 {
		*none = true
		return s.unclosed()
	}
	s.Advance(s.At + len(end) + found + len(end))
	return kind
}

// unclosed takes the rest of the text because a closing mark is missing.
func (s *Scanner) unclosed() Kind {
	s.At = len(s.text)
	return Illegal
}

// punctuation scans a mark of one or two bytes, or an illegal token.
func (s *Scanner) punctuation() (Kind, wordNumber) {
	c := s.text[s.At]
	switch next := s.peek(1); {
	case next == '=' && (c == '<' || c == '>' || c == '!' || c == '+' || c == '-'), next == '.' && c == '.':
		s.At += 2
		return Punctuation, NumberOf(s.text[s.At-2 : s.At])
	case classes[c]&mark != 0:
		s.At++
		return Punctuation, singleMarks[c]
	}
	_, size := utf8.DecodeRuneInString(s.text[s.At:])
	s.Advance(s.At + size)
	return Illegal, 0
}

// closings names what an unclosed token would have been, by its first byte.
var closings = map[byte]string{'\'': "string", '"': "quoted name", '$': "`$$` string", '/': "comment"}

// Unclosed reports whether a token took the rest of the text because its
// closing mark is missing.
func (s *Scanner) Unclosed(t Token) bool {
	if t.Kind != Illegal {
		return false
	}
	first := s.text[t.Start.Offset]
	return closings[first] != "" && (first != '$' || t.End-t.Start.Offset > 1)
}

// Problem describes what is wrong with an Illegal token.
func (s *Scanner) Problem(t Token) string {
	if s.Unclosed(t) {
		return "this " + closings[s.text[t.Start.Offset]] + " is never closed"
	}
	r, _ := utf8.DecodeRuneInString(s.text[t.Start.Offset:])
	switch {
	case r == '-':
		return "put a blank between `-` and a name that begins with `n`, `i` or a capital `P`"
	case r == '_':
		return "a name cannot begin with `_`: put it in double quotes"
	case r == '\u201C' || r == '\u201D' || r == '\u2018' || r == '\u2019':
		return fmt.Sprintf("unexpected %c: this is a typographic quote, use ' or \"", r)
	case r < ' ' || r == 0x7F || r == utf8.RuneError:
		return fmt.Sprintf("unexpected character U+%04X", r)
	}
	return fmt.Sprintf("unexpected character `%c`: only a quoted name or a string may hold it", r)
}

// SkipToLineEnd abandons an unclosed token: scanning continues after the line
// where it began.
func (s *Scanner) SkipToLineEnd(start Token) {
	end := len(s.text)
	if next := strings.IndexByte(s.text[start.Start.Offset:], '\n'); next >= 0 {
		end = int(start.Start.Offset) + next
	}
	s.At, s.line = int(start.Start.Offset), start.Start.Line
	s.lineStart = s.At - int(start.Start.Column) + 1
	s.Advance(end)
}
