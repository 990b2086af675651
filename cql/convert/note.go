package convert

import (
	"regexp"
	"strings"

	"widerow/cql/syntax"
)

// NoteOf returns the comments on an element as its note. It omits detached
// comments above the element, and those that PrintModel adds.
func NoteOf(r *syntax.Remarks) string {
	if r == nil || len(r.Before)+len(r.After) == 0 {
		return ""
	}
	before := r.Before
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Blank {
			before = before[i+1:]
			break
		}
	}
	var lines []string
	for _, remarks := range [][]syntax.Remark{before, r.After} {
		for _, remark := range remarks {
			for line := range strings.SplitSeq(remarkWords(remark.Text), "\n") {
				if line = strings.TrimLeft(oneLine(line), " *"); !ownRemark.MatchString(line) {
					lines = append(lines, line)
				}
			}
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// ownRemark matches the comments that PrintModel adds: the queries and updates
// of a table, what is not chosen yet, and what is left out for the target.
var ownRemark = regexp.MustCompile(`^([QU][0-9]+\b|no type was chosen yet$|not a (mask|condition|constraint): |not before Cassandra 6\.0: |Left out: )`)

// remarkWords returns a comment without its marks.
func remarkWords(text string) string {
	if words, isBlock := strings.CutPrefix(text, "/*"); isBlock {
		return strings.TrimSuffix(words, "*/")
	}
	return strings.TrimLeft(text, "-/")
}

// NoteRemarks returns a note as comments.
func NoteRemarks(note string) []syntax.Remark {
	if note == "" {
		return nil
	}
	var remarks []syntax.Remark
	for line := range strings.SplitSeq(note, "\n") {
		remarks = append(remarks, RemarkOf(line))
	}
	return remarks
}

// RemarkOf returns a one-line comment, whatever the text.
func RemarkOf(text string) syntax.Remark {
	return syntax.Remark{Text: strings.TrimRight("-- "+oneLine(text), " ")}
}

// oneLine replaces characters that could end a line or hide text.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return r == ' ' || r < ' ' || r == 0x7F || r == 0x85 || r == 0x2028 || r == 0x2029
	}), " ")
}
