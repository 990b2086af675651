package cql_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/cql/workload"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/edit"
	"widerow/model/proof"
)

type row = map[string]any

// pager reads a query page by page with the statements of its proof, as its steps say.
type pager struct {
	t       *testing.T
	session *gocql.Session
	j       *proof.Judgement
	given   map[string]any // the values of the query, by column and operator
}

// fetch runs a statement with a LIMIT. last is the last row of the page before, nil for the first page.
func (p *pager) fetch(page proof.Page, last row, limit int, more ...map[string]any) []row {
	p.t.Helper()
	var values []any
	for _, v := range page.Values {
		value, found := last[v.Column], v.Last
		if !v.Last {
			for _, given := range append(more, p.given) {
				if !found {
					value, found = given[v.Column+" "+string(v.Operator)]
				}
			}
		}
		if !found {
			p.t.Fatalf("no value for %s %s", v.Column, v.Operator)
		}
		values = append(values, value)
	}
	page.Select.Limit = &access.Value{Kind: access.Integer, Text: fmt.Sprint(limit)}
	statement := strings.TrimSuffix(print.SelectText(p.j.Access, page.Select), ";")
	rows, err := p.session.Query(statement, values...).Iter().SliceMap()
	if err != nil {
		p.t.Fatalf("%s %v: %v", statement, values, err)
	}
	return rows
}

// after reads the rows after the last one, which is nil at the beginning.
func (p *pager) after(last row, count int, more ...map[string]any) []row {
	if last == nil {
		return p.fetch(p.j.FirstPage(), nil, count, more...)
	}
	var rows []row
	for _, page := range p.j.NextPages() {
		noRow := slices.ContainsFunc(page.Values, func(v proof.PageValue) bool { return v.Last && last[v.Column] == nil })
		if len(rows) < count && !noRow { // a partition with static values only has no row
			rows = append(rows, p.fetch(page, last, count-len(rows), more...)...)
		}
	}
	return rows
}

// pages reads all pages of a statement that runs once.
func (p *pager) pages(size int) (all []row) {
	var last row
	for {
		rows := p.after(last, size)
		all = append(all, rows...)
		if len(rows) < size {
			return all
		}
		last = rows[len(rows)-1]
	}
}

// walk reads all pages over partitions in their order.
func (p *pager) walk(size int, runs []map[string]any) (all []row) {
	var last row
	missing := size
	for at := 0; at < len(runs); {
		rows := p.after(last, missing, runs[at])
		all = append(all, rows...)
		if missing -= len(rows); missing > 0 {
			at, last = at+1, nil
			continue
		}
		missing, last = size, rows[len(rows)-1]
	}
	return all
}

// merge reads all pages of partitions whose rows are merged.
func (p *pager) merge(size int, runs []map[string]any) (all []row) {
	lasts := make([]row, len(runs))
	type taken struct {
		row
		run int
	}
	for {
		var page []taken
		for i, run := range runs {
			for _, r := range p.after(lasts[i], size, run) {
				page = append(page, taken{r, i})
			}
		}
		slices.SortStableFunc(page, func(a, b taken) int { return p.compare(a.row, b.row) })
		page = page[:min(size, len(page))]
		for _, taken := range page {
			all, lasts[taken.run] = append(all, taken.row), taken.row
		}
		if len(page) < size {
			return all
		}
	}
}

func (p *pager) compare(a, b row) int {
	for _, order := range p.j.PageSpread().Merge {
		difference := cmp.Compare(a[order.Column].(int), b[order.Column].(int))
		if order.Descending {
			difference = -difference
		}
		if difference != 0 {
			return difference
		}
	}
	return 0
}

