package cql_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"widerow/cql"
	"widerow/cql/parse"
)

// ordersScript returns a script like that of an application: of each ten
// statements, one creates a table, one a type or an index, and eight are on rows.
func ordersScript(statements int) string {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE shop;\n")
	for i := range statements / 10 {
		fmt.Fprintf(&script, `CREATE TABLE orders_%[1]d (customer uuid, day date, at timestamp, number timeuuid, note text STATIC, tags set<text>,
    total decimal, paid boolean, PRIMARY KEY ((customer, day), at, number)) WITH CLUSTERING ORDER BY (at DESC, number ASC);
CREATE INDEX orders_%[1]d_by_total ON orders_%[1]d (total);
INSERT INTO orders_%[1]d (customer, day, at, number, total) VALUES (?, '2026-11-21', ?, now(), 12.5);
UPDATE orders_%[1]d USING TTL 3600 SET paid = true, tags = tags + {'new'} WHERE customer = ? AND day = ? AND at = ? AND number = ?;
DELETE tags['old'] FROM orders_%[1]d WHERE customer = ? AND day = ? AND at = ? AND number = ?;
SELECT * FROM orders_%[1]d WHERE customer = ? AND day = '2026-11-21' AND at > ? LIMIT 10;
SELECT at, total FROM orders_%[1]d WHERE customer = ? AND day IN ? ORDER BY at ASC;
SELECT count(*) FROM orders_%[1]d WHERE total > 10 ALLOW FILTERING;
SELECT note FROM orders_%[1]d WHERE total = 10;
SELECT customer FROM orders_%[1]d WHERE paid = true;
`, i)
	}
	return script.String()
}

// TestLinear: a text twenty times as long takes about twenty times as long and as
// much memory.
func TestLinear(t *testing.T) {
	type cost struct {
		time  time.Duration
		bytes uint64
	}
	measure := func(script string) cost {
		best := cost{time: time.Hour}
		for range 5 {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			cql.Judge(parse.Parse(script))
			elapsed := time.Since(start)
			runtime.ReadMemStats(&after)
			best = cost{min(best.time, elapsed), after.TotalAlloc - before.TotalAlloc}
		}
		return best
	}
	small, large := measure(ordersScript(300)), measure(ordersScript(6000))
	bytes := float64(large.bytes) / float64(small.bytes)
	if bytes > 24 {
		t.Errorf("twenty times the text takes %.1f times the memory", bytes)
	}
	ratio := float64(large.time) / float64(small.time)
	if ratio > 150 { // quadratic work takes 400 times as long
		t.Errorf("twenty times the text takes %.1f times as long", ratio)
	}
	t.Logf("%.1f times the memory, %.1f times the time", bytes, ratio)
}

// BenchmarkScript parses and checks scripts of 100, 1,000 and 10,000 statements.
// MB/s should be constant, and B/op linear in the text.
func BenchmarkScript(b *testing.B) {
	for _, statements := range []int{100, 1_000, 10_000} {
		script := ordersScript(statements)
		b.Run(fmt.Sprintf("parse/%d", statements), func(b *testing.B) {
			b.SetBytes(int64(len(script)))
			b.ReportAllocs()
			for b.Loop() {
				parse.Parse(script)
			}
		})
		b.Run(fmt.Sprintf("judge/%d", statements), func(b *testing.B) {
			b.SetBytes(int64(len(script)))
			b.ReportAllocs()
			for b.Loop() {
				cql.Judge(parse.Parse(script))
			}
		})
	}
}

// BenchmarkJudgeSelect checks parsed SELECTs, 1,000 at a time.
func BenchmarkJudgeSelect(b *testing.B) {
	const selects = 1_000
	m, _ := cql.Import(ordersScript(10), "shop")
	script := parse.Parse(strings.Repeat("SELECT at, total FROM orders_0 WHERE customer = ? AND day = '2026-11-21' AND at > ? "+
		"ORDER BY at DESC LIMIT 10;\n", selects))
	b.ReportAllocs()
	for b.Loop() {
		for _, verdict := range cql.JudgeStatements(m, script, "shop") {
			if len(verdict.Findings) > 0 {
				b.Fatal(verdict.Findings)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*selects), "ns/statement")
}

func BenchmarkImport(b *testing.B) {
	script := ordersScript(1_000)
	b.SetBytes(int64(len(script)))
	b.ReportAllocs()
	for b.Loop() {
		cql.Import(script, "shop")
	}
}
