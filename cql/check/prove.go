package check

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	cqlhint "widerow/cql/hint"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Proofs are the tables of a document, the proof of each of its queries and the plan
// of each of its updates.
type Proofs struct {
	Tables  []Table  `json:"tables"`
	Queries []Query  `json:"queries"`
	Updates []Update `json:"updates"`
}

// Table is a table, or a logical table that no physical one realizes. Names are
// qualified by the keyspace, if there is one. Queries are the labels of those that
// it serves.
type Table struct {
	Table        string       `json:"table"`
	Queries      []string     `json:"queries"`
	PartitionKey []string     `json:"partition_key"`
	Clustering   []Clustering `json:"clustering"`
	Static       []string     `json:"static"`
	Columns      []Column     `json:"columns"`
}

// Clustering is a clustering column. Order is asc or desc.
type Clustering struct {
	Column string `json:"column"`
	Order  string `json:"order"`
}

// Column is a column of any role. Attribute is empty if physical design added the
// column. Attributes are given if a column merges several. Type is empty in a
// logical table whose attribute has no type.
type Column struct {
	Column     string   `json:"column"`
	Attribute  string   `json:"attribute"`
	Attributes []string `json:"attributes,omitempty"`
	Type       string   `json:"type"`
	Collection string   `json:"collection"`
}

// Query is the proof of a query. Tables are those that serve it, the best one
// first. Statement is the one on the best table; if no table serves the query, it
// is on the table Judged, with Cassandra's Message about it.
type Query struct {
	Query   string        `json:"query"`
	Verdict proof.Verdict `json:"verdict"`
	// Served reports that the tables have all that the query selects, too.
	Served    bool     `json:"served"`
	Tables    []string `json:"tables"`
	Judged    string   `json:"judged,omitempty"`
	Statement string   `json:"statement"`
	Message   string   `json:"message,omitempty"`
	// Application lists the work of the application beyond running the statement once: over several
	// partitions, sorting, putting groups together.
	Application []string `json:"application"`
	// Lookups are further statements for the values that the table lacks, in their order. Reads
	// covers all statements together.
	Lookups           []Lookup    `json:"lookups"`
	Reads             proof.Reads `json:"reads"`
	MissingParameters []string    `json:"missing_parameters"`
	MissingColumns    []string    `json:"missing_columns"`
	// Gaps describe the data that the query reads and the updates do not write.
	Gaps []string `json:"gaps"`
	// Alternatives are the legal tables for the query, the best one first.
	Alternatives []Alternative `json:"alternatives"`
}

// Lookup is a further statement of a query. Runs describes its repetition, Sources the origins of
// the values of its key columns.
type Lookup struct {
	Table      string         `json:"table"`
	Statement  string         `json:"statement"`
	Runs       string         `json:"runs"`
	Times      *float64       `json:"times"`
	WorstTimes *float64       `json:"worst_times"`
	AtMost     bool           `json:"at_most,omitempty"`
	Sources    []LookupSource `json:"sources"`
	Join       []string       `json:"join"`
	Reads      proof.Reads    `json:"reads"`
}

// LookupSource is a column of a lookup with the column of an earlier statement that
// has its value.
type LookupSource struct {
	Column string `json:"column"`
	Table  string `json:"table"`
	From   string `json:"from"`
}

// Known holds the sizes, proofs and plans of a document. Gaps are the findings of write.Judge about the proofs and
// plans.
type Known struct {
	Sizes  map[model.ID]sizing.Size
	Proofs []proof.Result
	Plans  []write.Plan
	Gaps   []write.Finding
}

// Judge computes what is known of a document with the sizes of all relations.
func Judge(m *model.Model, sizes map[model.ID]sizing.Size) Known {
	known := Known{Sizes: sizes, Proofs: proof.WithSizes(m, sizes), Plans: write.WithSizes(m, sizes)}
	known.Gaps = write.Judge(m, known.Plans, known.Proofs)
	return known
}

// prove returns the proofs of a document, and the findings: first those that are planned, about its queries and keys.
func prove(file string, m *model.Model, known Known, legal map[model.ID][]Alternative, findings []Finding) (*Proofs, []Finding) {
	results, plans, gaps := known.Proofs, known.Plans, known.Gaps
	proofs := &Proofs{Tables: []Table{}, Queries: []Query{}}
	names := map[model.ID]string{}
	for _, table := range proof.Tables(m, results) {
		names[table.ID] = nameOf(m, table.ID)
		proofs.Tables = append(proofs.Tables, tableOf(m, table))
	}
	for i := range findings {
		findings[i].File = file
	}
	for i := range results {
		query := queryOf(m, &results[i], names)
		query.Alternatives = append([]Alternative{}, legal[results[i].Query]...)
		proofs.Queries = append(proofs.Queries, query)
		for _, finding := range findingsOf(m, &query, &results[i]) {
			finding.File, finding.Element = file, query.Query
			findings = append(findings, finding)
		}
	}
	updates, found := updatesOf(file, m, plans)
	proofs.Updates = updates
	findings = append(findings, found...)
	for _, gap := range gaps {
		findings = append(findings, updateFinding(file, nameOf(m, gap.Element), &gap))
	}
	return proofs, findings
}

