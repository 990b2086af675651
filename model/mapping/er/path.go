package er

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Path is the part of the ER model that connects what a query names. Elements
// are its relationship types, in reading order.
type Path struct {
	Relationships []model.ID
	// Ends maps ends without a role to the roles whose instances take part there.
	Ends map[model.ID]model.ID
	// Roles are the roles that parts of the query get, by their IDs.
	Roles map[model.ID]model.ID
	// Words names the types along the path: "Hotel – has – Room".
	Words string
	// Others are the other possible paths, best first. Chosen reports that the document chooses the
	// path.
	Others []Path
	Chosen bool
	// Open reports that the path is in question: no table is derived until the query chooses one.
	Open bool
}

// Alternatives returns the path and the others that may be meant. There are none
// if the path needs no choice.
func (p Path) Alternatives() []Path {
	if len(p.Others) == 0 && (!p.Open || p.Chosen) {
		return nil
	}
	return append([]Path{p}, p.Others...)
}

// Signature identifies the path among others.
func (p Path) Signature() string {
	words := append(strings.Fields(p.relationships()), strings.Fields(model.EndsText(p.Ends))...)
	for _, part := range slices.Sorted(maps.Keys(p.Roles)) {
		words = append(words, string(part)+model.RoleMark+string(p.Roles[part]))
	}
	return strings.Join(words, " ")
}

// Commands let a query keep the path.
func (p Path) Commands(query model.ID, was *model.Query) []edit.Command {
	var path []string
	for _, id := range was.Path.Sorted() {
		path = append(path, string(id))
	}
	commands := []edit.Command{edit.Set{Element: query, Field: "path", Was: strings.Join(path, " "), Value: p.relationships()}}
	if now, before := model.EndsText(p.Ends), model.EndsText(was.Ends); now != before {
		commands = append(commands, edit.Set{Element: query, Field: "ends", Was: before, Value: now})
	}
	for _, part := range slices.Sorted(maps.Keys(p.Roles)) {
		commands = append(commands, edit.Set{Element: part, Field: "participant", Value: string(p.Roles[part])})
	}
	return commands
}

