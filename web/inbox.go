package web

import "github.com/a-h/templ"

// InboxPage lists what waits for a person.
type InboxPage struct {
	Page
	Items []InboxItem
}

// InboxItem is a proposal or a thread of comments.
type InboxItem struct {
	What, Level, Title string
	Href               templ.SafeURL
	Model, Who         string
	When, Exact        string
	New                bool // not seen yet
}
