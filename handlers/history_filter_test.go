package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestHistoryFilter lists the revisions of one person, of one kind, and those that
// changed one element.
func TestHistoryFilter(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	rename := func(who *site, was, name string) {
		who.want(http.StatusSeeOther, who.post(path+"/edit", set("pq2phone", "name", was, name, "tab", "physical")))
	}
	ana, ben := s.visitor(), s.visitor()
	for who, name := range map[*site]string{ana: "Ana", ben: "Ben"} {
		who.want(http.StatusSeeOther, who.post("/you", form("name", name)))
	}
	rename(ana, "phone", "phone_number")                                                                                    // r2
	rename(ben, "phone_number", "phones")                                                                                   // r3
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set("hotel", "note", "", "Where guests stay", "tab", "concepts"))) // r4
	ben.want(http.StatusSeeOther, ben.post(path+"/undo", form("tab", "concepts")))                                          // r5
	ana.want(http.StatusSeeOther, ana.post(path+"/edit", form("do", "remove:pq2phone", "tab", "physical")))                 // r6
	for _, test := range []struct {
		query string
		want  []int
		says  string
	}{
		{"", []int{6, 5, 4, 3, 2, 1}, "Everybody"},
		{"by=Ana", []int{6, 2}, "All revisions"},
		{"by=Ben&kind=edit", []int{4, 3}, "All revisions"},
		{"kind=undo", []int{5}, "All revisions"},
		{"of=pq2phone", []int{6, 3, 2, 1}, "a removed element"},
		{"of=photelsbyid", []int{6, 3, 2, 1}, "table hotels"},
		{"of=hotel&by=Ben", []int{5, 4}, "entity type Hotel"},
		{"by=Cleo", nil, "No revision matches."},
		{"of=photelsbyid&before=3", []int{2, 1}, "table hotels"},
		{"kind=<b>", nil, "No revision matches."},
	} {
		page := s.want(http.StatusOK, s.get(path+"/history?"+test.query)).body
		var got []int
		for number := 6; number > 0; number-- {
			if strings.Contains(page, fmt.Sprintf(`id="rev-%d"`, number)) {
				got = append(got, number)
			}
		}
		if !slices.Equal(got, test.want) || !strings.Contains(page, test.says) {
			t.Errorf("history?%s lists %v, want %v and %q", test.query, got, test.want, test.says)
		}
	}
	if page := s.want(http.StatusOK, s.get(path+"/physical?select=photelsbyid")).body; !strings.Contains(page, `href="`+path+`/history?of=photelsbyid"`) {
		t.Error("the details of a table do not lead to its history")
	}
}

// TestHistoryFilterGoesOn finds a change below many others.
func TestHistoryFilterGoesOn(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	note := ""
	for i := range 55 {
		next := fmt.Sprintf("note %d", i)
		s.want(http.StatusSeeOther, s.post(path+"/edit", set("hotel", "note", note, next, "tab", "concepts")))
		note = next
	}
	first := s.want(http.StatusOK, s.get(path+"/history?of=hotel")).body
	if !strings.Contains(first, "history?before=7&amp;of=hotel") || strings.Contains(first, `id="rev-6"`) {
		t.Error("the first page of 56 changes does not lead to the others below r7")
	}
	if second := s.want(http.StatusOK, s.get(path+"/history?before=7&of=hotel")).body; !strings.Contains(second,
		`id="rev-6"`) || strings.Contains(second, "older-revisions") {
		t.Error("the second page is not the last")
	}
	if photel := s.want(http.StatusOK, s.get(path+"/history?of=photelsbyid")).body; !strings.Contains(photel, `id="rev-1"`) {
		t.Error("the first revision is not found below others")
	}
}
