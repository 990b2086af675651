package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// TestInbox holds what waits for two people while they review a proposal and talk.
func TestInbox(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	waits := func(s *site, wanted ...string) {
		t.Helper()
		body := s.want(http.StatusOK, s.get("/inbox")).body
		s.lists(body, wanted...)
		if got := strings.Count(body, `id="inbox-`); got != len(wanted) {
			t.Errorf("%d things wait, want %q", got, wanted)
		}
	}
	branch, review := ada.propose(path, "Names", "Grace")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "forename")))
	waits(grace) // a draft asks nobody
	ada.want(http.StatusSeeOther, ada.act(review, "ready"))
	waits(grace, "Review asked")
	waits(ada)
	if body := grace.want(http.StatusOK, grace.get(path+"/physical")).body; !strings.Contains(body, "Inbox: 1 thing for you") {
		t.Error("the top bar does not count")
	}
	grace.want(http.StatusSeeOther, grace.act(review, "changes", "text", "no"))
	waits(grace)
	waits(ada, "Changes requested")
	grace.want(http.StatusSeeOther, grace.act(review, "approve"))
	waits(ada, "Approved")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "forename", "given_name")))
	waits(grace, "Review asked")
	waits(ada)

	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "open", "about", "pq9firstname", "text", "Better, @grace?")))
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "about", "", "text", "Good morning")))
	waits(grace, "Review asked", "Mentioned")
	thread := string(ada.onlyThread(branch))
	grace.want(http.StatusSeeOther, grace.post(branch+"/comments", form("do", "reply:"+thread, "text", "Yes")))
	waits(grace, "Review asked")
	waits(ada, "Reply")
	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "resolve:"+thread)))
	waits(ada)
	ada.want(http.StatusSeeOther, ada.post(path+"/delete", form("base", "1")))
	waits(grace)
}
