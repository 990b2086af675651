package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/handlers/identity"
	"widerow/store"
)

// TestStrangers: who has not signed in is led to the sign-in by every page and every form, and no handler runs:
// nothing is made or changed, and the answer shows nothing.
func TestStrangers(t *testing.T) {
	s := newTeam(t, identity.Password)
	count := func() (revisions int) {
		page, err := s.models.List(t.Context(), "", store.MaxPage)
		if err != nil {
			t.Fatal(err)
		}
		for _, summary := range page.Models {
			revisions += int(summary.Revision)
		}
		return 1000*len(page.Models) + revisions
	}
	before, led := count(), 0
	for _, route := range addresses(t, "/m/"+string(s.model)) {
		form := url.Values{"name": {"Stolen"}, "do": {"open"}, "text": {"hello"}, "fields": {"name"}, "value": {"Stolen"}}
		answer := s.do(route.Method, route.Path, form, "Accept", "text/html")
		if answer.StatusCode != http.StatusSeeOther || !strings.Contains(answer.Header.Get("Location"), "/sign-in") {
			continue
		}
		if led++; answer.body != "" {
			t.Errorf("%s %s leads to the sign-in and shows\n%.300s", route.Method, route.Path, answer.body)
		}
	}
	if led < 50 {
		t.Errorf("only %d addresses lead to the sign-in", led)
	}
	if after := count(); after != before {
		t.Errorf("strangers made models or revisions: %d before, %d after", before, after)
	}
}
