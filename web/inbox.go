package web

import "github.com/a-h/templ"

// InboxSummary is what the top bar knows of the user's inbox.
type InboxSummary struct {
	Waiting int    // how many things wait for the user
	New     int    // how many of them they have not seen
	Mark    string // differs when the inbox does
	Key     string // differs for each user; empty for one who has no inbox
}

// InboxPage lists what waits for a person.
type InboxPage struct {
	Page
	Items []InboxItem
}

func (p InboxPage) live() Live {
	if p.Inbox.Key == "" {
		return Live{}
	}
	return Live{Shown: "inbox=" + p.Inbox.Mark}
}

// InboxItem is a proposal or a thread of comments.
type InboxItem struct {
	What, Level, Title string
	Href               templ.SafeURL
	Model, Who         string
	When, Exact        string
	New                bool // not seen yet
}