// nameOf returns the name of a relation qualified by its keyspace, or that of a
// logical table.
func nameOf(m *model.Model, id model.ID) string {
	relation := m.Physical.Relations[id]
	if relation == nil {
		return m.Title(id)
	}
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		return keyspace.Name + "." + relation.Name
	}
	return relation.Name
}

func tableOf(m *model.Model, table proof.Table) Table {
	out := Table{Table: nameOf(m, table.ID), Queries: []string{}, PartitionKey: []string{}, Clustering: []Clustering{}, Static: []string{}, Columns: []Column{}}
	for _, query := range table.Queries {
		out.Queries = append(out.Queries, m.Title(query))
	}
	for _, c := range table.Columns {
		switch c.Role {
		case model.Partition:
			out.PartitionKey = append(out.PartitionKey, c.Name)
		case model.Clustering:
			order := "asc"
			if c.Descending {
				order = "desc"
			}
			out.Clustering = append(out.Clustering, Clustering{c.Name, order})
		case model.Static:
			out.Static = append(out.Static, c.Name)
		}
		column := Column{Column: c.Name, Collection: collections[c.Type.Unfrozen().Kind]}
		if !c.Type.IsZero() {
			column.Type = m.TypeText(c.Type)
		}
		if len(c.Attributes) > 0 {
			column.Attribute = c.Attributes[0]
		}
		if len(c.Attributes) > 1 {
			column.Attributes = c.Attributes
		}
		out.Columns = append(out.Columns, column)
	}
	return out
}

var collections = map[model.TypeKind]string{model.ListType: string(model.ListOf), model.SetType: string(model.SetOf), model.MapType: string(model.MapOf),
	model.TupleType: string(model.TupleOf), model.UserTypeRef: string(model.UserDefined)}

func queryOf(m *model.Model, result *proof.Result, names map[model.ID]string) Query {
	query := Query{
		Query: m.Title(result.Query), Verdict: result.Verdict(), Served: result.Served(),
		Tables: []string{}, Application: []string{}, Lookups: []Lookup{},
		MissingParameters: []string{}, MissingColumns: []string{}, Gaps: []string{},
	}
	for _, table := range result.Tables() {
		query.Tables = append(query.Tables, names[table])
	}
	query.MissingParameters = append(query.MissingParameters, result.MissingParameters()...)
	best, found := result.Best()
	if !found {
		return query
	}
	if !best.Serves() {
		query.Judged = names[best.Table]
	}
	query.Statement, query.Message = print.StatementLine(print.ProofStatement(best)), print.ProofMessage(best)
	query.Application = append(query.Application, best.Application()...)
	for i := range best.Lookups {
		query.Lookups = append(query.Lookups, lookupOf(&best.Lookups[i], names))
	}
	for _, missing := range best.Lacking() {
		query.MissingColumns = append(query.MissingColumns, missing.Name)
	}
	for _, gap := range result.Gaps {
		query.Gaps = append(query.Gaps, write.GapText(m, gap))
	}
	query.Reads = best.Total()
	return query
}

func lookupOf(l *proof.Lookup, names map[model.ID]string) Lookup {
	lookup := Lookup{Table: names[l.Table], Statement: print.SelectLine(l.Access, l.Select), Runs: l.Text(), AtMost: l.AtMost,
		Sources: []LookupSource{}, Join: append([]string{}, l.Join...), Reads: l.Reads}
	lookup.Times, lookup.WorstTimes = l.Times.Rounded()
	for _, source := range l.Sources {
		lookup.Sources = append(lookup.Sources, LookupSource{source.Column, names[source.Table], source.From})
	}
	return lookup
}

// The codes of findings about queries.
const (
	CodeUnserved   = "query/unserved"
	CodePath       = "query/path"
	CodeScan       = "query/scan"
	CodeFiltering  = "query/filtering"
	CodeBuckets    = "query/buckets"
	CodeColumns    = "query/columns"
	CodeLookups    = "query/lookups"
	CodeParameters = "query/parameters"
	CodeActor      = "query/actor"
)

