package querytext

import "widerow/model"

// Merge combines two users' versions of a query: each clause comes from the user who changed it. ok
// is false if both changed a clause differently.
func Merge(m *model.Model, base, theirs, mine Parts) (merged Parts, ok bool) {
	was, their, my := clauseTexts(m, base), clauseTexts(m, theirs), clauseTexts(m, mine)
	merged, ok = theirs, true
	for _, part := range mergedParts {
		changed := func(texts map[string]string) bool { return !part.same(was, texts) }
		switch {
		case !changed(my) || part.same(their, my):
		case changed(their):
			ok = false
		default:
			part.take(&merged, mine)
		}
	}
	return merged, ok
}

// mergedPart is a part of a query that Merge takes whole from one user or the other.
type mergedPart struct {
	keywords []string
	take     func(to *Parts, from Parts)
}

var mergedParts = []mergedPart{
	{[]string{"SELECT", "GROUP BY"}, func(to *Parts, from Parts) { to.Find = from.Find }},
	{[]string{"DISTINCT"}, func(to *Parts, from Parts) { to.Distinct = from.Distinct }},
	{[]string{"WHERE"}, func(to *Parts, from Parts) { to.Given = from.Given }},
	{[]string{"ORDER BY"}, func(to *Parts, from Parts) { to.SortBy = from.SortBy }},
	{[]string{"LIMIT"}, func(to *Parts, from Parts) { to.Limit = from.Limit }},
	{[]string{"PAGE"}, func(to *Parts, from Parts) { to.PageSize = from.PageSize }},
	{[]string{"VIA"}, func(to *Parts, from Parts) { to.Path, to.Twice, to.Ends = from.Path, from.Twice, from.Ends }},
}

func (p mergedPart) same(one, other map[string]string) bool {
	for _, keyword := range p.keywords {
		if one[keyword] != other[keyword] {
			return false
		}
	}
	return true
}

// clauseTexts returns the clauses by keyword, with DISTINCT as one of its own.
func clauseTexts(m *model.Model, parts Parts) map[string]string {
	texts := map[string]string{}
	if parts.Distinct {
		texts["DISTINCT"] = "DISTINCT"
		parts.Distinct = false
	}
	for _, clause := range Clauses(m, parts) {
		texts[clause.Keyword] = clause.Text
	}
	return texts
}
