package querytext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/model"
)

// maxWords is the maximum length of a description in the history, in characters.
const maxWords = 200

// Words describes in one sentence how the parts of a query were changed, for the
// history: "changed query Q4: WHERE Hotel.id = ?, no LIMIT". It names the clauses
// that differ, and is empty if none does.
func Words(before, after *model.Model, query model.ID) string {
	now := after.Workflow.Queries[query]
	if now == nil {
		return ""
	}
	old := before.Workflow.Queries[query]
	if old == nil {
		return shortened(strings.TrimSuffix("added query "+after.Title(query)+": "+Format(after, Of(now)), ": "))
	}
	was, is := Clauses(before, Of(old)), Clauses(after, Of(now))
	var changed []string
	for _, clause := range is {
		if !slices.Contains(was, clause) {
			changed = append(changed, strings.TrimSpace(clause.Keyword+" "+clause.Text))
		}
	}
	for _, clause := range was {
		if !slices.ContainsFunc(is, func(c Clause) bool { return c.Keyword == clause.Keyword }) && !isSelect(clause, is) {
			changed = append(changed, "no "+clause.Keyword)
		}
	}
	if len(changed) == 0 {
		return ""
	}
	return shortened("changed query " + after.Title(query) + ": " + strings.Join(changed, ", "))
}

// isSelect reports whether a clause is a SELECT that others replace: SELECT by
// SELECT DISTINCT.
func isSelect(clause Clause, others []Clause) bool {
	begins := func(c Clause) bool { return strings.HasPrefix(c.Keyword, "SELECT") }
	return begins(clause) && slices.ContainsFunc(others, begins)
}

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxWords {
		return text
	}
	return string([]rune(text)[:maxWords-1]) + "…"
}
