package write

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

// need is what a statement must know: values, and instances that must be there. wanted are
// values that it can do without.
type need struct {
	places, wanted []place
	nodes          []int
}

// open returns the parts of a need that the application does not have.
func (r *rows) lacksOf(n *need) (places, wanted []place, nodes []int) {
	unknown := func(at place) bool { _, known := r.known[at]; return !known }
	return filter(n.places, unknown), filter(n.wanted, unknown), filter(n.nodes, func(at int) bool { return !r.sure[at] })
}

// maxReads bounds the reads that are tried for one table.
const maxReads = 12

// find plans the reads that find what is needed, the cheapest ones first. What no table
// finds stays unknown.
func (r *rows) find(n *need) {
	for range maxReads {
		places, wanted, nodes := r.lacksOf(n)
		if len(places)+len(wanted)+len(nodes) == 0 {
			return
		}
		best := r.best(places, wanted, nodes)
		if best == nil {
			return
		}
		r.adopt(best)
	}
}

// best returns the candidate that finds all that is needed at the least cost, or else the one
// that leads on.
func (r *rows) best(places, wanted []place, nodes []int) *candidate {
	var best *candidate
	for _, c := range r.candidates() {
		if !c.gains(r) {
			continue
		}
		c.missing = 0
		direct := false
		for _, at := range places {
			if found := c.finds(at); found {
				direct = true
			} else {
				c.missing += 4
			}
		}
		for _, at := range nodes {
			if slices.Contains(c.at, at) {
				direct = true
			} else {
				c.missing += 4
			}
		}
		for _, at := range wanted {
			if found := c.finds(at); found {
				direct = true
			} else {
				c.missing++
			}
		}
		c.direct = direct
		if best == nil || c.compare(best) < 0 {
			best = c
		}
	}
	return best
}

// candidate is a read that a table allows.
type candidate struct {
	table *table
	// at has the node of the pattern for each node of the table, further for what the
	// pattern does not have, dropped for what is not read.
	at          []int
	where, keep []*column
	// found are the columns that are null in rows without a node of the pattern.
	found        map[int]*column
	ranges       map[*column]*model.Given
	values       map[place]*column
	one, repeats bool
	// runs is how often the statement runs.
	runs      amount
	judgement proof.Judgement
	missing   int
	direct    bool
}

const (
	further = -1
	dropped = -2
)

// compare is negative for the better one: it finds all, then it reads one row, then one
// partition, then few rows.
func (c *candidate) compare(other *candidate) int {
	number := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	whole := cmp.Compare(number(c.missing > 0), number(other.missing > 0))
	rank := func(c *candidate) int {
		return slices.Index([]proof.Verdict{proof.Partition, proof.Partitions, proof.Index, proof.Filtering}, c.judgement.Verdict)
	}
	rows := func(c *candidate) float64 {
		if !c.judgement.Reads.Rows.Known || !c.runs.Known {
			return 1000
		}
		return c.judgement.Reads.Rows.Typical * c.runs.Typical
	}
	return cmp.Or(whole, cmp.Compare(number(!c.one), number(other.one == false)), cmp.Compare(number(!c.direct), number(!other.direct)), cmp.Compare(rank(c), rank(other)),
		cmp.Compare(rows(c), rows(other)), cmp.Compare(c.missing, other.missing), cmp.Compare(len(c.keep), len(other.keep)))
}

func (c *candidate) finds(at place) bool { return c.values[at] != nil }

// gains reports whether a read finds something that is not known.
func (c *candidate) gains(r *rows) bool {
	for at := range c.values {
		if _, known := r.known[at]; !known {
			return true
		}
	}
	for _, to := range c.at {
		if to == further || to >= 0 && !r.sure[to] {
			return true
		}
	}
	return false
}

// candidates returns the reads that the tables allow by what is known.
func (r *rows) candidates() []*candidate {
	closure := r.concepts.Closure(r.Meaning)
	bound := closure.Of(nil, r.pattern.values())
	var found []*candidate
	for _, t := range r.tables {
		if t.meaning == nil || t.isCounter || t.Unrealized {
			continue
		}
		for _, at := range r.placements(t) {
			found = append(found, r.variants(t, at, bound)...)
		}
	}
	return found
}

