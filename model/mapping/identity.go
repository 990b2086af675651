package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// dependency is a functional dependency: whoever knows the keys and the nodes
// knows the node.
type dependency struct {
	keys  []atom
	nodes []int
	to    int
}

// identity computes what identifies a row of the instances along a path (rule
// MR5). Each row is one combination of instances, so the primary key must
// determine every node of the path.
type identity struct {
	graph        *graph
	nodes        []int // the path, then what its keys need: owners, other participants
	path         int   // how many of nodes are the path
	dependencies []dependency
	own          map[int][]atom // the key attributes of each node itself
	neededBy     map[int]int    // for each node outside the path, the one that needs it
	ownedBy      map[int][]int  // the owners of each node of a weak entity type
	ownerAt      map[ownership]int
	noKey        []int         // strong entity types without a key
	ends         map[int][]end // for each node of a relationship type, its participants
	commons      []*common     // the owners that several instances have in common
	// whole is the identity of the query's path, if this is that of a part of it: the
	// owners and other participants are the same nodes.
	whole *identity
	// chains are the dependencies as closures follow them, made when they are first needed.
	chains *chains
	// completed caches the completed meaning of the path for Stored.instances.
	completed completed
}

func newIdentity(g *graph, t tree) *identity { return identityOf(g, t, nil) }

// identityOf returns the identity of what is along a part of a query's path.
func identityOf(g *graph, t tree, whole *identity) *identity {
	in := &identity{graph: g, whole: whole, nodes: slices.Clone(t.nodes), path: len(t.nodes), own: map[int][]atom{}, neededBy: map[int]int{}, ownedBy: map[int][]int{}, ends: map[int][]end{}, ownerAt: map[ownership]int{}}
	in.findCommons(t)
	for i := 0; i < len(in.nodes); i++ {
		at := in.nodes[i]
		if g.isRelationship(at) {
			in.relationship(at, t)
		} else {
			in.entity(at, t)
		}
	}
	in.subtypes(t)
	in.shareOwners()
	in.uniques(t)
	return in
}

func (in *identity) need(at, by int) {
	if !slices.Contains(in.nodes, at) {
		in.nodes = append(in.nodes, at)
		in.neededBy[at] = by
	}
}

func (in *identity) depends(to int, keys []atom, nodes ...int) {
	in.dependencies = append(in.dependencies, dependency{keys, nodes, to})
}

// keysOf returns the key attributes of a node. With partial, those that only
// identify it together with other instances.
func (in *identity) keysOf(at int, partial bool) []atom {
	var keys []atom
	for _, attribute := range in.graph.attributes(in.graph.node(at).of) {
		if attribute.Value.Key == model.Key && !partial || attribute.Value.Key == model.PartialKey && partial {
			keys = append(keys, atom{node: at, attribute: attribute.ID})
		}
	}
	return keys
}

// entity adds the dependency of an entity type on its key, of a weak one on its
// partial key and its owners.
func (in *identity) entity(at int, t tree) {
	id := in.graph.node(at).of
	keys := in.keysOf(at, false)
	if !in.graph.model.Concepts.Entities[id].Weak {
		in.own[at] = keys
		if len(keys) > 0 {
			in.depends(at, keys)
		} else if !in.inherits(at, t) {
			in.noKey = append(in.noKey, at)
		}
		return
	}
	keys = append(keys, in.keysOf(at, true)...)
	in.own[at] = keys
	var owners []int
	for _, o := range in.graph.owners(id) {
		shared := in.commonOf(at, o, t)
		owner := in.ownerNode(o, at, t)
		in.ownerAt[ownership{at, o}] = owner
		in.stepped(at, model.OwnerStep{Relationship: o.relationship, By: o.participant, Entity: o.entity}, owner, t)
		if shared != nil && shared.ways[o.participant] != nil {
			in.join(shared, owner, shared.ways[o.participant], t)
		}
		in.need(owner, at)
		owners = append(owners, owner)
	}
	in.ownedBy[at] = owners
	if len(keys)+len(owners) == 0 {
		in.noKey = append(in.noKey, at)
		return
	}
	in.depends(at, keys, owners...)
	for _, owner := range owners {
		in.depends(owner, nil, at)
	}
}

// further returns the node of an instance that another one needs and to which the
// path does not lead. It has a role if the plain node of its entity type is another
// instance: the hotel of a room is not the one that its guest prefers.
func (in *identity) further(entity, participant model.ID, by int) int {
	nodes := []node{{of: entity}, {of: entity, participant: participant}}
	if role := in.graph.node(by).participant; role != "" && len(in.graph.roles[role].Others) > 0 {
		nodes = []node{{of: entity, participant: role}, {of: entity, participant: participant}, {of: entity}}
	}
	for _, n := range nodes {
		if at := in.graph.place(n); in.isFree(at) {
			return at
		}
	}
	for _, relationship := range in.graph.relationships {
		for _, other := range in.graph.participants[relationship.ID] {
			if at := in.graph.place(node{of: entity, participant: other.ID}); in.isFree(at) {
				return at
			}
		}
	}
	return in.graph.place(nodes[0])
}

func (in *identity) isFree(at int) bool {
	return !slices.Contains(in.nodes, at) && (in.whole == nil || !slices.Contains(in.whole.nodes, at))
}

