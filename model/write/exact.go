package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// isExact reports whether the rows are exactly the instances that are meant.
func (c *candidate) isExact(r *rows, bound []bool) bool {
	t := c.table
	var values []stored.Value
	for _, col := range slices.Concat(c.where, c.keep) {
		if c.ranges[col] == nil {
			values = append(append(values, col.value), col.merged...)
		}
	}
	restricted := t.closure.Of(nil, values)
	if t.meaning.Grouped && c.isGroup(r, restricted) {
		c.one = true
		return true
	}
	if !c.comparesTwice(r) {
		return false
	}
	for i, to := range c.at {
		if to >= 0 && bound[to] && !restricted[i] && !t.meaning.Nodes[i].Collected {
			return false
		}
		if to >= 0 && bound[to] && t.meaning.Nodes[i].Collected && !r.concepts.IsRelationship(t.meaning.Nodes[i].Of) {
			return false // the application does not look into collections
		}
		if to >= 0 && r.knowsKey(to) && r.finds(c, i) && !c.comparesKey(r, i) && !r.follow(c, to) {
			return false
		}
	}
	for at := range r.filters {
		if slices.Contains(c.at, at.node) && !bound[at.node] && !c.compares(at) {
			return false
		}
	}
	if r.constrainsElse(c.at, bound) && !(r.looks && c.settles(r, bound)) {
		return false
	}
	c.one = true
	for i, n := range t.meaning.Nodes {
		c.one = c.one && (restricted[i] || n.Collected)
	}
	for _, col := range t.columns {
		if at, _ := c.placeOf(col); col.stores && col.value.Element && !c.compares(at) {
			c.one = false
		}
	}
	return c.answers(r)
}

// isGroup reports whether a read of the table that is written finds the group of the instances: its key follows from
// what is compared.
func (c *candidate) isGroup(r *rows, restricted []bool) bool {
	return c.table == r.table && slices.Equal(c.at, r.at) && !slices.ContainsFunc(c.table.key(), func(col *column) bool {
		return !slices.Contains(c.where, col) && (!col.stores || col.value.Element || !restricted[col.value.Node])
	}) && c.answers(r)
}

// finds reports whether a read finds a relationship by which an instance takes part: of the alerts
// of a sensor and of the technicians that maintain it, who handles which.
func (r *rows) finds(c *candidate, node int) bool {
	return slices.ContainsFunc(c.table.meaning.Links, func(l stored.Link) bool {
		from := c.at[l.From]
		return l.To == node && l.Participant != "" && from >= 0 && !r.sure[from] && !r.fresh[from]
	})
}

// knowsKey reports whether the application has the own key of an instance.
func (r *rows) knowsKey(node int) bool {
	return !slices.ContainsFunc(r.facts.ownKey(r.Nodes[node].Of), func(id model.ID) bool { return !r.pattern.knows(place{node, id, false}) })
}

// follow reports whether an instance follows from what a read compares by relationships that are sure: the sensor of an
// alert, whoever maintains it.
func (r *rows) follow(c *candidate, node int) bool {
	gone, now, count := make([]bool, len(r.Nodes)), make([]int, len(r.Nodes)), 0
	for at := range r.Nodes {
		if gone[at] = !r.sure[at] || r.fresh[at]; !gone[at] {
			now[at] = count
			count++
		}
	}
	var values []stored.Value
	for _, col := range slices.Concat(c.where, c.keep) {
		for _, at := range c.placesOf(col) {
			if !gone[at.node] && c.ranges[col] == nil {
				values = append(values, stored.Value{Node: now[at.node], Attribute: at.attribute, Element: at.element})
			}
		}
	}
	return !gone[node] && r.concepts.Closure(r.Without(gone)).Of(nil, values)[now[node]]
}

// comparesKey reports whether a read compares an instance itself, not only what determines it.
func (c *candidate) comparesKey(r *rows, node int) bool {
	return !slices.ContainsFunc(r.facts.ownKey(c.table.meaning.Nodes[node].Of), func(id model.ID) bool {
		return !c.compares(place{c.at[node], id, false})
	})
}

