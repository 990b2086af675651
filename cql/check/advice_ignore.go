package check

import (
	"fmt"
	"regexp"
	"strings"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model/advice"
)

// CodeIgnore is about a comment that ignores a rule that does not exist.
const CodeIgnore = "advice/ignore"

// ignoreComment is the comment above a statement by which its author accepts a finding:
// -- widerow:ignore option/gc-grace repair runs each day.
var ignoreComment = regexp.MustCompile(`(?m)^[ \t]*(?:--|//)[ \t]*widerow:ignore[ \t]+(\S+)`)

// ignores holds the codes that comments ignore, by the number of the statement below them.
type ignores struct {
	starts  []syntax.Position // of all statements, in their order
	ends    []syntax.Position
	codes   map[int]map[string]bool
	unknown []Finding // with places in the whole text
}

func newIgnores(text string, statements []syntax.Statement) *ignores {
	i := &ignores{codes: map[int]map[string]bool{}}
	for _, statement := range statements {
		at := syntax.Place(statement)
		i.starts, i.ends = append(i.starts, at.Start), append(i.ends, at.End)
	}
	if !strings.Contains(text, "widerow:ignore") {
		return i
	}
	for _, match := range ignoreComment.FindAllStringSubmatchIndex(text, -1) {
		code := text[match[2]:match[3]]
		if advice.Find(code) == nil {
			i.unknown = append(i.unknown, Finding{Severity: cql.Warning, Code: CodeIgnore, Line: 1 + strings.Count(text[:match[2]], "\n"), Column: 1,
				Message: fmt.Sprintf("There is no rule %s to ignore.", code), Hint: "widerow advice lists the rules."})
			continue
		}
		if below := i.below(match[0]); below >= 0 {
			if i.codes[below] == nil {
				i.codes[below] = map[string]bool{}
			}
			i.codes[below][code] = true
		}
	}
	return i
}

// below returns the number of the first statement that begins after a comment, -1 if there is none, or if the comment is
// within a statement.
func (i *ignores) below(offset int) int {
	for n, start := range i.starts {
		switch {
		case int(start.Offset) >= offset:
			return n
		case int(i.ends[n].Offset) > offset:
			return n
		}
	}
	return -1
}

// has reports whether a comment ignores a code at a place.
func (i *ignores) has(code string, at syntax.Position) bool {
	for n, start := range i.starts {
		if i.codes[n][code] && start.Offset <= at.Offset && at.Offset <= i.ends[n].Offset {
			return true
		}
	}
	return false
}
