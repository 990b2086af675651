package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestLastChanges: the history of a table says who last changed each of its columns,
// and in which proposal.
func TestLastChanges(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	ada.want(http.StatusSeeOther, grace.post(path+"/edit", set("pq9title", "name", "title", "salutation")))
	branch, review := ada.propose(path, "Given names", "")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	ada.want(http.StatusSeeOther, ada.act(review, "ready"))
	ada.want(http.StatusSeeOther, grace.act(review, "approve"))
	ada.want(http.StatusSeeOther, grace.act(review, "merge"))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pguestsbyid", "note", "", "Of all hotels")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("photelsbyid", "name", "hotels", "all_hotels")))

	page := ada.want(http.StatusOK, ada.get(path+"/history?of=pguestsbyid"))
	parse(t, page.body)
	rows := regexp.MustCompile(`(?s)<tr><th scope="row">.*?</tr>`).FindAllString(strings.ReplaceAll(page.body, "<wbr>", ""), -1)
	wanted := map[string][]string{ // the name of the part: who, revision, more
		"guests<": {"Ada", ">r4<", "note"}, "guests.salutation": {"Grace", ">r2<", "salutation"},
		"guests.given_name": {"Grace", ">r3<", "#1 Given names", review}, "guests.guest_id": {"Ada", ">r1<"},
	}
	for part, wants := range wanted {
		found := ""
		for _, row := range rows {
			if strings.Contains(row, "<bdi>"+part) || strings.Contains(row, ">"+part) {
				found = row
			}
		}
		for _, want := range wants {
			if !strings.Contains(found, want) {
				t.Errorf("%s: lacks %q: %s", part, want, found)
			}
		}
	}
	if len(rows) != 8 {
		t.Errorf("%d rows, want the table and its 7 columns", len(rows))
	}
	if body := ada.want(http.StatusOK, ada.get(path+"/history")).body; strings.Contains(body, "last-changes") {
		t.Error("the history of everything has last changes")
	}
}
