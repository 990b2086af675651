package mapping

import (
	"cmp"
	"slices"
)

// regroup joins tables of which each pair of queries could share one, but all of them could
// share a third: ((a), c, b) serves a, a and c, and all three, while ((a, c), b) serves two
// of them. A table that a user chose stays.
func regroup(tables []*table, chosen func(*Plan) bool, stopped func() bool) []*table {
	for i := 0; i < len(tables) && !stopped(); i++ {
		for j := 0; j < len(tables); j++ {
			if i == j || !tables[i].isFree() || !tables[j].isFree() || !tables[i].mayServe(tables[j]) {
				continue
			}
			joined := tables[i].regroupWith(tables[j], chosen)
			if joined == nil {
				continue
			}
			tables[i] = joined
			tables = slices.Delete(tables, j, j+1)
			i, j = min(i, j), -1
		}
	}
	return tables
}

// isFree reports whether the queries of a table may get another one.
func (t *table) isFree() bool { return t.existing == "" && !t.own && t.subtype == "" }

// place is an alternative of a plan, by its place among them.
type place struct {
	*Plan
	at int
}

// regroupWith returns one table with the partition key of t for the queries of both, nil if
// there is none, or if a query would read more than in its own.
func (t *table) regroupWith(other *table, chosen func(*Plan) bool) *table {
	var places []place
	for _, p := range slices.Concat(t.plans, other.plans) {
		if chosen(p) {
			return nil
		}
		at := p.alternativeBy(t)
		if at < 0 {
			return nil
		}
		places = append(places, place{p, at})
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Compare(len(b.designer.Equal)+len(b.designer.Many), len(a.designer.Equal)+len(a.designer.Many))
	})
	var joined *table
	for _, p := range places {
		next := newTable(p.Plan, &p.Alternatives[p.at])
		if joined == nil {
			joined = next
		} else if joined = join(joined, next); joined == nil {
			return nil
		}
	}
	for _, p := range places {
		if p.at > 0 {
			others := *joined
			others.plans = slices.DeleteFunc(slices.Clone(joined.plans), func(q *Plan) bool { return q == p.Plan })
			p.prefer(p.at, &others)
		}
	}
	return joined
}

// alternativeBy returns the place of the alternative with the partition key of a table that
// costs as little as the best one, -1 if there is none.
func (p *Plan) alternativeBy(t *table) int {
	return slices.IndexFunc(p.Alternatives, func(a Alternative) bool {
		return a.Form == t.shape.form && sameAtoms(a.shape.partition, t.shape.partition, p.designer.Graph, t.designer.Graph) &&
			ranking{p.designer}.compareReads(&p.Alternatives[0], &a) == 0
	})
}
