package web

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"widerow/diagram"
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
	Dialog     Content // a question above the page, such as a tidied diagram; nil for none
	Banner     Content // about the whole model; nil for none
	Live       Live
	// Review is set where threads are drawn on the page of a proposal: its number.
	Review string
	// ReviewAt is the element that is talked about there, "" for none.
	ReviewAt model.ID
	// ReviewTab and ReviewView are the tab and the view of the page of the proposal.
	ReviewTab, ReviewView string
}

// Columns are what is beside the content of a page.
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
}

// Notice is a line above the canvas, or in the list of findings.
type Notice struct {
	Level string // info, warn, bad
	Text  string
	Href  templ.SafeURL // with Link, where to go
	Link  string
	// Landing marks what the focus goes to, if what had it is gone.
	Landing bool
}

// Canvas is a diagram in the page.
type Canvas struct {
	Kind diagram.Kind
	SVG  []byte
	// Coming marks a preview: the diagram after a script is applied.
	Coming bool
	Pins   int // boxes that stay when the diagram is tidied
	// Arranged reports that the document has positions, so that the diagram can
	// become untidy.
	Arranged bool
	// Empty and Advice say what is missing and what to do, if there is nothing
	// to draw.
	Empty, Advice string
	// Starts lead to what can be done first.
	Starts []Start
	// Picture is a hash of what is drawn, without the selection; empty if the
	// next drawing may differ, such as after a failed layout.
	Picture string
	// Large marks a diagram with more boxes than a browser draws smoothly.
	Large bool
	// Menu offers what to show of it; it may be nil.
	Menu *DisplayMenu
	// Tray lists what is not in the workflow; it may be nil.
	Tray *Tray
	// Overlays are what other features show at its boxes and arrows.
	Overlays []Content
	Pick     *PickPanel // nil unless the attributes of a query are picked
	Findings []Notice   // about the model, listed behind a count
	// Arrangement is the display, if it changes the places of the boxes.
	Arrangement string
	// Recovers reports that queries and concepts can be recovered, see [Outline].
	Recovers bool
	// Problem is what is wrong with a form of the canvas.
	Problem string
	// Removal asks on the canvas before elements are removed.
	Removal *Removal
}

// Title is the name of the part of the page.
func (c *Canvas) Title() string { return "Diagram" }

// undrawn reports whether the tab's diagram has nothing to draw yet.
func undrawn(page WorkbenchPage) bool {
	canvas, isDiagram := page.Content.(*Canvas)
	return isDiagram && canvas.SVG == nil
}

// Flows are those of a workflow.
type Flows []Flow

// Flow is where the parameters of a query come from, at an arrow of the workflow.
type Flow struct {
	Transition model.ID
	Query      string // its label
	Parameters []FlowParameter
	More       int
}

// FlowParameter is an attribute with its source: "Q4", "user", or a constant.
type FlowParameter struct {
	Name, Source string
	Missing      bool
}

// edits reports whether scripts can edit the diagram in place: not an old
// revision, a picture of a script, or one with places of its own.
func (c Canvas) edits(page WorkbenchPage) bool {
	return !page.Readonly && !page.Columns.Diagram && !c.Coming && c.Arrangement == ""
}

// offer is where scripts ask whether the diagram should be tidied, "" if it is as
// tidy as can be.
func (c Canvas) offer(page WorkbenchPage) string {
	if !c.Arranged {
		return ""
	}
	return string(page.URL.Action(page.View.Model, "tidy.json")) + "?diagram=" + string(c.Kind)
}

// view is the key under which the browser keeps the view of a diagram. A
// diagram beside a text has a view of its own.
func (c Canvas) view(besideText bool) string {
	if besideText {
		return "cql"
	}
	return string(c.Kind) + c.Arrangement
}

// Outline lists the elements of a tab.
type Outline struct {
	Groups []OutlineGroup
	Find   string // what the search box finds
	// Recovers reports that there are tables without a query: queries and
	// concepts can be recovered from them.
	Recovers bool
}

// listsElements reports whether the outline lists an element.
func (o *Outline) listsElements() bool {
	return slices.ContainsFunc(o.Groups, func(group OutlineGroup) bool { return len(group.Items) > 0 })
}

// derives reports whether the outline offers to derive tables.
func derives(page WorkbenchPage) bool {
	return page.View.Tab == TabQueries || page.View.Tab == TabLogical
}

// OutlineGroup is a titled list of elements.
type OutlineGroup struct {
	Title, Suffix string
	Words         string // as in OutlineItem
	Kind          model.Kind
	Element       model.ID // of the title, if it is an element itself
	Href          string
	Selected      bool
	Items         []OutlineItem
	Add           *OutlineAdd // nil if nothing can be added
}

// OutlineAdd leads to the form that adds an element of a kind.
type OutlineAdd struct {
	Kind model.Kind
	One  string
	Href string
}

// Field is the ID of the form's first input.
func (a OutlineAdd) Field() string {
	names := map[model.Kind]string{model.HierarchyKind: "supertype", model.TransitionKind: "from", model.ArrowKind: "access", model.StatementKind: "text"}
	return "new-" + string(a.Kind) + "-" + cmp.Or(names[a.Kind], "name")
}

// OutlineItem is an element as a link.
type OutlineItem struct {
	ID        model.ID
	Kind      model.Kind
	Href      string
	Label     string
	Detail    string // at the right: a size, a type, a mark
	Title     string // of the detail, in full
	Words     string // what the diagram shows of it, for screen readers
	Level     string // ok, warn, bad, missing: draws a dot
	WorstOnly bool
	Italic    bool
	Depth     int  // of a part of a composite attribute, see [model.Model.AttributeDepth]
	Comments  int  // open threads on it, and on its parts unless they are listed
	New       bool // there are new comments among them
	Selected  bool
	Open      bool
	Parts     []OutlineItem
	// Action is shown while the item is open: "Pick for Q5".
	Action *Action
}

// RoleMark is the mark of a column's role in the notation.
func RoleMark(role model.Role, descending bool) string {
	switch role {
	case model.Partition:
		return "K"
	case model.Clustering:
		if descending {
			return "C↓"
		}
		return "C↑"
	case model.Static:
		return "S"
	case model.RoleCounter:
		return "++"
	}
	return ""
}

// found filters the group for users without scripts.
func (group OutlineGroup) found(page WorkbenchPage) []OutlineItem {
	wanted := strings.ToLower(strings.TrimSpace(page.View.Find))
	if wanted == "" {
		return group.Items
	}
	var items []OutlineItem
	for _, item := range group.Items {
		if item.matches(wanted) {
			items = append(items, item)
		}
	}
	return items
}

func (i OutlineItem) matches(wanted string) bool {
	if strings.Contains(strings.ToLower(i.Label), wanted) {
		return true
	}
	for _, part := range i.Parts {
		if part.matches(wanted) {
			return true
		}
	}
	return false
}
