package er

import (
	"maps"
	"slices"

	"widerow/model"
)

// A path may have several ends whose types are of one hierarchy: the driver and the rider of a ride
// are people. Person.name of a query without a role may be that of either, and a mechanic who
// services a car may be its owner or not. Each way to say which of them are one instance is a
// reading of the query; the roles of a reading make it the only one.

// family are the types of one hierarchy that a query and its path name without a role.
type family struct {
	*Question
	top  model.ID
	tree Tree
	// ends are the participants by their entity type, named the parts of the query by theirs. What a
	// whole subtype adds to SELECT is not named.
	ends  map[model.ID]model.ID
	named map[model.ID][]part
}

// reading says which types of a family are one instance: each is in one group.
type reading [][]model.ID

// readings returns the paths of the readings of a query along a pattern, none if there is only one.
func (q *Question) readings(t Tree) []Path {
	seen := map[model.ID]bool{}
	for _, at := range t.Nodes {
		for _, end := range q.Graph.Participants[q.Graph.Node(at).Of] {
			top := q.topOf(end.Value.Entity)
			if seen[top] || !q.Graph.IsInHierarchy(top) {
				continue
			}
			seen[top] = true
			if f, open := q.familyOf(top, t); open {
				if paths := f.paths(); len(paths) > 1 {
					return paths
				}
			}
		}
	}
	return nil
}

// HasReadings reports whether a query has several readings along a pattern.
func (q *Question) HasReadings(t Tree) bool { return len(q.readings(t)) > 1 }

// topOf returns the topmost supertype of an entity type.
func (q *Question) topOf(entity model.ID) model.ID {
	if supers := q.Graph.Supertypes(entity); len(supers) > 0 {
		return supers[len(supers)-1]
	}
	return entity
}

// familyOf returns a family, and whether it may have several readings: roles can tell them apart,
// since no end is one of two of its type, and no part is of a subtype of what takes part.
func (q *Question) familyOf(top model.ID, t Tree) (f *family, open bool) {
	f = &family{Question: q, top: top, tree: t, ends: map[model.ID]model.ID{}, named: map[model.ID][]part{}}
	for _, at := range t.Nodes {
		for _, end := range q.Graph.Participants[q.Graph.Node(at).Of] {
			entity := end.Value.Entity
			if q.topOf(entity) != top {
				continue
			}
			if _, inRole := q.Graph.Find(Node{Of: entity, Participant: end.ID}); inRole || q.Query.Ends[end.ID] != "" {
				continue
			}
			if f.ends[entity] != "" {
				return f, false
			}
			f.ends[entity] = end.ID
		}
	}
	for _, p := range partsOf(q.Query) {
		if owner := q.Graph.ownerOf(*p.attribute); *p.participant == "" && *p.attribute != "" && q.topOf(owner) == top {
			f.named[owner] = append(f.named[owner], p)
		}
	}
	return f, len(f.ends) > 1 && len(f.ends) <= maxReadingEnds
}

// maxReadingEnds bounds the types of ends whose readings are tried.
const maxReadingEnds = 5

func (f *family) isSuper(super, of model.ID) bool {
	return slices.Contains(f.Graph.Supertypes(of), super)
}

func (f *family) comparable(a, b model.ID) bool { return a == b || f.isSuper(a, b) || f.isSuper(b, a) }

// paths returns the paths of the readings, the one that the pattern has first.
func (f *family) paths() []Path {
	all := f.grouped(slices.Sorted(maps.Keys(f.ends)))
	all = slices.DeleteFunc(all, func(r reading) bool { return !f.connects(r) })
	least := slices.DeleteFunc(slices.Clone(all), func(r reading) bool {
		return !f.isOne(r) && slices.ContainsFunc(all, func(finer reading) bool { return refines(finer, r) })
	})
	var found []said
	for _, r := range least {
		wholes, clear := f.withNamed(r)
		if !clear {
			return nil
		}
		for _, whole := range wholes {
			if one, ok := f.say(whole); ok {
				found = append(found, one)
			}
		}
	}
	if len(found) < 2 {
		return nil
	}
	var paths []Path
	for _, one := range preferredSaid(found) {
		paths = append(paths, one.path)
	}
	return paths
}

// grouped returns all ways to put types into groups in which one is a subtype of the other.
func (f *family) grouped(types []model.ID) []reading {
	if len(types) == 0 {
		return []reading{nil}
	}
	var all []reading
	last := types[len(types)-1]
	for _, r := range f.grouped(types[:len(types)-1]) {
		for i, group := range r {
			if All(group, func(other model.ID) bool { return f.comparable(other, last) }) {
				with := slices.Clone(r)
				with[i] = append(slices.Clone(group), last)
				all = append(all, with)
			}
		}
		all = append(all, append(slices.Clone(r), []model.ID{last}))
	}
	return all
}

// refines reports whether a reading takes fewer types for one instance than another one.
func refines(finer, r reading) bool {
	return len(finer) > len(r) && All(finer, func(group []model.ID) bool {
		return slices.ContainsFunc(r, func(whole []model.ID) bool {
			return All(group, func(id model.ID) bool { return slices.Contains(whole, id) })
		})
	})
}

// isOne reports whether a reading takes all ends that the query names for one instance, as it does
// without roles.
func (f *family) isOne(r reading) bool {
	terminals := f.Terminals()
	isNamed := func(id model.ID) bool {
		at, found := f.Graph.Find(Node{Of: id})
		return found && slices.Contains(terminals, at)
	}
	for i, group := range r {
		if len(group) > 1 && !All(group, isNamed) {
			return false
		}
		for _, other := range r[i+1:] {
			if slices.ContainsFunc(group, func(a model.ID) bool {
				return isNamed(a) && slices.ContainsFunc(other, func(b model.ID) bool { return isNamed(b) && f.comparable(a, b) })
			}) {
				return false
			}
		}
	}
	return true
}

