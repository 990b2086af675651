package handlers_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/handlers/live"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

// stream opens a stream and returns a function that waits for the next message with
// content.
func (s *site) stream(query string, header ...string) (next func() live.Message) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), "GET", s.base+"/live?"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Accept-Encoding", "gzip")
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.http.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "" {
		s.t.Fatalf("status %d, headers %v", response.StatusCode, response.Header)
	}
	lines := bufio.NewScanner(response.Body)
	return func() live.Message {
		s.t.Helper()
		for lines.Scan() {
			var message live.Message
			text, found := strings.CutPrefix(lines.Text(), "data: ")
			if !found {
				continue
			}
			if err := json.Unmarshal([]byte(text), &message); err != nil {
				s.t.Fatalf("%s: %v", text, err)
			}
			if message.Heads != nil || message.Here != nil || message.Models != "" || message.Inbox != "" {
				return message
			}
		}
		s.t.Fatalf("the stream has ended: %v", lines.Err())
		return live.Message{}
	}
}

// Every way to save is told, with the name of who did it.
func TestLiveTellsOfEverySave(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	id := strings.TrimPrefix(path, "/m/")
	s.post("/you", url.Values{"name": {"Ada"}})
	next := s.visitor().stream(url.Values{"of": {id, id + ".p1"}}.Encode())
	if first := next(); len(first.Heads) != 1 || first.Heads[0].Number != 1 {
		t.Fatalf("the first message is %v", first)
	}
	for _, step := range []struct {
		post string
		form url.Values
		want string // the chain after the id, and its revision
	}{
		{"/edit", url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {"Pets"}}, "=2"},
		{"/undo", url.Values{"tab": {"logical"}}, "=3"},
		{"/redo", url.Values{"tab": {"logical"}}, "=4"},
		{"/restore", url.Values{"tab": {"logical"}, "revision": {"1"}}, "=5"},
		{"/layout", url.Values{"tab": {"physical"}, "diagram": {"physical"}, "action": {"right"}, "box": {"photelsbyid"}}, "=6"},
		{"/comments", url.Values{"do": {"open"}, "about": {"photelsbyid"}, "text": {"Why?"}}, ".discussion=1"},
		{"/name", url.Values{"revision": {"1"}, "name": {"v1"}}, ".versions=1"},
		{"/proposals/rules", form("approvals", "1", "gate.queries", "block", "gate.findings", "warn", "gate.sizes",
			"off", "gate.loss", "block", "gate.comments", "block", "gate.approvals", "block"), ".proposals=1"},
		{"/delete", url.Values{"base": {"6"}, "revision": {"6"}}, "=7"},
	} {
		answer := s.post(path+step.post, step.form)
		if answer.StatusCode != http.StatusSeeOther {
			t.Fatalf("%s: status %d: %.600s", step.post, answer.StatusCode, answer.body)
		}
		told := next()
		if len(told.Heads) != 1 || fmt.Sprintf("%s=%d", told.Heads[0].Of, told.Heads[0].Number) != id+step.want || told.Heads[0].By != "Ada" {
			t.Errorf("%s is told as %v, want %s", step.post, told, step.want)
		}
		if gone := told.Heads[0].Gone; gone != (step.post == "/delete") {
			t.Errorf("%s: gone = %v", step.post, gone)
		}
	}
	if state := s.want(http.StatusOK, s.get("/live?of="+id)); !strings.Contains(state.body, `"n":7,"by":"Ada","gone":true`) {
		t.Errorf("who asks once is told %s", state.body)
	}
}

// A proposal is told at its model, and what happens in its branch at the branch.
func TestLiveTellsOfProposals(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	id := strings.TrimPrefix(path, "/m/")
	next := s.stream(url.Values{"of": {id, id + ".p1"}}.Encode())
	next()
	s.want(http.StatusSeeOther, s.post(path+"/proposals", url.Values{"title": {"Pets"}, "tab": {"logical"}}))
	told := map[store.ModelID]uint64{}
	for told[store.ModelID(id+".proposals")] == 0 || told[store.ModelID(id+".p1")] == 0 {
		for _, head := range next().Heads {
			told[head.Of] = head.Number
		}
	}
	s.want(http.StatusSeeOther, s.post(path+".p1/edit", url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {"Pets"}}))
	if got := next(); len(got.Heads) != 1 || string(got.Heads[0].Of) != id+".p1" {
		t.Errorf("an edit of the branch is told as %v", got)
	}
	page := s.want(http.StatusOK, s.get(path+"/proposals/1"))
	if want := fmt.Sprintf(`data-live="%s=1 `, id); !strings.Contains(page.body, want) || !strings.Contains(page.body, " "+id+".p1=2 ") {
		t.Error("the page of the proposal does not say what it shows")
	}
}

