package er

import "slices"

// chains are the dependencies of an identity, as a closure follows them from one node to
// those that it determines. Nodes are places in nodes.
type chains struct {
	dependencies []dependency
	nodes        []int
	places       map[int]int
	to           []int          // what each dependency determines
	waits        []int          // the number of nodes that it needs
	needing      [][]int        // the dependencies that need a node
	alone        map[int][]bool // what one node determines: see from
}

// chained returns the chains of the identity.
func (in *Identity) chained() *chains {
	if in.chains != nil && len(in.chains.dependencies) == len(in.dependencies) {
		return in.chains
	}
	count, nodes := len(in.dependencies), len(in.Nodes)
	c := &chains{dependencies: in.dependencies, places: make(map[int]int, nodes), alone: map[int][]bool{}, to: make([]int, count),
		waits: make([]int, count), nodes: make([]int, 0, nodes), needing: make([][]int, 0, nodes)}
	for i, d := range in.dependencies {
		c.to[i] = c.place(d.to)
		for at, node := range d.nodes {
			if !slices.Contains(d.nodes[:at], node) {
				place := c.place(node)
				c.needing[place] = append(c.needing[place], i)
				c.waits[i]++
			}
		}
	}
	in.chains = c
	return c
}

func (c *chains) place(at int) int {
	place, found := c.places[at]
	if !found {
		place = len(c.nodes)
		c.places[at], c.nodes, c.needing = place, append(c.nodes, at), append(c.needing, nil)
	}
	return place
}

// from returns the nodes that one node alone determines.
func (c *chains) from(node int) []bool {
	found, known := c.alone[node]
	if !known {
		found = c.follow([]int{node}, nil)
		c.alone[node] = found
	}
	return found
}

// follow returns the nodes that are determined by others and by key attributes.
func (c *chains) follow(determined []int, known []Atom) []bool {
	found, waits := make([]bool, len(c.nodes)), slices.Clone(c.waits)
	queue := make([]int, 0, len(c.nodes))
	reach := func(place int) {
		if !found[place] {
			found[place] = true
			queue = append(queue, place)
		}
	}
	for _, at := range determined {
		if place, has := c.places[at]; has {
			reach(place)
		}
	}
	fulfil := func(dependency int) {
		if All(c.dependencies[dependency].keys, func(a Atom) bool { return Contains(known, a) }) {
			reach(c.to[dependency])
		}
	}
	for i, wait := range waits {
		if wait == 0 && !found[c.to[i]] {
			fulfil(i)
		}
	}
	for next := 0; next < len(queue); next++ {
		for _, i := range c.needing[queue[next]] {
			if waits[i]--; waits[i] == 0 && !found[c.to[i]] {
				fulfil(i)
			}
		}
	}
	return found
}
