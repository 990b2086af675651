package diagram

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

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

// plainContainer returns the container of a group that is no keyspace. words describe it.
func plainContainer(id model.ID, name, words string) container {
	return container{id: id, caption: typeface.Shorten(name, containerFont, maxCaption), title: titled(name, words)}
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

func keyspaceContainer(id model.ID, keyspace *model.Keyspace) container {
	name := typeface.Clean(keyspace.Name)
	note := replication(keyspace.Replication)
	_, factors, _ := strings.Cut(note, " · ")
	return container{
		id: id, caption: typeface.Shorten(name+" keyspace", containerFont, maxCaption),
		note: typeface.Shorten(note, containerNoteFont, maxCaption), short: typeface.Shorten(factors, containerNoteFont, maxCaption),
		title: titled(name+" keyspace", note, keyspace.Note),
	}
}

// replication abbreviates the option: "NetworkTopologyStrategy · dc1: 3".
func replication(option map[string]string) string {
	if len(option) == 0 {
		return ""
	}
	class := option["class"]
	parts := []string{class[strings.LastIndex(class, ".")+1:]}
	for _, key := range slices.Sorted(maps.Keys(option)) {
		switch key {
		case "class":
		case "replication_factor":
			parts = append(parts, "RF "+option[key])
		default:
			parts = append(parts, key+": "+option[key])
		}
	}
	return typeface.Clean(sentence(parts...))
}

// collapsedFigure is a keyspace drawn as one box.
type collapsedFigure struct {
	container
	holds string // "12 tables, 2 user-defined types"
}

// Sizes of a collapsed keyspace in px.
const (
	leastCollapsed  = 200
	collapsedHeight = 68
	collapsedRound  = 14
)

func newCollapsed(item model.Item[*model.Keyspace], holds string) *collapsedFigure {
	f := &collapsedFigure{keyspaceContainer(item.ID, item.Value), holds}
	f.title.add(holds)
	return f
}

func (f *collapsedFigure) width() float64 {
	caption, _ := typeface.Measure(f.caption, containerFont)
	holds, _ := typeface.Measure(f.holds, containerNoteFont)
	return even(max(leastCollapsed, max(caption, holds)+2*containerInset))
}

func (f *collapsedFigure) paint(p *painter, at geom.Rect) *scene.Element {
	back := at
	back.X, back.Y = at.X+4, at.Y+4 // a second outline behind marks the contents
	e := p.element(f.id, "keyspace collapsed", f.title.text(),
		&scene.Rectangle{Class: "container", Rect: back, Round: collapsedRound},
		&scene.Rectangle{Class: "container", Rect: at, Round: collapsedRound},
		&scene.Text{Class: "caption", At: geom.Pt(at.X+containerInset, at.Y+29), Font: containerFont, Content: f.caption},
		&scene.Text{Class: "note", At: geom.Pt(at.X+containerInset, at.Y+48), Font: containerNoteFont, Content: f.holds})
	e.Name = f.title.name
	return e
}

func (f *collapsedFigure) description() Description { return f.title.description(f.id) }

func (f *collapsedFigure) dot() string {
	return fmt.Sprintf(`style="rounded,filled", fillcolor="#eef2f6", color="#c9d3df", label=<<B>%s</B><BR/>%s>`, escapeDOT(f.caption), escapeDOT(f.holds))
}