func TestLivePresence(t *testing.T) {
	s := newSite(t)
	id := strings.TrimPrefix(s.open("hotel"), "/m/")
	mine, theirs := strings.Repeat("m", 30), strings.Repeat("t", 30)
	next := s.stream(url.Values{"of": {id}, "browser": {mine}}.Encode())
	next()
	other := s.visitor()
	other.want(http.StatusNoContent, other.post("/live", url.Values{"browser": {theirs}, "of": {id}, "tab": {"physical"}, "select": {"photelsbyid"}}))
	s.want(http.StatusNoContent, s.post("/live", url.Values{"browser": {mine}, "of": {id}, "tab": {"logical"}}))
	want := live.Person{ID: live.KeyOf(theirs), Name: "Somebody", Tab: "physical", On: "photelsbyid"}
	if got := next(); len(got.Here) != 1 || len(got.Here[0].People) != 1 || got.Here[0].People[0] != want {
		t.Errorf("got %v, want %v", got, want)
	}
	other.post("/you", url.Values{"name": {"Ben"}})
	other.post("/live", url.Values{"browser": {theirs}, "of": {id}, "tab": {"physical"}})
	if got := next(); got.Here[0].People[0].Name != "Ben" {
		t.Errorf("after Ben has given his name, he is %v", got)
	}
	other.post("/live", url.Values{"browser": {theirs}, "of": {id}, "left": {"1"}})
	if got := next(); len(got.Here[0].People) != 0 {
		t.Errorf("after Ben has left: %v", got)
	}
}

func TestLiveRefuses(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"of=..%2Fx.discussion", "of=hotel.discussion", "of=" + strings.Repeat("x", 200),
		strings.Repeat("of=a&", handlers.MaxLiveOf+1)} {
		if answer := s.get("/live?" + query); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%.60s: status %d: %s", query, answer.StatusCode, answer.body)
		}
	}
	if answer := s.get("/live?of=nothing"); answer.StatusCode != http.StatusOK || strings.TrimSpace(answer.body) != "{}" {
		t.Errorf("of a model that does not exist: %d %q", answer.StatusCode, answer.body)
	}
	for _, form := range []url.Values{{}, {"browser": {"short"}, "of": {"hotel"}}, {"browser": {strings.Repeat("x", 30)}, "of": {"hotel.discussion"}}} {
		if answer := s.post("/live", form); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, answer.StatusCode)
		}
	}
}

// One address holds some streams at most. A stream is no slow request.
func TestLiveQuotaAndMetrics(t *testing.T) {
	s := newSiteWith(t, handlers.Config{Store: store.NewMemory(store.Options{Apply: diff.Apply,
		MaxDocument: model.MaxSize}), Proxies: []string{"127.0.0.1"}, Quotas: handlers.Quotas{Streams: 2}})
	id := strings.TrimPrefix(s.open("hotel"), "/m/")
	for range 2 {
		s.stream("of="+id, "X-Forwarded-For", "192.0.2.1")()
	}
	refused := s.get("/live?of="+id, "X-Forwarded-For", "192.0.2.1", "Accept", "text/event-stream")
	if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" {
		t.Errorf("a third stream: status %d", refused.StatusCode)
	}
	s.want(http.StatusOK, s.get("/live?of="+id, "X-Forwarded-For", "192.0.2.1")) // it may ask
	s.stream("of="+id, "X-Forwarded-For", "192.0.2.2")()
	metrics := s.get("/metrics").body
	if !strings.Contains(metrics, "\nwiderow_live_streams 3\n") || strings.Contains(metrics, `route="/live",status="200"`) {
		t.Error("the metrics do not count the streams, or count them as requests")
	}
}
