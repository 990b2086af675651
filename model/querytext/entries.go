package querytext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"widerow/model"
)

// Entry is one query or update of a text with several. Name is the text before the
// colon of its line or in a comment above it, Label a "Q5" or "U5" at the start of that.
// Both and Text may be empty, but not all. Start is the byte offset of Text.
type Entry struct {
	Label, Name, Text string
	Start             int
}

// IsUpdate reports whether the entry is an update. Without a text, its label tells.
func (e Entry) IsUpdate() bool {
	if e.Text == "" {
		return strings.HasPrefix(e.Label, "U")
	}
	return isUpdateText(e.Text)
}

// Problems returns the errors of the entry's text.
func (e Entry) Problems(m *model.Model) []Problem {
	if e.IsUpdate() {
		_, problems := ParseUpdate(m, e.Text)
		return problems
	}
	_, problems := Parse(m, e.Text)
	return problems
}

// isUpdateText reports whether a text begins with the verb of an update, or with a word
// that is spelled like one.
func isUpdateText(text string) bool {
	if verbAt(text) != nil {
		return true
	}
	return !beginsClause(text) && misspelledVerb(text) != ""
}

// Entries splits a text into queries and updates. Each ends at a semicolon, or before a
// line that begins the next one: with SELECT or the verb of an update, with a name and a
// colon, or with a comment. A line of other words is a query of which only the name is
// known.
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
	// start and end delimit the text; end is 0 as long as there is none.
	start, end int
}

// line reads the pieces between the semicolons of a line.
func (s *splitter) line(start, end int) {
	if isComment(s.source[start:end]) {
		s.comment(s.source[start:end])
		return
	}
	from := start
	for at := s.textStart(from, end); at < end; {
		c, size := utf8.DecodeRuneInString(s.source[at:end])
		next := scan(s.source[:end], at, c, size)
		at = next.end
		if next.isSign(";") {
			s.piece(from, next.start)
			s.flush()
			from, at = next.end, s.textStart(next.end, end)
		}
	}
	s.piece(from, end)
}

