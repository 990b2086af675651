package er

import "widerow/model"

// uniques adds that a unique attribute determines its instance: among all, or among those of one
// owner.
func (in *Identity) uniques(t Tree) {
	for _, at := range in.Nodes {
		for _, attribute := range in.graph.Attributes(in.graph.Node(at).Of) {
			if !attribute.Value.Unique {
				continue
			}
			key := []Atom{{Node: at, Attribute: attribute.ID}}
			if attribute.Value.UniqueWithin == "" {
				in.depends(at, key)
			} else if owner, known := in.ownerOf(at, attribute.Value.UniqueWithin, t); known {
				in.depends(at, key, owner)
			}
		}
	}
}

// ownerOf returns the node of an instance's owner, at any distance, if it is known: of a
// relationship, that of the first participant that has one.
func (in *Identity) ownerOf(at int, owner model.ID, t Tree) (int, bool) {
	for _, end := range in.Ends[at] {
		if end.Participant.Entity == owner {
			return end.Node, true
		}
		if found, known := in.ownerOf(end.Node, owner, t); known {
			return found, true
		}
	}
	if in.graph.IsRelationship(at) {
		return 0, false
	}
	for _, c := range in.Commons {
		if c.owner == owner && c.members[at] != nil && c.node >= 0 {
			return c.node, true
		}
	}
	way, _ := in.graph.waysUp().Way(in.graph.Node(at).Of, owner, "")
	for _, step := range way {
		next, known := in.stepTo(at, step, t)
		if !known {
			return 0, false
		}
		at = next
	}
	return at, len(way) > 0
}
