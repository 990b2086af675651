package cql

import (
	"net/url"
	"strings"

	"widerow/cql/check"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/web"
)

// ListForm holds the parameters in the address of the pane of lists, or the form that was sent. The
// names of parameters:
//
//	list     the list that the page shows
//	verdict  only statements with this verdict
//	sort     the column to sort by, with - the largest first
//	page     of a long list, from 1
type ListForm struct {
	Values url.Values
	// Text is the typed text, or the text of the chosen files.
	Text string
	// Problem is the reason why the form was rejected, Field what it is about.
	Problem, Field string
}

// mostListed is the number of statements on a page.
const mostListed = 100

// listing makes the pane of lists.
type listing struct {
	*feature.Context
	form   ListForm
	id     model.ID
	list   *model.StatementList
	judged check.List
	tables map[string]string // links to tables by their qualified names
}

// at is the address of the pane with a list, and with other parameters; names and values alternate.
func (l *listing) at(id model.ID, pairs ...string) string {
	return l.address("", id, pairs...)
}

// address is the address of the pane, or of a file with an extension.
func (l *listing) address(extension string, id model.ID, pairs ...string) string {
	view := web.View{Model: l.View.Model, Tab: web.TabStatementLists + web.Tab(extension), Revision: l.View.Revision, List: id}
	address := string(l.URL.Tab(view))
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			address += string("?&"[min(strings.Count(address, "?"), 1)]) + pairs[i] + "=" + url.QueryEscape(pairs[i+1])
		}
	}
	return address
}

// verdictLevel is the level of a verdict.
type verdictLevel struct {
	Verdict advice.Verdict
	Level   string
}

// verdictLevels are the levels of verdicts, in the order of the counts.
var verdictLevels = []verdictLevel{{advice.RejectedByRule, "bad"}, {advice.FailsWhenRun, "bad"},
	{advice.ByScan, "warn"}, {advice.ByFiltering, "warn"}, {advice.ByIndex, "info"},
	{advice.Several, "info"}, {advice.OnePartition, "ok"}}

func levelOf(verdict string) string {
	for _, known := range verdictLevels {
		if string(known.Verdict) == verdict {
			return known.Level
		}
	}
	return ""
}
