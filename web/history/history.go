// Package history draws the revisions of a model and the form of their names.
package history

import (
	"fmt"
	"slices"

	"github.com/a-h/templ"

	"widerow/model/edit"
	"widerow/web"
)

// View is the list of revisions, newest first.
type View struct {
	Filter    Filter
	Revisions []RevisionRow
	Older     templ.SafeURL // the next page, empty at the end
	Others    []edit.Choice // models to compare with
	Last      []LastChange  // of the element that the filter chooses, and its parts
}

// LastChange names who last changed an element.
type LastChange struct {
	Kind, Name  string
	Number      uint64 // of the revision
	Words, Who  string
	Account     string // of Who; empty: none
	When, Exact string
	Href        templ.SafeURL
	Proposal    web.Link // whose merge it was, or empty
}

// Filter chooses revisions by who made them, by kind, and by an element that
// they changed. Empty values choose all.
type Filter struct {
	Address     templ.SafeURL
	Filtered    bool
	By, Kind    string
	Names       []string
	Kinds       []edit.Choice
	Of, Element string // the ID of the element, and its words
}

// RevisionRow is one revision.
type RevisionRow struct {
	Number          uint64
	Words, Who      string
	Account         string // of Who; empty: none
	When, Exact     string // "2 minutes ago" and the time itself
	Kind            string
	Href            templ.SafeURL // opens it read-only
	JSON            templ.SafeURL // its document as stored
	Compare         templ.SafeURL // with the revision before it, "" if there is none
	Name            string        // of the version, "" if it has none
	Naming          templ.SafeURL // changes the name
	Current, Opened bool
	Lost            bool // by damage on the disk: it cannot be opened
	// Earlier are the revisions before it, newest first, in which the same person changed the same
	// field. Compare then leads to all of their changes.
	Earlier []RevisionRow
}

// opensRun reports whether one of the earlier revisions is open.
func (r RevisionRow) opensRun() bool {
	return slices.ContainsFunc(r.Earlier, func(earlier RevisionRow) bool { return earlier.Opened })
}

func (r RevisionRow) earlierWords() string {
	return fmt.Sprintf("%s of this field before, from r%d", web.Count(len(r.Earlier), "change"), r.Earlier[len(r.Earlier)-1].Number)
}

func (r RevisionRow) compareLabel() string {
	if len(r.Earlier) > 0 {
		return "Compare with before all of them"
	}
	return "Compare with the one before"
}

// UnreadablePage is shown for a model of which a revision cannot be opened.
type UnreadablePage struct {
	web.Page
	ID, Name string
	What     string // "The newest revision", "Revision 3"
	History  View
	// Damaged: the stored data is damaged; else the document is above today's
	// limits. A Deleted model has nothing to delete.
	Damaged, Deleted bool
}

// nothing explains why no revision is listed.
func (v View) nothing() string {
	if v.Older != "" {
		return "None of the newest revisions matches: look at older ones."
	}
	return "No revision matches."
}
