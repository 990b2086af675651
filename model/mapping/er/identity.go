package er

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// dependency is a functional dependency: whoever knows the keys and the nodes
// knows the node.
type dependency struct {
	keys  []Atom
	nodes []int
	to    int
}

// Identity computes what identifies a row of the instances along a path (rule
// MR5). Each row is one combination of instances, so the primary key must
// determine every node of the path.
type Identity struct {
	graph        *Graph
	Nodes        []int // the path, then what its keys need: owners, other participants
	Path         int   // how many of nodes are the path
	dependencies []dependency
	Own          map[int][]Atom // the key attributes of each node itself
	NeededBy     map[int]int    // for each node outside the path, the one that needs it
	OwnedBy      map[int][]int  // the owners of each node of a weak entity type
	ownerAt      map[ownership]int
	NoKey        []int         // strong entity types without a key
	Ends         map[int][]End // for each node of a relationship type, its participants
	Commons      []*common     // the owners that several instances have in common
	// whole is the identity of the query's whole path, if this identity covers a part of it: the
	// owners and other participants are the same nodes.
	whole *Identity
	// chains are the dependencies as closures follow them, made when they are first needed.
	chains *chains
	// several are the entity types of which the path needs several further instances: each has a role.
	several map[model.ID]bool
	// Completed caches the completed meaning of the path for Stored.instances.
	Completed *Completed
}

// IdentityOf returns the identity of the instances along a part of a query's path.
func IdentityOf(g *Graph, t Tree, whole *Identity) *Identity {
	in := identityOf(g, t, whole, nil)
	if several := in.severalFurther(); len(several) > 0 && whole == nil {
		return identityOf(g, t, nil, several)
	}
	return in
}

