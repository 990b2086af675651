package review

import (
	"github.com/a-h/templ"

	"widerow/model"
	"widerow/web"
)

// InboxPage lists what waits for a person.
type InboxPage struct {
	web.Page
	Items []InboxItem
	// Refused is a reply in a thread that waits no longer, empty if there is none.
	Refused InboxReply
}

// InboxReply is a reply in a thread: where it is sent, what was typed, and why it was refused.
type InboxReply struct {
	Action        templ.SafeURL
	Thread        model.ID
	Text, Problem string
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
	New                bool        // not seen yet
	Said               string      // the comment for which a thread waits, Markdown
	Reply              *InboxReply // nil for a proposal, and where the visitor may not comment
}