// keepFewer leaves out conditions of the application that change nothing.
func (c *candidate) keepFewer(r *rows, bound []bool) {
	for _, col := range slices.Clone(c.keep) {
		one, all := c.one, c.keep
		c.keep = filter(all, func(other *column) bool { return other != col })
		if at, _ := c.placeOf(col); r.filters[at] != nil || !c.isExact(r, bound) || one && !c.one {
			c.keep = all
			c.isExact(r, bound)
		}
	}
}

// answers reports whether a table has a row for each of the instances, and no others.
func (c *candidate) answers(r *rows) bool {
	t := c.table
	if t.meaning.Grouped {
		return t == r.table && slices.Equal(c.at, r.at)
	}
	asked := &stored.Meaning{Columns: map[model.ID]stored.Value{}}
	nodes, fixed := map[int]int{}, map[int]int{}
	for i, to := range c.at {
		if to >= 0 {
			nodes[i], fixed[len(asked.Nodes)] = len(asked.Nodes), i
			n := r.Nodes[to]
			n.Optional = n.Optional && !c.partner
			asked.Nodes = append(asked.Nodes, n)
		}
	}
	for _, l := range r.Links {
		if from, to, is := c.linked(l); is {
			asked.Links = append(asked.Links, stored.Link{From: nodes[from], To: nodes[to], Participant: l.Participant})
		}
	}
	c.addWitnesses(asked, nodes, fixed)
	for _, col := range t.columns {
		at, is := c.placeOf(col)
		if _, known := r.known[at]; is && at.element && (known || r.wantsElement(at)) {
			asked.Columns[col.ID] = stored.Value{Node: nodes[col.value.Node], Attribute: at.attribute, Element: true}
		}
	}
	answers := r.concepts.Answers(t.meaning, asked, fixed)
	if len(answers) == 0 {
		return false
	}
	c.repeats = answers[0].Repeats || len(c.witnesses) > 0
	var lacking []int
	for _, i := range slices.Concat(answers[0].Lacking, answers[0].Collected) {
		if !r.sure[c.at[fixed[i]]] { // else another read has told that it is there
			lacking = append(lacking, fixed[i])
		}
	}
	return c.tells(r.concepts, lacking)
}

// addWitnesses adds the instances because of which there is a row.
func (c *candidate) addWitnesses(asked *stored.Meaning, nodes, fixed map[int]int) {
	for i := range c.at {
		if c.witnesses[i] {
			nodes[i], fixed[len(asked.Nodes)] = len(asked.Nodes), i
			asked.Nodes = append(asked.Nodes, stored.Node{Of: c.table.meaning.Nodes[i].Of})
		}
	}
	for _, l := range c.table.meaning.Links {
		from, hasFrom := nodes[l.From]
		to, hasTo := nodes[l.To]
		if hasFrom && hasTo && (c.witnesses[l.From] || c.witnesses[l.To]) {
			asked.Links = append(asked.Links, stored.Link{From: from, To: to, Participant: l.Participant})
		}
	}
}

// linked returns the nodes of the table that are related as two of the pattern: of nodes that are one instance those that
// the table relates. It is false if the table lacks one.
func (c *candidate) linked(l stored.Link) (from, to int, found bool) {
	for i, at := range c.at {
		for k, other := range c.at {
			if at != l.From || other != l.To {
				continue
			}
			if slices.Contains(c.table.meaning.Links, stored.Link{From: i, To: k, Participant: l.Participant}) {
				return i, k, true
			}
			from, to, found = i, k, true
		}
	}
	return from, to, found
}

// wantsElement reports whether the table that is written has a row for each value of a
// multi-valued attribute.
func (r *rows) wantsElement(at place) bool {
	return slices.ContainsFunc(r.table.columns, func(c *column) bool {
		return c.value.Element && slices.Contains(r.placesOf(c), at)
	})
}

