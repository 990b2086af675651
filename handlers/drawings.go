package handlers

import (
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/diagram"
	"widerow/model"
)

// drawingCache holds the diagrams used last as they are before layout, so that
// an edit builds its diagram once: its page takes what the save has built, and
// the next edit begins from what the page has shown.
type drawingCache struct {
	built *lru.Cache[drawingKey, *diagram.Drawing]
}

// drawingKey is all that a drawing depends on. A shared model does not change,
// so its address stands for its content.
type drawingKey struct {
	model   *model.Model
	kind    diagram.Kind
	display string
}

func keyOf(m *model.Model, kind diagram.Kind, display diagram.Display) drawingKey {
	return drawingKey{m, kind, fmt.Sprintf("%#v", display)}
}

// cachedDrawings bounds the memory of drawings: one of 100 tables of ten
// columns takes about 1 MB, with its model.
const cachedDrawings = 32

func newDrawingCache() *drawingCache {
	built, err := lru.New[drawingKey, *diagram.Drawing](cachedDrawings)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &drawingCache{built}
}

// of returns the drawing of a model that is shared.
func (d *drawingCache) of(m *model.Model, kind diagram.Kind, display diagram.Display) *diagram.Drawing {
	key := keyOf(m, kind, display)
	if known, found := d.built.Get(key); found {
		return known
	}
	built := diagram.Build(m, kind, display)
	d.built.Add(key, built)
	return built
}

// add keeps plain drawings of a model.
func (d *drawingCache) add(m *model.Model, plain []*diagram.Drawing) {
	for _, drawing := range plain {
		d.built.Add(keyOf(m, drawing.Graph().Kind, diagram.Display{}), drawing)
	}
}
