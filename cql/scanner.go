package cql

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Scanner divides text into tokens, comments among them. It never fails:
// what is no token comes as Illegal, and Problem says why. A copy of a
// Scanner scans on by itself.
type Scanner struct {
	text      string
	at        int
	line      int32
	lineStart int
	// wide counts the bytes of this line that do not begin a character.
	wide int
	// fresh: nothing but blanks and prompts of cqlsh was on this line yet.
	fresh bool
	// noCommentEnd and noDollarEnd: there is no more `*/` or `$$`. They keep
	// text full of openings linear.
	noCommentEnd, noDollarEnd bool

	// Problem says what is wrong with the last Illegal token. Unclosed: it
	// took the rest of the text for lack of its closing mark.
	Problem  string
	Unclosed bool
}

const byteOrderMark = "\uFEFF"

// NewScanner starts at the beginning of a text, after its byte order mark.
func NewScanner(text string) Scanner {
	s := Scanner{text: text, line: 1, fresh: true}
	if strings.HasPrefix(text, byteOrderMark) {
		s.at, s.lineStart = len(byteOrderMark), len(byteOrderMark)
	}
	return s
}

// Text is the text of a token as it is written.
func (s *Scanner) Text(t Token) string { return s.text[t.Start.Offset:t.End] }

func (s *Scanner) position() Position {
	return Position{Offset: int32(s.at), Line: s.line, Column: int32(s.at - s.lineStart - s.wide + 1)}
}

// advance moves to an offset over text that may hold line ends and
// characters of several bytes.
func (s *Scanner) advance(end int) {
	for ; s.at < end; s.at++ {
		switch c := s.text[s.at]; {
		case c == '\n':
			s.line++
			s.lineStart, s.wide, s.fresh = s.at+1, 0, true
		case c >= 0x80 && !utf8.RuneStart(c):
			s.wide++
		}
	}
}

func (s *Scanner) peek(ahead int) byte {
	if i := s.at + ahead; i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// Scan returns the next token; at the end of the text EndOfText, again and
// again.
func (s *Scanner) Scan() Token {
	s.blanks()
	start := s.position()
	if s.at >= len(s.text) {
		return Token{Kind: EndOfText, Start: start, End: start.Offset}
	}
	s.fresh = false
	token := Token{Start: start}
	token.Kind, token.Word = s.token()
	token.End = int32(s.at)
	return token
}

// blanks skips white space and, at the start of a line, what a session of
// cqlsh prints there: its prompt and the dots of a continued line.
func (s *Scanner) blanks() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == ' ', c == '\t', c == '\r', c == '\f':
			s.at++
		case c == '\n':
			s.advance(s.at + 1)
		case s.fresh && c == '.' && strings.HasPrefix(s.text[s.at:], "..."):
			s.at += len("...")
			s.fresh = false
		case s.fresh && s.at == s.lineStart && s.promptLength() > 0:
			s.at += s.promptLength()
			s.fresh = false
		default:
			return
		}
	}
}

// promptLength measures a prompt such as `cqlsh>`, `cqlsh:shop>` or
// `maria@cqlsh:shop>` at the start of a line, 0 for none.
func (s *Scanner) promptLength() int {
	rest := s.text[s.at:]
	end := strings.IndexByte(rest[:min(len(rest), 128)], '>')
	if end < 0 || strings.ContainsAny(rest[:end], " \t\r\n'(") {
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

// token scans one token that begins here and returns its kind and word.
func (s *Scanner) token() (Kind, string) {
	c := s.text[s.at]
	switch {
	case isLetter(c):
		return s.name()
	case isDigit(c), c == '-' && s.startsNegative():
		return s.number()
	case c == '\'':
		return s.quotedText('\'', String, "string")
	case c == '"':
		return s.quotedText('"', QuotedName, "quoted name")
	case c == '$' && s.peek(1) == '$':
		return s.enclosed("$$", "$$", String, "`$$` string", &s.noDollarEnd)
	case c == '/' && s.peek(1) == '*':
		return s.enclosed("/*", "*/", Comment, "comment", &s.noCommentEnd)
	case c == '-' && s.peek(1) == '-', c == '/' && s.peek(1) == '/':
		return s.lineComment()
	}
	return s.punctuation()
}

// startsNegative: a minus sign belongs to the number, the NaN or the Infinity
// right after it, so `a-1` is the two tokens `a` and `-1`.
func (s *Scanner) startsNegative() bool {
	c := s.peek(1)
	return isDigit(c) || c == 'P' && s.isoDuration(s.at+1) > 0 || s.special(s.at+1) != ""
}

func (s *Scanner) lineComment() (Kind, string) {
	end := strings.IndexAny(s.text[s.at:], "\r\n")
	if end < 0 {
		end = len(s.text) - s.at
	}
	s.advance(s.at + end)
	return Comment, ""
}

// quotedText scans a text between quotes, in which a doubled quote stands
// for one.
func (s *Scanner) quotedText(quote byte, kind Kind, what string) (Kind, string) {
	for i := s.at + 1; ; i += 2 {
		next := strings.IndexByte(s.text[i:], quote)
		if next < 0 {
			return s.unclosed(what)
		}
		i += next
		if i+1 == len(s.text) || s.text[i+1] != quote {
			s.advance(i + 1)
			return kind, ""
		}
	}
}

func (s *Scanner) enclosed(open, end string, kind Kind, what string, none *bool) (Kind, string) {
	found := -1
	if !*none {
		found = strings.Index(s.text[s.at+len(open):], end)
	}
	if found < 0 {
		*none = true
		return s.unclosed(what)
	}
	s.advance(s.at + len(open) + found + len(end))
	return kind, ""
}

func (s *Scanner) unclosed(what string) (Kind, string) {
	s.Problem, s.Unclosed = "this "+what+" is never closed", true
	s.at = len(s.text)
	return Illegal, ""
}

// marks are the punctuation marks, longer ones first.
var marks = []string{"<=", ">=", "!=", "+=", "-=", "..", "(", ")", ",", ";", "<", ">", "=", ".", ":", "{", "}", "[", "]",
	"+", "-", "*", "/", "%", "?"}

func (s *Scanner) punctuation() (Kind, string) {
	rest := s.text[s.at:]
	for _, mark := range marks {
		if strings.HasPrefix(rest, mark) {
			s.at += len(mark)
			return Punctuation, mark
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	s.Problem, s.Unclosed = unexpected(r), false
	s.advance(s.at + size)
	return Illegal, ""
}

func unexpected(r rune) string {
	switch {
	case r == '_':
		return "a name cannot begin with `_`: put it in double quotes"
	case r == '#':
		return "unexpected `#`: a comment begins with `--` or `//`"
	case r == '\u201C' || r == '\u201D' || r == '\u2018' || r == '\u2019':
		return fmt.Sprintf("unexpected %c: this is a typographic quote, use ' or \"", r)
	case r < ' ' || r == 0x7F || r == utf8.RuneError:
		return fmt.Sprintf("unexpected character U+%04X", r)
	}
	return fmt.Sprintf("unexpected character `%c`: only a quoted name or a string may hold it", r)
}

// skipToLineEnd gives up an unclosed token that began at start: scanning goes
// on after its line.
func (s *Scanner) skipToLineEnd(start Token) {
	end := len(s.text)
	if next := strings.IndexByte(s.text[start.Start.Offset:], '\n'); next >= 0 {
		end = int(start.Start.Offset) + next
	}
	s.at, s.line = int(start.Start.Offset), start.Start.Line
	s.lineStart, s.wide = s.at-int(start.Start.Column)+1, 0
	s.advance(end)
}
