package mapping

import "widerow/model"

// uniques says that whoever knows a unique attribute knows the instance: of all, or of those
// of one owner.
func (in *identity) uniques(t tree) {
	for _, at := range in.nodes {
		for _, attribute := range in.graph.attributes(in.graph.node(at).of) {
			if !attribute.Value.Unique {
				continue
			}
			key := []atom{{node: at, attribute: attribute.ID}}
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
func (in *identity) ownerOf(at int, owner model.ID, t tree) (int, bool) {
	for _, end := range in.ends[at] {
		if end.participant.Entity == owner {
			return end.node, true
		}
		if found, known := in.ownerOf(end.node, owner, t); known {
			return found, true
		}
	}
	if in.graph.isRelationship(at) {
		return 0, false
	}
	for _, c := range in.commons {
		if c.owner == owner && c.members[at] != nil && c.node >= 0 {
			return c.node, true
		}
	}
	way, _ := in.graph.waysUp().Way(in.graph.node(at).of, owner, "")
	for _, step := range way {
		next, known := in.stepTo(at, step, t)
		if !known {
			return 0, false
		}
		at = next
	}
	return at, len(way) > 0
}
