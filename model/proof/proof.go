// Package proof determines how the tables of a model answer its queries: with
// which SELECT, at what cost, and if not, why.
//
// Read Result, All and prover first. A query becomes a statement on a table in
// statement.go, which columns.go supports by finding the columns that store an
// attribute. Package access judges the statement (judge.go). What the statement
// reads is in reads.go, where its parameters come from in parameters.go, how its
// next page is read in paging.go, and what would improve a verdict in fix.go.
//
// A query is judged on the physical tables that realize the tables of its query
// arrows, and on a logical table if none realizes it. A query without arrows is
// judged on every table that stores what it names.
package proof

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/sizing"
)

// Verdict is how a table answers a query.
type Verdict string

// The verdicts, from the best to the worst.
const (
	// Partition reads one partition, or a part of it.
	Partition Verdict = "partition"
	// Partitions reads several partitions, each by its key.
	Partitions Verdict = "partitions"
	// Index asks every node for the rows that an index finds.
	Index Verdict = "index"
	// Filtering reads given partitions and drops rows that do not match.
	Filtering Verdict = "filtering"
	// Scan reads the whole table.
	Scan Verdict = "scan"
	// None is a statement that Cassandra rejects, or a query without a table.
	None Verdict = "none"
)

var verdicts = []Verdict{Partition, Partitions, Index, Filtering, Scan, None}

// Better reports whether the verdict is better than another one.
func (v Verdict) Better(other Verdict) bool {
	return slices.Index(verdicts, v) < slices.Index(verdicts, other)
}

// Result is the proof of one query. Its Judgements are those of the tables that
// may serve the query, the best one first.
type Result struct {
	Query      model.ID
	Judgements []Judgement
	Parameters []Parameter
}

// Judgement is how one table answers a query.
type Judgement struct {
	// Table is a relation, or a logical table that no relation realizes.
	Table   model.ID
	Logical bool
	// Access and Select are the statement. It contains ALLOW FILTERING if
	// Cassandra runs it only so, and is the rejected one if the verdict is None.
	Access *access.Table
	Select access.Select
	// Verdict is None if Cassandra rejects the statement. Refusal is why it
	// rejects it, or why it does so without ALLOW FILTERING.
	Verdict Verdict
	Refusal *access.Refusal
	Indexes []string
	// Buckets are the columns of the partition key that physical design added.
	// The application computes their values.
	Buckets []string
	// Spread is set if the application runs the statement once for each of
	// several partitions.
	Spread *Spread
	// Ordered reports whether rows come in the order of the query. It is true for
	// a query without an order.
	Ordered bool
	// Missing are the attributes of the SELECT clause that the table lacks.
	Missing []Missing
	Reads   Reads

	statement *statement
}

// Spread describes a statement that is run once for each value of Columns, and
// how the results are put together.
type Spread struct {
	Columns []string
	// Values is the number of statements, unknown if the range decides it.
	Values Amount
	// Merge are the columns by which the results are sorted. If InOrder is true,
	// running the statements in the order of the first one sorts them; otherwise
	// the application merges the results. Without Merge they are concatenated.
	Merge   []string
	InOrder bool
	// Limit is the number of rows after which the application stops, 0 for none.
	Limit int
}

// Missing is an attribute, or a name in a model without concepts, that a table
// lacks.
type Missing struct {
	Attribute model.ID
	Name      string
}

// Best returns the judgement of the best table. The second result is false if
// no table comes into question.
func (r *Result) Best() (*Judgement, bool) {
	if len(r.Judgements) == 0 {
		return &Judgement{Verdict: None}, false
	}
	return &r.Judgements[0], true
}

// Verdict returns the verdict of the best table, None without any.
func (r *Result) Verdict() Verdict {
	best, _ := r.Best()
	return best.Verdict
}

// Served reports whether a table serves the query.
func (r *Result) Served() bool {
	best, _ := r.Best()
	return best.Serves()
}

// Tables returns the tables that serve the query, the best one first.
func (r *Result) Tables() []model.ID {
	var tables []model.ID
	for i := range r.Judgements {
		if r.Judgements[i].Serves() {
			tables = append(tables, r.Judgements[i].Table)
		}
	}
	return tables
}

