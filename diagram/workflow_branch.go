package diagram

import "widerow/diagram/graph"

// longWorkflow is how many steps in a row are wider than a screen.
const longWorkflow = 5

// branches are the ways through a workflow.
type branches struct {
	edges []graph.Edge
	out   map[string][]int // edges by the step where they start
	in    map[string]int   // how many lead to a step, entries left out
	// longest is how many steps the longest way from a step has, itself
	// included; a way ends where it would come round again.
	longest map[string]int
}

// branchBeside lets the longest branch of a step go on beside it rather than
// behind it, if the workflow would be wider than a screen, and two branches that
// meet again at once stand in a square.
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

// square lets the second branch of a step stand beside it if it leads where the
// first one does, and nowhere else: then no arrow of the four has a corner.
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

// only is the edge on which alone a branch goes on, if nothing else leads to it.
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
	b.longest[step] = 0 // of a way that comes back here
	length := 0
	for _, edge := range b.out[step] {
		length = max(length, b.measure(b.edges[edge].To))
	}
	b.longest[step] = 1 + length
	return 1 + length
}

// main is the edge to the branch that is longer than all others of a step, and
// that nothing else leads to; -1 for none.
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