// textStart returns where the text after a name and a colon begins. A quote in the name
// begins no constant.
func (s *splitter) textStart(start, end int) int {
	piece, _, _ := strings.Cut(s.source[start:end], ";")
	before := len(piece) - len(strings.TrimLeftFunc(piece, unicode.IsSpace))
	if _, rest, found := heading(strings.TrimSpace(piece)); found {
		return start + before + rest
	}
	return start
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
	begins := beginsEntry(piece)
	isNext := startsWith(piece, "SELECT") || verbAt(piece) != nil && !s.goesOn()
	switch {
	case s.end > 0 && !(begins && isNext):
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

// goesOn reports whether the text of the current entry cannot end where it does: after a
// comma, an operator or a keyword that something follows.
func (s *splitter) goesOn() bool {
	if s.end == 0 {
		return false
	}
	tokens := lex(s.source[s.start:s.end])
	if len(tokens) < 2 {
		return false
	}
	last := tokens[len(tokens)-2]
	leads := last.kind == wordToken && reserved[strings.ToUpper(last.text)] &&
		!slices.Contains([]string{"ASC", "DESC", "TRUE", "FALSE"}, strings.ToUpper(last.text))
	return leads || last.kind == signToken && strings.ContainsAny(last.text, ",=<>(.")
}

func trimmed(text string, start, end int) (int, int) {
	start += len(text[start:end]) - len(strings.TrimLeftFunc(text[start:end], unicode.IsSpace))
	end -= len(text[start:end]) - len(strings.TrimRightFunc(text[start:end], unicode.IsSpace))
	return start, end
}

// maxHeading is the length of the longest name before a colon, in bytes.
const maxHeading = 300

// heading returns the name before a colon, if a query, an update or nothing follows it,
// and where the rest begins. A name may begin like an update: "Delete a ticket: DELETE
// Ticket".
func heading(piece string) (name string, rest int, found bool) {
	isClause := beginsClause(piece)
	mayBeText := isClause || beginsEntry(piece)
	for at, c := range piece {
		if at > maxHeading {
			break
		}
		if c != ':' || mayBeText && !endsName(piece, at) {
			continue
		}
		after := strings.TrimLeftFunc(piece[at+1:], unicode.IsSpace)
		if isClause && (!startsWith(after, "SELECT") || strings.ContainsAny(piece[:at], ".,(*")) {
			continue // a clause, not a name like "Where is a container: SELECT Place"
		}
		if after == "" || beginsEntry(after) {
			name = strings.TrimSpace(piece[:at])
			return name, len(piece) - len(after), name != ""
		}
	}
	return "", 0, false
}

// endsName reports whether a colon ends a name instead of beginning a parameter, as in
// WHERE a = :delete.
func endsName(piece string, colon int) bool {
	before, after := piece[:colon], piece[colon+1:]
	attached := before != "" && !unicode.IsSpace(lastRune(before)) && (after == "" || unicode.IsSpace(firstRune(after)))
	return attached && !strings.ContainsAny(before, "=<>?") && !strings.Contains(strings.ToUpper(before), " WHERE ")
}

// beginsClause reports whether a text begins with a keyword of a query.
func beginsClause(text string) bool {
	return slices.ContainsFunc([]string{"SELECT", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "PAGE", "VIA", "AND"},
		func(keyword string) bool { return startsWith(text, keyword) })
}

// beginsEntry reports whether a text begins with a keyword, or with a word that is
// spelled like one if what follows looks like a query or an update.
func beginsEntry(text string) bool {
	word := firstTokens(text)[0]
	if word.kind != wordToken {
		return false
	}
	if beginsClause(text) || verbAt(text) != nil || misspelledVerb(text) != "" {
		return true
	}
	return looksTyped(text) && nearest(word.text, []string{"SELECT", "WHERE"}) != ""
}

// looksTyped reports whether a text has signs that a description rarely has.
func looksTyped(text string) bool { return strings.ContainsAny(text, ".*?=,") }

// misspelledVerb returns the verb that the first word of a text differs from in one
// letter, "" for none.
func misspelledVerb(text string) string {
	word := strings.ToUpper(firstTokens(text)[0].text)
	if len(word) < 4 || !looksTyped(text) {
		return ""
	}
	for _, verb := range verbs {
		if editDistance(word, verb.word) == 1 {
			return verb.word
		}
	}
	return ""
}

// startsWith reports whether a text begins with the words of a keyword, in any case of letters.
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

var labelled = regexp.MustCompile(`^([QqUu]\d{1,6}(?:\.\d{1,3})*)(?:[.:)\s–—-]+|$)`)

// remark matches a person's explanation of an update in parentheses: "insert handles (a ticket that
// another agent had)". Roles and values have commas, quotes or a single word.
var remark = regexp.MustCompile(`^([^()]+)\s\(([^()"',?=]*[^\s()"',?=]\s+[^\s()"',?=][^()"',?=]*)\)$`)

// takeRemark makes a remark part of the name.
func (e *Entry) takeRemark() {
	found := remark.FindStringSubmatch(e.Text)
	if found == nil || !e.IsUpdate() {
		return
	}
	e.Text = found[1]
	if e.Name == "" {
		e.Name = found[2]
	} else {
		e.Name += " (" + found[2] + ")"
	}
}

// flush ends the current entry.
func (s *splitter) flush() {
	entry := Entry{Name: s.name}
	if s.end > 0 {
		entry.Start, entry.Text = s.start, s.source[s.start:s.end]
	}
	if label := labelled.FindStringSubmatch(s.name); label != nil {
		text := strings.ToUpper(label[1])
		if entry.Text == "" || entry.IsUpdate() == strings.HasPrefix(text, "U") {
			entry.Label, entry.Name = text, strings.TrimSpace(s.name[len(label[0]):])
		}
	}
	entry.takeRemark()
	if entry != (Entry{}) {
		s.entries = append(s.entries, entry)
	}
	s.name, s.start, s.end = "", 0, 0
}

func lastRune(text string) rune {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last
}

// NameProblem returns the problem of a name without a text that was meant as a query or an update,
// "" if the name is a description.
func NameProblem(m *model.Model, entry Entry) string {
	word := firstTokens(entry.Name)[0]
	if word.kind != wordToken {
		return ""
	}
	if isValid(m, entry.Name) && entry.Label != "" {
		return "A colon is missing after " + entry.Label
	}
	for _, verb := range verbs {
		corrected := verb.word + entry.Name[word.end:]
		if len(word.text) >= 4 && editDistance(strings.ToUpper(word.text), verb.word) == 1 && isValid(m, corrected) {
			return word.text + " is not a keyword; did you mean " + verb.word + "?"
		}
	}
	return ""
}

// isValid reports whether a text is a query or an update that says something.
func isValid(m *model.Model, text string) bool {
	if verbAt(text) != nil {
		_, problems := ParseUpdate(m, text)
		return len(problems) == 0
	}
	_, problems := Parse(m, text)
	return beginsClause(text) && len(problems) == 0
}

// LineOf returns the number of the line of a byte offset.
func LineOf(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }
