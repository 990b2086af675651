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

// BenchmarkBesideHostile asks for pictures of the hotel, one at a time and each
// laid out anew, while a picture of a model is drawn that takes as long as we
// let it, then for as many while nothing else is: p99-ratio compares the slowest
// of a hundred, and is to be 1.5 at most.
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

// hostile puts a model whose arrows run criss-cross, and returns a request for
// its picture. Each looks at it in another way, so that none was drawn before.
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

// singles returns a request for a picture of a model that dot has to lay out
// anew, as it was edited.
func (s *benchSite) singles(address string) func(*times) {
	edit := s.edits(address, "name")
	return func(took *times) {
		edit()
		took.measure(func() { s.ask("GET", address+"/physical.svg?direction=lr", nil) })
	}
}

// tangledModel has tables of three columns with arrows from any to any.
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
