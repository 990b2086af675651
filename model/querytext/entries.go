package querytext

import (
	"regexp"
	"strings"
	"unicode"
)

// Entry is one query of a text with several. Name is the text before the
// colon of its line or in a comment above it, Label a "Q5" at the start of that.
// Both and Text may be empty, but not all. Start is the byte offset of Text.
type Entry struct {
	Label, Name, Text string
	Start             int
}

// Entries splits a text into queries. A query ends at a semicolon, or before a
// line that begins the next one: with SELECT, with a name and a colon, or with a
// comment. A line of other words is a query of which only the name is known.
func Entries(text string) []Entry {
	s := &splitter{source: text}
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		s.line(at, at+len(line))
		at += len(line) + 1
	}
	s.flush()
	return s.entries
}

// splitter collects the pieces of one entry after the other.
type splitter struct {
	source  string
	entries []Entry
	name    string
	// start and end are those of the text; end is 0 as long as there is none.
	start, end int
}

// line reads the pieces between the semicolons of a line.
func (s *splitter) line(start, end int) {
	if isComment(s.source[start:end]) {
		s.comment(s.source[start:end])
		return
	}
	from := start
	for _, token := range lex(s.source[start:end]) {
		if token.isSign(";") {
			s.piece(from, start+token.start)
			s.flush()
			from = start + token.end
		}
	}
	s.piece(from, end)
}

func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "--") || strings.HasPrefix(line, "//")
}

// comment is the name of the entry below it.
func (s *splitter) comment(line string) {
	s.flush()
	s.name = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-/"))
}

func (s *splitter) piece(start, end int) {
	start, end = trimmed(s.source, start, end)
	if start == end {
		return
	}
	piece := s.source[start:end]
	if name, rest, found := heading(piece); found {
		s.flush()
		s.name = name
		if rest < len(piece) {
			s.start, s.end = start+rest, end
		}
		return
	}
	begins := beginsQuery(piece)
	switch {
	case s.end > 0 && !(begins && startsWith(piece, "SELECT")):
		s.end = end
	case begins:
		if s.end > 0 {
			s.flush()
		}
		s.start, s.end = start, end
	default:
		s.flush()
		s.name = piece
		s.flush()
	}
}

func trimmed(text string, start, end int) (int, int) {
	start += len(text[start:end]) - len(strings.TrimLeftFunc(text[start:end], unicode.IsSpace))
	end -= len(text[start:end]) - len(strings.TrimRightFunc(text[start:end], unicode.IsSpace))
	return start, end
}

// maxHeading is the length of the longest name before a colon, in bytes.
const maxHeading = 300

// heading returns the name before a colon, if a query or nothing follows it, and
// where the rest begins.
func heading(piece string) (name string, rest int, found bool) {
	if beginsQuery(piece) {
		return "", 0, false
	}
	for at, c := range piece {
		if at > maxHeading {
			break
		}
		if c != ':' {
			continue
		}
		after := strings.TrimLeftFunc(piece[at+1:], unicode.IsSpace)
		if after == "" || beginsQuery(after) {
			name = strings.TrimSpace(piece[:at])
			return name, len(piece) - len(after), name != ""
		}
	}
	return "", 0, false
}

// beginsQuery reports whether a text begins with a keyword, or with a word that
// is spelled like one if what follows looks like a query.
func beginsQuery(text string) bool {
	word := firstTokens(text)[0]
	if word.kind != wordToken {
		return false
	}
	for _, keyword := range []string{"SELECT", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "PAGE", "VIA", "AND"} {
		if startsWith(text, keyword) {
			return true
		}
	}
	return strings.ContainsAny(text, ".*?=,") && nearest(word.text, []string{"SELECT", "WHERE"}) != ""
}

// startsWith reports whether the first words of a text are those of a keyword,
// in any case of letters.
func startsWith(text, keyword string) bool {
	tokens := firstTokens(text)
	for i, word := range strings.Fields(keyword) {
		if i >= len(tokens) || tokens[i].kind != wordToken || !strings.EqualFold(tokens[i].text, word) {
			return false
		}
	}
	return true
}

// firstTokens returns the tokens of the first words of a text.
func firstTokens(text string) []token { return lex(text[:min(len(text), maxNear)]) }

var labelled = regexp.MustCompile(`^([Qq]\d{1,6}(?:\.\d{1,3})*)(?:[.:)\s–—-]+|$)`)

// flush ends the current entry.
func (s *splitter) flush() {
	entry := Entry{Name: s.name}
	if s.end > 0 {
		entry.Start, entry.Text = s.start, s.source[s.start:s.end]
	}
	if label := labelled.FindStringSubmatch(s.name); label != nil {
		entry.Label, entry.Name = strings.ToUpper(label[1]), strings.TrimSpace(s.name[len(label[0]):])
	}
	if entry != (Entry{}) {
		s.entries = append(s.entries, entry)
	}
	s.name, s.start, s.end = "", 0, 0
}
