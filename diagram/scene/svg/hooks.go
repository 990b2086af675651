package svg

import (
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// hooks writes the data attributes that the scripts of a page use.
func (w *writer) hooks(h *scene.Hooks) {
	for _, hook := range [...]struct{ name, text string }{
		{"data-box", h.Box}, {"data-owner", h.Owner}, {"data-edge", h.Edge}, {"data-from", h.From}, {"data-to", h.To},
		{"data-query", strings.Join(h.Queries, " ")}, {"data-update", strings.Join(h.Updates, " ")}, {"data-uses", strings.Join(h.Uses, " ")},
	} {
		if hook.text != "" {
			w.attribute(hook.name, hook.text)
		}
	}
	if h.Outside {
		w.raw(` target="_blank" rel="noopener noreferrer nofollow" data-links="off"`)
	}
	if h.At != nil {
		w.raw(` data-at="`)
		w.floats(h.At.X, h.At.Y, h.At.Width, h.At.Height)
		w.raw(`"`)
	}
	w.rects("data-room", h.Room)
	if h.Group != "" {
		w.attribute("data-group", h.Group)
		w.rects("data-framed", []geom.Rect{h.Framed})
	}
}

// rects writes rectangles as an attribute, four numbers each; none are left out.
func (w *writer) rects(name string, rects []geom.Rect) {
	for i, r := range rects {
		if i == 0 {
			w.raw(" " + name + `="`)
		} else {
			w.raw(" ")
		}
		w.floats(r.X, r.Y, r.Width, r.Height)
	}
	if len(rects) > 0 {
		w.raw(`"`)
	}
}
