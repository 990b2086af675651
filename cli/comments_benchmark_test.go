//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"widerow/store"
)

// talkOf is a discussion of so many threads by Ada, of which ten are on the table of
// the hotels and all others on the model, as versions before 0.9 have saved it.
func talkOf(threads int) []byte {
	var text bytes.Buffer
	text.WriteString(`{"format":"discussion/1","threads":{`)
	for i := range threads {
		about := `{"kind":"model","words":"Hotel"}`
		if i >= threads-10 {
			about = `{"element":"photelsbyid","kind":"relation","words":"hotels"}`
		}
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `"t%d":{"about":%s,"comments":{"c%d":{"at":"2026-03-01T12:00:00Z","author":{"id":"ada","name":"Ada"},"number":1,"order":%d,"text":%q}}}`,
			i, about, i, i+1, strings.Repeat("Some words about this. ", 8))
	}
	text.WriteString("}}")
	return text.Bytes()
}

// BenchmarkComment opens a thread, replies to it, edits the reply and resolves the
// thread, with the page that a browser gets each time. The cost must not grow with the
// number of threads.
func BenchmarkComment(b *testing.B) {
	for _, threads := range []int{10, 100, 2000} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			s := newBenchSite(b)
			s.ask("POST", "/you", url.Values{"name": {"Grace"}})
			address := s.open("hotel")
			s.talk(address, threads)
			saved, before := s.store.saved, processorTime()
			for i := 0; b.Loop(); i++ {
				s.discuss(address, fmt.Sprintf("Words %d.", i))
			}
			const acts = 4
			b.ReportMetric(float64(s.store.saved-saved)/float64(acts*b.N), "saved-B/act")
			b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(acts*b.N), "cpu-µs/act")
		})
	}
}

// talk stores a discussion of the model at an address.
func (s *benchSite) talk(address string, threads int) {
	s.Helper()
	id := store.ModelID(strings.TrimPrefix(address, "/m/")).Companion(store.Discussion)
	save := store.Save{Model: id, Operation: "talk on " + string(id), Kind: store.KindCreate, Document: talkOf(threads)}
	if _, err := s.store.Create(context.Background(), save); err != nil {
		s.Fatal(err)
	}
}

// discuss begins a thread on a table and ends it, in four forms.
func (s *benchSite) discuss(address, text string) {
	s.Helper()
	form := func(do string, more ...string) string {
		values := url.Values{"do": {do}, "tab": {"physical"}, "select": {"pguestsbyid"}, "about": {"pguestsbyid"}}
		for i := 0; i+1 < len(more); i += 2 {
			values.Set(more[i], more[i+1])
		}
		body, _ := s.ask("POST", address+"/comments", values, "HX-Request", "true", "HX-Request-Type", "partial")
		return body
	}
	opened := form("open", "text", text)
	_, after, _ := strings.Cut(opened, `id="thread-`)
	thread, _, _ := strings.Cut(after, `"`)
	replied := form("reply:"+thread, "text", "And more.")
	_, after, _ = strings.Cut(replied[strings.LastIndex(replied, "edit:"+thread):], ":")
	comment, _, _ := strings.Cut(after, `"`)
	if edited := form("edit:"+comment, "text", text+" Edited."); !strings.Contains(edited, text+" Edited.") {
		s.Fatalf("the edited comment is not on the page")
	}
	form("resolve:" + thread)
}

// processorTime returns the processor time that this process has used.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