// tells reports whether columns reveal which rows lack a node, and records those columns: they are
// null then. A read of one row may also find values of a node that nothing reveals. A relationship exists if its participants do, an owner if its weak entity does, and
// whatever alone leads to a node that exists: the crew member by whom a duty has an airline.
func (c *candidate) tells(concepts *stored.Concepts, lacking []int) bool {
	t := c.table
	told := make([]bool, len(t.meaning.Nodes))
	for at, n := range t.meaning.Nodes {
		told[at] = !n.Optional && !n.Collected
	}
	c.found = map[int]*column{}
	for _, at := range lacking {
		for _, col := range t.columnsOf(at) {
			switch {
			case col.value.Aggregate != "":
			case col.Role.InKey():
				told[at] = true // a row without it is not stored
				delete(c.found, c.at[at])
			case t.meaning.Nodes[at].Collected:
				told[at], c.found[c.at[at]] = true, col // a row without it has no element
			case col.identifies && !told[at]: // other columns may be null though it is there
				told[at], c.found[c.at[at]] = true, col
			}
		}
	}
	for changed := true; changed; {
		changed = t.tellLinks(concepts, told)
		for _, at := range lacking {
			by := slices.IndexFunc(lacking, func(other int) bool { return told[other] && t.hangsOn(other, at) })
			if told[at] || by < 0 {
				continue
			}
			told[at], changed = true, true
			if col := c.found[c.at[lacking[by]]]; col != nil {
				c.found[c.at[at]] = col
			}
		}
	}
	c.untold = nil
	for _, at := range lacking {
		if !told[at] {
			c.untold = append(c.untold, c.at[at])
		}
	}
	return len(c.untold) == 0 || c.one
}

// tellLinks adds the nodes that exist because those do to which they are linked. It reports whether there were any.
func (t *table) tellLinks(concepts *stored.Concepts, told []bool) (changed bool) {
	for _, l := range t.meaning.Links {
		from, to := told[l.From], told[l.To]
		told[l.To] = to || from
		told[l.From] = from || to && concepts.IsIdentifying(t.meaning.Nodes[l.From].Of, l.Participant) || t.tellsEnds(l.From, told)
		changed = changed || told[l.From] != from || told[l.To] != to
	}
	return changed
}

// hintOf returns a column that is null in rows without the instance of a node, and may be null in others, too; nil
// for none. The hint of a relationship may be the hint of a participant.
func (c *candidate) hintOf(node int) *column {
	nodes := []int{node}
	for _, l := range c.table.meaning.Links {
		if c.at[l.From] == node && slices.Contains(c.untold, c.at[l.To]) {
			nodes = append(nodes, c.at[l.To])
		}
	}
	for _, node := range nodes {
		if hint := c.columnOf(node); hint != nil {
			return hint
		}
	}
	return nil
}

// columnOf is a column with a single value of the instance of a node, nil for none.
func (c *candidate) columnOf(node int) *column {
	for _, col := range c.table.columns {
		if at, is := c.placeOf(col); is && at.node == node && !col.isCollection() && !c.table.meaning.Nodes[col.value.Node].Collected {
			return col
		}
	}
	return nil
}

// hangsOn reports whether a row has one node only if it has another one: only through the other
// node do the required nodes lead to it.
func (t *table) hangsOn(node, on int) bool {
	seen := map[int]bool{node: true, on: true}
	for queue := []int{node}; len(queue) > 0; queue = queue[1:] {
		if n := t.meaning.Nodes[queue[0]]; !n.Optional && !n.Collected {
			return false
		}
		for _, l := range t.meaning.Links {
			for _, ends := range [][2]int{{l.From, l.To}, {l.To, l.From}} {
				if ends[0] == queue[0] && !seen[ends[1]] {
					seen[ends[1]] = true
					queue = append(queue, ends[1])
				}
			}
		}
	}
	return true
}

// tellsEnds reports whether all participants of a relationship in a row are told.
func (t *table) tellsEnds(at int, told []bool) bool {
	return !slices.ContainsFunc(t.meaning.Links, func(l stored.Link) bool { return l.From == at && (l.Participant == "" || !told[l.To]) })
}

