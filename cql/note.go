package cql

import (
	"regexp"
	"strings"

	"widerow/cql/syntax"
)

// noteOf returns the comments on an element as its note. It omits detached
// comments above the element, and those that PrintModel adds.
func noteOf(r *syntax.Remarks) string {
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

// noteRemarks returns a note as comments.
func noteRemarks(note string) []syntax.Remark {
	if note == "" {
		return nil
	}
	var remarks []syntax.Remark
	for line := range strings.SplitSeq(note, "\n") {
		remarks = append(remarks, remarkOf(line))
	}
	return remarks
}
