package feature

import (
	"net/url"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
)

// AsDisplay reads the display of a form or an address, in the form of
// View.Display.
func AsDisplay(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	display, _ := diagram.ParseDisplay(values)
	return display.Values().Encode()
}

// drawn is the diagram of a tab, as the address asks for it.
type drawn struct {
	Drawing  *diagram.Drawing    // nil if the tab has none
	Display  string              // the parameters of the address, in their usual form
	Notices  []web.Notice        // about parameters that have no effect
	Words    map[model.ID]string // descriptions of elements
	Findings map[model.ID]int    // per table, if the diagram counts them
}

// draw builds the diagram of the tab.
func (b *Context) draw() drawn {
	query, err := url.ParseQuery(b.View.Display)
	if err != nil {
		query = url.Values{}
	}
	kind := DiagramOf(b.View.Tab)
	display, problems := diagram.ParseDisplay(diagram.ByID(query, b.Model, kind))
	display.Outlines = false // only the address of a file has it
	var d drawn
	if HasDiagram(b.View.Tab) && b.Drawings != nil {
		asked := display.Columns
		display, d.Notices = b.BoundColumns(kind, display)
		d.Drawing = b.Drawings.Of(b.Model, kind, display, b.Lookups(kind)...)
		display, problems = d.Drawing.Display(), append(problems, d.Drawing.Problems()...)
		display.Columns = asked
		d.Words = d.Drawing.Words()
		if display.Advice {
			d.Findings = overlay.Findings(b.Model, kind, b.Sizes(), b.OpenAdvice())
		}
	}
	d.Display = display.Values().Encode()
	for _, problem := range problems {
		d.Notices = append(d.Notices, web.Notice{Level: "info", Text: problem.Text()})
	}
	return d
}

// ManyColumns is the number of columns above which a page draws only those of
// the keys, unless its address asks for all: each takes 500 bytes.
const ManyColumns = 5000

// BoundColumns leaves columns out of a diagram that would be too large for a
// page, and says so.
func (b *Context) BoundColumns(kind diagram.Kind, display diagram.Display) (diagram.Display, []web.Notice) {
	columns := ColumnsOf(b.Model, kind)
	er := kind == diagram.KindER
	if display.Columns != figure.ColumnsAuto && !(er && display.Columns != figure.ColumnsAll) || columns <= ManyColumns {
		return display, nil
	}
	if display.Filtered() {
		if columns = b.Drawings.Of(b.Model, kind, display, b.Lookups(kind)...).Rows(); columns <= ManyColumns {
			return display, nil
		}
	}
	view := b.View
	view.Tab, view.Find = tabOf(kind), ""
	all := display
	what := "columns"
	if all.Columns = figure.ColumnsAll; er {
		what, display.Attributes = "attributes", figure.ColumnsKeys
	} else {
		display.Columns = figure.ColumnsKeys
	}
	view.Display = all.Values().Encode()
	return display, []web.Notice{{Level: "info", Link: "Draw all", Href: web.SafeHref(string(b.URL.Tab(view))),
		Text: sizing.FormatNumber(float64(columns)) + " " + what +
			" are many for one page, so the diagram has those of the keys only. Files and the forms have all."}}
}

// ColumnsOf is the number of columns in a diagram, or of attributes.
func ColumnsOf(m *model.Model, kind diagram.Kind) int {
	columns := 0
	switch kind {
	case diagram.KindER:
		for _, entity := range m.Concepts.Entities {
			columns += len(entity.Attributes)
		}
		for _, relationship := range m.Concepts.Relationships {
			columns += len(relationship.Attributes)
		}
	case diagram.KindLogical:
		for _, table := range m.Logical.Tables {
			columns += len(table.Columns)
		}
	case diagram.KindPhysical:
		for _, relation := range m.Physical.Relations {
			columns += len(relation.Columns)
		}
	}
	return columns
}

// tabOf returns the tab of a diagram.
func tabOf(kind diagram.Kind) web.Tab {
	for _, tab := range Tabs {
		if tab.Diagram == kind {
			return tab.Name
		}
	}
	return ""
}

// DrawnRevision returns what identifies a document in its picture.
func DrawnRevision(document Document) figure.Revision {
	return figure.Revision{
		Number: document.Revision.Number, Date: document.Revision.At, Author: document.Revision.Author.Name,
	}
}
