package diagram

import (
	"strings"

	"widerow/diagram/chebotko"
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/model"
)

// Text returns the whole picture in words, in reading order: group by group, box
// by box, each with its rows or attributes and the arrows that lead to it.
func (d *Drawing) Text() []figure.Description {
	arrivals := d.arrivals()
	grouped := map[string][]figure.Description{}
	for _, box := range d.graph.Boxes {
		described := d.figures[box.ID].Description()
		described.Parts = append(described.Parts, chen.DescriptionsOf(d.attributes[box.ID])...)
		described.Parts = append(described.Parts, arrivals[box.ID]...)
		grouped[box.Group] = append(grouped[box.Group], described)
	}
	var all []figure.Description
	for _, group := range d.graph.Groups {
		c := d.containers[group.ID]
		described := c.Title.Description(c.ID)
		described.Parts = grouped[group.ID]
		all = append(all, described)
	}
	return append(append(all, grouped[""]...), d.memos.descriptions()...)
}

// Words returns the description of each element without its name, by ID. For a box
// it includes the arrows that lead to it and the group that it is drawn in.
func (d *Drawing) Words() map[model.ID]string {
	words := map[model.ID]string{}
	var gather func(list []figure.Description, group string)
	gather = func(list []figure.Description, group string) {
		for _, described := range list {
			if described.ID != "" && words[described.ID] == "" {
				words[described.ID] = figure.Sentence(described.Words, group, described.Reached())
			}
			gather(described.Parts, "")
		}
	}
	for i, described := range d.Text() {
		if before, found := groupWords[d.display.Group]; found && i < len(d.graph.Groups) {
			gather(described.Parts, before+described.Name)
		}
		gather([]figure.Description{described}, "")
	}
	return words
}

// groupWords precede the name of a group, by the kind of grouping.
var groupWords = map[Grouping]string{GroupKeyspace: "in the ", GroupStep: "in step ", GroupTag: "with the tag "}

// arrivals returns the descriptions of edges by the box that lists them. Arrows are
// listed at the box that they lead to, ends of a relationship at its diamond,
// subtypes at the triangle.
func (d *Drawing) arrivals() map[string][]figure.Description {
	arrivals := map[string][]figure.Description{}
	add := func(box string, described figure.Description) {
		arrivals[box] = append(arrivals[box], described)
	}
	for _, box := range d.graph.Boxes {
		if table, ok := d.figures[box.ID].(*chebotko.Table); ok {
			for _, update := range table.Writes {
				add(box.ID, figure.Description{ID: update.ID, Name: update.Title.Name, Words: update.Title.Words, Write: true})
			}
		}
	}
	for _, edge := range d.graph.Edges {
		c := d.connectors[edge.ID]
		switch {
		case c.end != nil && c.end.AtStart:
			add(edge.To, c.end.Title.Description(c.end.ID))
		case c.end != nil:
			add(edge.From, c.end.Title.Description(c.end.ID))
		case d.kind == KindER && c.title.Name != "":
			add(edge.From, c.title.Description(c.id))
		case c.tip && !c.dashed:
			d.arrive(edge, c, add)
		}
	}
	return arrivals
}

func (d *Drawing) arrive(edge graph.Edge, c connector, add func(string, figure.Description)) {
	from := "from outside"
	if edge.From != "" {
		from = "from " + d.nameOf(edge.From)
	}
	if c.pill == nil {
		add(edge.To, figure.Description{ID: c.id, Name: "arrow", Words: from, Arrow: true})
		return
	}
	for _, l := range c.pill.Labels {
		add(edge.To, figure.Description{ID: l.ID, Name: l.Title.Name, Words: figure.Sentence(l.Title.Words, from), Arrow: true})
	}
}

// nameOf returns the name of a box.
func (d *Drawing) nameOf(box string) string { return d.figures[box].Description().Name }

// prose joins descriptions into one text, with parts in brackets after their whole.
func prose(list []figure.Description) string {
	var out strings.Builder
	for i, described := range list {
		if i > 0 {
			out.WriteString("; ")
		}
		out.WriteString(figure.Sentence(described.Name, described.Words))
		if len(described.Parts) > 0 {
			out.WriteString(" (" + prose(described.Parts) + ")")
		}
	}
	return out.String()
}

// describe returns the description of the picture. A standalone picture has no
// outline beside it, so its description is the full text.
func (d *Drawing) describe(options figure.Options) string {
	if !options.Standalone || d.Empty() {
		return d.description
	}
	return d.description + " " + prose(d.Text()) + "."
}
