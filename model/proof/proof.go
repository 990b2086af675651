// Package proof determines how the tables of a model answer its queries: with which SELECT, at what
// cost, and if not, why.
//
// Read Result and All first, then prover.go. A query without arrows is matched with tables in
// search.go. A query becomes a statement on a table in statement.go, which columns.go supports by
// finding the columns that store an attribute. Package access judges the statement (judge.go).
// reads.go estimates the rows and bytes that it reads, parameters.go finds the sources of its
// parameters, paging.go reads its next page, lookup.go adds statements for attributes that the
// table lacks, union.go those for further subtypes, and fix.go suggests edits that improve a
// verdict.
//
// A query is judged on the physical tables that realize the tables of its query arrows, and on a
// logical table if none realizes it. A logical table serves queries only in a document without
// physical tables. A query without arrows is judged on every table that stores what it names.
package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/sizing"
)

// Verdict is the way in which a table answers a query.
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

// Result is the proof of one query. Its Judgements judge the tables that may serve the query, the
// best one first.
type Result struct {
	Query      model.ID
	Judgements []Judgement
	Parameters []Parameter
	// Gaps lists the columns and rows that the query reads and the updates leave out. Without
	// the plans of the updates there are none.
	Gaps []Gap
}

// Gap is a column that Update leaves empty, or that no update fills, or else rows that Update
// does not write.
type Gap struct {
	Table  model.ID
	Column string
	Update model.ID
}

// Judgement describes how one table answers a query.
type Judgement struct {
	// Table is a relation, or a logical table that no relation realizes.
	Table   model.ID
	Logical bool
	// Unrealized reports that the table is logical in a document that has physical
	// tables: it exists in no cluster, so it does not serve the query, whatever the
	// verdict on its statement.
	Unrealized bool
	// Mismatch explains why the rows of the table do not answer the query, whatever the verdict on
	// its statement would be, or is "". With a Mismatch the verdict is None.
	Mismatch string
	// Access and Select are the statement. It contains ALLOW FILTERING if
	// Cassandra runs it only so, and is the rejected one if the verdict is None.
	Access *access.Table
	Select access.Select
	// Text is the statement of the application that the query was recovered from, empty if
	// the statement follows from the query. Select is its meaning.
	Text string
	// Verdict is None if Cassandra rejects the statement. Refusal is the reason, or the reason why
	// it needs ALLOW FILTERING.
	Verdict Verdict
	Refusal *access.Refusal
	Indexes []string
	// Filters are the restricted columns outside of the key for which Cassandra drops rows
	// that it has read, if another table could have them in its key.
	Filters []string
	// Buckets are the columns of the partition key that physical design added.
	// The application computes their values.
	Buckets []string
	// Spread is set if the application runs the statement once for each of
	// several partitions.
	Spread *Spread
	// Ordered reports whether rows come in the order of the query. It is true for
	// a query without an order.
	Ordered bool
	// Sort is set if the application sorts the rows, because no statement with these
	// conditions returns them in the order of the query.
	Sort *Sort
	// Repeats reports that rows may come twice, and that the application drops them.
	Repeats bool
	// Prefixes are the columns that a prefix restricts to a range, whose end the
	// application computes.
	Prefixes []string
	// Counted is a column of stored counts that the statement returns as they are: a group
	// without rows has 0 there, or no row.
	Counted string
	// Rowless is a clustering column that is null in the row that Cassandra returns for a
	// partition with static values only; the application drops it. It is empty if no such
	// partition is to be expected.
	Rowless string
	// None are the instances that may be absent in the result of a query that finds at most one
	// row: nulls stand for them.
	None []string
	// Limit is the number of rows that the application takes in the end, since a LIMIT
	// in the statement would count other rows. 0 for none.
	Limit int
	// Missing are the attributes of the SELECT clause that the table lacks.
	Missing []Missing
	// Lookups are further statements that find what is missing, in their order. The
	// proofs of queries have them; answers of a Prover do not.
	Lookups []Lookup
	// Reads are the reads of the statement, without its lookups.
	Reads Reads

	statement *statement
}

