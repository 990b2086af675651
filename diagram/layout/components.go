package layout

import "widerow/diagram/layout/dot"

// components returns the connected parts of each group in reading order. Foot
// boxes are in none.
func (v *View) components() []*component {
	return v.componentsOf(func(int) bool { return true })
}

// componentsOf returns the components of the subgraph of the chosen boxes.
func (v *View) componentsOf(among func(box int) bool) []*component {
	parent := make([]int, len(v.Graph.Boxes))
	for i := range parent {
		parent[i] = i
	}
	var root func(int) int
	root = func(i int) int {
		if parent[i] != i {
			parent[i] = root(parent[i])
		}
		return parent[i]
	}
	for i := range v.Graph.Edges {
		if from, to, inner := v.innerEdge(i); inner && among(from) && among(to) {
			low, high := min(root(from), root(to)), max(root(from), root(to))
			parent[high] = low
		}
	}
	var parts []*component
	byRoot := map[int]*component{}
	for i, box := range v.Graph.Boxes {
		if box.Foot || !among(i) {
			continue
		}
		part := byRoot[root(i)]
		if part == nil {
			part = &component{}
			byRoot[root(i)] = part
			parts = append(parts, part)
		}
		part.boxes = append(part.boxes, i)
	}
	for i := range v.Graph.Edges {
		if from, to, inner := v.innerEdge(i); inner && among(from) && among(to) {
			part := byRoot[root(from)]
			part.edges = append(part.edges, i)
		}
	}
	return parts
}

// innerEdge reports whether an edge belongs to a component, and returns its
// boxes.
func (v *View) innerEdge(edge int) (from, to int, inner bool) {
	from, to = v.Ends(edge)
	if from < 0 || from == to || v.GroupOf(from) != v.GroupOf(to) {
		return from, to, false
	}
	return from, to, !v.Graph.Boxes[from].Foot && !v.Graph.Boxes[to].Foot
}

// dot returns the component as input for dot.
func (c *component) dot(v *View) *dot.Graph {
	g := &dot.Graph{}
	node := make(map[int]int, len(c.boxes))
	for i, box := range c.boxes {
		node[box] = i
		b := &v.Graph.Boxes[box]
		g.Nodes = append(g.Nodes, dot.Node{
			Width:  b.Width + b.Margin.Left + b.Margin.Right,
			Height: b.Height + b.Margin.Top + b.Margin.Bottom, Rank: b.Rank})
	}
	for _, index := range c.edges {
		from, to := v.Ends(index)
		edge := &v.Graph.Edges[index]
		g.Edges = append(g.Edges, dot.Edge{From: node[from], To: node[to], Weight: edge.Weight, Free: edge.Free, Beside: edge.Beside})
	}
	return g
}
