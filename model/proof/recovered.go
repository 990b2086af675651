package proof

import (
	"slices"

	"widerow/model"
)

// recovered proves a query that is a statement of the application: that statement, on its
// table. It is false if the model has no such table.
func (p *prover) recovered(query *model.Query) (Judgement, bool) {
	for _, named := range model.StatementTables(query.Statement) {
		at := slices.IndexFunc(p.tables, func(t *table) bool { return named.Is(p.model, t.relation) })
		if at < 0 {
			continue
		}
		j := p.judge(query, p.tables[at])
		j.Text, j.Missing, j.Spread, j.Sort, j.Ordered, j.Repeats = query.Statement, nil, nil, nil, true, false
		return j, true
	}
	return Judgement{}, false
}
