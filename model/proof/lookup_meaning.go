package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// relates reports whether the rows of a lookup are related to what is known as the query says: the vans that the driver of
// a trip may use are not the drivers that may use its vehicle. Where the query has several paths, one of them counts.
func (c *completion) relates(t *table, next *step) bool {
	rows, patterns := c.rows.Of(t.id), c.rows.Patterns(c.id)
	if rows == nil || len(patterns) == 0 {
		return true
	}
	return slices.ContainsFunc(patterns, func(pattern *stored.Meaning) bool {
		r := relation{completion: c, asked: pattern, rows: rows, fixed: map[int]int{}}
		return !r.place(t, next) || r.isIn()
	})
}

// relation compares how a pattern and the rows of a table relate what a lookup finds to what is known.
type relation struct {
	*completion
	asked, rows  *stored.Meaning
	fixed        map[int]int // the node of the table for a node of the pattern
	known, found []int       // nodes of the pattern
}

// place finds the nodes of what is known and of what the lookup finds. It is false if several of the pattern may be meant.
func (r *relation) place(t *table, next *step) bool {
	for _, source := range next.sources {
		if !r.add(&r.known, source.column, source.from.participants) {
			return false
		}
	}
	for _, k := range next.elements {
		if !r.add(&r.found, k, k.participants) {
			return false
		}
	}
	for _, m := range next.lookup.Finds {
		for _, column := range r.columnsOf(t, r.referenceIn(t, m)) {
			if !r.add(&r.found, column, []model.ID{m.Participant}) {
				return false
			}
		}
	}
	return true
}

// add adds the node of the pattern whose value a column of the table has, which is in one of some roles.
func (r *relation) add(to *[]int, column *column, roles []model.ID) bool {
	value, stores := r.rows.Columns[column.id]
	if !stores {
		return true
	}
	var may, inRole []int
	for at, n := range r.asked.Nodes {
		if n.Of != r.rows.Nodes[value.Node].Of {
			continue
		}
		may = append(may, at)
		if slices.Contains(roles, n.Participant) && n.Participant != "" {
			inRole = append(inRole, at)
		}
	}
	if len(may) > 1 {
		may = inRole
	}
	if len(may) != 1 {
		return false
	}
	if place, is := r.fixed[may[0]]; is && place != value.Node {
		return false
	}
	r.fixed[may[0]] = value.Node
	*to = append(*to, may[0])
	return true
}

// isIn reports whether the table relates the nodes as the pattern does, by the ways from what is found to the next nodes
// that are known.
func (r *relation) isIn() bool {
	gone := make([]bool, len(r.asked.Nodes))
	for at := range gone {
		gone[at] = true
	}
	for _, at := range r.found {
		r.keepWays(at, gone)
	}
	var places []int
	for at := range r.asked.Nodes {
		if !gone[at] {
			places = append(places, at)
		}
	}
	fixed := map[int]int{}
	for i, at := range places {
		if to, is := r.fixed[at]; is {
			fixed[i] = to
		}
	}
	return len(places) == 0 || len(r.asked.Without(gone).Embeddings(r.rows, fixed)) > 0
}

// keepWays keeps a node, and the shortest ways from it to the next known ones.
func (r *relation) keepWays(from int, gone []bool) {
	before, queue := map[int]int{from: from}, []int{from}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if slices.Contains(r.known, at) {
			for ; gone[at] && at != from; at = before[at] {
				gone[at] = false
			}
			continue
		}
		for _, l := range r.asked.Links {
			if l.From != at && l.To != at {
				continue
			}
			next := l.From + l.To - at
			if _, is := before[next]; !is {
				before[next], queue = at, append(queue, next)
			}
		}
	}
	gone[from] = false
}
