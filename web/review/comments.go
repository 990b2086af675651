package review

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"widerow/model"
	"widerow/web"
)

// CommentsView is the tab of all comments.
type CommentsView struct {
	Filters []CommentFilter
	Threads []Thread
	Box     *CommentBox   // opens a thread about the whole model
	Older   templ.SafeURL // the next threads, empty at the end
	Empty   string        // shown if there are no threads
	SeeAll  templ.SafeURL // marks all comments as seen; "" if none is new
	Next    string        // the address of the tab, below the base path
	Unnamed templ.SafeURL // where a person without a name gets one, if the filter needs it
}

// CommentFilter is a link to some of the threads.
type CommentFilter struct {
	Name, Title string
	Count       int
	Href        templ.SafeURL
	Current     bool
}

// CommentsPanel is the part of the details with the comments on an element and
// its parts.
type CommentsPanel struct {
	Title          string // "Comments", "Comments on the model"
	Open, Resolved []Thread
	All            web.Link // to those that are left out, or none
	Box            *CommentBox
	Suggest        templ.SafeURL // suggests a change of the element, or ""
	Line           *ThreadLine   // the line of a script that all of it is about, or nil
	Close          templ.SafeURL // leads away from the line, or ""
}

// Thread is a thread of comments.
type Thread struct {
	ID       model.ID
	Href     templ.SafeURL // its address, which opens its place
	Open     bool
	New      int    // comments that are new to the person
	Seen     string // what notes that they were seen, as in the form of handlers/seen.go
	Resolved string // "Resolved by Ada, yesterday", or ""
	About    CommentPlace
	Line     *ThreadLine // of CQL, or nil
	Comments []Comment
	Reply    *CommentBox // nil in an old revision
}

// CommentPlace is the subject of a thread.
type CommentPlace struct {
	Kind, Title string
	Href        templ.SafeURL // "" if the element is gone, or is the one that the page shows
	Note        string        // "was hotels.name", "removed since", or ""
}

// ThreadLine is a line of CQL that a thread is about.
type ThreadLine struct {
	Text string
	Was  string        // the line when the thread was opened, if it is another one now
	Note string        // "line removed since", or ""
	Href templ.SafeURL // of the line; "" if it is gone
}

// Comment is one comment.
type Comment struct {
	ID          model.ID
	Who         string
	Account     string // of Who; empty: none
	When, Exact string
	Edited      string // when, or ""
	New         bool   // to the person who reads it
	Text        string
	Edit        *CommentBox // nil if somebody else wrote it
	Suggestion  *Suggestion // nil in most comments
}

// Suggestion is the change that a comment suggests.
type Suggestion struct {
	Changes []string // in words
	Applied string   // "Applied by Ada, yesterday, as", or ""
	Result  web.Link // the revision that it made
	Unfit   string   // why it cannot be applied any more, or ""
	Apply   *CommentBox
}

// CommentBox is a form in which a comment is written. ID belongs to the form:
// the browser keeps what is typed by it.
type CommentBox struct {
	ID, About     string
	Part, Quote   string        // the line of CQL that the new thread is about, or ""
	Whole         templ.SafeURL // drops the line
	Change        string        // the chosen change on the page of a proposal
	Do            string        // the button's
	Label, Button string
	Text          string
	Problem       string
	More          []web.Action // further buttons
}

// draft distinguishes the comments that are typed in boxes of one ID: on a line of CQL, and on a
// change of a proposal.
func (b CommentBox) draft(line string) string {
	return strings.Join(slices.DeleteFunc([]string{line, b.Part, b.Change}, func(s string) bool { return s == "" }), " ")
}

// DiagramComments are the comments at the boxes of a diagram.
type DiagramComments struct{ Pins []CommentPin }

// CommentPin is the count of the open threads at a box of a diagram.
type CommentPin struct {
	Element model.ID
	Spot    string // "X Y" from the corner of its box, "" for the box itself
	Title   string
	Count   int
	New     bool // there are new comments
	Href    templ.SafeURL
}
