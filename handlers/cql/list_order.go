package cql

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/check"
	webcql "widerow/web/cql"
)

// listColumn is a column that a list is sorted by. compare is less for a statement that comes first.
type listColumn struct {
	ID, Title, Explains string
	Number              bool
	compare             func(a, b *check.Listed) int
	isOpen              func(*check.Listed) bool // statements without a number come last
}

var listColumns = []listColumn{
	{ID: "line", Title: "Line", Number: true, compare: func(a, b *check.Listed) int { return cmp.Compare(a.Line, b.Line) }},
	{ID: "statement", Title: "Statement", compare: func(a, b *check.Listed) int { return strings.Compare(a.Statement, b.Statement) }},
	{ID: "verdict", Title: "Verdict", Explains: "How Cassandra runs it", compare: func(a, b *check.Listed) int { return verdictRank(a) - verdictRank(b) }},
	{ID: "tables", Title: "Tables", compare: func(a, b *check.Listed) int { return slices.Compare(a.Tables, b.Tables) }},
	{ID: "partitions", Title: "Partitions", Explains: "Partitions that it names; of a batch, those that it may write", Number: true,
		compare: func(a, b *check.Listed) int { return cmp.Compare(a.Partitions, b.Partitions) },
		isOpen:  func(s *check.Listed) bool { return s.Partitions == 0 }},
	{ID: "rows", Title: "Rows", Explains: "Rows that it reads on average, from the sizes of the tables", Number: true,
		compare: func(a, b *check.Listed) int { return cmp.Compare(*a.Rows, *b.Rows) }, isOpen: func(s *check.Listed) bool { return s.Rows == nil }},
	{ID: "idempotent", Title: "Idempotent", Explains: "A retry does no harm", compare: func(a, b *check.Listed) int { return repeats(a) - repeats(b) }},
	{ID: "findings", Title: "Findings", Explains: "What Cassandra or the advice says about it", Number: true,
		compare: func(a, b *check.Listed) int { return cmp.Compare(len(a.Advice), len(b.Advice)) }},
}

func verdictRank(s *check.Listed) int {
	return slices.IndexFunc(verdictLevels, func(v verdictLevel) bool { return string(v.Verdict) == s.Verdict })
}

func repeats(s *check.Listed) int {
	if s.Idempotent {
		return 1
	}
	return 0
}

// Chosen returns the statements with a verdict, "" for all, sorted by a column: "-rows" is the most
// rows first. Those without a number come last.
func Chosen(all []check.Listed, verdict, sort string) []check.Listed {
	chosen := slices.Clone(all)
	if verdict != "" {
		chosen = slices.DeleteFunc(chosen, func(s check.Listed) bool { return s.Verdict != verdict })
	}
	name, descending := strings.CutPrefix(sort, "-")
	at := slices.IndexFunc(listColumns, func(c listColumn) bool { return c.ID == name })
	if at < 0 {
		return chosen
	}
	column := &listColumns[at]
	slices.SortStableFunc(chosen, func(a, b check.Listed) int {
		if column.isOpen != nil {
			switch openA, openB := column.isOpen(&a), column.isOpen(&b); {
			case openA && openB:
				return 0
			case openA:
				return 1
			case openB:
				return -1
			}
		}
		if descending {
			return column.compare(&b, &a)
		}
		return column.compare(&a, &b)
	})
	return chosen
}

// heads are the headings of the columns: each sorts by its column, and the other way round if it does already.
func (l *listing) heads(verdict, sort string) []webcql.ListHead {
	sort = cmp.Or(sort, "line")
	var heads []webcql.ListHead
	for _, column := range listColumns {
		head := webcql.ListHead{ID: column.ID, Title: column.Title, Explains: column.Explains, Number: column.Number, Sorted: "none"}
		next := column.ID
		if column.Number && column.ID != "line" {
			next = "-" + column.ID // the most first
		}
		switch sort {
		case column.ID:
			head.Sorted, next = "ascending", "-"+column.ID
		case "-" + column.ID:
			head.Sorted, next = "descending", column.ID
		}
		head.Href = l.at(l.id, "verdict", verdict, "sort", next)
		heads = append(heads, head)
	}
	return heads
}

// paged returns which of count statements the page shows, and adds the links to the others.
func (l *listing) paged(shown *webcql.StatementList, count int) (from, to int) {
	pages := max(1, (count+mostListed-1)/mostListed)
	number, err := strconv.Atoi(l.form.Values.Get("page"))
	if err != nil {
		number = 1
	}
	number = min(max(number, 1), pages)
	from, to = (number-1)*mostListed, min(number*mostListed, count)
	if pages == 1 {
		return from, to
	}
	at := func(page int) string {
		return l.at(l.id, "verdict", l.form.Values.Get("verdict"), "sort", l.form.Values.Get("sort"), "page", strconv.Itoa(page))
	}
	if number > 1 {
		shown.Earlier = at(number - 1)
	}
	if number < pages {
		shown.Later = at(number + 1)
	}
	shown.Range = fmt.Sprintf("%d–%d of %d", from+1, to, count)
	return from, to
}
