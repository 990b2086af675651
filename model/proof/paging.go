package proof

import (
	"math"
	"slices"
	"strconv"

	"widerow/model/access"
)

// Page is a statement that reads the rows after those of a page. When is the case in which it is
// the next one.
type Page struct {
	When   PageCase
	Select access.Select
	// Values are the sources of its bind markers, in their order.
	Values []PageValue
}

// PageValue is the value of a bind marker: that of a column in the last row, or else a condition of
// the query on it.
type PageValue struct {
	Column   string
	Operator access.Operator
	Last     bool
}

// ofLastRow is the Source of a bind marker for a value of the last row.
const ofLastRow = -1

func lastRow() access.Value { return access.Value{Source: ofLastRow} }

// PageCase is the place of a page's last row.
type PageCase string

// The cases. A table whose clustering columns have different directions needs a
// statement for each run of equal directions.
const (
	// First reads the first page.
	First PageCase = "first"
	// InPartition continues in the partition of the last row.
	InPartition PageCase = "in partition"
	// NextPartition continues after the partition of the last row.
	NextPartition PageCase = "next partition"
)

// Pages returns the number of pages that all rows of the query take, unknown
// without a page size.
func (j *Judgement) Pages() Amount {
	size := float64(j.statement.query.PageSize)
	rows := j.Reads.Rows
	if size == 0 || !rows.Known || j.Verdict == None {
		return Amount{}
	}
	count := func(rows float64) float64 { return math.Max(1, math.Ceil(rows/size)) }
	return Amount{true, count(rows.Typical), count(rows.Worst)}
}

// NextPages returns the statements for the next page, which a program needs that
// cannot keep the driver's paging state. Their bind markers are the values of the
// last row, after those of the query, so they also select the key columns that
// differ. There are none if the query reads one row,
// groups or aggregates, or if Cassandra would reject them.
func (j *Judgement) NextPages() []Page {
	p := pager{j.statement}
	single := j.Reads.Rows.Known && j.Reads.Rows.Worst <= 1
	if j.Verdict == None || j.Verdict == Index || single || p.aggregates() || len(p.shape.GroupBy) > 0 || p.shape.Distinct {
		return nil
	}
	var pages []Page
	if slices.ContainsFunc(p.table.partition, func(c *column) bool { return p.restricted[c] == anyOf }) {
		return nil
	}
	for _, where := range p.afterRow() {
		pages = append(pages, p.page(InPartition, where))
	}
	if !p.namesPartitions() {
		pages = append(pages, p.page(NextPartition, p.afterPartition()))
	}
	return slices.DeleteFunc(pages, func(page Page) bool {
		_, refusal := j.Access.Select(page.Select)
		return refusal != nil
	})
}

// pager makes the statements of a query that read a page.
type pager struct{ *statement }

// pageKey returns the columns of the primary key that are neither given by = nor
// selected.
func (p pager) pageKey() []*column {
	return slices.DeleteFunc(slices.Concat(p.table.partition, p.table.clustering), func(c *column) bool {
		return p.restricted[c] == equality ||
			slices.ContainsFunc(p.shape.Selectors, func(v access.Value) bool {
				return v.Kind == access.Reference &&
					v.Text == c.name
			})
	})
}

// FirstPage returns the statement for the first page: that of the query, with the key columns that the next pages need, and
// a LIMIT.
func (j *Judgement) FirstPage() Page {
	return pager{j.statement}.page(First, slices.Clone(j.statement.shape.Where))
}

func (p pager) page(when PageCase, where []access.Condition) Page {
	page := Page{When: when, Select: p.paged(where)}
	for _, condition := range page.Select.Where {
		page.addValues(condition.Operator, condition.Columns, condition.Values)
	}
	return page
}

// addValues adds the bind markers among values that are compared with columns.
func (p *Page) addValues(operator access.Operator, columns []string, values []access.Value) {
	for i, value := range values {
		switch of := columns[min(i, len(columns)-1)]; {
		case value.Kind == access.Marker:
			p.Values = append(p.Values, PageValue{of, operator, value.Source == ofLastRow})
		default:
			p.addValues(operator, columns, value.Values)
		}
	}
}