// settles reports whether the partition that is written tells to whom a read relates it: the album to the one artist who
// publishes it. Whether the partition has a row, which takes more, a look tells.
func (c *candidate) settles(r *rows, bound []bool) bool {
	var nodes []int
	for _, col := range r.table.partition {
		for _, at := range r.placesOf(col) {
			place := slices.Index(c.at, at.node)
			if place < 0 {
				return false
			}
			nodes = append(nodes, place)
		}
	}
	settled := c.table.closure.Of(nodes, nil)
	for i, to := range c.at {
		if to >= 0 && bound[to] && !settled[i] {
			return false
		}
	}
	return true
}

// constrainsElse reports whether instances that a read would find must be related to known
// ones by more than the table says.
func (r *rows) constrainsElse(at []int, bound []bool) bool {
	finds := func(node int) bool { return slices.Contains(at, node) && !bound[node] }
	isBound := func(node int) bool { return bound[node] || r.fresh[node] }
	for node := range r.Nodes {
		if finds(node) && r.near(node, func(other int) bool { return isBound(other) && !slices.Contains(at, other) && !r.gone[other] }) {
			return true
		}
	}
	return len(r.constraining(at, bound)) > 0
}

// constraining returns the parts of the pattern, without what a read finds, that relate what it finds to known instances: who
// translates a text also revises it.
func (r *rows) constraining(at []int, bound []bool) (parts [][]int) {
	finds := func(node int) bool { return slices.Contains(at, node) && !bound[node] }
	isOpen := func(node int) bool {
		return !bound[node] && !r.fresh[node] && !r.gone[node] && !slices.Contains(at, node) && !r.Nodes[node].Optional && !r.Nodes[node].Collected
	}
	isBound := func(node int) bool { return bound[node] || r.fresh[node] }
	seen := map[int]bool{}
	for node := range r.Nodes {
		if !isOpen(node) || seen[node] {
			continue
		}
		touchesFound, touchesBound := false, false
		var part []int
		for queue := []int{node}; len(queue) > 0; queue = queue[1:] {
			seen[queue[0]] = true
			part = append(part, queue[0])
			touchesFound = touchesFound || r.near(queue[0], finds)
			touchesBound = touchesBound || r.near(queue[0], isBound)
			for other := range r.Nodes {
				if isOpen(other) && !seen[other] && r.near(queue[0], func(n int) bool { return n == other }) {
					seen[other] = true
					queue = append(queue, other)
				}
			}
		}
		if touchesFound && touchesBound && !r.follows(part, at, isBound) {
			parts = append(parts, part)
		}
	}
	return parts
}

// near reports whether a node has a neighbour of a kind.
func (r *rows) near(node int, is func(int) bool) bool {
	return slices.ContainsFunc(r.Links, func(l stored.Link) bool { return l.From == node && is(l.To) || l.To == node && is(l.From) })
}

// follows reports whether what a read does not find is related to bound instances because of what it finds: who supplies a
// station has its utility, too.
func (r *rows) follows(part, at []int, isBound func(int) bool) bool {
	meaning, places := &stored.Meaning{}, map[int]int{}
	for _, node := range slices.Concat(at, part) {
		if _, has := places[node]; node >= 0 && !has {
			places[node] = len(meaning.Nodes)
			meaning.Nodes = append(meaning.Nodes, stored.Node{Of: r.Nodes[node].Of})
		}
	}
	var implied []stored.Link
	for _, l := range r.Links {
		from, hasFrom := places[l.From]
		to, hasTo := places[l.To]
		isPart := slices.Contains(part, l.From) || slices.Contains(part, l.To)
		switch isLoose := isPart && (isBound(l.From) || isBound(l.To)); {
		case isLoose && (!hasFrom || !hasTo):
			return false
		case isLoose:
			implied = append(implied, stored.Link{From: from, To: to, Participant: l.Participant})
		case hasFrom && hasTo:
			meaning.Links = append(meaning.Links, stored.Link{From: from, To: to, Participant: l.Participant})
		}
	}
	whole, now := r.concepts.Complete(meaning)
	return !slices.ContainsFunc(implied, func(l stored.Link) bool {
		return !slices.Contains(whole.Links, stored.Link{From: now[l.From], To: now[l.To], Participant: l.Participant})
	})
}
