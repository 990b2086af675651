package write

import (
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

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
