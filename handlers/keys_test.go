package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The page starts with sample rows, in their partitions and on their nodes.
func TestKeysExplained(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/physical?select=pavailablerooms")).body
	if !strings.Contains(page, path+"/keys?select=pavailablerooms") {
		t.Error("the table has no link to its keys")
	}
	page = s.want(http.StatusOK, s.get(path+"/keys?select=pavailablerooms")).body
	for _, want := range []string{"PRIMARY KEY ((hotel_id), date, room_number)", "hotel-1, 2026-05-05, 103", "Nodes in each datacenter"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if got := textOf(page, "key-ring-0"); !strings.Contains(got, "node 4") || !strings.Contains(page, `aria-label="The ring of tokens with 4 nodes and 3 partitions`) {
		t.Errorf("no ring in %s", got)
	}
	got := textOf(page, "key-partitions")
	for _, want := range []string{"3 hotel_id = hotel-1 Token ", "date room_number Sample row", "Rows are in clustering order."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// Rows from the form have their real tokens. A row that another one overwrites is
// marked.
func TestKeysOfEditedRows(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	_, before := s.model(path)
	explain := func(rows, nodes string) string {
		return s.want(http.StatusOK, s.get(path+"/keys?select=pavailablerooms&nodes="+nodes+"&rows="+url.QueryEscape(rows))).body
	}
	page := explain("jim, 2026-05-05, 7\r\njim, 2026-05-04, 9\r\ncarol, 2026-05-04, 1\r\njim, '2026-05-05', 7", "2")
	got := textOf(page, "key-partitions")
	for _, want := range []string{"hotel_id = carol Token -3169904368870211108", "hotel_id = jim Token 2680261686609811218",
		"2026-05-04 9 line 2 2026-05-05 7 line 1 overwritten by line 4 2026-05-05 7 line 4"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if ring := textOf(page, "key-ring-0"); !strings.Contains(ring, "node 2 above -9223372036854775808 to 0 carol jim") ||
		!strings.Contains(ring, "Fewer nodes than replicas") {
		t.Errorf("the nodes are %s", ring)
	}
	if page := explain("jim, 2026-05-05, 7\njim, 2026-02-30, 7", ""); !strings.Contains(page,
		"line 2, column date: &#34;2026-02-30&#34; is not a value of type date") ||
		!strings.Contains(page, "jim, 2026-02-30, 7</textarea>") {
		t.Error("a bad value is not reported at its line and column, or the rows are lost")
	}
	if page := explain("", "99"); strings.Contains(page, `id="key-partitions"`) || !strings.Contains(page, `value="12"`) {
		t.Error("no rows have partitions, or 99 nodes are shown")
	}
	if _, after := s.model(path); after.Number != before.Number {
		t.Error("explaining keys saved a revision")
	}
}

// A key whose values cannot be read has an explanation, and the page needs no
// selection.
func TestKeysThatCannotBeExplained(t *testing.T) {
	s := newSite(t)
	script := "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'east': 2}; CREATE TABLE k.t (a frozen<list<int>> PRIMARY KEY);"
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", script, "name", "Lists"))))
	if page := s.want(http.StatusOK, s.get(path+"/keys")).body; !strings.Contains(page,
		"Column a has the type frozen&lt;list&lt;int&gt;&gt;.") || strings.Contains(page, `id="keys-form"`) {
		t.Error("the page does not say that a list cannot be read")
	}
}
