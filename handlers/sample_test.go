package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/handlers/connections/load"
	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// sampled is the answer to a load.
func sampled(filled *reach.Filled) func(reach.Job) (*reach.Answer, error) {
	return func(reach.Job) (*reach.Answer, error) { return &reach.Answer{Filled: filled}, nil }
}

// hotelModel opens the example of the hotel, and returns its ID.
func (s *site) hotelModel() string {
	s.t.Helper()
	opened := s.want(http.StatusSeeOther, s.post("/examples/hotel", url.Values{})).Header.Get("Location")
	id, _, _ := strings.Cut(strings.TrimPrefix(opened, "/m/"), "/")
	return id
}

// TestSampleData: the page of a connection leads to the page of a model, which loads, and shows what was loaded.
func TestSampleData(t *testing.T) {
	asked := &fakeCluster{}
	s := connectingSite(t, newStore(), "", asked)
	hotel := s.hotelModel()
	path := s.connect("writes", "on")
	if page := s.want(http.StatusUnprocessableEntity, s.post(path+"/sample", form())).body; !strings.Contains(page, "Choose the model") {
		t.Error("nothing says that a model is missing")
	}
	at := s.want(http.StatusSeeOther, s.post(path+"/sample", form("into", hotel))).Header.Get("Location")
	if page := s.want(http.StatusOK, s.get(at)).body; !strings.Contains(page, "hotel_sample, reservation_sample") || strings.Contains(page, "sample-result") {
		t.Errorf("before the load:\n%s", page)
	}
	for _, wrong := range []url.Values{form("rows", "0"), form("rows", "1e9"), form("rows", "10", "seed", "-1")} {
		if page := s.want(http.StatusUnprocessableEntity, s.post(at, wrong)).body; !strings.Contains(page, `id="sample-problem"`) {
			t.Errorf("%v has no problem", wrong)
		}
	}
	if asked.last().Fill != nil {
		t.Fatal("a wrong form reached the cluster")
	}
	asked.answer = sampled(&reach.Filled{Result: &load.Result{Keyspaces: []string{"hotel_sample", "reservation_sample"}, Seed: 42, Took: 2 * time.Second,
		Notes: []string{"left out: CREATE FUNCTION f"}, Tables: []load.Table{{Keyspace: "hotel_sample", Name: "hotels", Rows: 12345, Took: time.Second}}}})
	next := s.want(http.StatusSeeOther, s.post(at, form("rows", "500", "names", "own"))).Header.Get("Location")
	if fill := asked.last().Fill; fill == nil || fill.Rows != 500 || !fill.Naming.Own || fill.Again ||
		fill.Revision != "1" || !strings.Contains(string(fill.Document), `"name": "Hotel"`) {
		t.Fatalf("the cluster was asked %+v", asked.last())
	}
	next, _, _ = strings.Cut(next, "#")
	page := s.want(http.StatusOK, s.get(next)).body
	for _, want := range []string{"12,345 rows in hotel_sample and reservation_sample, in 2.0 s. Seed 42.", "hotel_sample.hotels", "left out: CREATE FUNCTION f",
		"keyspace=hotel_sample", "SELECT+%2A+FROM+hotel_sample.hotels", "/measured", `value="500"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestSampleDataIsCareful: sample data is dropped only by a second press, and a connection that reads only loads none.
func TestSampleDataIsCareful(t *testing.T) {
	asked := &fakeCluster{answer: sampled(&reach.Filled{Result: &load.Result{}, Problem: "the keyspace x has sample data", Refused: &load.Refused{Again: true}})}
	s := connectingSite(t, newStore(), "", asked)
	hotel := s.hotelModel()
	at := s.connect("writes", "on") + "/sample/" + hotel
	if page := s.want(http.StatusOK, s.get(at)).body; strings.Contains(page, `value="again"`) {
		t.Error("the page offers to drop what nobody has found")
	}
	s.want(http.StatusSeeOther, s.post(at, form("rows", "5", "do", "load")))
	if page := s.want(http.StatusOK, s.get(at)).body; !strings.Contains(page, `value="again"`) || !strings.Contains(page, "The keyspace x has sample data.") {
		t.Errorf("the page does not ask:\n%s", page)
	}
	s.want(http.StatusSeeOther, s.post(at, form("rows", "5", "do", "again")))
	if !asked.last().Fill.Again {
		t.Error("the second press does not allow it")
	}
	asked.answer = func(reach.Job) (*reach.Answer, error) { return nil, cluster.ErrUnreachable }
	s.want(http.StatusSeeOther, s.post(at, form("rows", "6", "do", "load")))
	if page := s.want(http.StatusOK, s.get(at)).body; !strings.Contains(page, "Cluster not reachable.") {
		t.Errorf("the page does not say that the cluster is gone:\n%s", page)
	}
	asked.answer, asked.asked = nil, nil
	reads := s.connect("name", "Reads")
	if page := s.get(reads).body; strings.Contains(page, "/sample") {
		t.Error("the page of a connection that reads only offers sample data")
	}
	if page := s.want(http.StatusUnprocessableEntity, s.post(reads+"/sample/"+hotel, form("rows", "5"))).body; !strings.Contains(
		page, "only reads") || asked.last().Fill != nil {
		t.Error("a connection that reads only loads sample data")
	}
}