// placements returns the ways in which the nodes of a table can be those of the pattern,
// such that a column by which it can be read has a known value.
func (r *rows) placements(t *table) [][]int {
	var found [][]int
	for _, c := range t.starts() {
		for at, from := range r.known {
			if from.attribute == "" && from.read == nil || at.attribute != c.value.Attribute || at.element != c.value.Element ||
				r.fresh[at.node] || r.gone[at.node] || r.Nodes[at.node].Of != t.meaning.Nodes[c.value.Node].Of {
				continue
			}
			placed := make([]int, len(t.meaning.Nodes))
			for i := range placed {
				placed[i] = further
			}
			placed[c.value.Node] = at.node
			r.place(t, placed, []int{c.value.Node}, &found)
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

// starts are the columns by whose values a table may be read: the first one of the partition
// key that stores something, and those with an index.
func (t *table) starts() []*column {
	stores := func(c *column) bool { return c.stores && c.value.Aggregate == "" && !c.Added }
	if first := filter(t.partition, stores); len(first) > 0 {
		return append(first[:1:1], filter(t.indexed, stores)...)
	}
	return filter(t.columns, stores) // the partition key is a bucket
}

// place gives the nodes that are related to placed ones their nodes of the pattern.
func (r *rows) place(t *table, placed []int, queue []int, found *[][]int) {
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, l := range t.meaning.Links {
			switch at {
			case l.From:
				to := r.end(placed[at], l.Participant, t.meaning.Nodes[l.To].Of)
				if to < 0 || r.gone[to] {
					continue
				}
				if placed[l.To] == to {
					continue
				}
				if placed[l.To] != further || slices.Contains(placed, to) {
					return // two instances cannot be one
				}
				placed[l.To], queue = to, append(queue, l.To)
			case l.To:
				if placed[l.From] != further {
					continue
				}
				var choices []int
				for _, other := range r.Links {
					if other.To == placed[at] && other.Participant == l.Participant && r.Nodes[other.From].Of == t.meaning.Nodes[l.From].Of &&
						!r.fresh[other.From] && !r.gone[other.From] && !slices.Contains(placed, other.From) {
						choices = appendNew(choices, other.From)
					}
				}
				for _, choice := range choices[min(len(choices), 1):] {
					branch := slices.Clone(placed)
					branch[l.From] = choice
					r.place(t, branch, append(slices.Clone(queue), at, l.From), found)
				}
				if len(choices) > 0 {
					placed[l.From], queue = choices[0], append(queue, l.From)
				}
			}
		}
	}
	if !slices.ContainsFunc(*found, func(other []int) bool { return slices.Equal(other, placed) }) {
		*found = append(*found, placed)
	}
}

// variants returns the reads of a table by a placement: with all that it has of the pattern,
// without what is in collections, and without what a row may lack.
func (r *rows) variants(t *table, at []int, bound []bool) []*candidate {
	var found []*candidate
	for _, drops := range []func(stored.Node) bool{func(stored.Node) bool { return false }, func(n stored.Node) bool { return n.Collected }, func(n stored.Node) bool { return n.Collected || n.Optional }} {
		variant := slices.Clone(at)
		for i, n := range t.meaning.Nodes {
			if drops(n) {
				variant[i] = dropped
			} else if (n.Optional || n.Collected) && variant[i] == further {
				variant[i] = dropped
			}
		}
		if len(found) > 0 && slices.Equal(found[len(found)-1].at, variant) {
			continue
		}
		if c := r.candidate(t, variant, bound); c != nil {
			found = append(found, c)
		}
	}
	return found
}

// candidate returns the read of a table by a placement, nil if its rows are not exactly the
// instances that are meant.
func (r *rows) candidate(t *table, at []int, bound []bool) *candidate {
	c := &candidate{table: t, at: at, values: map[place]*column{}}
	if !c.restrict(r) || !c.isExact(r, bound) || !c.collect(r) {
		return nil
	}
	c.keepFewer(r, bound)
	c.judgement = r.judge(t, c.where)
	if c.judgement.Faulty() {
		return nil
	}
	var drivers []source
	for _, col := range slices.Concat(c.where, c.keep) {
		for _, at := range c.placesOf(col) {
			drivers = r.known[at].drivers(drivers)
		}
	}
	c.runs, _ = times(drivers)
	return c
}

// placeOf returns the place of the pattern whose value a column stores, the first one of a
// column that merges several.
func (c *candidate) placeOf(col *column) (place, bool) {
	if places := c.placesOf(col); len(places) > 0 {
		return places[0], true
	}
	return place{}, false
}

func (c *candidate) placesOf(col *column) []place {
	if !col.stores || col.value.Attribute == "" || col.value.Aggregate != "" {
		return nil
	}
	places := []place{{c.at[col.value.Node], col.value.Attribute, col.value.Element}}
	for _, value := range col.merged {
		places = append(places, place{c.at[value.Node], value.Attribute, value.Element})
	}
	if slices.ContainsFunc(places, func(at place) bool { return at.node < 0 }) {
		return nil
	}
	return places
}

// restrict chooses the columns that the statement compares, and those that the application
// does: a key, or a condition of the update.
func (c *candidate) restrict(r *rows) bool {
	knows := func(col *column) bool {
		places := c.placesOf(col)
		return len(places) > 0 && !c.table.meaning.Nodes[col.value.Node].Collected && !slices.ContainsFunc(places, func(at place) bool {
			_, known := r.known[at]
			return !known || r.fresh[at.node]
		})
	}
	whole := !slices.ContainsFunc(c.table.partition, func(col *column) bool { return !col.Added && !knows(col) })
	if whole {
		c.where = filter(c.table.partition, knows)
		for _, col := range c.table.clustering {
			if !knows(col) {
				break
			}
			c.where = append(c.where, col)
		}
	} else if c.where = filter(c.table.indexed, knows); len(c.where) == 0 {
		return false
	}
	for _, col := range c.table.columns {
		at, is := c.placeOf(col)
		if !is || slices.Contains(c.where, col) || col.isCollection() || c.table.meaning.Nodes[col.value.Node].Collected {
			continue
		}
		if given := r.filters[at]; given != nil && given.Operator.IsRange() {
			if c.ranges == nil {
				c.ranges = map[*column]*model.Given{}
			}
			c.ranges[col] = given
			c.keep = append(c.keep, col)
		} else if knows(col) && (given != nil || col.value.Element || r.facts.known[at.attribute].Key != model.NoKey) && !c.compares(at) {
			c.keep = append(c.keep, col)
		}
	}
	return true
}

// compares reports whether a column of the statement is compared with a value.
func (c *candidate) compares(at place) bool {
	return slices.ContainsFunc(slices.Concat(c.where, c.keep), func(col *column) bool {
		other, is := c.placeOf(col)
		return is && other == at
	})
}

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
	for i, to := range c.at {
		if to >= 0 && bound[to] && !restricted[i] && !t.meaning.Nodes[i].Collected {
			return false
		}
		if to >= 0 && bound[to] && t.meaning.Nodes[i].Collected && !r.concepts.IsRelationship(t.meaning.Nodes[i].Of) {
			return false // the application does not look into collections
		}
	}
	for at := range r.filters {
		if slices.Contains(c.at, at.node) && !bound[at.node] && !c.compares(at) {
			return false
		}
	}
	if r.constrainsElse(c.at, bound) {
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
			nodes[to], fixed[len(asked.Nodes)] = len(asked.Nodes), i
			asked.Nodes = append(asked.Nodes, r.Nodes[to])
		}
	}
	for _, l := range r.Links {
		from, isFrom := nodes[l.From]
		to, isTo := nodes[l.To]
		if isFrom && isTo {
			asked.Links = append(asked.Links, stored.Link{From: from, To: to, Participant: l.Participant})
		}
	}
	for _, col := range t.columns {
		at, is := c.placeOf(col)
		if _, known := r.known[at]; is && at.element && (known || r.wantsElement(at)) {
			asked.Columns[col.ID] = stored.Value{Node: nodes[at.node], Attribute: at.attribute, Element: true}
		}
	}
	answers := r.concepts.Answers(t.meaning, asked, fixed)
	if len(answers) == 0 {
		return false
	}
	c.repeats = answers[0].Repeats
	var lacking []int
	for _, i := range answers[0].Lacking {
		lacking = append(lacking, fixed[i])
	}
	return c.tells(r.concepts, lacking)
}

