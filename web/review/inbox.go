package review

import (
	"github.com/a-h/templ"

	"widerow/web"
)

// InboxPage lists what waits for a person.
type InboxPage struct {
	web.Page
	Items []InboxItem
}

func (p InboxPage) live() web.Live {
	if p.Inbox.Key == "" {
		return web.Live{}
	}
	return web.Live{Shown: "inbox=" + p.Inbox.Mark}
}

// InboxItem is a proposal or a thread of comments.
type InboxItem struct {
	What, Level, Title string
	Href               templ.SafeURL
	Model, Who         string
	Account            string // of Who; empty: none
	When, Exact        string
	New                bool // not seen yet
}
