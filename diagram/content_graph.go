package diagram

// keyOf is the key of all that a layout depends on.
func keyOf(graph *Graph) contentKey {
	c := &content{make([]byte, 0, 64+64*len(graph.Edges)+256*len(graph.Boxes))}
	c.count(layoutVersion)
	addText(c, graph.Kind)
	addText(c, graph.Direction)
	c.flag(graph.Compact)
	c.flag(graph.Tidy)
	c.count(len(graph.Boxes))
	for i := range graph.Boxes {
		c.box(&graph.Boxes[i])
	}
	c.count(len(graph.Groups))
	for _, group := range graph.Groups {
		addText(c, group.ID)
		c.numbers(group.Header, group.Width, group.Padding, group.Title)
	}
	c.count(len(graph.Edges))
	for i := range graph.Edges {
		c.edge(&graph.Edges[i])
	}
	return c.key()
}

func (c *content) numbers(values ...float64) {
	for _, value := range values {
		c.number(value)
	}
}

func (c *content) box(box *Box) {
	addText(c, box.ID, box.Group, string(box.Shape))
	c.numbers(box.Width, box.Height, box.Margin.Top, box.Margin.Right, box.Margin.Bottom, box.Margin.Left)
	c.count(box.Rank)
	c.flag(box.Foot)
	c.flag(box.Pinned)
	c.number(box.Growth)
	c.flag(box.Moved)
	c.flag(box.At != nil)
	if box.At != nil {
		c.numbers(box.At.X, box.At.Y)
	}
	c.count(len(box.Rows))
	for _, row := range box.Rows {
		addText(c, row.ID)
		c.numbers(row.Top, row.Height)
	}
}

func (c *content) edge(edge *Edge) {
	addText(c, edge.ID, edge.From, edge.To, edge.FromRow, edge.ToRow, string(edge.Routing))
	c.numbers(edge.LabelWidth, edge.LabelHeight)
	c.count(edge.Weight)
	c.flag(edge.Free)
	c.flag(edge.Beside)
}