// wantsElement reports whether the table that is written has a row for each value of a
// multi-valued attribute.
func (r *rows) wantsElement(at place) bool {
	return slices.ContainsFunc(r.table.columns, func(c *column) bool {
		return c.value.Element && slices.Contains(r.placesOf(c), at)
	})
}

// tells reports whether columns tell which rows lack a node, and remembers these: they are
// null then. A relationship is there if its participants are, and an owner with what it owns.
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
			case t.meaning.Nodes[at].Collected, col.Role.InKey():
				told[at] = true // a row without it has no element, or is not stored
				delete(c.found, c.at[at])
			case col.identifies && !told[at]: // other columns may be null though it is there
				told[at], c.found[c.at[at]] = true, col
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range t.meaning.Links {
			from, to := told[l.From], told[l.To]
			told[l.To] = to || from
			told[l.From] = from || to && concepts.IsIdentifying(t.meaning.Nodes[l.From].Of, l.Participant) || t.tellsEnds(l.From, told)
			changed = changed || told[l.From] != from || told[l.To] != to
		}
	}
	return !slices.ContainsFunc(lacking, func(at int) bool { return !told[at] })
}

// tellsEnds reports whether all participants of a relationship in a row are told.
func (t *table) tellsEnds(at int, told []bool) bool {
	return !slices.ContainsFunc(t.meaning.Links, func(l stored.Link) bool { return l.From == at && (l.Participant == "" || !told[l.To]) })
}

