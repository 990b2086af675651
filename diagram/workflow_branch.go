package diagram

// longWorkflow is how many steps in a row are wider than a screen.
const longWorkflow = 5

// branches are the ways through a workflow.
type branches struct {
	edges []Edge
	out   map[string][]int // edges by the step where they start
	in    map[string]int   // how many lead to a step, entries left out
	// longest is how many steps the longest way from a step has, itself
	// included; a way ends where it would come round again.
	longest map[string]int
}

// branchBeside lets the longest branch of a step go on beside it rather than
// behind it, if the workflow would be wider than a screen.
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
