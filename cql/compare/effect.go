package compare

import (
	"math"
	"reflect"
	"slices"

	"widerow/cql/check"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// Table is a table whose partition size differs, or that one model lacks.
type Table struct {
	Table  string  `json:"table"`
	Before *Extent `json:"before"`
	After  *Extent `json:"after"`

	ID model.ID `json:"-"`
}

// Extent is the size of one partition of a table. It is nil if the table is missing
// or a number of it is wrong. Assumed reports that some of its numbers are assumed.
type Extent struct {
	Typical Figures `json:"typical"`
	Worst   Figures `json:"worst"`
	Assumed bool    `json:"assumed,omitempty"`
}

// Figures are rows and cells, bytes on disk, and bytes by the book's formula.
type Figures struct {
	Rows      float64 `json:"rows"`
	Cells     float64 `json:"cells"`
	Bytes     float64 `json:"bytes"`
	BookBytes float64 `json:"book_bytes"`
}

// Query is a query whose verdict differs, or that one model lacks ("").
type Query struct {
	Query  string        `json:"query"`
	Before proof.Verdict `json:"before"`
	After  proof.Verdict `json:"after"`

	ID model.ID `json:"-"`
	// Tables serve it, before or after.
	Tables []model.ID `json:"-"`
}

// State holds the consequences of a model: the sizes of its partitions, the verdicts on its
// queries, and its findings. It holds nothing of the model itself.
type State struct {
	tables   []tableState
	queries  []queryState
	findings []check.Finding
	names    check.Names
}

type tableState struct {
	id     model.ID
	name   string
	extent *Extent
}

type queryState struct {
	id      model.ID
	label   string
	verdict proof.Verdict
	served  bool
	tables  []model.ID
}

// StateOf judges a model.
func StateOf(m *model.Model) *State {
	sizes := mapping.Sizes(m, sizing.Disk)
	report := check.ModelWithSizes("", m, sizes)
	state, byName := &State{findings: report.Findings, names: check.NamesOf(m)}, map[string]model.ID{}
	for _, id := range model.SortedIDs(m.Physical.Relations) {
		name := Name(m, id)
		state.tables, byName[name] = append(state.tables, tableState{id, name, extentOf(sizes, id)}), id
	}
	for i, id := range model.SortedIDs(m.Workflow.Queries) { // the order of the report
		query := queryState{id: id, label: report.Queries[i].Query, verdict: report.Queries[i].Verdict, served: report.Queries[i].Served}
		for _, name := range append(report.Queries[i].Tables, report.Queries[i].Judged) {
			if table := byName[name]; table != "" {
				query.tables = append(query.tables, table)
			}
		}
		state.queries = append(state.queries, query)
	}
	return state
}

// Served counts the queries that tables serve (see [proof.Result.Served]), and all.
func (s *State) Served() (served, all int) {
	for _, query := range s.queries {
		if query.served {
			served++
		}
	}
	return served, len(s.queries)
}

// Tables lists the tables whose partitions change in size.
func Tables(before, after *State) []Table {
	tables := []Table{}
	for _, p := range model.Pairs(before.tables, after.tables, func(t tableState) model.ID { return t.id }) {
		name := p.Is.name
		if p.In == model.OnlyBefore {
			name = p.Was.name
		}
		if !reflect.DeepEqual(p.Was.extent, p.Is.extent) {
			tables = append(tables, Table{name, p.Was.extent, p.Is.extent, p.ID})
		}
	}
	return tables
}

func extentOf(sizes map[model.ID]sizing.Size, id model.ID) *Extent {
	size, found := sizes[id]
	if !found || size.Err != nil {
		return nil
	}
	typical, worst := size.By(sizing.Book)
	return &Extent{figuresOf(size.Typical, typical), figuresOf(size.Worst, worst), len(size.Assumed) > 0}
}

func figuresOf(f, book sizing.Figures) Figures {
	// Bytes are expected values: hundredths are more than anyone needs.
	return Figures{f.Rows, f.Cells, math.Round(f.Bytes*100) / 100, book.Bytes}
}

// Queries lists the queries whose verdict changes.
func Queries(before, after *State) []Query {
	queries := []Query{}
	for _, p := range model.Pairs(before.queries, after.queries, func(q queryState) model.ID { return q.id }) {
		if p.In == model.OnlyBefore {
			queries = append(queries, Query{p.Was.label, p.Was.verdict, "", p.ID, p.Was.tables})
		} else if p.Was.verdict != p.Is.verdict {
			queries = append(queries, Query{p.Is.label, p.Was.verdict, p.Is.verdict, p.ID, union(p.Was.tables, p.Is.tables)})
		}
	}
	return queries
}

// Findings lists the findings of only one of two models: New of the later one, Mended of the
// earlier one.
type Findings struct {
	New    []check.Finding `json:"new"`
	Mended []check.Finding `json:"mended"`
}

// FindingsOf lists the findings that a change brings and mends. A rename does neither.
func FindingsOf(before, after *State) Findings {
	renames := check.RenamesOf(before.names, after.names)
	return Findings{check.New(before.findings, after.findings, renames), check.New(after.findings, before.findings, renames)}
}

func union(a, b []model.ID) []model.ID {
	all := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}
