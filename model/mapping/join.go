package mapping

import (
	"slices"

	"widerow/model"
)

// Join is the path of a query, along which the rows of a further table may belong to
// those of a first one. While several paths are as short, each of them may be meant.
type Join struct {
	question *question
	walks    []walk
}

// walk is a path with what identifies its instances.
type walk struct {
	graph *graph
	tree  tree
	in    *identity
}

func newWalk(g *graph, t tree) walk { return walk{g, t, newIdentity(g, t)} }

// Join returns the join of a query. It has no path if none leads to all that the
// query names.
func (s *Stored) Join(query model.ID) *Join {
	q := newQuestion(s.concepts, query)
	return &Join{q, walks(q)}
}

// HasPath reports whether a path leads to all that the query names.
func (j *Join) HasPath() bool { return len(j.walks) > 0 }

// walks returns the path of a question, and the others that may be meant.
func walks(q *question) []walk {
	if len(q.terminals()) == 0 {
		return nil
	}
	routes, _, _ := q.routes()
	var walks []walk
	for _, t := range routes {
		walks = append(walks, newWalk(q.graph, t))
	}
	return walks
}

// Further is a table with further columns, of which the application knows some
// attributes before it reads the table.
type Further struct {
	// Known are the attributes whose values are known, Finds those that are looked
	// for or differ among the rows of one value, Key those of the primary key.
	Known, Finds, Stored, Key []model.ID
	// Queries are those that the table serves.
	Queries []model.ID
}

// Extends reports whether a table has, for the instances that are known, the rows
// that the query asks for: the rest of its path is the part of the query's path
// behind these instances, and what the query names there is stored in it. The
// amenities of a room are those of each free night of the room; the baskets of a
// customer say nothing about the orders. rank is 0 for the best path of the query,
// more for another one that is as short.
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
	determined, inRows, left := w.in.closure(w.atoms(f.Known)), w.in.closure(w.atoms(f.Key)), len(types)
	for _, at := range w.tree.nodes {
		if types[w.graph.node(at).of] {
			determined[at] = true
			left--
		}
	}
	w.in.closureOf(determined, nil)
	return left == 0 && all(w.tree.nodes, func(at int) bool { return determined[at] || !inRows[at] })
}

// behind returns the types on a path that only the known instances connect with
// what else the query names. It is false if the query has a condition on them, or
// names more of them than is stored.
func (j *Join) behind(w *walk, f *Further) (model.IDSet, bool) {
	determined := w.in.closure(w.atoms(f.Known))
	var part []int
	for _, a := range w.atoms(f.Finds) {
		if !determined[a.node] && !slices.Contains(part, a.node) {
			part = append(part, a.node)
		}
	}
	for i := 0; i < len(part); i++ {
		for _, next := range w.tree.neighbours(part[i]) {
			if !determined[next] && !slices.Contains(part, next) {
				part = append(part, next)
			}
		}
	}
	conditions := union(j.question.equal, j.question.many, j.question.ranges, j.question.sorted)
	for _, a := range j.question.all() {
		if slices.Contains(part, a.node) && (contains(conditions, a) || !slices.Contains(f.Stored, a.attribute)) {
			return nil, false
		}
	}
	types := model.IDSet{}
	for _, at := range part {
		types[w.graph.node(at).of] = true
	}
	return types, len(types) == len(part)
}

// atoms returns the attributes of instances on the path. An attribute of a type that
// the path has twice is left out: which instance is meant is not known.
func (w *walk) atoms(attributes []model.ID) []atom {
	var atoms []atom
	for _, id := range attributes {
		element, found := w.graph.element(id)
		if !found {
			continue
		}
		var at []int
		for _, node := range w.in.nodes {
			if w.graph.node(node).of == element.Parent {
				at = append(at, node)
			}
		}
		if len(at) == 1 {
			atoms = append(atoms, atom{node: at[0], attribute: id})
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
		if walks := walks(newQuestion(j.question.graph.concepts, query)); len(walks) == 1 && len(walks[0].tree.nodes) > len(best.tree.nodes) {
			best = walks[0]
		}
	}
	if len(best.tree.nodes) > 0 {
		return best, true
	}
	q := &question{query: &model.Query{}, graph: newGraph(j.question.graph.concepts, nil)}
	for _, id := range f.Stored {
		if element, found := q.graph.element(id); found {
			if at, known := q.graph.find(node{of: element.Parent}); known {
				q.found = append(q.found, atom{node: at, attribute: id})
			}
		}
	}
	walks := walks(q)
	if len(walks) != 1 {
		return walk{}, false
	}
	return walks[0], true
}