// Spread describes a statement that is run once for each value of Columns, and
// how the results are put together.
type Spread struct {
	Columns []string
	// Values is the number of statements; it is unknown if a range determines it, as Ranged
	// reports.
	Values Amount
	Ranged bool
	// Merge are the columns by which the results are sorted. If InOrder is true,
	// running the statements in the order of the first one sorts them; otherwise
	// the application merges the results. Without Merge they are concatenated.
	Merge   []access.Order
	InOrder bool
	// Limit is the number of rows after which the application stops, 0 for none.
	Limit int
	// Combines reports that the application combines the values of groups that several
	// statements return: it adds up counts and sums, and divides those for an average.
	Combines bool
}

// Sort describes the application's work for an order that Cassandra does not serve: it sorts the
// rows by Columns and takes the first Limit, 0 for all.
type Sort struct {
	Columns []access.Order
	Limit   int
	// Together reports that the rows come from several tables.
	Together bool
}

// Missing is an attribute, or a name in a model without concepts, that a table
// lacks.
type Missing struct {
	Attribute   model.ID
	Name        string
	Participant model.ID
	// Aggregate is the function whose values the table would have to store.
	Aggregate model.Aggregate
}

func (m Missing) reference() reference {
	if m.Attribute != "" {
		return reference{attribute: m.Attribute, participant: m.Participant}
	}
	return reference{name: m.Name}
}

// Best returns the judgement of the best table. The second result is false if
// no table comes into question.
func (r *Result) Best() (*Judgement, bool) {
	if len(r.Judgements) == 0 {
		return &Judgement{Verdict: None}, false
	}
	return &r.Judgements[0], true
}

// Verdict returns the verdict of the best table with its lookups, None without any.
func (r *Result) Verdict() Verdict {
	best, _ := r.Best()
	return best.Whole()
}

// Served reports whether a table serves the query and, with its lookups, has all that
// the query selects, and whether the updates write that. Every count of served queries is by this.
func (r *Result) Served() bool {
	best, _ := r.Best()
	return best.Serves() && len(best.Lacking()) == 0 && len(r.Gaps) == 0
}

// Tables returns the tables that serve the query: the best one first, then those of
// its lookups, then others that serve it.
func (r *Result) Tables() []model.ID {
	var tables []model.ID
	for i := range r.Judgements {
		if j := &r.Judgements[i]; j.Serves() {
			tables = appendNew(tables, j.Table)
			for k := range j.Lookups {
				if i == 0 {
					tables = appendNew(tables, j.Lookups[k].Table)
				}
			}
		}
	}
	return tables
}

// Serves reports whether the table serves the query. A scan does so only if the
// query asks for all rows: it has no condition, and Cassandra accepts it without ALLOW
// FILTERING.
func (j *Judgement) Serves() bool {
	return !j.Unrealized && j.Verdict != None && (j.Verdict != Scan || j.Refusal == nil && len(j.Select.Where) == 0)
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
		results = append(results, p.prove(item.ID, p.rows.InRoles(item.Value)))
	}
	return results
}

// Some proves some of the queries, for a caller that knows the sizes of all relations.
// The model must have them.
func Some(m *model.Model, sizes map[model.ID]sizing.Size, queries []model.ID) []Result {
	p := newProver(m)
	p.sizes = sizes
	results := make([]Result, 0, len(queries))
	for _, id := range queries {
		results = append(results, p.prove(id, p.rows.InRoles(m.Workflow.Queries[id])))
	}
	return results
}

// Of proves one query. The model must have it.
func Of(m *model.Model, query model.ID) Result {
	p := newProver(m)
	return p.prove(query, p.rows.InRoles(m.Workflow.Queries[query]))
}
