package chebotko

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"widerow/diagram/figure"
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

// Container is the shaded rounded box of a keyspace.
type Container struct {
	ID      model.ID
	Caption string
	Note    string
	short   string // shown instead of the note where the header has too little room
	Title   figure.Title
}

// NewContainer returns the container of a group that is no keyspace. words describe it.
func NewContainer(id model.ID, name, words string) Container {
	return Container{ID: id, Caption: typeface.Shorten(name, containerFont, maxCaption), Title: figure.Titled(name, words)}
}

// Group returns the container for the graph, wide enough for its header with the short
// note. The full one is drawn where the tables make the container wide enough.
func (c Container) Group(compact bool) graph.Group {
	caption, _ := typeface.Measure(c.Caption, containerFont)
	g := graph.Group{ID: string(c.ID), Header: containerHeader, Padding: containerPadding, Width: c.headerWidth(cmp.Or(c.short, c.Note))}
	if compact {
		g.Padding = compactPadding
	}
	if c.Note == "" {
		g.Title = containerInset + math.Ceil(caption)
	}
	return g
}

func (c Container) headerWidth(note string) float64 {
	caption, _ := typeface.Measure(c.Caption, containerFont)
	beside, _ := typeface.Measure(note, containerNoteFont)
	return caption + beside + 3*containerInset
}

// Items returns a frame of the container. It shortens the note if the header has no
// room for it, and omits it unless the frame is roomy.
func (c Container) Items(at geom.Rect, roomy bool) []scene.Item {
	caption := c.Caption
	if !roomy {
		caption = typeface.Shorten(caption, containerFont, at.Width-2*containerInset)
	}
	items := []scene.Item{
		&scene.Rectangle{Class: "container", Rect: at, Round: 14},
		&scene.Text{Class: "caption", At: geom.Pt(at.X+containerInset, at.Y+21), Font: containerFont, Content: caption},
	}
	note := c.Note
	if at.Width < c.headerWidth(note) {
		note = c.short
	}
	if note != "" && roomy {
		items = append(items, &scene.Text{Class: "note", At: geom.Pt(at.X+at.Width-containerInset, at.Y+21),
			Anchor: scene.AnchorEnd, Font: containerNoteFont, Content: note})
	}
	return items
}

func NewKeyspace(id model.ID, keyspace *model.Keyspace) Container {
	name := typeface.Clean(keyspace.Name)
	note := Replication(keyspace.Replication)
	_, factors, _ := strings.Cut(note, " · ")
	return Container{
		ID: id, Caption: typeface.Shorten(name+" keyspace", containerFont, maxCaption),
		Note: typeface.Shorten(note, containerNoteFont, maxCaption), short: typeface.Shorten(factors, containerNoteFont, maxCaption),
		Title: figure.Titled(name+" keyspace", note, keyspace.Note),
	}
}

// Replication abbreviates the option: "NetworkTopologyStrategy · dc1: 3".
func Replication(option map[string]string) string {
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
	return typeface.Clean(figure.Sentence(parts...))
}

// Collapsed is a keyspace drawn as one box.
type Collapsed struct {
	Container
	holds string // "12 tables, 2 user-defined types"
}

// Sizes of a collapsed keyspace in px.
const (
	leastCollapsed  = 200
	CollapsedHeight = 68
	collapsedRound  = 14
)

func NewCollapsed(item model.Item[*model.Keyspace], holds string) *Collapsed {
	f := &Collapsed{NewKeyspace(item.ID, item.Value), holds}
	f.Title.Add(holds)
	return f
}

func (f *Collapsed) Width() float64 {
	caption, _ := typeface.Measure(f.Caption, containerFont)
	holds, _ := typeface.Measure(f.holds, containerNoteFont)
	return figure.Even(max(leastCollapsed, max(caption, holds)+2*containerInset))
}

func (f *Collapsed) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	back := at
	back.X, back.Y = at.X+4, at.Y+4 // a second outline behind marks the contents
	e := p.Element(f.ID, "keyspace collapsed", f.Title.Text(),
		&scene.Rectangle{Class: "container", Rect: back, Round: collapsedRound},
		&scene.Rectangle{Class: "container", Rect: at, Round: collapsedRound},
		&scene.Text{Class: "caption", At: geom.Pt(at.X+containerInset, at.Y+29), Font: containerFont, Content: f.Caption},
		&scene.Text{Class: "note", At: geom.Pt(at.X+containerInset, at.Y+48), Font: containerNoteFont, Content: f.holds})
	e.Name = f.Title.Name
	return e
}

func (f *Collapsed) Description() figure.Description { return f.Title.Description(f.ID) }

func (f *Collapsed) DOT() string {
	return fmt.Sprintf(`style="rounded,filled", fillcolor="#eef2f6", color="#c9d3df", label=<<B>%s</B><BR/>%s>`,
		figure.EscapeDOT(f.Caption), figure.EscapeDOT(f.holds))
}
