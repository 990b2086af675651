package diagram

import (
	"cmp"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	containerFont     = typeface.Font{Bold: true, Size: 13}
	containerNoteFont = typeface.Font{Size: 11}
)

const (
	containerHeader  = 32
	containerPadding = 16
	compactPadding   = 10
	containerInset   = 18
	maxCaption       = 480
)

// container is the shaded rounded box of a keyspace.
type container struct {
	id      model.ID
	caption string
	note    string
	short   string // shown instead of the note where the header has too little room
	title   title
}

// group returns the container for the graph, wide enough for its header with the short
// note. The full one is drawn where the tables make the container wide enough.
func (c container) group(compact bool) graph.Group {
	caption, _ := typeface.Measure(c.caption, containerFont)
	g := graph.Group{ID: string(c.id), Header: containerHeader, Padding: containerPadding, Width: c.headerWidth(cmp.Or(c.short, c.note))}
	if compact {
		g.Padding = compactPadding
	}
	if c.note == "" {
		g.Title = containerInset + math.Ceil(caption)
	}
	return g
}

func (c container) headerWidth(note string) float64 {
	caption, _ := typeface.Measure(c.caption, containerFont)
	beside, _ := typeface.Measure(note, containerNoteFont)
	return caption + beside + 3*containerInset
}

func (p *painter) paintContainers() {
	for _, group := range p.drawing.graph.Groups {
		c, frames := p.drawing.containers[group.ID], p.layout.Groups[group.ID]
		for _, frame := range frames {
			e := p.element(c.id, "keyspace", c.title.text(), c.items(p.rect(frame), len(frames) == 1 || frame.Width >= group.Width)...)
			e.Items = append(e.Items, p.numbered(corner(p.rect(frame)), c.id)...)
			p.add(e)
		}
	}
}

// items returns a frame of the container. It shortens the note if the header has no
// room for it, and omits it unless the frame is roomy.
func (c container) items(at geom.Rect, roomy bool) []scene.Item {
	caption := c.caption
	if !roomy {
		caption = typeface.Shorten(caption, containerFont, at.Width-2*containerInset)
	}
	items := []scene.Item{
		&scene.Rectangle{Class: "container", Rect: at, Round: 14},
		&scene.Text{Class: "caption", At: geom.Pt(at.X+containerInset, at.Y+21), Font: containerFont, Content: caption},
	}
	note := c.note
	if at.Width < c.headerWidth(note) {
		note = c.short
	}
	if note != "" && roomy {
		items = append(items, &scene.Text{Class: "note", At: geom.Pt(at.X+at.Width-containerInset, at.Y+21),
			Anchor: scene.AnchorEnd, Font: containerNoteFont, Content: note})
	}
	return items
}
