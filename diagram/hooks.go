package diagram

import (
	"strings"

	"widerow/model"
)

// Hooks tell the scripts of a page what a part of the picture belongs to.
// They are written as data attributes, in linked pictures inside a page only.
type Hooks struct {
	Box   string // the id of a box: this is it
	At    *Rect  // where the box stands
	Owner string // the id of the box that this moves with
	Edge  string // the id of an edge: this is its line, or a label of it
	From  string // the edge's boxes, From "" for an entry
	To    string
	// Queries and Updates are the access patterns that a line or a label names.
	Queries, Updates []model.ID
}

func (h *Hooks) writeSVG(w *svgWriter) {
	for _, hook := range [...]struct{ name, text string }{
		{"data-box", h.Box}, {"data-owner", h.Owner}, {"data-edge", h.Edge}, {"data-from", h.From}, {"data-to", h.To},
		{"data-query", joined(h.Queries)}, {"data-update", joined(h.Updates)},
	} {
		if hook.text != "" {
			w.attribute(hook.name, hook.text)
		}
	}
	if h.At != nil {
		w.raw(` data-at="`)
		w.floats(h.At.X, h.At.Y, h.At.Width, h.At.Height)
		w.raw(`"`)
	}
}

func joined(ids []model.ID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return strings.Join(texts, " ")
}

// hooksOf are those of an edge's line and labels.
func (d *Drawing) hooksOf(edge Edge) *Hooks {
	hooks := &Hooks{Edge: edge.ID, From: edge.From, To: edge.To}
	if pill := d.connectors[edge.ID].pill; pill != nil {
		for _, l := range pill.labels {
			hooks.addAccess(l)
		}
	}
	return hooks
}

func (h *Hooks) addAccess(l label) {
	if l.update {
		h.Updates = append(h.Updates, l.access)
	} else {
		h.Queries = append(h.Queries, l.access)
	}
}