func identityOf(g *Graph, t Tree, whole *Identity, several map[model.ID]bool) *Identity {
	in := &Identity{several: several, graph: g, whole: whole, Nodes: slices.Clone(t.Nodes), Path: len(t.Nodes), Own: map[int][]Atom{},
		NeededBy: map[int]int{}, OwnedBy: map[int][]int{}, Ends: map[int][]End{}, ownerAt: map[ownership]int{}, Completed: &Completed{},
		dependencies: make([]dependency, 0, 4*len(t.Nodes))}
	in.findCommons(t)
	for i := 0; i < len(in.Nodes); i++ {
		at := in.Nodes[i]
		if g.IsRelationship(at) {
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

// severalFurther returns the entity types of which the path needs several instances to which it does not lead: the
// column of a key would not say of which instance it is.
func (in *Identity) severalFurther() map[model.ID]bool {
	seen, several := map[model.ID]bool{}, map[model.ID]bool{}
	for _, at := range in.Nodes[in.Path:] {
		of := in.graph.Node(at).Of
		if seen[of] && !in.graph.IsRelationship(at) {
			several[of] = true
		}
		seen[of] = true
	}
	return several
}

func (in *Identity) need(at, by int) {
	if !slices.Contains(in.Nodes, at) {
		in.Nodes = append(in.Nodes, at)
		in.NeededBy[at] = by
	}
}

func (in *Identity) depends(to int, keys []Atom, nodes ...int) {
	in.dependencies = append(in.dependencies, dependency{keys, nodes, to})
}

// keysOf returns the key attributes of a node. With partial, those that only
// identify it together with other instances.
func (in *Identity) keysOf(at int, partial bool) []Atom {
	var keys []Atom
	for _, attribute := range in.graph.Attributes(in.graph.Node(at).Of) {
		if attribute.Value.Key == model.Key && !partial || attribute.Value.Key == model.PartialKey && partial {
			keys = append(keys, Atom{Node: at, Attribute: attribute.ID})
		}
	}
	return keys
}

// entity adds the dependency of an entity type on its key, of a weak one on its
// partial key and its owners.
func (in *Identity) entity(at int, t Tree) {
	id := in.graph.Node(at).Of
	keys := in.keysOf(at, false)
	if !in.graph.Model.Concepts.Entities[id].Weak {
		in.Own[at] = keys
		if len(keys) > 0 {
			in.depends(at, keys)
		} else if !in.inherits(at, t) {
			in.NoKey = append(in.NoKey, at)
		}
		return
	}
	keys = append(keys, in.keysOf(at, true)...)
	in.Own[at] = keys
	var owners []int
	for _, o := range in.graph.Owners(id) {
		shared := in.commonOf(at, o, t)
		owner := in.ownerNode(o, at, t)
		in.ownerAt[ownership{at, o}] = owner
		in.stepped(at, model.OwnerStep{Relationship: o.Relationship, By: o.Participant, Entity: o.Entity}, owner, t)
		if shared != nil && shared.ways[o.Participant] != nil {
			in.join(shared, owner, shared.ways[o.Participant], t)
		}
		in.need(owner, at)
		owners = append(owners, owner)
	}
	in.OwnedBy[at] = owners
	if len(keys)+len(owners) == 0 {
		in.NoKey = append(in.NoKey, at)
		return
	}
	in.depends(at, keys, owners...)
	for _, owner := range owners {
		in.depends(owner, nil, at)
	}
}

// further returns the node of an instance that another one needs and to which the
// path does not lead. It has a role if there is another instance of its entity type:
// the hotel of a room is not the one that its guest prefers.
func (in *Identity) further(entity, participant model.ID, by int) int {
	nodes := []Node{{Of: entity}, {Of: entity, Participant: participant}}
	if participant != "" && (in.several[entity] || in.hasRelative(entity, by)) {
		slices.Reverse(nodes)
	}
	if role := in.graph.Node(by).Participant; role != "" && (in.several[entity] || len(in.graph.Roles[role].Others) > 0 || in.isOnPath(participant)) {
		nodes = []Node{{Of: entity, Participant: role}, {Of: entity, Participant: participant}, {Of: entity}}
	}
	for _, n := range nodes {
		if at := in.graph.place(n); in.isFree(at) {
			return at
		}
	}
	for _, relationship := range in.graph.relationships {
		for _, other := range in.graph.Participants[relationship.ID] {
			if at := in.graph.place(Node{Of: entity, Participant: other.ID}); in.isFree(at) {
				return at
			}
		}
	}
	return in.graph.place(nodes[0])
}

// hasRelative reports whether the path has another instance than the one that needs it of a subtype of
// an entity type: the person beside a doctor would be taken for the doctor, not for the patient whose
// stay it is.
func (in *Identity) hasRelative(entity model.ID, by int) bool {
	return slices.ContainsFunc(in.Nodes[:in.Path], func(at int) bool {
		n := in.graph.Node(at)
		return at != by && n.Participant == "" && slices.Contains(in.graph.Supertypes(n.Of), entity) && !in.isSame(at, by)
	})
}

// isSame reports whether two nodes are known to be one instance, as types of one hierarchy that the
// path links.
func (in *Identity) isSame(one, other int) bool {
	reached := map[int]bool{one: true}
	for queue := []int{one}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == other {
			return true
		}
		for _, d := range in.dependencies {
			if d.to != queue[0] || len(d.keys) > 0 || len(d.nodes) != 1 || reached[d.nodes[0]] || in.graph.IsRelationship(d.nodes[0]) || in.graph.IsRelationship(d.to) {
				continue
			}
			if in.isBack(d) {
				reached[d.nodes[0]] = true
				queue = append(queue, d.nodes[0])
			}
		}
	}
	return false
}

// isBack reports whether a dependency holds in both directions.
func (in *Identity) isBack(d dependency) bool {
	return slices.ContainsFunc(in.dependencies, func(o dependency) bool {
		return len(o.keys) == 0 && len(o.nodes) == 1 && o.nodes[0] == d.to && o.to == d.nodes[0]
	})
}

// isOnPath reports whether a participant is one of a relationship type on the path: another instance is there
// in that role.
func (in *Identity) isOnPath(participant model.ID) bool {
	relationship := in.graph.Roles[participant].Relationship
	return slices.ContainsFunc(in.Nodes[:in.Path], func(at int) bool { return in.graph.Node(at).Of == relationship && relationship != "" })
}

func (in *Identity) isFree(at int) bool {
	return !slices.Contains(in.Nodes, at) && (in.whole == nil || !slices.Contains(in.whole.Nodes, at))
}

// Owns reports whether an instance of one node is, at any distance, an owner of
// a weak instance of another.
func (in *Identity) Owns(one, other int) bool {
	seen := map[int]bool{other: true}
	for queue := []int{other}; len(queue) > 0; queue = queue[1:] {
		for _, owner := range in.OwnedBy[queue[0]] {
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
func (in *Identity) inherits(at int, t Tree) bool {
	for _, super := range in.graph.Direct[in.graph.Node(at).Of] {
		if super != in.graph.Node(at).Of {
			node := in.superNode(super, at, t)
			in.stepped(at, model.OwnerStep{Entity: super}, node, t)
			in.need(node, at)
			in.same(at, node)
			return true
		}
	}
	return false
}

// IsSubtype reports whether a node is of a subtype.
func (in *Identity) IsSubtype(at int) bool {
	return len(in.graph.Supertypes(in.graph.Node(at).Of)) > 0
}

// superNode returns the node of the same instance as one of its supertype.
func (in *Identity) superNode(super model.ID, at int, t Tree) int {
	if in.whole != nil {
		for _, known := range in.whole.Nodes {
			if by, needed := in.whole.NeededBy[known]; needed && by == at && in.graph.Node(known).Of == super {
				return known
			}
		}
	}
	for _, next := range t.Neighbours(at) {
		if in.graph.Node(next).Of == super {
			return next
		}
	}
	return in.further(super, in.endOf(at, t), at)
}

// endOf returns the participant by which the instance of a node takes part in a relationship type:
// its role, or else the first of its own ends or of those of a subtype that needs it.
func (in *Identity) endOf(at int, t Tree) model.ID {
	if role := in.graph.Node(at).Participant; role != "" {
		return role
	}
	for _, relationship := range in.Nodes {
		for _, end := range in.graph.Participants[in.graph.Node(relationship).Of] {
			if place, known := t.Ends[relationship][end.ID]; known && place == at {
				return end.ID
			}
		}
		for _, end := range in.Ends[relationship] {
			if end.Node == at {
				return end.ID
			}
		}
	}
	var owning model.ID
	for of, owner := range in.ownerAt {
		if owner == at && (owning == "" || of.Participant < owning) {
			owning = of.Participant
		}
	}
	if owning != "" {
		return owning
	}
	if by, needed := in.NeededBy[at]; needed && !in.graph.IsRelationship(by) && slices.Contains(in.graph.Direct[in.graph.Node(by).Of], in.graph.Node(at).Of) {
		return in.endOf(by, t)
	}
	return ""
}

func (in *Identity) same(one, other int) {
	in.depends(one, nil, other)
	in.depends(other, nil, one)
}

// subtypes makes a subtype and its supertype on the path the same instance.
func (in *Identity) subtypes(t Tree) {
	for _, edge := range t.Edges {
		if !in.graph.IsRelationship(edge[0]) && !in.graph.IsRelationship(edge[1]) {
			in.same(edge[0], edge[1])
		}
	}
}

// Determines reports whether an instance of one node determines that of another.
func (in *Identity) Determines(one, other int) bool {
	if one == other {
		return false
	}
	c := in.chained()
	place, found := c.places[other]
	return found && c.from(one)[place]
}

// Closure returns the nodes that a set of key attributes determines.
func (in *Identity) Closure(known []Atom) map[int]bool {
	return in.ClosureOf(map[int]bool{}, known)
}

func (in *Identity) ClosureOf(determined map[int]bool, known []Atom) map[int]bool {
	c := in.chained()
	for place, is := range c.follow(slices.Collect(maps.Keys(determined)), known) {
		if is {
			determined[c.nodes[place]] = true
		}
	}
	return determined
}

func All[T any](items []T, is func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !is(item) })
}

// Identifies reports whether key attributes determine every node of the path.
func (in *Identity) Identifies(known []Atom) bool {
	c := in.chained()
	determined := c.follow(nil, known)
	return All(in.Nodes[:in.Path], func(at int) bool {
		place, found := c.places[at]
		return found && determined[place]
	})
}

// Missing returns the key attributes that must join the known ones, so that no
// two rows overwrite each other: a set from which none can be left out. The
// attributes of keep are left out last. It is false if no key identifies the
// rows.
func (in *Identity) Missing(known []Atom, keep []int) ([]Atom, bool) {
	var candidates []Atom
	for _, at := range in.Nodes {
		candidates = append(candidates, Without(in.Own[at], known)...)
	}
	if !in.Identifies(append(slices.Clone(known), candidates...)) {
		return nil, false
	}
	order := in.removalOrder(keep)
	for _, at := range order {
		rest := slices.DeleteFunc(slices.Clone(candidates), func(a Atom) bool { return a.Node == at })
		if in.Identifies(append(slices.Clone(known), rest...)) {
			candidates = rest
		}
	}
	for _, a := range slices.Backward(slices.Clone(candidates)) {
		rest := slices.DeleteFunc(slices.Clone(candidates), a.Same)
		if in.Identifies(append(slices.Clone(known), rest...)) {
			candidates = rest
		}
	}
	return candidates, true
}

// removalOrder lists the nodes: first those outside the path, then those of the
// path, those to keep last.
func (in *Identity) removalOrder(keep []int) []int {
	order := slices.Clone(in.Nodes)
	rank := func(at int) int {
		if i := slices.Index(keep, at); i >= 0 {
			return 2 + len(keep) - i
		}
		if slices.Index(in.Nodes, at) < in.Path {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// About returns the identity of rows that are combinations of some instances only.
func (in *Identity) About(nodes []int) *Identity {
	about := *in
	about.Completed = &Completed{}
	about.Nodes, about.Path = slices.Clone(nodes), len(nodes)
	for _, at := range in.Nodes {
		if !slices.Contains(nodes, at) {
			about.Nodes = append(about.Nodes, at)
		}
	}
	return &about
}

// Completed is the meaning of a path if each row has one instance of each node. Its query and
// most of its tables have that meaning. places maps the nodes of the path to its nodes.
type Completed struct {
	Meaning *stored.Meaning
	Places  map[int]int
}
