package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// Path is the part of the ER model that connects what a query names. Elements
// are its relationship types, in reading order.
type Path struct {
	Relationships []model.ID
	// Words names the types along the path: "Hotel – has – Room".
	Words string
	// Others are the other paths that are as short, best first. Chosen reports
	// that the document says which path is meant.
	Others []Path
	Chosen bool
}

// Alternatives returns the path and the others that are as short. There are none
// if the path needs no choice.
func (p Path) Alternatives() []Path {
	if len(p.Others) == 0 {
		return nil
	}
	return append([]Path{p}, p.Others...)
}

// Signature identifies the path, as the field of a query that keeps it.
func (p Path) Signature() string {
	ids := make([]string, len(p.Relationships))
	for i, id := range p.Relationships {
		ids[i] = string(id)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// maxPaths bounds how many paths of the same length are listed.
const maxPaths = 5

// path finds the path of a question, or adds a problem.
func (q *question) path() (tree, Path, bool) {
	terminals := q.terminals()
	best, found := q.graph.tree(terminals, anyTree())
	if !found {
		q.problem(q.id, "no-path", q.noPath(terminals))
		return tree{}, Path{}, false
	}
	if len(q.query.Path) > 0 {
		path := q.describe(best)
		path.Chosen = true
		return best, path, true
	}
	routes := q.preferSingle(append([]route{{best, q.describe(best)}}, q.otherRoutes(terminals, best)...))
	path := routes[0].path
	for _, other := range routes[1:] {
		path.Others = append(path.Others, other.path)
	}
	return routes[0].tree, path, true
}

// route is a tree with its path in words.
type route struct {
	tree tree
	path Path
}

// preferSingle leaves out the routes that multiply, unless all do.
func (q *question) preferSingle(routes []route) []route {
	if len(routes) == 1 {
		return routes
	}
	if single := slices.DeleteFunc(slices.Clone(routes), func(r route) bool { return q.multiplies(r.tree) }); len(single) > 0 {
		return single
	}
	return routes
}

// multiplies reports whether the rows along a tree are each combination of two things
// that do not depend on each other, as the classes that a member books and the clubs
// that the same member visits. Nobody who asks for the club of a class means that.
func (q *question) multiplies(t tree) bool {
	in := newIdentity(q.graph, t)
	return slices.ContainsFunc(t.nodes, func(at int) bool {
		if q.graph.isRelationship(at) {
			return false
		}
		one, several := q.oneInstance(in, at), 0
		for _, next := range t.neighbours(at) {
			if q.graph.isRelationship(next) && !one[next] {
				several++
			}
		}
		return several > 1
	})
}

// oneInstance returns the nodes with a single instance for each instance of the node at. A
// node with a value given by = is taken to have one.
func (q *question) oneInstance(in *identity, at int) map[int]bool {
	one := map[int]bool{at: true}
	for _, a := range q.equal {
		if a.node >= 0 {
			one[a.node] = true
		}
	}
	return in.closureOf(one, nil)
}

// terminals are the nodes that the path must contain: the types of all that the
// query names, the relationship types of roles, and the path in the document. They are
// sorted by name, so that the path is the same in whatever order the query names them.
func (q *question) terminals() []int {
	var terminals []int
	add := func(at int) {
		if at >= 0 && !slices.Contains(terminals, at) {
			terminals = append(terminals, at)
		}
	}
	for _, a := range q.all() {
		add(a.node)
	}
	for _, find := range model.Sorted(q.query.Find) {
		if q.isType(find.Value.Attribute) {
			at, _ := q.graph.find(q.graph.nodeOf(find.Value.Attribute, find.Value.Participant))
			add(at)
		}
	}
	for _, at := range slices.Clone(terminals) {
		if role := q.graph.node(at).participant; role != "" {
			add(q.graph.places[node{of: q.graph.parents[role]}])
		}
	}
	for _, id := range q.query.Path.Sorted() {
		if at, found := q.graph.find(node{of: id}); found {
			add(at)
		}
	}
	slices.SortFunc(terminals, func(a, b int) int { return cmp.Or(strings.Compare(q.graph.title(a), q.graph.title(b)), a-b) })
	return terminals
}

// otherRoutes finds other trees with as many relationship types, by leaving out one
// relationship type of the best tree at a time. The best comes first.
func (q *question) otherRoutes(terminals []int, best tree) []route {
	var others []route
	first := q.describe(best)
	for _, at := range best.nodes {
		if !q.graph.isRelationship(at) || slices.Contains(terminals, at) {
			continue
		}
		other, found := q.graph.tree(terminals, around(at, best))
		if !found {
			continue
		}
		path := q.describe(other)
		same := func(r route) bool { return slices.Equal(r.path.Relationships, path.Relationships) }
		if same(route{path: first}) || slices.ContainsFunc(others, same) || len(others) == maxPaths {
			continue
		}
		others = append(others, route{other, path})
	}
	slices.SortStableFunc(others, func(a, b route) int { return a.tree.cost - b.tree.cost })
	return others
}

// around is the search for a tree without one node of another tree, which is as short
// apart from what breaks ties.
func around(at int, best tree) search {
	hops := (best.cost + participantCost/2) / participantCost
	return search{nodes: map[int]bool{at: true}, most: (hops+1)*participantCost - participantCost/2 - 1}
}

func (q *question) describe(t tree) Path {
	var path Path
	for _, at := range t.nodes {
		if q.graph.isRelationship(at) {
			path.Relationships = append(path.Relationships, q.graph.node(at).of)
		}
	}
	path.Words = q.walk(t)
	return path
}

// walk names the nodes of a tree from the one of the first condition on, depth
// first. A branch begins anew at its node: "Guest – books – Room, Guest – visits – Hotel".
func (q *question) walk(t tree) string {
	var words strings.Builder
	seen, last := map[int]bool{}, -1
	var visit func(at int)
	visit = func(at int) {
		seen[at], last = true, at
		words.WriteString(q.graph.title(at))
		for _, edge := range t.edges {
			for i := range edge {
				if edge[i] != at || seen[edge[1-i]] {
					continue
				}
				if last != at {
					words.WriteString(", " + q.graph.title(at))
				}
				words.WriteString(" – ")
				visit(edge[1-i])
			}
		}
	}
	for _, a := range union(q.equal, q.many, q.ranges, q.found) {
		if a.node >= 0 {
			visit(a.node)
			break
		}
	}
	return words.String()
}

// title names a node, with its role if it has one.
func (g *graph) title(at int) string {
	title := g.model.Title(g.node(at).of)
	if role := g.roles[g.node(at).participant]; role.Participant != nil && role.Role != "" {
		return title + " (" + role.Role + ")"
	}
	return title
}

func (q *question) noPath(terminals []int) string {
	var apart []string
	for _, at := range terminals[1:] {
		if _, found := q.graph.cheapest([]int{terminals[0], at}, anyTree()); !found {
			apart = append(apart, q.graph.title(at))
		}
	}
	if len(apart) == 0 {
		return "No path connects all that the query names: a relationship type on it has fewer participants than it would connect; say with roles which instances are meant, or ask two queries"
	}
	return fmt.Sprintf("No relationship leads from %s to %s; add one to the concepts, or ask two queries",
		q.graph.title(terminals[0]), strings.Join(apart, " and "))
}
