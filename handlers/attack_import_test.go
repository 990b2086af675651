package handlers_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/limit"
)

// attackVariable enables the long runs of the tests whose names begin with
// TestAttack. `make attack` sets it.
const attackVariable = "WIDEROW_ATTACK"

// largeScript defines tables of 30 columns, about 880 bytes each.
func largeScript(tables int) string {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n")
	for table := range tables {
		fmt.Fprintf(&script, "CREATE TABLE shop.table_%d (\n  id uuid PRIMARY KEY", table)
		for column := range 29 {
			fmt.Fprintf(&script, ",\n  column_%d_of_table text", column)
		}
		script.WriteString("\n);\n")
	}
	return script.String()
}

// Many large imports at once: each is carried out, or refused with what was typed,
// and meanwhile the server answers others.
func TestAttackImportsAtOnce(t *testing.T) {
	tables, imports := 100, 8
	if os.Getenv(attackVariable) != "" {
		tables, imports = 900, 24
	}
	s := newSite(t)
	script := largeScript(tables)
	var group sync.WaitGroup
	ended := make(chan struct{})
	for range imports {
		group.Go(func() {
			answer := s.visitor().post("/import", form("text", script, "name", "Shop"))
			kept := strings.Contains(answer.body, "column_28_of_table")
			switch {
			case answer.StatusCode == http.StatusOK && kept:
			case answer.StatusCode == http.StatusServiceUnavailable && kept && answer.Header.Get("Retry-After") != "":
			default:
				t.Errorf("status %d, the text is kept: %v", answer.StatusCode, kept)
			}
		})
	}
	go func() { group.Wait(); close(ended) }()
	for asked := 0; ; asked++ {
		select {
		case <-ended:
			return
		default:
			s.want(http.StatusOK, s.get("/help"))
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// A refused import shows the form again, with what was typed and the reason.
func TestBusyImportKeepsTheText(t *testing.T) {
	s, release := busySite(t)
	script := largeScript(100)
	for _, path := range []string{"/import", "/import/create"} {
		refused := s.want(http.StatusServiceUnavailable, s.post(path, form("text", script, "name", "My shop")))
		for _, part := range []string{"busy with other large requests", "column_28_of_table", `value="My shop"`} {
			if !strings.Contains(refused.body, part) {
				t.Errorf("%s: the page lacks %q", path, part)
			}
		}
		if refused.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", path)
		}
	}
	s.want(http.StatusOK, s.post("/import", form("text", "CREATE TABLE shop.t (id uuid PRIMARY KEY);", "name", "Small")))
	path := s.open("hotel")
	s.want(http.StatusOK, s.get(path+"/physical"))
	s.want(http.StatusOK, s.get(path+"/physical.svg"))
	release()
	s.want(http.StatusOK, s.post("/import", form("text", script, "name", "My shop")))
}

// busySite returns a site whose large work waits for at most 20 ms, and in vain
// until release is called.
func busySite(t *testing.T) (s *site, release func()) {
	t.Helper()
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	budget, _ := server.SetBudgets(limit.NewBudget(limit.Limits{Memory: 1 << 30, Small: handlers.SmallWork,
		SmallSlots: 1, Slots: 1, Waiting: 8, Address: 8, Wait: 20 * time.Millisecond}), nil)
	release, err = budget.Take(t.Context(), limit.Client{Address: "another"}, handlers.SmallWork+1)
	if err != nil {
		t.Fatal(err)
	}
	return newSiteOf(t, server), release
}

// The response to an import contains what a person reads, and the text once in the
// form and once in the confirmation.
func TestPreviewOfALargeImportIsNotLarge(t *testing.T) {
	s := newSite(t)
	script := largeScript(300)
	page := s.want(http.StatusOK, s.post("/import", form("text", script, "name", "Shop")))
	if most := 2*len(script) + 700<<10; len(page.body) > most {
		t.Errorf("the preview of %d kB has %d kB, want at most %d kB", len(script)>>10, len(page.body)>>10, most>>10)
	}
	if !strings.Contains(page.body, "201 more") || !strings.Contains(page.body, "table_299") {
		t.Error("the preview does not name all tables")
	}
}

// An edit of a large model waits for other edits of large models. An edit of a
// small one does not wait.
func TestBusyEditOfALargeModel(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	_, edits := server.SetBudgets(nil, limit.NewBudget(limit.Limits{Memory: 1 << 30, Small: handlers.SmallWork,
		Slots: 1, Waiting: 8, Address: 8, Wait: 20 * time.Millisecond}))
	release, err := edits.Take(t.Context(), limit.Client{Address: "another"}, handlers.SmallWork+1)
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, server)
	created := s.want(http.StatusSeeOther, s.post("/import/create", form("text", largeScript(100), "name", "Shop")))
	large, small := created.Header.Get("Location"), s.open("hotel")
	rename := form("tab", "logical", "do", "add:query:", "new.query.name", "Carts of a shop")
	s.want(http.StatusSeeOther, s.post(small+"/edit", rename))
	refused := s.want(http.StatusServiceUnavailable, s.post(large+"/edit", rename))
	if refused.Header.Get("Retry-After") == "" || !strings.Contains(refused.body, "Nothing was changed") {
		t.Errorf("refused without saying when to try again:\n%s", refused.body)
	}
	release()
	s.want(http.StatusSeeOther, s.post(large+"/edit", rename))
	if page := s.want(http.StatusOK, s.get(large+"/logical")); !strings.Contains(page.body, "Carts of a shop") {
		t.Error("the query was not added")
	}
}
