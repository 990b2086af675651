package handlers_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/limit"
)

// Others derive, import, open huge pages and leave; an honest editor's saves and pages
// are answered while all of that still waits or runs. Nothing here depends on time: the
// turns of large work are taken until the editor is done. TestAttackFairPlay of package
// cli measures the same.
func TestFairPlay(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	patient := limit.Limits{Memory: 1 << 30, Small: handlers.SmallWork, SmallSlots: 2, Slots: 1, Waiting: 64, Address: 64, Wait: time.Hour}
	budget, _ := server.SetBudgets(limit.NewBudget(patient), limit.NewBudget(patient))
	honest := newSiteOf(t, server)
	huge, large, small := honest.largeModel(), honest.largeModel(), honest.open("hotel")
	release, err := budget.Take(t.Context(), limit.Client{Address: "attacker"}, handlers.SmallWork+1)
	if err != nil {
		t.Fatal(err)
	}
	defer release()

	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	script := form("text", largeScript(900), "name", "Huge")
	attacks := []attack{
		{ctx, "POST", huge + "/derive", form("sent", "true", "do", "show")}, {ctx, "POST", huge + "/derive", form("sent", "true", "do", "apply")},
		{ctx, "POST", "/import", script}, {ctx, "POST", "/import/create", script}, {ctx, "POST", huge + "/recover", form("sent", "true")},
		{ctx, "POST", huge + "/design", form("sent", "true")}, {ctx, "GET", huge + "/physical", nil}, {ctx, "GET", huge + "/physical.png", nil},
		{ctx, "GET", huge + "/compare?from=1&to=2", nil},
	}
	answered := make(chan string, len(attacks))
	var running sync.WaitGroup
	for _, attack := range attacks {
		running.Go(func() {
			attack.send(honest)
			answered <- attack.path
		})
	}
	waiting := func() int { _, count := budget.State(); return count }
	for waiting() < len(attacks) {
		select {
		case path := <-answered:
			t.Fatalf("%s does not wait for large work", path)
		case <-time.After(time.Millisecond):
		}
	}
	for i, path := range []string{small, large, small, large} {
		name := "Meanwhile" + strings.Repeat("x", i)
		honest.want(http.StatusSeeOther, honest.post(path+"/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.name", name)))
		comment := form("do", "open", "text", "Why "+name+"?")
		honest.want(http.StatusSeeOther, honest.post(path+"/comments", comment))
	}
	honest.want(http.StatusOK, honest.get(small+"/concepts"))
	honest.want(http.StatusOK, honest.get("/"))
	if len(answered) > 0 || waiting() < len(attacks) {
		t.Errorf("%d of %d attacks were over before the editor was, %d wait", len(answered), len(attacks), waiting())
	}
	leave() // all attackers abandon what they asked for
	running.Wait()
	for waiting() > 0 {
		time.Sleep(time.Millisecond)
	}
	release()
	honest.want(http.StatusOK, honest.get(huge+"/physical"))
}

// attack is a request that takes long and is abandoned.
type attack struct {
	ctx          context.Context
	method, path string
	form         url.Values
}

func (a attack) send(s *site) {
	request, err := http.NewRequestWithContext(a.ctx, a.method, strings.TrimSuffix(s.base, "/")+a.path, strings.NewReader(a.form.Encode()))
	if err != nil {
		s.t.Error(err)
		return
	}
	if a.form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if response, err := s.http.Do(request); err == nil {
		response.Body.Close()
	}
}