const pagedTables = `CREATE TABLE up (k int, a int, b int, v text, PRIMARY KEY (k, a, b));
CREATE TABLE down (k int, a int, b int, v text, PRIMARY KEY (k, a, b)) WITH CLUSTERING ORDER BY (a DESC, b DESC);
CREATE TABLE mixed (k int, a int, b int, v text, PRIMARY KEY (k, a, b)) WITH CLUSTERING ORDER BY (a DESC, b ASC);
CREATE TABLE three (k int, a int, b int, c int, v text, PRIMARY KEY (k, a, b, c)) WITH CLUSTERING ORDER BY (a ASC, b DESC, c ASC);
CREATE TABLE still (k int, s text STATIC, a int, v text, PRIMARY KEY (k, a)) WITH CLUSTERING ORDER BY (a DESC);
CREATE TABLE flat (k int, l int, v text, PRIMARY KEY ((k, l)));
CREATE TABLE days (k int, day int, a int, b int, v text, PRIMARY KEY ((k, day), a, b)) WITH CLUSTERING ORDER BY (a DESC, b ASC);
CREATE TABLE shards (k int, shard int, a int, b int, v text, PRIMARY KEY ((k, shard), a, b)) WITH CLUSTERING ORDER BY (a DESC, b ASC);
`

// fillPaged inserts rows with gaps into all tables: about 60 in partition 1, some of them with equal first columns.
func fillPaged(t *testing.T, session *gocql.Session, keyspace string) {
	t.Helper()
	insert := func(statement string, values ...any) {
		if err := session.Query("INSERT INTO "+keyspace+"."+statement, values...).Exec(); err != nil {
			t.Fatal(err)
		}
	}
	for k := range 4 {
		for a := range 9 {
			for b := range 7 {
				if (a*5+b*3+k)%11 == 0 || k == 2 {
					continue
				}
				for _, table := range []string{"up", "down", "mixed"} {
					insert(table+" (k, a, b, v) VALUES (?, ?, ?, ?)", k, a, b, fmt.Sprint(a, b))
				}
				if k == 1 && a < 5 {
					insert("three (k, a, b, c, v) VALUES (?, ?, ?, ?, ?)", k, a, b%3, b, "x")
				}
				insert("shards (k, shard, a, b, v) VALUES (?, ?, ?, ?, ?)", k, b%3, a, b, "x")
				insert("days (k, day, a, b, v) VALUES (?, ?, ?, ?, ?)", k, a/3, a, b, "x")
			}
			if k != 2 {
				insert("still (k, s, a, v) VALUES (?, ?, ?, ?)", k, "s", a, "x")
			}
			insert("flat (k, l, v) VALUES (?, ?, ?)", k, a, "x")
		}
	}
	insert("still (k, s) VALUES (?, ?)", 2, "alone")
}

