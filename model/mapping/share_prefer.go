package mapping

import (
	"fmt"
	"slices"
	"strings"
)

// preferShared puts an alternative first that the table of another query serves too,
// if reading it costs no more than the one that is first, which needs a table of its
// own. The tables of plans of which a user chose an alternative stay.
func preferShared(tables []*table, chosen func(*Plan) bool, stopped func() bool) {
	for i, t := range tables {
		if stopped() {
			return
		}
		if t.existing != "" || t.own || t.subtype != "" {
			continue
		}
		plan := t.plans[0]
		others := slices.Delete(slices.Clone(tables), i, i+1)
		at, with := plan.firstShared(others)
		if at <= 0 {
			continue
		}
		plan.prefer(at, with)
		if !chosen(plan) {
			tables[i] = newTable(plan, &plan.Alternatives[0])
		}
	}
}

// firstShared returns the first of the alternatives that cost as little as the best
// one and that can share a table, with that table; -1 if there is none.
func (p *Plan) firstShared(others []*table) (int, *table) {
	for i := range p.Alternatives {
		a := &p.Alternatives[i]
		if (ranking{p.designer}).compareReads(&p.Alternatives[0], a) != 0 || a.Form == PerSubtype {
			continue
		}
		alone := table{designer: p.designer, shape: a.shape, plans: []*Plan{p}}
		for _, other := range others {
			if other.subtype != "" || !alone.mayServe(other) && !other.mayServe(&alone) {
				continue
			}
			one, copied := alone, *other
			copied.plans = slices.Clone(other.plans)
			if join(&one, &copied) != nil {
				return i, other
			}
		}
	}
	return -1, nil
}

// prefer moves an alternative to the front, with a reason.
func (p *Plan) prefer(at int, with *table) {
	first := p.Alternatives[at]
	p.Alternatives = slices.Insert(slices.Delete(p.Alternatives, at, at+1), 0, first)
	for i := range p.Alternatives[:at+1] {
		p.Alternatives[i].Reasons = explanation{p.designer}.reasons(&p.Alternatives[0], &p.Alternatives[i], i == 0)
	}
	p.Alternatives[0].Reasons = append(p.Alternatives[0].Reasons,
		fmt.Sprintf("one table serves %s too: no further table and no further write", with.labels()))
	p.Alternatives[1].Reasons = append(p.Alternatives[1].Reasons, "reads as little, but needs a table and a write of its own")
}

// labels names the queries of a table.
func (t *table) labels() string {
	var labels []string
	for _, plan := range t.plans {
		labels = append(labels, t.designer.Graph.Model.Title(plan.Query))
	}
	return strings.Join(labels, ", ")
}