// constrainsElse reports whether instances that a read would find must be related to known
// ones by more than the table says.
func (r *rows) constrainsElse(at []int, bound []bool) bool {
	finds := func(node int) bool { return slices.Contains(at, node) && !bound[node] }
	isOpen := func(node int) bool {
		return !bound[node] && !r.fresh[node] && !r.gone[node] && !slices.Contains(at, node) && !r.Nodes[node].Optional && !r.Nodes[node].Collected
	}
	near := func(node int, is func(int) bool) bool {
		return slices.ContainsFunc(r.Links, func(l stored.Link) bool { return l.From == node && is(l.To) || l.To == node && is(l.From) })
	}
	isBound := func(node int) bool { return bound[node] || r.fresh[node] }
	for node := range r.Nodes {
		if finds(node) && near(node, func(other int) bool { return isBound(other) && !slices.Contains(at, other) && !r.gone[other] }) {
			return true
		}
	}
	seen := map[int]bool{}
	for node := range r.Nodes {
		if !isOpen(node) || seen[node] {
			continue
		}
		touchesFound, touchesBound := false, false
		for queue := []int{node}; len(queue) > 0; queue = queue[1:] {
			seen[queue[0]] = true
			touchesFound = touchesFound || near(queue[0], finds)
			touchesBound = touchesBound || near(queue[0], isBound)
			for other := range r.Nodes {
				if isOpen(other) && !seen[other] && near(queue[0], func(n int) bool { return n == other }) {
					seen[other] = true
					queue = append(queue, other)
				}
			}
		}
		if touchesFound && touchesBound {
			return true
		}
	}
	return false
}

