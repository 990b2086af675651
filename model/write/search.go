package write

import (
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

// need holds the values and instances that a statement requires. wanted are optional values.
type need struct {
	places, wanted []place
	nodes          []int
}

// lacksOf returns the parts of a need that the application does not have.
func (r *rows) lacksOf(n *need) (places, wanted []place, nodes []int) {
	unknown := func(at place) bool { _, known := r.known[at]; return !known }
	return filter(n.places, unknown), filter(n.wanted, unknown), filter(n.nodes, func(at int) bool { return !r.sure[at] })
}

// maxReads bounds the reads that are tried for one table.
const maxReads = 12

// find plans the reads that find what is needed, the cheapest ones first. What no table
// finds stays unknown.
func (r *rows) find(n *need) {
	if !r.findBy(n, false) {
		r.findBy(n, true)
	}
}

// findBy does so by reads that find all instances, or also by those that find them by a value
// that they may lack. It reports whether all is found.
func (r *rows) findBy(n *need, mayLack bool) bool {
	for range maxReads {
		places, wanted, nodes := r.lacksOf(n)
		if len(places)+len(wanted)+len(nodes) == 0 {
			return true
		}
		best := r.best(places, wanted, nodes, mayLack)
		if best == nil {
			return false
		}
		r.adopt(best)
	}
	return false
}

// best returns the candidate that finds most, at the least cost, of those that add to the known
// values.
func (r *rows) best(places, wanted []place, nodes []int, mayLack bool) *candidate {
	var best *candidate
	for _, c := range r.candidates() {
		if c.lax = mayLack; !c.gains(r) || !mayLack && r.throughOf(c).lacking(r, true) != nil {
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
			if slices.Contains(c.at, at) && c.tellsOf(r, at) {
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

// candidates returns the reads that the known values allow.
func (r *rows) candidates() []*candidate {
	closure := r.concepts.Closure(r.Meaning)
	bound := closure.Of(nil, r.pattern.values())
	known := r.knownPlaces()
	var found []*candidate
	for _, t := range r.tables {
		if t.meaning == nil || t.isCounter || t.Unrealized {
			continue
		}
		for _, at := range r.placements(t, known) {
			found = append(found, r.variants(t, at, bound)...)
		}
	}
	return found
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
	made := &read{table: c.table, where: c.where, keep: c.keep, ranges: c.ranges, from: map[*column]source{},
		judgement: c.judgement, one: c.one, partner: c.partner,
		atMost: c.repeats || !c.one && len(c.keep) > 0 || c.judgement.Reads.AtMost}
	for _, col := range slices.Concat(c.where, c.keep) {
		if c.ranges[col] == nil {
			at, _ := c.placeOf(col)
			made.from[col] = r.known[at]
		}
	}
	made = r.planning.intern(made)
	r.reads = appendNew(r.reads, made)
	missed := r.throughOf(c)
	r.extend(c)
	for at, col := range c.values {
		if at.node < 0 {
			continue
		}
		if _, known := r.known[at]; !known {
			several := at.element && col.isCollection() || c.table.meaning.Nodes[col.value.Node].Collected
			from := source{attribute: at.attribute, participant: r.Nodes[at.node].Participant, read: made, column: col, several: several, isSame: len(c.witnesses) > 0, through: missed}
			if several {
				from.count = r.prover.Amount(c.table.Relation.Columns[col.ID].Elements)
			}
			r.known[at] = from
		}
	}
	for _, to := range c.at {
		if to >= 0 && !r.sure[to] && c.tellsOf(r, to) {
			by := source{read: made, column: c.found[to], through: missed}
			if slices.Contains(c.untold, to) {
				by.column = c.hintOf(to)
				at, _ := c.placeOf(by.column)
				by.through = &through{at, by, by.through}
			}
			r.sure[to], r.by[to] = true, by
		}
	}
	r.spread(r.concepts)
}

// extend adds the nodes of a read that the pattern does not have: they lead to further tables.
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
		made := stored.Link{From: nodes[l.From], To: nodes[l.To], Participant: l.Participant}
		if made.From >= 0 && made.To >= 0 && !slices.Contains(r.Links, made) {
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
