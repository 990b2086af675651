package feature

import (
	"fmt"

	"widerow/diagram"
	"widerow/diagram/scene/svg"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Drawings holds the diagrams used last as they are before layout, so that
// an edit builds its diagram once: its page takes what the save has built, and
// the next edit begins from what the page has shown.
//
// It also holds the pictures that pages have shown last, by their hash, so that an answer
// has only what has changed since the one that the browser shows.
type Drawings struct {
	built *limit.Cache[drawingKey, *diagram.Drawing]
	shown *limit.Cache[string, *svg.Parts]

	sizes   *limit.Cache[sizesKey, sizing.Known]
	checked *limit.Cache[*model.Model, []advice.Finding]
	before  *limit.Cache[*model.Model, *model.Model] // by its successor
}

type sizesKey struct {
	model   *model.Model
	formula sizing.Formula
}

// Sizes returns the sizes of a model that is shared.
func (d *Drawings) Sizes(m *model.Model, formula sizing.Formula) map[model.ID]sizing.Size {
	if known, found := d.sizes.Get(sizesKey{m, formula}); found {
		return known.Sizes
	}
	before, _ := d.before.Get(m)
	known, _ := d.sizes.Get(sizesKey{before, formula})
	return d.sizes.Add(sizesKey{m, formula}, mapping.SizesAfter(known, m, formula), Bytes(m)).Sizes
}

// Checked returns the findings that check has of a shared model: they are computed once for all pages of a revision.
func (d *Drawings) Checked(m *model.Model, check func() []advice.Finding) []advice.Finding {
	if known, found := d.checked.Get(m); found {
		return known
	}
	return d.checked.Add(m, check(), Bytes(m))
}

// CheckedBefore returns the findings that check has of a model, if a page has asked for them, else those of the revision
// before it, if they are known.
func (d *Drawings) CheckedBefore(m *model.Model) (findings []advice.Finding, current bool) {
	if known, found := d.checked.Get(m); found {
		return known, true
	}
	before, _ := d.before.Get(m)
	known, _ := d.checked.Get(before)
	return known, false
}

// drawingKey is all that a drawing depends on. A shared model does not change,
// so its address identifies its content.
type drawingKey struct {
	model   *model.Model
	kind    diagram.Kind
	display string
}

func keyOf(m *model.Model, kind diagram.Kind, display diagram.Display, lookups []diagram.Lookup) drawingKey {
	return drawingKey{m, kind, fmt.Sprintf("%#v %#v", display, lookups)}
}

// NewDrawings returns a cache whose drawings take at most that many bytes, and the rest
// as many together.
func NewDrawings(bytes int64) *Drawings {
	return &Drawings{
		built: limit.NewCache[drawingKey, *diagram.Drawing](bytes), shown: limit.NewCache[string, *svg.Parts](bytes / 2),
		sizes:   limit.NewCache[sizesKey, sizing.Known](bytes / 4),
		checked: limit.NewCache[*model.Model, []advice.Finding](bytes / 8), before: limit.NewCache[*model.Model, *model.Model](bytes / 4),
	}
}

// Picture keeps a drawing that a page shows. It returns its name, which begins with all
// that it depends on, and what the browser needs that shows the picture called known: the
// whole, or what has changed.
func (d *Drawings) Picture(of string, whole []byte, parts *svg.Parts, known string) (name string, sent []byte) {
	name, sent = of+"."+parts.Digest(), whole
	if before, found := d.shown.Get(known); found {
		sent = parts.Since(before, known)
	}
	d.shown.Add(name, parts, parts.Size())
	return name, sent
}

// Of returns the drawing of a model that is shared.
func (d *Drawings) Of(m *model.Model, kind diagram.Kind, display diagram.Display, lookups ...diagram.Lookup) *diagram.Drawing {
	key := keyOf(m, kind, display, lookups)
	if known, found := d.built.Get(key); found {
		return known
	}
	return d.built.Add(key, diagram.Build(m, kind, display, lookups...), Bytes(m))
}

// Add keeps plain drawings of a model, and which one it succeeds.
func (d *Drawings) Add(before, m *model.Model, plain []*diagram.Drawing) {
	d.before.Add(m, before, Bytes(m))
	for _, drawing := range plain {
		d.built.Add(keyOf(m, drawing.Graph().Kind, diagram.Display{}, nil), drawing, Bytes(m))
	}
}

// elementBytes is the approximate size of an element in a decoded model or a
// drawing, measured with 900 tables of 32 columns.
const elementBytes = 600

// Bytes is the approximate memory of a decoded model.
func Bytes(m *model.Model) int64 {
	var elements int64
	for range m.Elements() {
		elements++
	}
	return elementBytes * elements
}
