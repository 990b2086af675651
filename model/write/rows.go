package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// rows are the rows of a table that an update affects: one node of the table is an instance of the
// update.
type rows struct {
	*planning
	*pattern
	table *table
	// at maps each node of the table to its node in the pattern.
	at   []int
	gone []bool
	// certain marks the nodes that exist whatever reads find.
	certain []bool
	// reason explains why there are no rows.
	reason string
	// by holds the source that reveals the instance of a node. Its column is null if there is none.
	by    map[int]source
	reads []*read
	// looks reports that the application reads first to learn whether there is a row. Those reads may
	// find partitions without one.
	looks bool
	// news are the values that the update gives to the attributes that it changes.
	news map[place]source
}

// occurrences returns the nodes of a table that an instance of the update can be.
func (w *planning) occurrences(t *table, stated int) []int {
	var found []int
	for at, n := range t.meaning.Nodes {
		if n.Of == w.stated.Nodes[stated].Of {
			found = append(found, at)
		}
	}
	return found
}

// rowsWith returns the rows of a table in which the instance of a node is one of the update.
func (w *planning) rowsWith(t *table, node, stated int) *rows {
	r := &rows{planning: w, pattern: w.stated.clone(), table: t, at: make([]int, len(t.meaning.Nodes)), by: map[int]source{}, news: map[place]source{}}
	needed := w.pathFrom(t, node)
	for at, n := range t.meaning.Nodes {
		if at == node {
			r.at[at] = stated
			continue
		}
		if needed[at] {
			n.Optional, n.Collected = false, false
		}
		r.at[at] = r.addNode(n, false)
	}
	for _, l := range t.meaning.Links {
		if made := (stored.Link{From: r.at[l.From], To: r.at[l.To], Participant: l.Participant}); !slices.Contains(r.Links, made) {
			r.Links = append(r.Links, made)
		}
	}
	places := r.complete(w.concepts)
	for at := range r.at {
		r.at[at] = places[r.at[at]]
	}
	r.spread(w.concepts)
	r.certain = slices.Clone(r.sure)
	r.gone, r.reason = r.pattern.gone(w)
	return r
}

// pathFrom returns the nodes on the way from a node to the nearest required one: what a row has the instance by. That it
// belongs to its owner is no reason if there is another one: the agent of a ticket, both of one tenant.
func (w *planning) pathFrom(t *table, node int) map[int]bool {
	isUp := func(l stored.Link, at int) bool {
		of := t.meaning.Nodes[l.From].Of
		isWeak := w.concepts.IsIdentifying(of, l.Participant)
		return l.To == at && isWeak || l.From == at && !isWeak && w.model.Concepts.Relationships[of] != nil && w.model.Concepts.Relationships[of].Identifying
	}
	if found := t.way(node, isUp); found != nil {
		return found
	}
	if found := t.way(node, func(stored.Link, int) bool { return false }); found != nil {
		return found
	}
	return map[int]bool{node: true}
}

// way returns the nodes on the shortest way from a node to a required one, without some links from a node, nil if there is
// none.
func (t *table) way(node int, without func(l stored.Link, at int) bool) map[int]bool {
	from := map[int]int{node: node}
	for queue := []int{node}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if n := t.meaning.Nodes[at]; !n.Optional && !n.Collected {
			found := map[int]bool{at: true}
			for ; at != node; at = from[at] {
				found[at] = true
			}
			found[node] = true
			return found
		}
		for _, l := range t.meaning.Links {
			if l.From != at && l.To != at || without(l, at) {
				continue
			}
			next := l.From + l.To - at
			if _, seen := from[next]; !seen {
				from[next], queue = at, append(queue, next)
			}
		}
	}
	return nil
}

// lacking returns the first node that a row needs and that is not there, -1 for none.
func (r *rows) lacking() int {
	for at := range r.at {
		if n := r.Nodes[r.at[at]]; r.gone[r.at[at]] && !n.Optional && !n.Collected {
			return r.at[at]
		}
	}
	return -1
}

// open returns the required nodes of a row that are not certain to exist.
func (r *rows) open() []int {
	var open []int
	for at, n := range r.Nodes {
		if !n.Optional && !n.Collected && !r.sure[at] && !r.fresh[at] && !r.gone[at] {
			open = append(open, at)
		}
	}
	return open
}

// freshNodes returns the nodes of the table whose instances the update makes.
func (r *rows) freshNodes() map[int]bool {
	found := map[int]bool{}
	for at, to := range r.at {
		if r.fresh[to] {
			found[at] = true
		}
	}
	return found
}

// placesOf returns what a column stores, as places of the pattern: several if it merges
// attributes, none if the application computes it, or if the update names columns instead of
// concepts.
func (r *rows) placesOf(c *column) []place {
	if !c.stores || c.value.Attribute == "" || len(r.at) == 0 {
		return nil
	}
	places := []place{{r.at[c.value.Node], c.value.Attribute, c.value.Element}}
	for _, value := range c.merged {
		places = append(places, place{r.at[value.Node], value.Attribute, value.Element})
	}
	return places
}

// knows reports whether the application has the value of a column. It computes those that
// physical design added.
func (r *rows) knows(c *column) bool {
	places := r.placesOf(c)
	if len(places) == 0 {
		return c.Added
	}
	return !slices.ContainsFunc(places, func(at place) bool { _, known := r.known[at]; return !known && !r.isAdded(at) })
}

// isAdded reports whether the update adds a value to a multi-valued attribute: the row of that
// is new, whatever rows of other values there are.
func (r *rows) isAdded(at place) bool {
	_, isNew := r.news[at]
	return isNew && at.element && r.inserts()
}

// unknown returns the values that columns store and the application does not have.
func (r *rows) unknown(columns []*column) []place {
	var places []place
	for _, c := range columns {
		for _, at := range r.placesOf(c) {
			if _, known := r.known[at]; !known && !r.isAdded(at) {
				places = appendNew(places, at)
			}
		}
	}
	return places
}

// lacks returns the reason why a new instance of a type is not related to another node yet.
func (w *planning) lacks(of, other, participant model.ID) string {
	title := w.model.Title(of)
	if !w.concepts.IsRelationship(other) {
		return "a new " + title + " is no " + w.model.Title(other)
	}
	for _, item := range model.Sorted(w.model.Concepts.Relationships[other].Participants) {
		if item.ID != participant {
			return "a new " + title + " has no " + w.model.Title(item.Value.Entity) + " yet"
		}
	}
	return "a new " + title + " has no " + w.model.Title(other) + " yet"
}