// connects reports whether the relationship types of the pattern connect all but the family's
// types, if each group is one instance.
func (f *family) connects(r reading) bool {
	place := len(f.tree.Nodes)
	parents := make([]int, place+len(r))
	for i := range parents {
		parents[i] = i
	}
	root := func(i int) int {
		for parents[i] != i {
			i = parents[i]
		}
		return i
	}
	join := func(a, b int) { parents[root(a)] = root(b) }
	index := func(at int) int { return slices.Index(f.tree.Nodes, at) }
	for _, edge := range f.tree.Edges {
		if !f.isPlain(edge[0]) && !f.isPlain(edge[1]) {
			join(index(edge[0]), index(edge[1]))
		}
	}
	for i, group := range r {
		for _, of := range group {
			at, _ := f.Graph.Find(Node{Of: f.Graph.Roles[f.ends[of]].Relationship})
			join(index(at), place+i)
		}
	}
	for i := range parents {
		if (i >= place || !f.isPlain(f.tree.Nodes[i])) && root(i) != root(place) {
			return false
		}
	}
	return true
}

// isPlain reports whether a node is of the family and has no role.
func (f *family) isPlain(at int) bool {
	n := f.Graph.Node(at)
	return n.Participant == "" && !f.Graph.IsRelationship(at) && f.topOf(n.Of) == f.top
}

// withNamed returns the ways to add the types that the query names and that are no ends: each is in
// the group of a subtype, of one that the query names if there is one. If the query names several of
// them, they are one instance, which no role says.
func (f *family) withNamed(r reading) (all []reading, clear bool) {
	all = []reading{r}
	for _, of := range slices.Sorted(maps.Keys(f.named)) {
		if f.ends[of] != "" {
			continue
		}
		below := func(group []model.ID) bool { return f.isSuper(of, f.mostSpecific(group)) }
		beside := func(group []model.ID) bool {
			return below(group) && slices.ContainsFunc(group, func(other model.ID) bool { return len(f.named[other]) > 0 })
		}
		joins, count := below, 0
		for _, group := range r {
			if beside(group) {
				joins, count = beside, count+1
			}
		}
		if count > 1 {
			return nil, false
		}
		var next []reading
		for _, each := range all {
			for i := range r {
				if joins(r[i]) {
					with := slices.Clone(each)
					with[i] = append(slices.Clone(with[i]), of)
					next = append(next, with)
				}
			}
		}
		all = next
	}
	return all, true
}

// mostSpecific returns the type of the end of a group that is a subtype of its others.
func (f *family) mostSpecific(group []model.ID) model.ID {
	var found model.ID
	for _, of := range group {
		if f.ends[of] != "" && (found == "" || f.isSuper(found, of)) {
			found = of
		}
	}
	return found
}

// said is a reading as the query says it by roles.
type said struct {
	*Question
	tree Tree
	path Path
}

// say gives the parts and ends of each group one role. It is false if the query means nothing
// then.
func (f *family) say(r reading) (said, bool) {
	query := *f.Query
	query.Find, query.Given, query.SortBy = copied(query.Find), copied(query.Given), copied(query.SortBy)
	query.Path, query.Ends = model.IDSet{}, maps.Clone(query.Ends)
	for _, at := range f.tree.Nodes {
		if f.Graph.IsRelationship(at) {
			query.Path[f.Graph.Node(at).Of] = true
		}
	}
	roles := map[model.ID]model.ID{}
	for _, group := range r {
		role := f.ends[f.mostSpecific(group)]
		for _, of := range group {
			roles[of] = role
			if end := f.ends[of]; end != "" && end != role {
				if query.Ends == nil {
					query.Ends = map[model.ID]model.ID{}
				}
				query.Ends[end] = role
			}
		}
	}
	path := Path{Ends: query.Ends, Roles: map[model.ID]model.ID{}}
	for id, p := range namedParts(&query) {
		if role := roles[f.Graph.ownerOf(*p.attribute)]; *p.participant == "" && role != "" {
			*p.participant, path.Roles[id] = role, role
		}
	}
	other := QuestionOf(f.Graph.Concepts, f.ID, &query)
	routes, _, ok := other.Routes()
	if !ok || len(routes) != 1 {
		return said{}, false
	}
	for end, at := range endsOf(routes[0]) {
		if role := other.Graph.Node(at).Participant; role != "" && roles[f.Graph.Roles[end].Entity] != "" && roles[f.Graph.Roles[end].Entity] != role {
			return said{}, false // the query takes them for one instance nonetheless
		}
	}
	described := other.describe(routes[0])
	path.Relationships, path.Words = described.Relationships, described.Words
	return said{other, routes[0], path}, true
}

// endsOf returns the instances at all ends of a pattern, by participant.
func endsOf(t Tree) map[model.ID]int {
	all := map[model.ID]int{}
	for _, ends := range t.Ends {
		maps.Copy(all, ends)
	}
	return all
}

// preferredSaid leaves out the readings that nobody would mean, unless all are such: see preferred.
func preferredSaid(found []said) []said {
	for _, breaks := range []func(said) bool{
		func(s said) bool { return s.multiplies(s.tree) }, func(s said) bool { return s.leavesOwner(s.tree) },
		func(s said) bool { return s.onlyRestricts(s.tree) }, func(s said) bool { return s.leavesEnd(s.tree) },
	} {
		if fitting := slices.DeleteFunc(slices.Clone(found), breaks); len(fitting) > 0 {
			found = fitting
		}
	}
	return found
}
