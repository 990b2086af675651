package proof

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
)

// prover proves the queries of one document.
type prover struct {
	model     *model.Model
	concepts  concepts
	flow      flow
	evaluator *model.Evaluator
	// hasLogical reports whether the document has logical tables.
	hasLogical bool
	// tables are those that queries are judged on, in order.
	tables   []*table
	byID     map[model.ID]*table
	realized map[model.ID][]*table // by logical table
	stored   map[model.ID][]*table // by attribute
	named    map[string][]*table   // by name of a column
	assigned map[model.ID][]*table // by query
	// sizes are those of all relations, nil before the first use.
	sizes map[model.ID]sizing.Size
}

func newProver(m *model.Model) *prover {
	p := &prover{model: m, concepts: newConcepts(m), evaluator: m.NewEvaluator(), byID: map[model.ID]*table{},
		realized: map[model.ID][]*table{}, stored: map[model.ID][]*table{}, named: map[string][]*table{},
		assigned: map[model.ID][]*table{}}
	p.flow, p.hasLogical = newFlow(m, &p.concepts), len(m.Logical.Tables) > 0
	origins := originsOf(m)
	for _, item := range model.Sorted(m.Physical.Relations) {
		t := p.physicalTable(item.ID, item.Value, origins)
		p.add(t)
		for id := range item.Value.Realizes {
			p.realized[id] = append(p.realized[id], t)
		}
	}
	for _, item := range model.Sorted(m.Logical.Tables) {
		if len(p.realized[item.ID]) == 0 {
			t := p.logicalTable(item.ID, item.Value)
			p.add(t)
			p.realized[item.ID] = append(p.realized[item.ID], t)
		}
	}
	for _, item := range model.Sorted(m.Logical.Arrows) {
		for _, t := range p.realized[item.Value.To] {
			if !slices.Contains(p.assigned[item.Value.Access], t) {
				p.assigned[item.Value.Access] = append(p.assigned[item.Value.Access], t)
			}
		}
	}
	return p
}

func (p *prover) add(t *table) {
	p.tables = append(p.tables, t)
	p.byID[t.id] = t
	for _, column := range t.columns {
		for _, attribute := range column.attributes {
			p.stored[attribute] = appendNew(p.stored[attribute], t)
		}
		for _, name := range column.names {
			p.named[name] = appendNew(p.named[name], t)
		}
	}
}

func appendNew[T comparable](list []T, element T) []T {
	if slices.Contains(list, element) {
		return list
	}
	return append(list, element)
}

func (p *prover) prove(id model.ID, query *model.Query) Result {
	result := Result{Query: id, Parameters: p.flow.parameters(id)}
	if assigned := p.assigned[id]; len(assigned) > 0 {
		for _, t := range assigned {
			result.Judgements = append(result.Judgements, p.judge(query, t))
		}
	} else {
		result.Judgements = p.search(query)
	}
	result.sort()
	return result
}

// sort puts the best judgement first.
func (r *Result) sort() {
	slices.SortStableFunc(r.Judgements, func(a, b Judgement) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Missing), len(b.Missing)))
	})
}

// rank is smaller for a better judgement. A table whose rows the application must
// sort comes after one of the same verdict.
func (j *Judgement) rank() int {
	rank := 2 * slices.Index(verdicts, j.Verdict)
	if !j.Ordered {
		rank++
	}
	return rank
}