// TestPagesJoined reads queries page by page on a real Cassandra: the pages joined are the whole result, for all directions of
// clustering columns, ranges, static columns, whole tables, buckets that are read one after the other and shards that are merged.
func TestPagesJoined(t *testing.T) {
	session := cassandratest.Session(t)
	keyspace := cassandratest.Keyspace(t, session)
	schema := strings.ReplaceAll(pagedTables, "TABLE ", "TABLE "+keyspace+".")
	for statement := range strings.SplitSeq(strings.TrimSuffix(schema, ";\n"), ";\n") {
		cassandratest.Run(t, session, statement)
	}
	fillPaged(t, session, keyspace)
	tables, _ := cql.ImportWith("CREATE KEYSPACE "+keyspace+" WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1};\n"+schema, cql.ImportOptions{})
	one := map[string]any{"k =": 1}
	for _, test := range []struct {
		query string
		given map[string]any
		rows  int // that there are at least
		runs  []map[string]any
	}{
		{"SELECT a, b, v FROM up WHERE k = ?", one, 50, nil},
		{"SELECT v FROM up WHERE k = ?", one, 50, nil},
		{"SELECT a, b, v FROM up WHERE k = ? ORDER BY a DESC, b DESC", one, 50, nil},
		{"SELECT a, b, v FROM up WHERE k = ? AND a = ?", map[string]any{"k =": 1, "a =": 3}, 5, nil},
		{"SELECT a, b, v FROM up WHERE k = ? AND a > ? AND a <= ?", map[string]any{"k =": 1, "a >": 1, "a <=": 6}, 25, nil},
		{"SELECT a, b, v FROM down WHERE k = ?", one, 50, nil},
		{"SELECT a, b, v FROM down WHERE k = ? AND a >= ? AND a < ?", map[string]any{"k =": 1, "a >=": 1, "a <": 6}, 25, nil},
		{"SELECT a, b, v FROM mixed WHERE k = ?", one, 50, nil},
		{"SELECT a, b, v FROM mixed WHERE k = ? ORDER BY a ASC, b DESC", one, 50, nil},
		{"SELECT a, b, v FROM mixed WHERE k = ? AND a >= ? AND a <= ?", map[string]any{"k =": 1, "a >=": 2, "a <=": 6}, 25, nil},
		{"SELECT a, b, c, v FROM three WHERE k = ?", one, 25, nil},
		{"SELECT a, b, c, v FROM three WHERE k = ? AND a = ?", map[string]any{"k =": 1, "a =": 2}, 5, nil},
		{"SELECT s, a, v FROM still WHERE k = ?", one, 9, nil},
		{"SELECT k, s, a, v FROM still", nil, 28, nil},
		{"SELECT k, a, b, v FROM mixed", nil, 150, nil},
		{"SELECT k, l, v FROM flat", nil, 36, nil},
		{"SELECT day, a, b, v FROM days WHERE k = ? AND day IN ? ORDER BY a DESC", one, 50, []map[string]any{{"day =": 0}, {"day =": 1}, {"day =": 2}}},
		{"SELECT day, a, b, v FROM days WHERE k = ? AND day IN ? ORDER BY a DESC", one, 50, []map[string]any{{"day =": 1}, {"day =": 0}, {"day =": 2}}},
		{"SELECT day, a, b, v FROM days WHERE k = ? AND day IN ? ORDER BY a, b DESC", one, 50, []map[string]any{{"day =": 2}, {"day =": 0}, {"day =": 1}}},
		{"SELECT shard, a, b, v FROM shards WHERE k = ? AND shard IN ? ORDER BY a DESC", one, 50, []map[string]any{{"shard =": 0}, {"shard =": 1}, {"shard =": 2}}},
		{"SELECT day, a, b, v FROM days WHERE k = ? AND day IN ? ORDER BY day DESC, a DESC", one, 50, []map[string]any{{"day =": 2}, {"day =": 1}, {"day =": 0}}},
	} {
		t.Run(test.query, func(t *testing.T) {
			ids := model.SeededIDs([]byte(test.query))
			m, err := edit.Apply(tables, ids, workload.Read(tables, test.query+";", keyspace).Commands(ids, nil)...)
			if err != nil {
				t.Fatal(err)
			}
			results := proof.All(m)
			best, found := results[len(results)-1].Best()
			if !found || len(best.NextPages()) == 0 {
				t.Fatalf("no next page of %s: %s", print.SelectLine(best.Access, best.Select), print.ProofMessage(best))
			}
			p := &pager{t, session, best, test.given}
			for _, size := range []int{1, 4, 7, 50} {
				var whole, joined []row
				switch {
				case best.PageSpread() == nil:
					whole, joined = p.fetch(p.j.FirstPage(), nil, 10_000), p.pages(size)
				case best.PageSpread().InOrder || len(best.PageSpread().Merge) == 0:
					for _, run := range test.runs {
						whole = append(whole, p.fetch(p.j.FirstPage(), nil, 10_000, run)...)
					}
					joined = p.walk(size, test.runs)
				default:
					for _, run := range test.runs {
						whole = append(whole, p.fetch(p.j.FirstPage(), nil, 10_000, run)...)
					}
					slices.SortStableFunc(whole, p.compare)
					joined = p.merge(size, test.runs)
				}
				if len(whole) < test.rows {
					t.Fatalf("there are only %d rows", len(whole))
				}
				if got, want := fmt.Sprint(joined), fmt.Sprint(whole); got != want {
					t.Errorf("pages of %d: %d rows joined, %d in the whole result\n%s\n%s", size, len(joined), len(whole), got, want)
				}
			}
		})
	}
}
