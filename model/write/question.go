package write

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/proof"
)

// search returns the read of values by conditions, nil if no table serves it
// without a scan. The table of a row that is inserted counts only if other rows of it
// are meant. Reads of the same rows are one.
func (w *planning) search(t *target, wanted []reference, given []*model.Given, worst proof.Verdict, others bool) *lookup {
	for _, judgement := range w.ask(wanted, given) {
		if judgement.Faulty() || worst.Better(judgement.Verdict) || len(judgement.Missing) > 0 || w.kind == model.Insert && judgement.Table == t.table.ID && !others || !w.sameLink(t, w.byID[judgement.Table], given) {
			continue
		}
		key := lookupKey(&judgement)
		for _, known := range w.reads {
			if known.key == key && w.widen(known, wanted) {
				return known
			}
		}
		l := &lookup{key: key, judgement: judgement, asked: given, finds: wanted}
		w.reads = append(w.reads, l)
		return l
	}
	return nil
}

// widen lets a lookup find more columns of the same rows.
func (w *planning) widen(l *lookup, wanted []reference) bool {
	all := appendNew(slices.Clone(l.finds), wanted...)
	if len(all) == len(l.finds) {
		return true
	}
	for _, judgement := range w.ask(all, l.asked) {
		if lookupKey(&judgement) == l.key && len(judgement.Missing) == 0 {
			l.judgement, l.finds = judgement, all
			return true
		}
	}
	return false
}

// lookupKey identifies the rows that a statement reads.
func lookupKey(j *proof.Judgement) string {
	var key strings.Builder
	key.WriteString(string(j.Table))
	for _, c := range j.Select.Where {
		key.WriteString(" " + strings.Join(c.Columns, ",") + string(c.Operator))
	}
	return key.String()
}

// ask returns how tables answer the query that finds values under conditions. Plans
// ask the same several times.
func (p *planner) ask(find []reference, given []*model.Given) []proof.Judgement {
	key := questionKey(find, given)
	if known, asked := p.asked[key]; asked {
		return known
	}
	query := &model.Query{Find: map[model.ID]*model.Find{}, Given: map[model.ID]*model.Given{}}
	for i, r := range find {
		order := model.Nth(i)
		query.Find[model.ID("find"+order)] = &model.Find{Order: order, Attribute: r.attribute, Name: r.name, Participant: r.participant}
	}
	for i, g := range given {
		copied := *g
		copied.Order = model.Nth(i)
		query.Given[model.ID("given"+copied.Order)] = &copied
	}
	p.asked[key] = p.prover.Search(query)
	return p.asked[key]
}

func questionKey(find []reference, given []*model.Given) string {
	var key strings.Builder
	for _, r := range find {
		key.WriteString(string(r.attribute) + "/" + r.name + "/" + string(r.participant) + ",")
	}
	for _, g := range given {
		for _, part := range []string{string(g.Attribute), g.Name, string(g.Participant), string(g.Operator), string(g.Bounds), string(g.Count), string(g.Source), g.Constant} {
			key.WriteString("|" + part)
		}
	}
	return key.String()
}

// isSingle reports whether the conditions identify an instance that has only one
// of each wanted value. Several values of an attribute count only in a key.
func (w *planning) isSingle(given []*model.Given, columns []*column) bool {
	wanted, inKey := references(columns), hasKey(columns)
	var attributes []model.ID
	for _, g := range given {
		if g.Operator == model.Equal && g.Attribute != "" {
			attributes = append(attributes, g.Attribute)
		}
	}
	types := w.knownTypes(attributes)
	return !slices.ContainsFunc(wanted, func(r reference) bool {
		known := w.facts.known[r.attribute]
		return known == nil || known.MultiValued && inKey || !slices.ContainsFunc(types, func(of model.ID) bool {
			return w.facts.determines(of)[w.facts.owner[r.attribute]]
		})
	})
}
