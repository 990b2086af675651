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
	Findings   []Notice // about the model, listed behind a count on its diagram
	// CanvasProblem is what is wrong with a form of the canvas.
	CanvasProblem string
	// CanvasRemoval asks on the canvas before elements are removed.
	CanvasRemoval *Removal
	Columns       Columns
	Outline       []OutlineGroup
	// Recovers reports that there are tables without a query: queries and
	// concepts can be recovered from them.
	Recovers  bool
	Find      string // what the search box of the outline finds
	Inspector Inspector
	Content   Content
	Tidy      *TidyProposal   // nil if none was asked for
	Proposal  *ProposalBanner // nil unless the model is the branch of one
	Live      Live
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

// Content fills the middle of a model's page.
type Content interface {
	// Show is the element with the id "canvas".
	Show(page WorkbenchPage) templ.Component
}

// contentTitle is the name of the content in the middle of the page.
func (p WorkbenchPage) contentTitle() string {
	if _, isDiagram := p.Content.(*Canvas); isDiagram {
		return "Diagram"
	}
	return p.TabTitle
}

// idle reports whether nothing is selected and the details ask for nothing:
// then a narrow window hides them, unless there is nothing else to start with.
func (p WorkbenchPage) idle() bool {
	details := p.Inspector
	busy := details.Element != "" || p.View.Add != "" || details.Pick != nil || details.Gone != nil || details.Failure != nil || len(details.Problems) > 0
	return !busy && !p.Refused && !p.undrawn()
}

// undrawn reports whether the tab's diagram has nothing to draw yet.
func (p WorkbenchPage) undrawn() bool {
	canvas, isDiagram := p.Content.(*Canvas)
	return isDiagram && canvas.SVG == nil
}

// detailsTab returns the tab, or Physical if the tab has no details to edit.
func (p WorkbenchPage) detailsTab() Tab {
	if p.Columns.Inspector {
		return p.View.Tab
	}
	return TabPhysical
}

// listsElements reports whether the outline lists an element.
func (p WorkbenchPage) listsElements() bool {
	return slices.ContainsFunc(p.Outline, func(group OutlineGroup) bool { return len(group.Items) > 0 })
}

// derives reports whether the outline offers to derive tables.
func (p WorkbenchPage) derives() bool { return p.View.Tab == TabQueries || p.View.Tab == TabLogical }

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
	Tray        *Tray
	CommentPins []CommentPin
	Flows       []Flow
	// Arrangement is the display, if it changes the places of the boxes.
	Arrangement string
}

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

// found filters the outline for users without scripts.
func (p WorkbenchPage) found(group OutlineGroup) []OutlineItem {
	wanted := strings.ToLower(strings.TrimSpace(p.View.Find))
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
