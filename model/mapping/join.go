package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// Join is the path of a query, along which the rows of a further table may belong to
// those of a first one. While several paths are as short, each of them may be meant.
type Join struct {
	question *er.Question
	walks    []walk
}

// walk is a path with what identifies its instances.
type walk struct {
	graph *er.Graph
	tree  er.Tree
	in    *er.Identity
}

func newWalk(g *er.Graph, t er.Tree) walk { return walk{g, t, er.NewIdentity(g, t)} }

// Join returns the join of a query. It has no path if none leads to all that the
// query names.
func (s *Stored) Join(query model.ID) *Join {
	q := er.NewQuestion(s.concepts, query)
	return &Join{q, walks(q)}
}

// HasPath reports whether a path leads to all that the query names.
func (j *Join) HasPath() bool { return len(j.walks) > 0 }

// walks returns the path of a question, and the others that may be meant.
func walks(q *er.Question) []walk {
	if len(q.Terminals()) == 0 {
		return nil
	}
	routes, _, _ := q.Routes()
	var walks []walk
	for _, t := range routes {
		walks = append(walks, newWalk(q.Graph, t))
	}
	return walks
}

// Further is a table with further columns, of which the application knows some
// attributes before it reads the table.
type Further struct {
	// Known are the attributes whose values are known, Finds those that the query looks for or that
	// differ among the rows of one value, Key those of the primary key.
	Known, Finds, Stored, Key []model.ID
	// Queries are the queries that the table serves.
	Queries []model.ID
}

// Extends reports whether a table has, for the known instances, the rows that the query asks for:
// the rest of its path equals the part of the query's path behind these instances, and it stores
// the attributes that the query names there. The amenities of a room belong to each free night of
// the room; the baskets of a customer do not belong to the orders. rank is 0 for the best path of
// the query, more for another path of the same length.
func (j *Join) Extends(f *Further) (rank int, ok bool) {
	rank = slices.IndexFunc(j.walks, func(w walk) bool {
		behind, ok := j.behind(&w, f)
		if !ok {
			return false
		}
		table, found := j.tablePath(f)
		return found && table.isOf(behind, f) || !found && len(behind) == 0
	})
	return rank, rank >= 0
}

// isOf reports whether the rows of a table are, for known instances, one for each
// combination of instances of some types. Other types on its path are determined by
// these, as the author of a comment, or are stored in collections.
func (w *walk) isOf(types model.IDSet, f *Further) bool {
	determined, inRows, left := w.in.Closure(w.atoms(f.Known)), w.in.Closure(w.atoms(f.Key)), len(types)
	for _, at := range w.tree.Nodes {
		if types[w.graph.Node(at).Of] {
			determined[at] = true
			left--
		}
	}
	w.in.ClosureOf(determined, nil)
	return left == 0 && er.All(w.tree.Nodes, func(at int) bool { return determined[at] || !inRows[at] })
}

// behind returns the types on a path that only the known instances connect with the other types of
// the query. The second result is false if the query has a condition on them, or names more of them
// than the table finds: the rows of an earlier table are for each of these instances, and joined
// with the rows of this table they would be a product.
func (j *Join) behind(w *walk, f *Further) (model.IDSet, bool) {
	determined := w.in.Closure(w.atoms(f.Known))
	var part []int
	for _, a := range w.atoms(f.Finds) {
		if !determined[a.Node] && !slices.Contains(part, a.Node) {
			part = append(part, a.Node)
		}
	}
	for i := 0; i < len(part); i++ {
		for _, next := range w.tree.Neighbours(part[i]) {
			if !determined[next] && !slices.Contains(part, next) {
				part = append(part, next)
			}
		}
	}
	conditions := er.Union(j.question.Equal, j.question.Many, j.question.Ranges, j.question.Sorted)
	for _, a := range j.question.All() {
		if slices.Contains(part, a.Node) && (er.Contains(conditions, a) || !slices.Contains(f.Finds, a.Attribute)) {
			return nil, false
		}
	}
	types := model.IDSet{}
	for _, at := range part {
		types[w.graph.Node(at).Of] = true
	}
	return types, len(types) == len(part)
}

// atoms returns the attributes of instances on the path. An attribute of a type that
// the path has twice is left out: which instance is meant is not known.
func (w *walk) atoms(attributes []model.ID) []er.Atom {
	var atoms []er.Atom
	for _, id := range attributes {
		element, found := w.graph.Element(id)
		if !found {
			continue
		}
		var at []int
		for _, node := range w.in.Nodes {
			if w.graph.Node(node).Of == element.Parent {
				at = append(at, node)
			}
		}
		if len(at) == 1 {
			atoms = append(atoms, er.Atom{Node: at[0], Attribute: id})
		}
	}
	return atoms
}

// tablePath returns the path whose instances the rows of a table are: the longest of
// its queries, or else the shortest between the types of what it stores if there is
// only one.
func (j *Join) tablePath(f *Further) (walk, bool) {
	var best walk
	for _, query := range f.Queries {
		if walks := walks(er.NewQuestion(j.question.Graph.Concepts, query)); len(walks) == 1 && len(walks[0].tree.Nodes) > len(best.tree.Nodes) {
			best = walks[0]
		}
	}
	if len(best.tree.Nodes) > 0 {
		return best, true
	}
	q := &er.Question{Query: &model.Query{}, Graph: er.NewGraph(j.question.Graph.Concepts, nil)}
	for _, id := range f.Stored {
		if element, found := q.Graph.Element(id); found {
			if at, known := q.Graph.Find(er.Node{Of: element.Parent}); known {
				q.Found = append(q.Found, er.Atom{Node: at, Attribute: id})
			}
		}
	}
	walks := walks(q)
	if len(walks) != 1 {
		return walk{}, false
	}
	return walks[0], true
}
