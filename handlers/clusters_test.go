package handlers_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// TestMeasureCluster: sizes of all nodes are kept beside the estimates with the connection and the date; if a node did not
// answer, it is named and nothing is kept before somebody says so.
func TestMeasureCluster(t *testing.T) {
	sizes := &cluster.Sizes{At: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC), Nodes: []string{"10.0.0.5:9042", "10.0.0.6:9042"},
		Missing: map[string]string{"10.0.0.7:9042": "nothing listens"},
		Tables: []cluster.TableSize{{Keyspace: "hotel", Table: "hotels", Partitions: 5000, MeanBytes: 400, DiskBytes: 3 << 20,
			MaxPartition: 1 << 20}, {Keyspace: "hotel", Table: "unknown", Partitions: 1}}}
	asked := &fakeCluster{answer: func(job reach.Job) (*reach.Answer, error) {
		if !job.Sizes || strings.Join(job.Keyspaces, " ") != "hotel reservation" {
			t.Errorf("the cluster is asked %+v", job)
		}
		return &reach.Answer{Sizes: sizes}, nil
	}}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	connection, hotel := s.connect(), s.open("hotel")
	path := hotel + "/clusters/" + strings.TrimPrefix(connection, "/connections/") + "/measure"
	page := s.want(http.StatusConflict, s.post(path, form())).body
	if !strings.Contains(page, "10.0.0.7:9042: nothing listens") ||
		!strings.Contains(page, "Nothing was kept") || strings.Contains(s.get(hotel+"/measured").body, "size_estimates,") {
		t.Errorf("a node is missing, and the page shows\n%s", page)
	}
	s.want(http.StatusSeeOther, s.post(path, form("keep", "all")))
	kept := s.want(http.StatusOK, s.get(hotel+"/measured")).body
	for _, want := range []string{"system.size_estimates, 2026-11-28, Shop, 2 nodes without 10.0.0.7:9042", "system_views.disk_usage", "5,000 partitions"} {
		if !strings.Contains(kept, want) {
			t.Errorf("the page of measured sizes lacks %q", want)
		}
	}
	sizes.Missing, sizes.Tables = nil, nil
	if page := s.want(http.StatusUnprocessableEntity, s.post(path, form())).body; !strings.Contains(page, "has no estimates for the tables") {
		t.Errorf("without estimates the page shows\n%s", page)
	}
}

// TestReadStatements: the statements of an application become queries in the preview of recovery, and nothing is saved.
func TestReadStatements(t *testing.T) {
	answer := &reach.Answer{Applications: "USE hotel;\nSELECT name, phone FROM hotels WHERE hotel_id = ?;\nSELECT x FROM nowhere WHERE y = ?;\n", Statements: 2,
		Missing: map[string]string{"10.0.0.7:9042": "nothing listens"}}
	asked := &fakeCluster{answer: func(reach.Job) (*reach.Answer, error) { return answer, nil }}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	connection, hotel := s.connect(), s.open("hotel")
	path := hotel + "/clusters/" + strings.TrimPrefix(connection, "/connections/") + "/statements"
	before := s.get(hotel + "/model.json").body
	page := s.want(http.StatusOK, s.post(path, form())).body
	for _, want := range []string{"2 statements of Shop", "Did not answer: 10.0.0.7:9042: nothing listens.",
		"SELECT name, phone FROM hotels WHERE hotel_id = ?", "nowhere"} {
		if !strings.Contains(page, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	if s.get(hotel+"/model.json").body != before {
		t.Error("the model has changed")
	}
	answer.Statements, answer.Applications = 0, ""
	if page := s.want(http.StatusUnprocessableEntity, s.post(path, form())).body; !strings.Contains(page, "knows no statement of an application") {
		t.Errorf("without statements the page shows\n%s", page)
	}
}
