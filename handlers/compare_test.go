package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:pq9title")))
	for _, test := range []struct {
		address string
		status  int
		wants   []string
	}{
		{"/compare?from=1&to=3", http.StatusOK, []string{
			"table reservation.guests renamed to people", "column reservation.guests.title removed", "2 of them breaking",
			`<ul class="change-follows"`, "new error", "loses data", "tab=plan&amp;to=3#step-", // what follows from each
			`class="table diff-changed"`, "diff-removed", `id="c2"`, `href="#c1"`,
		}},
		{"/compare", http.StatusOK, []string{"title removed", "1 change"}},
		{"/compare?from=1&to=3&tab=er", http.StatusOK, []string{"renamed to people", `class="diagram er`}},
		{"/compare?from=1&to=3&view=before", http.StatusOK, []string{`class="table"`}},
		{"/compare?from=1&to=3&tab=plan", http.StatusOK, []string{"CREATE TABLE", "Rollback", "Data loss"}},
		{"/compare?from=1&to=3&change=2", http.StatusOK,
			[]string{`<li id="c2" class="removed chosen"`, `data-selected="d-pq9title"`, `id="compare-previous"`,
				"2 of 2"}},
		{"/compare?from=1&to=3&change=99", http.StatusOK, []string{`data-selected=""`}},
		{"/compare?from=1&to=3&tab=cql&change=1", http.StatusOK, []string{"<del>", "CREATE TABLE reservation.people", `data-at="d-pguestsbyid" data-here`}},
		{"/compare?from=1&to=3&tab=cql&view=unified", http.StatusOK, []string{"compare-script unified"}},
		{"/compare?from=2&to=2&tab=cql", http.StatusOK, []string{"statements of the schema are the same"}},
		{"/compare?ticked=1&of=3&of=1", http.StatusSeeOther, nil},
		{"/compare?ticked=1", http.StatusBadRequest, []string{"Tick two revisions"}},
		{"/compare?ticked=1&of=3&of=2&of=1", http.StatusBadRequest, []string{"3 revisions are ticked"}},
		{"/compare?from=2&to=2", http.StatusOK, []string{"No differences"}},
		{"/compare?from=2&to=2&tab=plan", http.StatusOK, []string{"nothing to migrate"}},
		{"/compare?from=1&to=99", http.StatusNotFound, []string{"no such model or revision"}},
		{"/compare?from=x", http.StatusBadRequest, []string{"not a number"}},
		{"/migration.cql?from=1&to=3", http.StatusOK, []string{"-- 1 "}},
		{"/migration.cql?from=1&to=3&down=1", http.StatusOK, []string{"-- 1 "}},
		{"/migration.md?from=1&to=3", http.StatusOK, []string{"1. **"}},
		{"/history", http.StatusOK, []string{"/compare?from=2&amp;to=3"}},
	} {
		answer := s.want(test.status, s.get(path+test.address))
		for _, want := range test.wants {
			if !strings.Contains(answer.body, want) {
				t.Errorf("%s lacks %q", test.address, want)
			}
		}
	}
}

// TestMigrationFileKeepsDrops checks that a script removes nothing unless the
// address asks for it.
func TestMigrationFileKeepsDrops(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:ppoisbyhotel")))
	const drop = "\nDROP TABLE hotel.pois_by_hotel"
	if script := s.get(path + "/migration.cql"); strings.Contains(script.body, drop) || !strings.Contains(script.body, "DROP TABLE") {
		t.Errorf("the drop is not a comment:\n%s", script.body)
	}
	if script := s.get(path + "/migration.cql?drops=1"); !strings.Contains(script.body, drop) {
		t.Errorf("the drop is a comment:\n%s", script.body)
	}
}

func BenchmarkCompare(b *testing.B) {
	s := newSite(b)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	for b.Loop() {
		s.want(http.StatusOK, s.get(path+"/compare"))
	}
}

// BenchmarkCompareLarge compares two states of 300 tables in their picture. The goal is
// 300 ms.
func BenchmarkCompareLarge(b *testing.B) {
	s := newSite(b)
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for i := range 300 {
		fmt.Fprintf(&script, "CREATE TABLE k.t%d (a uuid, b timestamp, c text, d text, e int, f int, g double, h text, i text, j text, PRIMARY KEY (a, b));\n", i)
	}
	created := s.want(http.StatusSeeOther,
		s.post("/import/create", form("text", script.String(), "name", "large", "target", "cassandra-5.0", "into", "",
			"revision", "0")))
	path := strings.TrimSuffix(s.path(created), "/physical")
	m, _ := s.model(path)
	for id, table := range m.Physical.Relations {
		if strings.HasSuffix(table.Name, "7") {
			s.want(http.StatusSeeOther, s.post(path+"/edit", set(id, "name", table.Name, "renamed_"+table.Name)))
		}
	}
	for b.Loop() {
		s.want(http.StatusOK, s.get(path+"/compare?from=1"))
	}
}

// TestCompareModels compares a copy, which was changed, with its original.
func TestCompareModels(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	original := strings.TrimPrefix(path, "/m/")
	fork := s.path(s.want(http.StatusSeeOther, s.post(path+"/copy", form("revision", "1"))))
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", form("do", "remove:pq9title")))
	other := strings.TrimPrefix(s.open("sensors"), "/m/")
	for _, test := range []struct {
		address string
		status  int
		wants   []string
	}{
		{"/compare?from_model=" + original, http.StatusOK, []string{
			"renamed to guests", "people.title removed", "2 changes", "<bdi>Hotel</bdi>", "<bdi>Copy of Hotel</bdi>",
			`name="from_model" value="` + original, "from=" + original + "%402", "to=2",
		}},
		{"/compare?from=" + original + "@1", http.StatusOK, []string{"guests.title removed", "1 change", "from=" + original + "%401"}},
		{"/compare?from=2&to=" + original + "@1", http.StatusOK, []string{"guests.title added"}},
		{"/compare?from=" + original + "@1&tab=plan", http.StatusOK, []string{"ALTER TABLE reservation.guests", "from=" + original + "%401"}},
		{"/migration.cql?from=2&to=" + original + "@1", http.StatusOK, []string{"ADD title text"}},
		{"/compare?from=" + original + "@x", http.StatusBadRequest, []string{"not a number"}},
		{"/compare?from=" + original + "@99", http.StatusNotFound, []string{"no such model or revision"}},
		{"/compare?from=none@1", http.StatusNotFound, []string{"no such model or revision"}},
		{"/compare?from=" + original + ".discussion@1", http.StatusNotFound, nil},
		{"/compare?from_model=" + other, http.StatusUnprocessableEntity, []string{"Sensor network and Copy of Hotel have no element in common"}},
		{"/history", http.StatusOK, []string{`<option value="` + original + `">Hotel, r2`}},
	} {
		answer := s.want(test.status, s.get(fork+test.address))
		for _, want := range test.wants {
			if !strings.Contains(answer.body, want) {
				t.Errorf("%s lacks %q", test.address, want)
			}
		}
	}
}
