// Package canvas draws a model as diagram, outline and details: the tabs of concepts,
// workflow, and logical and physical tables.
package canvas

import (
	"widerow/diagram"
	"widerow/model"
	"widerow/web"
)

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
	// Empty and Advice explain a diagram with nothing to draw: its missing content, and the next
	// step.
	Empty, Advice string
	// Starts lead to what can be done first.
	Starts []web.Start
	// Begin is the text in the middle of an empty diagram; nil for none. The details leave it out.
	Begin *Add
	// Picture is a hash of what is drawn, without the selection; empty if the
	// next drawing may differ, such as after a failed layout.
	Picture string
	// Large marks a diagram with more boxes than a browser draws smoothly.
	Large bool
	// Menu offers what to show of it; it may be nil.
	Menu *DisplayMenu
	// Tray lists what is not in the workflow; it may be nil.
	Tray *Tray
	// Overlays are the marks of other features at its boxes and arrows.
	Overlays []web.Content
	Pick     *PickPanel   // nil unless the attributes of a query are picked
	Findings []web.Notice // about the model, listed behind a count
	// Arrangement is the display, if it changes the places of the boxes.
	Arrangement string
	// Recovers reports that queries and concepts can be recovered, see [Outline].
	Recovers bool
	// Queries are the queries and updates that the browser offers for a new arrow between tables.
	Queries []Access
	// Problem describes the fault of a form of the canvas.
	Problem string
	// Removal asks on the canvas before elements are removed.
	Removal *Removal
}

// Access is a query or an update, such as "Q4 Find an available room".
type Access struct {
	ID          model.ID
	Title, Kind string
}

// Title is the name of the part of the page.
func (c *Canvas) Title() string { return "Diagram" }

// undrawn reports whether the tab's diagram has nothing to draw yet.
func undrawn(page web.WorkbenchPage) bool {
	canvas, isDiagram := page.Content.(*Canvas)
	return isDiagram && canvas.SVG == nil
}

// begins reports whether the middle of the empty diagram has the form that adds a kind.
func begins(page web.WorkbenchPage, kind model.Kind) bool {
	canvas, isDiagram := page.Content.(*Canvas)
	return isDiagram && canvas.SVG == nil && canvas.Begin != nil && (kind == "" || canvas.Begin.Kind == kind)
}

// edits reports whether scripts can edit the diagram in place: not an old
// revision, a picture of a script, or one with places of its own.
func (c Canvas) edits(page web.WorkbenchPage) bool {
	return !page.Readonly && !page.Columns.Diagram && !c.Coming && c.Arrangement == ""
}

// offer returns the address at which scripts ask whether the diagram should be tidied, "" if the
// document has no positions.
func (c Canvas) offer(page web.WorkbenchPage) string {
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
