package diagram

import "widerow/diagram/graph"

// longWorkflow is the smallest number of consecutive steps that is wider than a
// screen.
const longWorkflow = 5

// branches are the paths through a workflow.
type branches struct {
	edges []graph.Edge
	out   map[string][]int // edges by the step where they start
	in    map[string]int   // number of edges to each step, without entries
	// longest is the number of steps on the longest path from a step, including
	// that step. A path ends before a step that it already contains.
	longest map[string]int
}

// branchBeside continues the longest branch of a step beside it instead of after
// it, if the workflow would be wider than a screen. Two branches that meet again in
// the next step form a square.
func (d *Drawing) branchBeside() {
	b := &branches{d.graph.Edges, map[string][]int{}, map[string]int{}, map[string]int{}}
	for i, edge := range b.edges {
		if edge.From != "" && edge.From != edge.To {
			b.out[edge.From] = append(b.out[edge.From], i)
			b.in[edge.To]++
		}
	}
	most := 0
	for _, box := range d.graph.Boxes {
		b.square(box.ID)
		most = max(most, b.measure(box.ID))
	}
	if most < longWorkflow {
		return
	}
	besides := map[string]bool{}
	for _, box := range d.graph.Boxes {
		if edge := b.main(box.ID); edge >= 0 && !besides[box.ID] {
			b.edges[edge].Beside = true
			besides[b.edges[edge].To] = true
		}
	}
}

// square places the second branch of a step beside it if each branch leads only to
// one common step, and no other edge does. Then none of the four arrows has a
// corner.
func (b *branches) square(step string) {
	if len(b.out[step]) != 2 {
		return
	}
	second := b.out[step][1]
	last, ends := b.only(b.out[step][0])
	other, meets := b.only(second)
	if end := b.edges[last].To; ends && meets && b.edges[other].To == end && b.in[end] == 2 && end != step {
		b.edges[second].Beside, b.edges[last].Beside = true, true
	}
}

// only returns the edge that continues a branch, if the step between has no other
// edges.
func (b *branches) only(branch int) (next int, found bool) {
	step := b.edges[branch].To
	if b.in[step] != 1 || len(b.out[step]) != 1 {
		return branch, false
	}
	return b.out[step][0], true
}

func (b *branches) measure(step string) int {
	if length, known := b.longest[step]; known {
		return length
	}
	b.longest[step] = 0 // for a path that returns here
	length := 0
	for _, edge := range b.out[step] {
		length = max(length, b.measure(b.edges[edge].To))
	}
	b.longest[step] = 1 + length
	return 1 + length
}

// main returns the edge to the longest branch of a step if it is longer than all
// others and no other edge leads there; -1 for none.
func (b *branches) main(step string) int {
	if len(b.out[step]) < 2 {
		return -1
	}
	best, length, second := -1, 0, 0
	for _, edge := range b.out[step] {
		switch this := b.longest[b.edges[edge].To]; {
		case this >= b.longest[step]: // leads back
		case this > length:
			best, length, second = edge, this, length
		case this > second:
			second = this
		}
	}
	if second == 0 || length == second || b.in[b.edges[best].To] > 1 {
		return -1
	}
	return best
}
