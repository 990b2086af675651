package proof

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// prover proves the queries of one document.
type prover struct {
	model    *model.Model
	concepts concepts
	flow     flow
	// rows holds the meanings of the tables' rows.
	rows      *mapping.Stored
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
	grouping map[*model.Query]mapping.Grouping
	// identifying are the names of the columns that are the whole key of a table, nil before the
	// first use.
	identifying map[string]bool
	// sizes holds the sizes of all relations, nil before the first use.
	sizes map[model.ID]sizing.Size
}

func newProver(m *model.Model) *prover {
	rows := mapping.NewStored(m)
	p := &prover{model: m, concepts: newConcepts(m, rows.Roles()), evaluator: m.NewEvaluator(), rows: rows, byID: map[model.ID]*table{},
		realized: map[model.ID][]*table{}, stored: map[model.ID][]*table{}, named: map[string][]*table{},
		assigned: map[model.ID][]*table{}, grouping: map[*model.Query]mapping.Grouping{}}
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
			t := p.logicalTable(item.ID, item.Value, origins)
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

func appendNew[T comparable](list []T, elements ...T) []T {
	for _, element := range elements {
		if !slices.Contains(list, element) {
			list = append(list, element)
		}
	}
	return list
}

func (p *prover) prove(id model.ID, query *model.Query) Result {
	result := Result{Query: id, Parameters: p.flow.parameters(id)}
	if query.Statement != "" {
		if j, found := p.recovered(query); found {
			result.Judgements = []Judgement{j}
			return result
		}
	}
	if assigned := p.assigned[id]; len(assigned) > 0 {
		for _, t := range assigned {
			result.Judgements = append(result.Judgements, p.judge(query, t))
		}
	} else {
		result.Judgements = p.search(query)
	}
	result.Judgements = p.unite(id, query, result.Judgements)
	for i := range result.Judgements {
		if j := &result.Judgements[i]; len(j.Lookups) == 0 {
			p.hold(id, j)
		}
	}
	if len(p.assigned[id]) == 0 && p.rows.IsOpen(id) {
		result.Judgements = slices.DeleteFunc(result.Judgements, func(j Judgement) bool { return j.Mismatch != "" })
	}
	for i := range result.Judgements {
		p.complete(id, query, &result.Judgements[i])
	}
	if len(result.Judgements) == 0 {
		result.Judgements = p.searchLookups(id, query)
	}
	result.sort()
	return result
}

// sort puts the best judgement first.
func (r *Result) sort() {
	slices.SortStableFunc(r.Judgements, func(a, b Judgement) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Lacking()), len(b.Lacking())), cmp.Compare(len(a.Lookups), len(b.Lookups)))
	})
}

// rank is smaller for a better judgement. A table whose rows the application must
// sort comes after one of the same verdict, and one that lacks columns after those
// that read several partitions.
func (j *Judgement) rank() int {
	rank := 3 * slices.Index(verdicts, j.Whole())
	if !j.Ordered {
		rank++
	}
	if len(j.Missing) > 0 && len(j.Lacking()) > 0 {
		rank = max(rank, 3*slices.Index(verdicts, Partitions)+2)
	}
	return rank
}

// groupingOf is Stored.GroupingOf, once for each query that returns groups.
func (p *prover) groupingOf(query *model.Query) mapping.Grouping {
	grouping, known := p.grouping[query]
	if !known && returnsGroups(query) {
		grouping = p.rows.GroupingOf(query)
		p.grouping[query] = grouping
	}
	return grouping
}

// returnsGroups reports whether a query returns groups of rows or distinct ones.
func returnsGroups(query *model.Query) bool {
	for _, find := range query.Find {
		if find.Aggregate != "" || find.Grouped {
			return true
		}
	}
	return query.Distinct
}
