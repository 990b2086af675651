package web

import "github.com/a-h/templ"

// HistoryView is the list of revisions, newest first.
type HistoryView struct {
	Revisions []RevisionRow
	Older     templ.SafeURL // the next page, empty at the end
}

// RevisionRow is one revision.
type RevisionRow struct {
	Number          uint64
	Words, Who      string
	When, Exact     string // "2 minutes ago" and the time itself
	Kind            string
	Href            templ.SafeURL // opens it read-only
	Current, Opened bool
}
