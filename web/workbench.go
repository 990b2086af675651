package web

import (
	"context"
	"io"
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
	Refused    bool // a form: what it holds is not saved
	Tabs       []TabLink
	TabTitle   string // of the current one
	Undo, Redo string // what would be undone, in words; empty for nothing
	Notices    []Notice
	Columns    Columns
	Outline    []OutlineGroup
	Find       string // what one can look for in the outline, in words
	Inspector  Inspector
	Content    Content
}

// Columns are what is beside the content of a page.
type Columns struct {
	Outline, Inspector bool
	// Diagram is that of the content itself, beside a text. The text has the
	// notices above it.
	Diagram bool
}

// Content fills the middle of a model's page.
type Content interface {
	// show is the element with the id "canvas".
	show(page WorkbenchPage) templ.Component
}

// contentTitle names what fills the middle of the page.
func (p WorkbenchPage) contentTitle() string {
	if _, isDiagram := p.Content.(*Canvas); isDiagram {
		return "Diagram"
	}
	return p.TabTitle
}

// detailsTab is the tab, or the one beside it that has details to edit.
func (p WorkbenchPage) detailsTab() Tab {
	if p.Columns.Inspector {
		return p.View.Tab
	}
	return TabPhysical
}

// letters are the addresses of the page's letters, for letters.js.
func (p WorkbenchPage) letters() string {
	addresses := make([]string, len(p.Letters))
	for i, letters := range p.Letters {
		addresses[i] = p.URL.Letters(letters)
	}
	return strings.Join(addresses, " ")
}

// TabLink leads to a tab.
type TabLink struct {
	Tab     Tab
	Title   string
	Href    templ.SafeURL
	Current bool
	Badge   TabBadge
}

// TabBadge is a short count beside a tab's title; without a text there is none.
type TabBadge struct {
	Text, Title string
	Level       string // ok, warn, bad, missing
}

// Notice is a line above the canvas.
type Notice struct {
	Level string // info, warn, bad
	Text  string
	Href  templ.SafeURL // with Link, where to go
	Link  string
}

// Canvas is a diagram in the page.
type Canvas struct {
	Kind diagram.Kind
	SVG  []byte
	// Coming says that it shows what a script would make, not what is saved.
	Coming bool
	Pins   int // boxes that stay when the diagram is tidied
	// Empty and Advice say what is missing and what to do, when there is
	// nothing to draw.
	Empty, Advice string
	// Picture names what is drawn, whatever is selected; empty if that may
	// change by itself.
	Picture string
	// Large says that it has more boxes than a browser draws at once with ease.
	Large bool
	// Menu asks what to show of it; nil offers nothing.
	Menu *DisplayMenu
	// Arrangement names where its boxes stand, if it is not the usual places.
	Arrangement string
}

// KeptPicture stands for the picture that the browser has already: swap.js
// leaves it there and only marks what is selected.
const KeptPicture = `<svg data-kept></svg>`

// view names what the browser remembers of how a diagram was last looked at:
// beside a text it is another one than alone.
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
}

// OutlineItem is an element as a link.
type OutlineItem struct {
	ID        model.ID
	Kind      model.Kind
	Href      string
	Label     string
	Detail    string // at the right: a size, a type, a mark
	Title     string // of the detail, in full
	Words     string // what the diagram shows of it, for those who do not see it
	Level     string // ok, warn, bad, missing: draws a dot
	WorstOnly bool
	Italic    bool
	Selected  bool
	Open      bool
	Parts     []OutlineItem
}

// svg writes a picture that the diagram package drew; it is XML of our own
// making in which all text of users is escaped.
func svg(picture []byte) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
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

// found filters the outline for a visitor without scripts.
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
