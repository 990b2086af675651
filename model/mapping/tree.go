package mapping

import (
	"slices"

	"widerow/model"
)

// tree is a part of a graph: its nodes in the order of their index. The search for a path
// finds trees; the pattern of a query may have cycles.
type tree struct {
	nodes []int
	edges [][2]int
	cost  int
	// ends are the instances in a pattern that take part in its relationship types, by
	// participant. Others are instances of their own.
	ends map[int]map[model.ID]int
}

// finish sorts the nodes and drops duplicates.
func (t *tree) finish(nodes ...int) {
	t.nodes = append(t.nodes, nodes...)
	for _, edge := range t.edges {
		t.nodes = append(t.nodes, edge[0], edge[1])
	}
	slices.Sort(t.nodes)
	t.nodes = slices.Compact(t.nodes)
}

// leafOf returns the only neighbour of a leaf, -1 if the node is none.
func (t tree) leafOf(at int) int {
	neighbour := -1
	for _, edge := range t.edges {
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

func (t tree) degree(at int) int {
	degree := 0
	for _, edge := range t.edges {
		if edge[0] == at || edge[1] == at {
			degree++
		}
	}
	return degree
}

// without returns the tree without some of its nodes.
func (t tree) without(gone ...int) tree {
	return tree{
		nodes: slices.DeleteFunc(slices.Clone(t.nodes), func(at int) bool { return slices.Contains(gone, at) }),
		edges: slices.DeleteFunc(slices.Clone(t.edges), func(e [2]int) bool { return slices.Contains(gone, e[0]) || slices.Contains(gone, e[1]) }),
		ends:  t.ends,
	}
}

func (t *tree) neighbours(at int) []int {
	var next []int
	for _, edge := range t.edges {
		for side := range edge {
			if edge[side] == at {
				next = append(next, edge[1-side])
			}
		}
	}
	return next
}

// closesCycle reports whether a node is between others that are connected without it; rest
// are those that are reached then.
func (t tree) closesCycle(at int, rest map[int]bool) bool {
	neighbours := 0
	for _, edge := range t.edges {
		for i, end := range edge {
			if end == at && rest[edge[1-i]] {
				neighbours++
			}
		}
	}
	return neighbours > 1
}

// reach returns the nodes of a tree to which others lead from one.
func (t tree) reach(from int) map[int]bool {
	reached := map[int]bool{from: true}
	for grown := true; grown; {
		grown = false
		for _, edge := range t.edges {
			if reached[edge[0]] != reached[edge[1]] {
				reached[edge[0]], reached[edge[1]], grown = true, true, true
			}
		}
	}
	return reached
}