// collect lists the values that a read finds. It is false if collections do not tell which
// instances they have.
func (c *candidate) collect(r *rows) bool {
	for _, col := range c.table.columns {
		at, is := c.placeOf(col)
		if !is {
			continue
		}
		n := c.table.meaning.Nodes[col.value.Node]
		if n.Collected && (r.facts.known[at.attribute].Key == model.NoKey || !col.isCollection()) {
			continue
		}
		for _, at := range c.placesOf(col) {
			if c.values[at] == nil || c.values[at].isCollection() && !col.isCollection() {
				c.values[at] = col
			}
		}
		if multi := (place{at.node, at.attribute, true}); !n.Collected && !at.element && col.isCollection() && c.values[multi] == nil {
			c.values[multi] = col
		}
	}
	for i, to := range c.at {
		of := c.table.meaning.Nodes[i].Of
		if to < 0 || !c.table.meaning.Nodes[i].Collected || r.concepts.IsRelationship(of) {
			continue
		}
		keys := r.facts.ownKey(of)
		if len(keys) != 1 || c.values[place{to, keys[0], false}] == nil || r.concepts.IsWeak(of) {
			return false
		}
	}
	return true
}

// judge returns how a table is read by some columns.
func (p *planner) judge(t *table, where []*column) proof.Judgement {
	key := string(t.ID)
	var ids []model.ID
	for _, c := range where {
		key += " " + string(c.ID)
		ids = append(ids, c.ID)
	}
	if known, is := p.judged[key]; is {
		return known
	}
	p.judged[key] = p.prover.Read(t.ID, ids, nil)
	return p.judged[key]
}

// adopt makes a candidate a read of the plan.
func (r *rows) adopt(c *candidate) {
	made := &read{table: c.table, where: c.where, keep: c.keep, ranges: c.ranges, from: map[*column]source{}, judgement: c.judgement, one: c.one,
		atMost: c.repeats || !c.one && len(c.keep) > 0 || c.judgement.Reads.AtMost}
	for _, col := range slices.Concat(c.where, c.keep) {
		if c.ranges[col] == nil {
			at, _ := c.placeOf(col)
			made.from[col] = r.known[at]
		}
	}
	made = r.planning.intern(made)
	r.reads = appendNew(r.reads, made)
	r.extend(c)
	for at, col := range c.values {
		if at.node < 0 {
			continue
		}
		if _, known := r.known[at]; !known {
			several := at.element && col.isCollection() || c.table.meaning.Nodes[col.value.Node].Collected
			from := source{attribute: at.attribute, participant: r.Nodes[at.node].Participant, read: made, column: col, several: several}
			if several {
				from.count = r.prover.Amount(c.table.Relation.Columns[col.ID].Elements)
			}
			r.known[at] = from
		}
	}
	for _, to := range c.at {
		if to >= 0 && !r.sure[to] {
			r.sure[to], r.by[to] = true, source{read: made, column: c.found[to]}
		}
	}
	r.spread(r.concepts)
}

// extend adds what a read finds and the pattern does not have: it leads to further tables.
func (r *rows) extend(c *candidate) {
	nodes := slices.Clone(c.at)
	for i, to := range c.at {
		if to == further {
			n := c.table.meaning.Nodes[i]
			nodes[i] = r.addNode(stored.Node{Of: n.Of, Participant: n.Participant}, false)
			r.gone = append(r.gone, false)
		}
	}
	for _, l := range c.table.meaning.Links {
		if made := (stored.Link{From: nodes[l.From], To: nodes[l.To], Participant: l.Participant}); made.From >= 0 && made.To >= 0 && !slices.Contains(r.Links, made) {
			r.Links = append(r.Links, made)
		}
	}
	added := slices.Clone(c.at)
	c.at = nodes
	for _, col := range c.table.columns {
		if col.stores && added[col.value.Node] == further && !c.table.meaning.Nodes[col.value.Node].Collected {
			if at, is := c.placeOf(col); is && c.values[at] == nil {
				c.values[at] = col
			}
		}
	}
}

// intern returns the read of the plan that finds the same rows.
func (w *planning) intern(made *read) *read {
	key := made.key()
	if known := w.readsByKey[key]; known != nil {
		return known
	}
	w.readsByKey[key] = made
	w.reads = append(w.reads, made)
	return made
}