// relationships are the relationship types as the field of a query has them.
func (p Path) relationships() string {
	ids := make([]string, len(p.Relationships))
	for i, id := range p.Relationships {
		ids[i] = string(id)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// maxPaths bounds how many other paths are listed.
const maxPaths = 5

// Path finds the path of a question, or adds a problem.
func (q *Question) Path() (Tree, Path, bool) {
	routes, open, ok := q.Routes()
	if !ok {
		return Tree{}, Path{}, false
	}
	path := q.describe(routes[0])
	for _, other := range routes[1:] {
		path.Others = append(path.Others, q.describe(other))
	}
	if !open {
		if readings := q.readings(routes[0]); len(readings) > 0 {
			path, open = readings[0], true
			path.Others = readings[1:]
		}
	}
	path.Chosen, path.Open = len(q.Query.Path) > 0, open
	return routes[0], path, true
}

// Routes returns the patterns that the query may mean, best first, and whether it is open
// which. It is false, with a problem, if there is none.
func (q *Question) Routes() (routes []Tree, open, ok bool) {
	terminals := q.Terminals()
	if len(q.Query.Path) > 0 {
		named := slices.DeleteFunc(slices.Clone(terminals), func(at int) bool { return !q.Graph.IsRelationship(at) })
		if !q.repeatable() {
			return nil, false, false
		}
		routes = q.distinct(q.preferred(q.patterns(q.withSeconds(named), terminals)))
		if held := q.withOwners(named, terminals); len(routes) == 0 && len(held) > len(named) {
			routes = q.distinct(q.preferred(q.patterns(q.withSeconds(held), terminals)))
		}
		if len(routes) == 0 {
			q.Problem(q.ID, "no-path", q.notConnected(named, terminals))
		}
		return routes, len(routes) > 1, len(routes) > 0
	}
	all := q.shortestOf(terminals)
	if len(all) == 0 {
		q.Problem(q.ID, "no-path", q.noPath(terminals))
		return nil, false, false
	}
	routes, siblings := q.partSiblings(all)
	if len(routes) == 0 {
		routes = q.aroundOwners(terminals, siblings)
	}
	routes = q.distinct(q.preferred(routes))
	if len(routes) == 1 {
		return routes, false, true
	}
	routes = append(routes, siblings...)
	return routes[:min(len(routes), 1+maxPaths)], true, true
}

// withOwners adds to the relationship types that VIA names those by which their participants have the owner that they have in
// common, if the query names it: the tenant of `Translator n revises m Text within Tenant`.
func (q *Question) withOwners(named, terminals []int) []int {
	with := slices.Clone(named)
	for _, at := range named {
		of := q.Graph.Node(at).Of
		ways := q.Graph.WithinOf(of)
		owner, known := q.Graph.places[Node{Of: q.Graph.Model.Concepts.Relationships[of].Within}]
		if len(ways) == 0 || !known || !slices.Contains(terminals, owner) {
			continue
		}
		participants := slices.Sorted(maps.Keys(ways))
		shortest := slices.MinFunc(participants, func(a, b model.ID) int { return cmp.Compare(len(ways[a]), len(ways[b])) })
		for _, step := range ways[shortest] {
			if by := q.Graph.place(Node{Of: step.Relationship}); step.Relationship != "" && !slices.Contains(with, by) {
				with = append(with, by)
			}
		}
		return with
	}
	return with
}

// shortestOf returns the patterns of the shortest paths between some nodes. Questions that name
// the same types in the same roles have the same, so they are searched once.
func (q *Question) shortestOf(terminals []int) []Tree {
	key := q.Graph.key(terminals)
	found, known := q.Graph.patternsOf[key]
	if !known {
		if found = q.shortest(terminals, anyTree()); !q.Graph.Stopped() {
			q.Graph.patternsOf[key] = found
		}
	}
	return slices.Clone(found)
}

// maxSearches bounds the searches for other paths of the same length.
const maxSearches = 64

// shortest returns the patterns of the shortest paths that fit a search, by leaving out one
// relationship type of a path at a time. The cheapest comes first.
func (q *Question) shortest(terminals []int, s search) []Tree {
	best, found := q.Graph.tree(terminals, s)
	if !found {
		return nil
	}
	patterns, seen := q.patternsOf(best, terminals), map[string]bool{q.signature(best): true}
	queue := []Tree{best}
	bans := []map[int]bool{s.nodes}
	for searches := 0; len(queue) > 0 && searches < maxSearches; queue, bans = queue[1:], bans[1:] {
		for _, at := range queue[0].Nodes {
			if !q.Graph.IsRelationship(at) || slices.Contains(terminals, at) {
				continue
			}
			banned := maps.Clone(bans[0])
			if banned == nil {
				banned = map[int]bool{}
			}
			banned[at] = true
			searches++
			other, found := q.Graph.tree(terminals, search{nodes: banned, links: s.links, most: asShortAs(best)})
			if !found || seen[q.signature(other)] {
				continue
			}
			seen[q.signature(other)] = true
			patterns = append(patterns, q.patternsOf(other, terminals)...)
			queue, bans = append(queue, other), append(bans, banned)
		}
	}
	slices.SortStableFunc(patterns, func(a, b Tree) int { return a.cost - b.cost })
	return patterns
}

// asShortAs returns the largest cost of a tree that counts as short as best, apart from
// tie-breaking costs.
func asShortAs(best Tree) int {
	hops := (best.cost + participantCost/2) / participantCost
	return (hops+1)*participantCost - participantCost/2 - 1
}

// signature identifies the relationship types of a tree.
func (q *Question) signature(t Tree) string {
	var text strings.Builder
	for _, at := range t.Nodes {
		if q.Graph.IsRelationship(at) {
			fmt.Fprint(&text, at, " ")
		}
	}
	return text.String()
}

// patternsOf returns the patterns of the relationship types of a tree.
func (q *Question) patternsOf(t Tree, terminals []int) []Tree {
	relationships := slices.DeleteFunc(slices.Clone(t.Nodes), func(at int) bool { return !q.Graph.IsRelationship(at) })
	patterns := q.patterns(relationships, terminals)
	for i := range patterns {
		patterns[i].cost = t.cost
	}
	return patterns
}

// Terminals are the nodes that the path must contain: the types of all that the
// query names, the relationship types of roles, and the path in the document. They are
// sorted by name, so that the path is the same in whatever order the query names them.
func (q *Question) Terminals() []int {
	var terminals []int
	add := func(at int) {
		if at >= 0 && !slices.Contains(terminals, at) {
			terminals = append(terminals, at)
		}
	}
	for _, atoms := range [][]Atom{q.Found, q.Computed, q.Equal, q.Many, q.Ranges, q.Sorted} {
		for _, a := range atoms {
			add(a.Node)
		}
	}
	for _, find := range model.Sorted(q.Query.Find) {
		if q.IsType(find.Value.Attribute) {
			at, _ := q.Graph.Find(q.Graph.NodeOf(find.Value.Attribute, find.Value.Participant))
			add(at)
		}
	}
	for _, at := range slices.Clone(terminals) {
		if role := q.Graph.Node(at).Participant; role != "" {
			add(q.Graph.places[Node{Of: q.Graph.parents[role]}])
		}
	}
	for _, id := range q.Query.Path.Sorted() {
		if at, found := q.Graph.Find(Node{Of: id}); found {
			add(at)
		}
	}
	slices.SortFunc(terminals, func(a, b int) int { return cmp.Or(strings.Compare(q.Graph.Title(a), q.Graph.Title(b)), a-b) })
	return terminals
}

func (q *Question) describe(t Tree) Path {
	var path Path
	for _, at := range t.Nodes {
		if q.Graph.IsRelationship(at) {
			path.Relationships = append(path.Relationships, q.Graph.Node(at).Of)
			path.addEnds(q, t, at)
		}
	}
	path.Words = q.walk(t)
	return path
}

// addEnds adds the ends of a relationship type that are instances in roles of others.
func (p *Path) addEnds(q *Question, t Tree, relationship int) {
	for _, end := range q.Graph.Participants[q.Graph.Node(relationship).Of] {
		at, is := t.Ends[relationship][end.ID]
		if !is || q.Query.IsTwice(q.Graph.Node(relationship).Of) {
			continue
		}
		if role := q.Graph.Node(at).Participant; role != "" && role != end.ID &&
			q.Graph.Node(at).Of == end.Value.Entity && q.Graph.Roles[role].Participant != nil &&
			q.Graph.Roles[role].Relationship != q.Graph.Node(relationship).Of {
			if p.Ends == nil {
				p.Ends = map[model.ID]model.ID{}
			}
			p.Ends[end.ID] = role
		}
	}
}

// walk names the nodes of a pattern from the one of the first condition on, depth
// first. A branch begins anew at its node: "Guest – books – Room, Guest – visits – Hotel". A
// cycle ends where it began: "Subject – makes – Visit – receives – Subject".
func (q *Question) walk(t Tree) string {
	var words strings.Builder
	seen, gone, last := map[int]bool{}, map[int]bool{}, -1
	var visit func(at int)
	visit = func(at int) {
		words.WriteString(q.Graph.Title(at))
		last = at
		if seen[at] {
			return
		}
		seen[at] = true
		for number, edge := range t.Edges {
			for i := range edge {
				if edge[i] != at || gone[number] {
					continue
				}
				gone[number] = true
				if last != at {
					words.WriteString(", " + q.Graph.Title(at))
				}
				words.WriteString(" – ")
				visit(edge[1-i])
			}
		}
	}
	for _, a := range Union(q.Equal, q.Many, q.Ranges, q.Found) {
		if a.Node >= 0 {
			visit(a.Node)
			break
		}
	}
	return words.String()
}

// Title names a node, with its role if it has one.
func (g *Graph) Title(at int) string {
	title := g.Model.Title(g.Node(at).Of)
	if role := g.Roles[g.Node(at).Participant]; role.Participant != nil && role.Role != "" {
		return title + " (" + role.Role + ")"
	}
	return title
}

// noPath names the types that no relationship connects.
func (q *Question) noPath(terminals []int) string {
	apart := q.apart(terminals, anyTree())
	if len(apart) == 0 {
		return "No path connects all that the query names: a relationship type on it has fewer participants than " +
			"it would connect; say with roles which instances are meant, or ask two queries"
	}
	return fmt.Sprintf("No relationship leads from %s to %s; add one to the concepts, or ask two queries",
		q.Graph.Title(terminals[0]), q.titles(apart))
}

// apart returns the terminals to which no way leads from the first one.
func (q *Question) apart(terminals []int, s search) []int {
	return slices.DeleteFunc(slices.Clone(terminals), func(at int) bool {
		_, found := q.Graph.cheapest([]int{terminals[0], at}, s)
		return at == terminals[0] || found
	})
}

// notConnected names what the relationship types that the query names do not connect, and
// which others would.
func (q *Question) notConnected(named, terminals []int) string {
	only := search{nodes: map[int]bool{}, most: anyCost}
	for _, relationship := range q.Graph.relationships {
		if at := q.Graph.places[Node{Of: relationship.ID}]; !slices.Contains(named, at) {
			only.nodes[at] = true
		}
	}
	apart := q.apart(terminals, only)
	if len(apart) == 0 {
		return fmt.Sprintf("%s have fewer participants than the query would connect by them; say with roles "+
			"which instances are meant, or ask two queries", q.titles(named))
	}
	near := slices.DeleteFunc(slices.Clone(terminals), func(at int) bool { return slices.Contains(apart, at) })
	text := fmt.Sprintf("VIA %s does not connect %s with %s", q.Via(), q.titles(near), q.titles(apart))
	whole, found := q.Graph.tree(terminals, anyTree())
	missing := slices.DeleteFunc(slices.Clone(whole.Nodes), func(at int) bool { return !q.Graph.IsRelationship(at) || slices.Contains(named, at) })
	if !found || len(missing) == 0 {
		return text + ", and no other relationship type does; add one to the concepts, or ask two queries"
	}
	return fmt.Sprintf("%s: name %s as well, or leave out what is not meant", text, q.titles(missing))
}

// Via lists the path in the document.
func (q *Question) Via() string {
	var names []string
	for _, id := range q.Query.Path.Sorted() {
		names = append(names, q.Graph.Model.Title(id))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// titles lists some nodes: the entity types of them, or all if there are none.
func (q *Question) titles(nodes []int) string {
	var entities, all []string
	for _, at := range nodes {
		all = append(all, q.Graph.Title(at))
		if !q.Graph.IsRelationship(at) {
			entities = append(entities, q.Graph.Title(at))
		}
	}
	if len(entities) > 0 {
		return strings.Join(entities, " and ")
	}
	return strings.Join(all, " and ")
}

// LooseTrees are the paths of a question along which tables were derived while VIA was only
// a part of them: the shortest with its relationship types.
func (q *Question) LooseTrees() []Tree {
	terminals := q.Terminals()
	loose, found := q.Graph.tree(terminals, anyTree())
	if !found {
		return nil
	}
	return q.patternsOf(loose, terminals)
}
