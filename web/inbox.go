package web

import "github.com/a-h/templ"

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