// Serves reports whether the table serves the query. A scan does so only if the
// query asks for all rows: Cassandra rejects other scans without ALLOW
// FILTERING.
func (j *Judgement) Serves() bool {
	return j.Verdict != None && (j.Verdict != Scan || j.Refusal == nil)
}

// Faulty reports whether the table does not serve the query, or reads all rows.
func (j *Judgement) Faulty() bool { return !j.Serves() || j.Verdict == Scan }

// All proves the queries of a model, in their order.
func All(m *model.Model) []Result { return WithSizes(m, nil) }

// WithSizes is like All, for a caller that knows the sizes of all relations.
func WithSizes(m *model.Model, sizes map[model.ID]sizing.Size) []Result {
	p := newProver(m)
	p.sizes = sizes
	results := make([]Result, 0, len(m.Workflow.Queries))
	for _, item := range model.Sorted(m.Workflow.Queries) {
		results = append(results, p.prove(item.ID, item.Value))
	}
	return results
}

// Of proves one query. The model must have it.
func Of(m *model.Model, query model.ID) Result {
	return newProver(m).prove(query, m.Workflow.Queries[query])
}

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
	slices.SortStableFunc(result.Judgements, func(a, b Judgement) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Missing), len(b.Missing)))
	})
	return result
}

// search judges a query without arrows on every table that stores what it names,
// and returns those that serve it. If no table stores all that the query asks
// for, tables that store at least half of it count.
func (p *prover) search(query *model.Query) []Judgement {
	var whole, partial []Judgement
	tables := p.candidates(query)
	lacking := make(map[*table]int, len(tables))
	for _, t := range tables {
		lacking[t] = p.lacking(query, t)
	}
	slices.SortStableFunc(tables, func(a, b *table) int { return cmp.Compare(lacking[a], lacking[b]) })
	for _, t := range tables[:min(len(tables), maxSearched)] {
		j := p.judge(query, t)
		switch found := len(j.Select.Selectors); {
		case !j.Serves():
		case len(j.Missing) == 0:
			whole = append(whole, j)
		case len(j.Missing) <= found:
			partial = append(partial, j)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return partial
}

// maxSearched bounds the tables that a query without arrows is judged on.
const maxSearched = 8

// lacking counts the columns of a table's partition key that a query does not
// restrict, and the attributes of its SELECT clause that the table lacks.
func (p *prover) lacking(query *model.Query, t *table) int {
	count := 0
	for _, c := range t.partition {
		if !c.added {
			count++
		}
	}
	for _, given := range query.Given {
		for _, c := range p.columnsOf(t, reference{given.Attribute, given.Name, given.Participant}) {
			if c.role == model.Partition && !c.added {
				count--
			}
		}
	}
	for _, find := range query.Find {
		if !p.concepts.isType(find.Attribute) && len(p.columnsOf(t, reference{find.Attribute, find.Name, find.Participant})) == 0 {
			count++
		}
	}
	return count
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

// candidates returns the tables that store all that the WHERE and ORDER BY clauses
// of a query name.
func (p *prover) candidates(query *model.Query) []*table {
	references := p.references(query)
	if len(references) == 0 {
		return nil
	}
	var found []*table
	for _, t := range p.near(references[0]) {
		if !slices.ContainsFunc(references, func(r reference) bool { return len(p.columnsOf(t, r)) == 0 }) {
			found = append(found, t)
		}
	}
	return found
}

// near returns the tables that may store what a reference names.
func (p *prover) near(r reference) []*table {
	names := p.concepts.namesOf(r)
	found := slices.Clone(p.stored[r.attribute])
	if parent := p.concepts.parent(r.attribute); parent != "" {
		found = append(found, p.stored[parent]...)
	}
	for _, name := range names {
		for _, t := range p.named[name] {
			found = appendNew(found, t)
		}
	}
	return found
}

// references returns what the WHERE and ORDER BY clauses of a query name, or its
// SELECT clause if it has neither.
func (p *prover) references(query *model.Query) []reference {
	var references []reference
	for _, item := range model.Sorted(query.Given) {
		references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.SortBy) {
		references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.Find) {
		if len(query.Given)+len(query.SortBy) == 0 && !p.concepts.isType(item.Value.Attribute) {
			references = append(references, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
		}
	}
	return references
}
