package web

import (
	"github.com/a-h/templ"

	"widerow/model"
)

// WorkbenchPage is a model on one of its tabs.
type WorkbenchPage struct {
	Page
	View       View
	Name       string
	Revision   uint64
	Readonly   bool // an old revision
	Refused    bool // a form was rejected: its values are not saved
	Tabs       []TabLink
	Comments   TabLink
	People     []string // who has commented: their names, for mentions
	TabTitle   string   // of the current one
	Undo, Redo string   // what would be undone, in words; empty for nothing
	Notices    []Notice
	Columns    Columns
	Outline    Content // shown if Columns has it, and so is the inspector
	Inspector  Content
	Content    Content
	Banner     Content // about the whole model; nil for none
	Live       Live
	// Review is set where threads are drawn on the page of a proposal: its number.
	Review string
	// ReviewAt is the element that is talked about there, "" for none.
	ReviewAt model.ID
	// ReviewTab and ReviewView are the tab and the view of the page of the proposal.
	ReviewTab, ReviewView string
}

// Columns are the columns beside the content of a page.
type Columns struct {
	Outline, Inspector bool
	// Diagram is part of the content, beside a text that has the notices above
	// it.
	Diagram bool
}

// Content is a part of a model's page that a feature fills: the middle of the page,
// whose element has the id "canvas", or a panel.
type Content interface {
	Show(page WorkbenchPage) templ.Component
}

// contentTitle is the name of the content in the middle of the page.
func (p WorkbenchPage) contentTitle() string {
	if titled, is := p.Content.(interface{ Title() string }); is {
		return titled.Title()
	}
	return p.TabTitle
}

// detailsTab returns the tab, or Physical if the tab has no details to edit.
func (p WorkbenchPage) detailsTab() Tab {
	if p.Columns.Inspector {
		return p.View.Tab
	}
	return TabPhysical
}

// TabLink leads to a tab.
type TabLink struct {
	Tab     Tab
	Title   string
	Href    templ.SafeURL
	Current bool
	Badge   TabBadge
	// Elsewhere: the page there is of another kind.
	Elsewhere bool
}

// TabBadge is a short count beside the title of a tab. No text means no badge.
type TabBadge struct {
	Text, Title string
	Level       string // ok, warn, bad, missing
	// Later is the address of the badge, if it is not right yet.
	Later string
}

// Notice is a line above the canvas, or in the list of findings.
type Notice struct {
	Level string // info, warn, bad
	Text  string
	Href  templ.SafeURL // with Link, where to go
	Link  string
	// Landing marks the notice that gets the focus if the focused element is gone.
	Landing bool
	// Toast marks a message about what was just done, which scripts show for a moment only.
	Toast bool
}
