package er

import "widerow/model"

// IsInCycle reports whether a type is connected with a cycle of types: only without one, there is one
// path at most between two types.
func (c *Concepts) IsInCycle(of model.ID) bool {
	if c.cyclic == nil {
		c.cyclic = make([]bool, len(c.all))
		seen := make([]bool, len(c.all))
		for at := range c.all {
			if !seen[at] {
				c.findCycle(at, seen)
			}
		}
	}
	return c.cyclic[c.places[Node{Of: of}]]
}

// findCycle visits all nodes that are connected with a node. They are a tree if they have one link
// fewer than nodes; a recursive relationship type is a cycle, too.
func (c *Concepts) findCycle(from int, seen []bool) {
	seen[from] = true
	connected, ends := []int{from}, 0
	for i := 0; i < len(connected); i++ {
		ends += len(c.plain[connected[i]])
		if relationship := c.Model.Concepts.Relationships[c.all[connected[i]].Of]; relationship != nil {
			ends += 2 * (len(relationship.Participants) - len(c.plain[connected[i]]))
		}
		for _, l := range c.plain[connected[i]] {
			if !seen[l.to] {
				seen[l.to] = true
				connected = append(connected, l.to)
			}
		}
	}
	for _, at := range connected {
		c.cyclic[at] = ends != 2*(len(connected)-1)
	}
}
