package figure

import (
	"fmt"
	"time"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/model"
)

// Badge rates the partition size of a table.
type Badge struct {
	Level string // "ok", "warn", "bad", "assumed" or "missing"
	// WorstOnly draws a ring: only the worst case exceeds the limit.
	WorstOnly bool
	Text      string // shown beside the table's name
}

func (b Badge) Symbol() Symbol {
	switch {
	case b.WorstOnly:
		return SymbolBadgeWorst
	case b.Level == "ok":
		return SymbolBadgeOK
	case b.Level == "warn":
		return SymbolBadgeWarn
	case b.Level == "bad":
		return SymbolBadgeBad
	case b.Level == "assumed":
		return SymbolBadgeAssumed
	}
	return SymbolBadgeMissing
}

func (b Badge) Paint(at geom.Point) scene.Item {
	class := "badge " + b.Level
	if b.WorstOnly {
		class += " ring"
	}
	return &scene.Ellipse{Class: class, Centre: at, RadiusX: 4.5, RadiusY: 4.5}
}

// Options hold what a view adds to a drawing. They do not affect the layout.
type Options struct {
	Selected model.ID
	// Path are further elements that are drawn as selected; an arrow with its line.
	Path   map[model.ID]bool
	Badges map[model.ID]Badge // by the table's or view's id
	Advice map[model.ID]int   // how many findings a table or view has
	// Faults are the reasons why queries are not served, by the IDs of their arrows
	// and transitions.
	Faults map[model.ID]string
	// Advised are the messages of advice about columns, and about the queries and updates of arrows
	// and transitions.
	Advised map[model.ID]string
	Picks   Picks // only of an ER diagram
	// Href returns the address of an element, "" for none; nil draws no links.
	Href func(model.ID) string
	// Standalone pictures carry their style, fonts, background and caption.
	Standalone bool
	Revision   Revision
}

func (o *Options) chosen(id model.ID) bool { return id != "" && (id == o.Selected || o.Path[id]) }

// Revision identifies the version of the model that is drawn. The picture omits
// zero fields.
type Revision struct {
	Number uint64
	Date   time.Time // of the revision
	Author string
}

func (r Revision) NumberText() string {
	if r.Number == 0 {
		return ""
	}
	return fmt.Sprintf("r%d", r.Number)
}

func (r Revision) DateText() string {
	if r.Date.IsZero() {
		return ""
	}
	return r.Date.UTC().Format(time.DateOnly)
}
