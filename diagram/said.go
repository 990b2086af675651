package diagram

import (
	"strings"

	"widerow/diagram/graph"
	"widerow/model"
)

// Said is what a picture shows of an element, in words: its name, and what its
// signs mean, with middle dots between. Parts are what stands in it or round it.
type Said struct {
	ID          model.ID // "" for a group that is no element
	Name, Words string
	Arrow       bool // it leads to what it is a part of
	Parts       []Said
}

// title is what is told of an element in the picture.
type title struct{ name, words string }

func titled(name string, words ...string) title { return title{name, sentence(words...)} }

func (t title) text() string { return sentence(t.name, t.words) }

func (t *title) add(words string) { t.words = sentence(t.words, words) }

func (t title) said(id model.ID) Said { return Said{ID: id, Name: t.name, Words: t.words} }

// Text says all that the picture says, in reading order: group by group, box
// by box, each with its rows or attributes and the arrows that lead to it.
func (d *Drawing) Text() []Said {
	arrivals := d.arrivals()
	grouped := map[string][]Said{}
	for _, box := range d.graph.Boxes {
		said := d.figures[box.ID].said()
		said.Parts = append(said.Parts, saidOf(d.attributes[box.ID])...)
		said.Parts = append(said.Parts, arrivals[box.ID]...)
		grouped[box.Group] = append(grouped[box.Group], said)
	}
	var all []Said
	for _, group := range d.graph.Groups {
		c := d.containers[group.ID]
		said := c.title.said(c.id)
		said.Parts = grouped[group.ID]
		all = append(all, said)
	}
	return append(all, grouped[""]...)
}

// Words are what is said of all elements but their names, by their ids: for a
// box also which arrows lead to it, and its group where that is not the
// keyspace that it belongs to.
func (d *Drawing) Words() map[model.ID]string {
	words := map[model.ID]string{}
	var gather func(list []Said, group string)
	gather = func(list []Said, group string) {
		for _, said := range list {
			if said.ID != "" && words[said.ID] == "" {
				words[said.ID] = sentence(said.Words, group, said.reached())
			}
			gather(said.Parts, "")
		}
	}
	for i, said := range d.Text() {
		if before, found := groupWords[d.display.Group]; found && i < len(d.graph.Groups) {
			gather(said.Parts, before+said.Name)
		}
		gather([]Said{said}, "")
	}
	return words
}

// groupWords stand before the name of a group that somebody has asked for.
var groupWords = map[Grouping]string{GroupKeyspace: "in the ", GroupStep: "in step ", GroupTag: "with the tag "}

// reached names the arrows to a box.
func (s Said) reached() string {
	var arrows []string
	for _, part := range s.Parts {
		if part.Arrow {
			arrows = append(arrows, sentence(part.Name, part.Words))
		}
	}
	return list("reached by ", arrows)
}

// arrivals are the edges by the box at which they are told: arrows at the one
// that they lead to, the ends of a relationship at its diamond, subtypes at
// the triangle.
func (d *Drawing) arrivals() map[string][]Said {
	arrivals := map[string][]Said{}
	add := func(box string, said Said) {
		arrivals[box] = append(arrivals[box], said)
	}
	for _, edge := range d.graph.Edges {
		c := d.connectors[edge.ID]
		switch {
		case c.end != nil && c.end.AtStart:
			add(edge.To, c.end.title.said(c.end.id))
		case c.end != nil:
			add(edge.From, c.end.title.said(c.end.id))
		case d.kind == KindER && c.title.name != "":
			add(edge.From, c.title.said(c.id))
		case c.tip && !c.dashed:
			d.arrive(edge, c, add)
		}
	}
	return arrivals
}

func (d *Drawing) arrive(edge graph.Edge, c connector, add func(string, Said)) {
	from := "from outside"
	if edge.From != "" {
		from = "from " + d.nameOf(edge.From)
	}
	if c.pill == nil {
		add(edge.To, Said{ID: c.id, Name: "arrow", Words: from, Arrow: true})
		return
	}
	for _, l := range c.pill.labels {
		add(edge.To, Said{ID: l.id, Name: l.title.name, Words: sentence(l.title.words, from), Arrow: true})
	}
}

// nameOf is how the figure of a box is called.
func (d *Drawing) nameOf(box string) string { return d.figures[box].said().Name }

func saidOf(attributes []*attribute) []Said {
	var list []Said
	for _, a := range attributes {
		said := a.title.said(a.id)
		said.Parts = saidOf(a.parts)
		list = append(list, said)
	}
	return list
}

func (t *tableFigure) said() Said {
	said := t.title.said(t.id)
	for _, row := range t.rows {
		said.Parts = append(said.Parts, row.title.said(row.id))
	}
	return said
}

func (e *entityFigure) said() Said       { return e.title.said(e.id) }
func (r *relationshipFigure) said() Said { return r.title.said(r.id) }
func (f *isaFigure) said() Said          { return f.title.said(f.id) }
func (s *stepFigure) said() Said         { return s.title.said(s.id) }
func (f *collapsedFigure) said() Said    { return f.title.said(f.id) }

// told writes a text in sentences, parts in brackets behind what they are
// parts of.
func told(list []Said) string {
	var out strings.Builder
	for i, said := range list {
		if i > 0 {
			out.WriteString("; ")
		}
		out.WriteString(sentence(said.Name, said.Words))
		if len(said.Parts) > 0 {
			out.WriteString(" (" + told(said.Parts) + ")")
		}
	}
	return out.String()
}

// describe is the description of the picture. One that stands alone has no
// outline beside it, so it says everything.
func (d *Drawing) describe(options Options) string {
	if !options.Standalone || d.Empty() {
		return d.description
	}
	return d.description + " " + told(d.Text()) + "."
}
