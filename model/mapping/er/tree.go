package er

import (
	"slices"

	"widerow/model"
)

// Tree is a part of a graph: its nodes in the order of their index. The search for a path
// finds trees; the pattern of a query may have cycles.
type Tree struct {
	Nodes []int
	Edges [][2]int
	cost  int
	// Ends are the instances in a pattern that take part in its relationship types, by
	// participant. Others are instances of their own.
	Ends map[int]map[model.ID]int
}

// finish sorts the nodes and drops duplicates.
func (t *Tree) finish(nodes ...int) {
	t.Nodes = append(t.Nodes, nodes...)
	for _, edge := range t.Edges {
		t.Nodes = append(t.Nodes, edge[0], edge[1])
	}
	slices.Sort(t.Nodes)
	t.Nodes = slices.Compact(t.Nodes)
}

// LeafOf returns the only neighbour of a leaf, -1 if the node is none.
func (t Tree) LeafOf(at int) int {
	neighbour := -1
	for _, edge := range t.Edges {
		for i := range edge {
			if edge[i] == at {
				if neighbour >= 0 {
					return -1
				}
				neighbour = edge[1-i]
			}
		}
	}
	return neighbour
}

func (t Tree) Degree(at int) int {
	degree := 0
	for _, edge := range t.Edges {
		if edge[0] == at || edge[1] == at {
			degree++
		}
	}
	return degree
}

// Without returns the tree without some of its nodes.
func (t Tree) Without(gone ...int) Tree {
	return Tree{
		Nodes: slices.DeleteFunc(slices.Clone(t.Nodes), func(at int) bool { return slices.Contains(gone, at) }),
		Edges: slices.DeleteFunc(slices.Clone(t.Edges), func(e [2]int) bool { return slices.Contains(gone, e[0]) || slices.Contains(gone, e[1]) }),
		Ends:  t.Ends,
	}
}

func (t *Tree) Neighbours(at int) []int {
	var next []int
	for _, edge := range t.Edges {
		for side := range edge {
			if edge[side] == at {
				next = append(next, edge[1-side])
			}
		}
	}
	return next
}

// ClosesCycle reports whether a node is between others that are connected without it; rest
// are those that are reached then.
func (t Tree) ClosesCycle(at int, rest map[int]bool) bool {
	neighbours := 0
	for _, edge := range t.Edges {
		for i, end := range edge {
			if end == at && rest[edge[1-i]] {
				neighbours++
			}
		}
	}
	return neighbours > 1
}

// Reach returns the nodes of a tree to which others lead from one.
func (t Tree) Reach(from int) map[int]bool {
	reached := map[int]bool{from: true}
	for grown := true; grown; {
		grown = false
		for _, edge := range t.Edges {
			if reached[edge[0]] != reached[edge[1]] {
				reached[edge[0]], reached[edge[1]], grown = true, true, true
			}
		}
	}
	return reached
}
