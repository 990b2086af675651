//go:build unix

package cli_test

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// BenchmarkInbox asks for the inbox of a name that the server has not seen before, and
// counts what waits for another one after each comment on some model. Five models
// concern them. The cost must not grow with the number of models.
func BenchmarkInbox(b *testing.B) {
	for _, models := range []int{10, 500, 5000} {
		path := filepath.Join(b.TempDir(), "widerow.db")
		ids := fill(b, path, models)
		s := newBenchSiteOn(b, path)
		s.ask("POST", "/you", url.Values{"name": {"Ada"}}) // the first inbox after a start
		for name, ask := range map[string]func(int){
			"new name": func(i int) {
				s.visitor = newGuest(b)
				s.ask("POST", "/you", url.Values{"name": {"Grace"}})
				if body, _ := s.ask("GET", "/inbox", nil); strings.Count(body, `id="inbox-`) != 5 {
					b.Fatal("the inbox does not have what waits in five models")
				}
			},
			"count after a comment": func(i int) {
				s.ask("POST", "/m/"+string(ids[i%len(ids)])+"/comments", url.Values{"do": {"open"}, "text": {fmt.Sprint("Words ", i)}, "tab": {"comments"}})
				s.ask("GET", "/inbox/count", nil)
			},
		} {
			b.Run(fmt.Sprintf("%s/models=%d", strings.ReplaceAll(name, " ", "-"), models), func(b *testing.B) {
				before := processorTime()
				for i := 0; b.Loop(); i++ {
					ask(i)
				}
				b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// BenchmarkFindModels searches the names of models, each time after a save of one of them.
func BenchmarkFindModels(b *testing.B) {
	for _, models := range []int{10, 500, 5000} {
		b.Run(fmt.Sprintf("models=%d", models), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "widerow.db")
			ids := fill(b, path, models)
			s := newBenchSiteOn(b, path)
			s.ask("POST", "/you", url.Values{"name": {"Ada"}}) // the first inbox and list after a start
			s.ask("GET", "/?find=magazine&sort=name", nil)
			before, name := processorTime(), "Magazine"
			for i := 0; b.Loop(); i++ {
				next := fmt.Sprint("Magazine ", i)
				s.ask("POST", "/m/"+string(ids[0])+"/edit", url.Values{"tab": {"concepts"}, "was.model.name": {name}, "set.model.name": {next}})
				name = next
				if body, _ := s.ask("GET", "/?find="+url.QueryEscape(name), nil); !strings.Contains(body, name) {
					b.Fatal("the search does not find the name that was saved just now")
				}
			}
			b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// fill makes a data file with models that have a discussion each, of which five mention
// Grace.
func fill(b testing.TB, path string, models int) (ids []store.ModelID) {
	b.Helper()
	stored, err := bolt.Open(path, bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		b.Fatal(err)
	}
	defer stored.Close()
	empty := (&model.Model{Name: "Magazine"}).Encode()
	for i := range models {
		id, talk := store.ModelID(fmt.Sprintf("model%d", i)), string(talkOf(12))
		if i < 5 {
			talk = strings.Replace(talk, "Some words", "See, @grace, some words", 1)
		}
		for _, save := range []store.Save{{Model: id, Document: empty}, {Model: id.Companion(store.Discussion), Document: []byte(talk)}} {
			save.Operation, save.Kind, save.Title = "fill "+string(save.Model), store.KindCreate, "Magazine"
			if _, err := stored.Create(context.Background(), save); err != nil {
				b.Fatal(err)
			}
		}
		ids = append(ids, id)
	}
	return ids
}