// paged returns the statement with other conditions. Its LIMIT is the page size, or a bind marker for it: the rows that are
// missing, if it runs several times for a page.
func (p pager) paged(where []access.Condition) access.Select {
	shape := p.shape
	shape.Where = where
	shape.Selectors = slices.Clone(shape.Selectors)
	for _, c := range p.pageKey() {
		shape.Selectors = append(shape.Selectors, selector(c.name))
	}
	p.table.sortConditions(where)
	switch size := p.query.PageSize; {
	case p.spread != nil || size == 0 && shape.Limit == nil:
		limit := marker()
		shape.Limit = &limit
	case size > 0:
		shape.Limit = &access.Value{Kind: access.Integer, Text: strconv.Itoa(size)}
	}
	return shape
}

// afterPartition returns the conditions for all partitions after the last one.
func (p pager) afterPartition() []access.Condition {
	after := access.Condition{Kind: access.TokenCondition, Operator: access.Greater}
	last := access.Value{Kind: access.Function, Text: "token"}
	for _, c := range p.table.partition {
		after.Columns = append(after.Columns, c.name)
		last.Values = append(last.Values, lastRow())
	}
	after.Values = []access.Value{last}
	return append([]access.Condition{after}, p.shape.Where...)
}

// afterRow returns the conditions for the rows after the last one in its
// partition: one list for each run of clustering columns in the same direction,
// the longest prefix first.
func (p pager) afterRow() [][]access.Condition {
	var free []*column
	for _, c := range p.table.clustering {
		if p.restricted[c] != equality {
			free = append(free, c)
		}
	}
	if len(free) == 0 || free[len(free)-1] != p.table.clustering[len(p.table.clustering)-1] {
		return nil
	}
	var all [][]access.Condition
	for end := len(free); end > 0; {
		start := end - 1
		for start > 0 && free[start-1].descending == free[start].descending {
			start--
		}
		all = append(all, p.after(free[:start], free[start:end]))
		end = start
	}
	return all
}

// after returns the conditions for the rows with the last values of some columns,
// and later ones of the next columns, which have one direction.
func (p pager) after(same, later []*column) []access.Condition {
	var where []access.Condition
	for _, c := range p.table.partition {
		if p.restricted[c] != equality {
			where = append(where, condition(c.name, access.Equal, lastRow()))
		}
	}
	replaced := func(c access.Condition) bool {
		named := func(other *column) bool { return slices.Contains(c.Columns, other.name) }
		return slices.ContainsFunc(same, named) || slices.ContainsFunc(later, named) && p.isStart(c, later[0].descending)
	}
	where = append(where, slices.DeleteFunc(slices.Clone(p.shape.Where), replaced)...)
	for _, c := range same {
		where = append(where, condition(c.name, access.Equal, lastRow()))
	}
	operator := access.Greater
	if later[0].descending != p.readsBackwards() {
		operator = access.Less
	}
	if len(later) == 1 {
		return append(where, condition(later[0].name, operator, lastRow()))
	}
	tuple := access.Condition{Kind: access.TupleCondition, Operator: operator}
	values := access.Value{Kind: access.Tuple}
	for _, c := range later {
		tuple.Columns = append(tuple.Columns, c.name)
		values.Values = append(values.Values, lastRow())
	}
	tuple.Values = []access.Value{values}
	for i, c := range where { // a range beside a tuple is written as a tuple
		if slices.ContainsFunc(later, func(other *column) bool { return other.name == c.Columns[0] }) {
			where[i].Kind = access.TupleCondition
			where[i].Values = []access.Value{{Kind: access.Tuple, Values: c.Values}}
		}
	}
	return append(where, tuple)
}

// readsBackwards reports whether ORDER BY reverses the clustering order.
func (s *statement) readsBackwards() bool {
	return len(s.shape.OrderBy) > 0 && s.isNatural(s.wantedOrder(), true)
}

// isStart reports whether a condition bounds the side of a range where reading
// starts: the last row replaces that bound.
func (p pager) isStart(c access.Condition, descending bool) bool {
	if descending != p.readsBackwards() {
		return c.Operator == access.Less || c.Operator == access.LessOrEqual
	}
	return c.Operator == access.Greater || c.Operator == access.GreaterOrEqual
}