// owns reports whether an instance of one node is, at any distance, an owner of
// a weak instance of another.
func (in *identity) owns(one, other int) bool {
	seen := map[int]bool{other: true}
	for queue := []int{other}; len(queue) > 0; queue = queue[1:] {
		for _, owner := range in.ownedBy[queue[0]] {
			if owner == one {
				return true
			}
			if !seen[owner] {
				seen[owner] = true
				queue = append(queue, owner)
			}
		}
	}
	return false
}

// inherits reports whether a node is a subtype, which has its supertype's key.
func (in *identity) inherits(at int, t tree) bool {
	for _, super := range in.graph.direct[in.graph.node(at).of] {
		if super != in.graph.node(at).of {
			node := in.superNode(super, at, t)
			in.stepped(at, model.OwnerStep{Entity: super}, node, t)
			in.need(node, at)
			in.same(at, node)
			return true
		}
	}
	return false
}

// isSubtype reports whether a node is of a subtype.
func (in *identity) isSubtype(at int) bool {
	return len(in.graph.supertypes(in.graph.node(at).of)) > 0
}

// superNode returns the node of the same instance as one of its supertype.
func (in *identity) superNode(super model.ID, at int, t tree) int {
	if in.whole != nil {
		for _, known := range in.whole.nodes {
			if by, needed := in.whole.neededBy[known]; needed && by == at && in.graph.node(known).of == super {
				return known
			}
		}
	}
	for _, next := range t.neighbours(at) {
		if in.graph.node(next).of == super {
			return next
		}
	}
	return in.further(super, "", at)
}

func (in *identity) same(one, other int) {
	in.depends(one, nil, other)
	in.depends(other, nil, one)
}

// subtypes makes a subtype and its supertype on the path the same instance.
func (in *identity) subtypes(t tree) {
	for _, edge := range t.edges {
		if !in.graph.isRelationship(edge[0]) && !in.graph.isRelationship(edge[1]) {
			in.same(edge[0], edge[1])
		}
	}
}

// determines reports whether an instance of one node determines that of another.
func (in *identity) determines(one, other int) bool {
	return one != other && in.closureOf(map[int]bool{one: true}, nil)[other]
}

// closure returns the nodes that a set of key attributes determines.
func (in *identity) closure(known []atom) map[int]bool {
	return in.closureOf(map[int]bool{}, known)
}

func (in *identity) closureOf(determined map[int]bool, known []atom) map[int]bool {
	c := in.chained()
	for place, is := range c.follow(determined, known) {
		if is {
			determined[c.nodes[place]] = true
		}
	}
	return determined
}

func all[T any](items []T, is func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !is(item) })
}

// identifies reports whether key attributes determine every node of the path.
func (in *identity) identifies(known []atom) bool {
	c := in.chained()
	determined := c.follow(nil, known)
	return all(in.nodes[:in.path], func(at int) bool {
		place, found := c.places[at]
		return found && determined[place]
	})
}

// missing returns the key attributes that must join the known ones, so that no
// two rows overwrite each other: a set from which none can be left out. The
// attributes of keep are left out last. It is false if no key identifies the
// rows.
func (in *identity) missing(known []atom, keep []int) ([]atom, bool) {
	var candidates []atom
	for _, at := range in.nodes {
		candidates = append(candidates, without(in.own[at], known)...)
	}
	if !in.identifies(append(slices.Clone(known), candidates...)) {
		return nil, false
	}
	order := in.removalOrder(keep)
	for _, at := range order {
		rest := slices.DeleteFunc(slices.Clone(candidates), func(a atom) bool { return a.node == at })
		if in.identifies(append(slices.Clone(known), rest...)) {
			candidates = rest
		}
	}
	for _, a := range slices.Backward(slices.Clone(candidates)) {
		rest := slices.DeleteFunc(slices.Clone(candidates), a.same)
		if in.identifies(append(slices.Clone(known), rest...)) {
			candidates = rest
		}
	}
	return candidates, true
}

// removalOrder lists the nodes: first those outside the path, then those of the
// path, those to keep last.
func (in *identity) removalOrder(keep []int) []int {
	order := slices.Clone(in.nodes)
	rank := func(at int) int {
		if i := slices.Index(keep, at); i >= 0 {
			return 2 + len(keep) - i
		}
		if slices.Index(in.nodes, at) < in.path {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// about returns the identity of rows that are combinations of some instances only.
func (in *identity) about(nodes []int) *identity {
	about := *in
	about.completed = completed{}
	about.nodes, about.path = slices.Clone(nodes), len(nodes)
	for _, at := range in.nodes {
		if !slices.Contains(nodes, at) {
			about.nodes = append(about.nodes, at)
		}
	}
	return &about
}

// completed is the meaning of a path if each row has one instance of each node. Its query and
// most of its tables have that meaning. places maps the nodes of the path to its nodes.
type completed struct {
	meaning *stored.Meaning
	places  map[int]int
}

func (c *completed) copied() *stored.Meaning {
	return &stored.Meaning{Nodes: slices.Clone(c.meaning.Nodes), Links: c.meaning.Links, Columns: map[model.ID]stored.Value{}}
}
