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
	Undo, Redo string // what would be undone, in words; empty for nothing
	Notices    []Notice
	Outline    []OutlineGroup
	Inspector  Inspector
	// One of them fills the middle, by the tab.
	Canvas  *Canvas
	Sizes   *SizesView
	CQL     *CQLView
	History *HistoryView
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
	Tab               Tab
	Href              templ.SafeURL
	Current           bool
	Badge, BadgeTitle string
	Level             string // ok, warn, bad, missing
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
func (c Canvas) view(tab Tab) string {
	if c.isBeside(tab) {
		return "cql"
	}
	return string(c.Kind) + c.Arrangement
}

// isBeside reports whether the diagram stands beside a text: there it follows
// the cursor.
func (c Canvas) isBeside(tab Tab) bool { return tab == TabCQL || tab == TabStatements }

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