func findingsOf(m *model.Model, query *Query, result *proof.Result) []Finding {
	var findings []Finding
	add := func(severity cql.Severity, code, message, hint string) {
		findings = append(findings, Finding{Severity: severity, Code: code, Message: message, Hint: hint})
	}
	best, found := result.Best()
	switch {
	case !found:
		hint := "Derive a table for the query, or draw an arrow to the table that serves it."
		if asked := m.Workflow.Queries[result.Query]; len(asked.Find)+len(asked.Given) == 0 {
			hint = "Add what it finds and what is given."
		}
		add(cql.Error, CodeUnserved, "No table serves "+query.Query, hint)
	case best.Unrealized:
		add(cql.Error, CodeUnserved, fmt.Sprintf("No table serves %s: no physical table realizes %s", query.Query, query.Judged),
			"Derive the physical table, or draw the query's arrow to another one.")
	case best.Mismatch != "":
		add(cql.Error, CodePath, fmt.Sprintf("%s does not serve %s: %s", query.Judged, query.Query, best.Mismatch),
			"Derive the table of the query anew, or draw its arrow to a table of the same path.")
	case !best.Serves():
		add(cql.Error, CodeUnserved, fmt.Sprintf("%s does not serve %s: %s", query.Judged, query.Query, query.Message), cqlhint.RefusalHint(best.Refusal))
	case best.Verdict == proof.Scan:
		add(cql.Warning, CodeScan, fmt.Sprintf("%s reads the whole table %s", query.Query, query.Tables[0]),
			"Put the rows under one partition key, or split them into buckets.")
	case len(best.Filters) > 0:
		add(cql.Warning, CodeFiltering, fmt.Sprintf("%s reads rows of %s and drops those with another %s, which is not in the key",
			query.Query, query.Tables[0], strings.Join(best.Filters, " or ")), "Make it a key column, so that only the rows of the query are read.")
	}
	if names := uncounted(m, best); len(names) > 0 {
		add(cql.Warning, CodeBuckets, fmt.Sprintf("%s reads all values of %s in %s, but nothing says how many there are",
			query.Query, strings.Join(names, " and "), query.Tables[0]),
			"Give the column its number of buckets, or the query a range that limits them.")
	}
	if len(query.MissingColumns) > 0 && best.Serves() {
		add(cql.Error, CodeColumns,
			fmt.Sprintf("%s lacks %s", query.Tables[0], strings.Join(query.MissingColumns, ", ")),
			"Add the columns to the table, or look them up in another one.")
	}
	for i := range best.Lookups {
		if l := &best.Lookups[i]; l.Each || l.Join != nil && !realizeOne(m, best.Table, l.Table) {
			add(cql.Warning, CodeLookups, fmt.Sprintf("%s looks up %s in %s %s", query.Query, foundNames(l), query.Lookups[i].Table, l.Text()),
				fmt.Sprintf("Add the columns to %s if the query must be one read.", query.Tables[0]))
		} else if l.Join == nil {
			add(cql.Info, CodeLookups, fmt.Sprintf("%s looks up %s in %s, by a second statement", query.Query, foundNames(l), query.Lookups[i].Table),
				fmt.Sprintf("Add the columns to %s if the query must be one read.", query.Tables[0]))
		}
	}
	if len(query.MissingParameters) > 0 {
		add(cql.Warning, CodeParameters, fmt.Sprintf("No query before %s returns %s", query.Query, strings.Join(query.MissingParameters, ", ")),
			"Return the value in an earlier query, or make it input of the user or a constant.")
	}
	if mismatch := m.ActorMismatch(result.Query); mismatch != "" {
		add(cql.Warning, CodeActor, mismatch, "Change the actor of one of them.")
	}
	return findings
}

// realizeOne reports whether two physical tables are the parts of a logical one.
func realizeOne(m *model.Model, a, b model.ID) bool {
	one, other := m.Physical.Relations[a], m.Physical.Relations[b]
	if one == nil || other == nil {
		return false
	}
	for table := range one.Realizes {
		if other.Realizes[table] {
			return true
		}
	}
	return false
}

// uncounted returns the hash buckets of which a query reads all values without knowing their number.
// The application knows the spans of time since its first row.
func uncounted(m *model.Model, best *proof.Judgement) []string {
	relation := m.Physical.Relations[best.Table]
	if best.Spread == nil || best.Spread.Ranged || relation == nil || !best.Serves() {
		return nil
	}
	var names []string
	for _, item := range relation.SortedColumns() {
		c := item.Value
		if c.Buckets.IsEmpty() && !proof.IsSpanOfTime(c.Name) && slices.Contains(best.Spread.Columns, c.Name) && slices.Contains(best.Buckets, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

func foundNames(l *proof.Lookup) string {
	var names []string
	for _, found := range l.Finds {
		names = append(names, found.Name)
	}
	return strings.Join(names, ", ")
}
