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
	return changedWords("query "+after.Title(query), Clauses(before, Of(old)), Clauses(after, Of(now)))
}

// changedWords describes how clauses were changed.
func changedWords(title string, was, is []Clause) string {
	var changed []string
	for _, clause := range is {
		if !slices.Contains(was, clause) {
			changed = append(changed, strings.TrimSpace(clause.Keyword+" "+clause.Text))
		}
	}
	for _, clause := range was {
		if !slices.ContainsFunc(is, func(c Clause) bool { return c.Keyword == clause.Keyword }) && !isFirst(clause, is) {
			changed = append(changed, "no "+clause.Keyword)
		}
	}
	if len(changed) == 0 {
		return ""
	}
	return shortened("changed " + title + ": " + strings.Join(changed, ", "))
}

// isFirst reports whether a clause is the first one, which others replace: SELECT by
// SELECT DISTINCT, or INSERT by CHANGE.
func isFirst(clause Clause, is []Clause) bool {
	begins := func(c Clause) bool { return strings.HasPrefix(c.Keyword, "SELECT") || verbAt(c.Keyword) != nil }
	return begins(clause) && slices.ContainsFunc(is, begins)
}

// UpdateWords describes how the parts of an update were changed, like Words.
func UpdateWords(before, after *model.Model, update model.ID) string {
	now := after.Workflow.Updates[update]
	if now == nil {
		return ""
	}
	old := before.Workflow.Updates[update]
	if old == nil {
		return shortened(strings.TrimSuffix("added update "+after.Title(update)+": "+FormatUpdate(after, OfUpdate(now)), ": "))
	}
	return changedWords("update "+after.Title(update), UpdateClauses(before, OfUpdate(old)), UpdateClauses(after, OfUpdate(now)))
}

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxWords {
		return text
	}
	return string([]rune(text)[:maxWords-1]) + "…"
}
