package cli_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
)

// BenchmarkBesideHostile measures pictures of the hotel, each of which needs a
// new layout. It first runs them while the server draws a model whose layout
// takes up the whole time limit, then on an idle server. p99-ratio compares the
// 99th percentiles and should be at most 1.5.
func BenchmarkBesideHostile(b *testing.B) {
	for _, size := range []struct{ tables, arrows int }{{100, 390}, {200, 700}, {1500, 4000}} {
		b.Run(fmt.Sprintf("tables=%d,arrows=%d", size.tables, size.arrows), func(b *testing.B) {
			site := newBenchSite(b)
			hostile := site.hostile(size.tables, size.arrows)
			single := site.singles(site.open("hotel"))
			single(new(times)) // starts a worker
			var alone, beside, hostiles times
			for b.Loop() {
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					hostiles.measure(hostile)
				}()
				count := 0
				for ; !closed(ended); count++ {
					single(&beside)
				}
				for range count {
					single(&alone)
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(len(alone)), "singles")
			b.ReportMetric(hostiles.percentile(50), "hostile-p50-ms")
			for name, took := range map[string]times{"alone": alone, "beside": beside} {
				b.ReportMetric(took.percentile(50), name+"-p50-ms")
				b.ReportMetric(took.percentile(99), name+"-p99-ms")
			}
			b.ReportMetric(beside.percentile(50)/alone.percentile(50), "p50-ratio")
			b.ReportMetric(beside.percentile(99)/alone.percentile(99), "p99-ratio")
		})
	}
}

func closed(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

// hostile imports a model with random arrows and returns a request for its
// picture. Each call asks for another view, so that none is cached.
func (s *benchSite) hostile(tables, arrows int) func() {
	var views []string
	for _, columns := range []string{"all", "keys", "none"} {
		for _, spacing := range []string{"", "compact"} {
			for _, direction := range []string{"lr", "td"} {
				views = append(views, url.Values{"columns": {columns}, "spacing": {spacing}, "direction": {direction}}.Encode())
			}
		}
	}
	address, round := s.put(tangledModel(s, tables, arrows, 0)), 0
	return func() {
		if round > 0 && round%len(views) == 0 {
			address = s.put(tangledModel(s, tables, arrows, uint64(round)))
		}
		s.ask("GET", address+"/physical.svg?"+views[round%len(views)], nil)
		round++
	}
}

// singles returns a request for a picture of a model that it edits first, so
// that dot has to lay it out again.
func (s *benchSite) singles(address string) func(*times) {
	edit := s.edits(address, "name")
	return func(took *times) {
		edit()
		took.measure(func() { s.ask("GET", address+"/physical.svg?direction=lr", nil) })
	}
}

// tangledModel returns a model of tables with three columns and random arrows
// between them.
func tangledModel(b testing.TB, count, arrows int, seed uint64) *model.Model {
	b.Helper()
	var script strings.Builder
	for i := range count {
		fmt.Fprintf(&script, "CREATE TABLE t%d (id uuid PRIMARY KEY, a int, b int);\n", i)
	}
	document, report := cql.Import(script.String(), "Tangled")
	if len(report.Refused) > 0 {
		b.Fatal(report.Refused[0].Message)
	}
	tables, random := model.Sorted(document.Logical.Tables), rand.New(rand.NewPCG(seed, 3))
	document.Workflow.Queries = map[model.ID]*model.Query{"query": {Label: "Q1", Name: "Find it"}}
	document.Logical.Arrows = map[model.ID]*model.QueryArrow{}
	for i := range arrows {
		document.Logical.Arrows[model.ID(fmt.Sprintf("arrow%d", i))] = &model.QueryArrow{
			Access: "query", From: tables[random.IntN(count)].ID, To: tables[random.IntN(count)].ID}
	}
	return document
}
