package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
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
	body := grace.want(http.StatusOK, grace.get("/inbox")).body
	if !strings.Contains(body, "Better, ") || !strings.Contains(body, `value="reply:`+thread) {
		t.Error("the inbox does not quote the mention, or has no field for a reply")
	}
	long := strings.Repeat("x", 66_000)
	refused := grace.want(http.StatusUnprocessableEntity, grace.post(branch+"/comments", form("do", "reply:"+thread, "text", long, "inbox", "1"))).body
	if !strings.Contains(refused, long) || !strings.Contains(refused, "<h1>Inbox</h1>") {
		t.Error("the inbox does not keep a reply that is refused")
	}
	gone := grace.want(http.StatusUnprocessableEntity, grace.post(branch+"/comments", form("do", "reply:nothing", "text", "my words", "inbox", "1"))).body
	if !strings.Contains(gone, "my words") || !strings.Contains(gone, `id="inbox-refused"`) {
		t.Error("the inbox does not keep a reply in a thread that is gone")
	}
	if next := grace.path(grace.want(http.StatusSeeOther, grace.post(branch+"/comments", form("do", "reply:"+thread, "text", "Yes", "inbox", "1")))); next != "/inbox" {
		t.Errorf("a reply in the inbox leads to %s", next)
	}
	waits(grace, "Review asked")
	waits(ada, "Reply")
	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "resolve:"+thread)))
	waits(ada)
	ada.want(http.StatusSeeOther, ada.post(path+"/delete", form("base", "1")))
	waits(grace)
}

// The stream sends a message about an inbox only when its contents change, in any model, and the
// page then asks for its parts.
func TestInboxIsLive(t *testing.T) {
	ada := newSite(t).named("Ada")
	path, other := ada.open("hotel"), ada.open("hotel")
	grace := ada.visitor().named("Grace")
	link := func() (body, key, mark string) {
		t.Helper()
		body = grace.want(http.StatusOK, grace.get("/inbox/count")).body
		found := regexp.MustCompile(`data-inbox="([^"]*)" data-inbox-key="([^"]*)"`).FindStringSubmatch(body)
		if len(found) == 0 {
			t.Fatalf("no mark: %s", body)
		}
		return body, found[2], found[1]
	}
	_, key, mark := link()
	next := grace.stream(url.Values{"inbox": {key}}.Encode())
	if first := next(); first.Inbox != mark {
		t.Errorf("the first message is %v, want %q", first, mark)
	}
	say := func(path, text string) {
		t.Helper()
		ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "text", text)))
	}
	say(path, "Good morning") // nobody's business
	say(other, "Is this right, @Grace?")
	told := next()
	if body, _, mark := link(); told.Inbox != mark || !strings.Contains(body, "Inbox: 1 thing for you, 1 new") {
		t.Errorf("told %v, want %q of %s", told, mark, body)
	}
	thread := string(grace.onlyThread(other))
	grace.want(http.StatusNoContent, grace.post(other+"/seen", form("seen", thread+":1")))
	told = next()
	if body, _, mark := link(); told.Inbox != mark || !strings.Contains(body, `title="Inbox: 1 thing for you"`) {
		t.Errorf("told %v, want %q of %s", told, mark, body)
	}
	list := grace.want(http.StatusOK, grace.get("/inbox", "HX-Request-Type", "partial")).body
	if strings.Contains(list, "<html") || !strings.Contains(list, `data-live="inbox=`+told.Inbox+`"`) {
		t.Errorf("the list is %s", list)
	}
	ada.want(http.StatusSeeOther, ada.post(other+"/delete", form("base", "1")))
	if told := next(); told.Inbox == "" {
		t.Errorf("told %v of a deleted model", told)
	}
	if body, _, _ := link(); !strings.Contains(body, "nothing waits for you") {
		t.Errorf("left: %s", body)
	}
	// Someone else's key gives no inbox: the stream of a browser whose user has another name now.
	if state := ada.want(http.StatusOK, ada.get("/live?inbox="+key)).body; strings.Contains(state, "inbox") {
		t.Errorf("another visitor is told %s", state)
	}
}

// The home page marks the list of models that it shows.
func TestModelsAreLive(t *testing.T) {
	s := newSite(t)
	mark := func() string {
		t.Helper()
		found := regexp.MustCompile(`data-live="models=([^"]+)"`).FindStringSubmatch(s.want(http.StatusOK, s.get("/")).body)
		if len(found) == 0 {
			t.Fatal("no mark")
		}
		return found[1]
	}
	before := mark()
	next := s.stream("models=1")
	if first := next(); first.Models != before {
		t.Errorf("the first message is %v, want %q", first, before)
	}
	path := s.open("hotel")
	if told := next(); told.Models == before || told.Models != mark() {
		t.Errorf("told %v of a new model", told)
	}
	before = mark()
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "logical", "do", "add:query:", "new.query.name", "Pets")))
	if told := next(); told.Models == before || told.Models != mark() {
		t.Errorf("told %v of an edit", told)
	}
	card := s.want(http.StatusOK, s.get("/")).body
	if !strings.Contains(card, "/card.svg?rev=2") {
		t.Error("the picture of the card is that of another revision")
	}
	refused := s.want(http.StatusUnprocessableEntity, s.post("/models", form("name", "a\u202eb")))
	if strings.Contains(refused.body, "data-live=") {
		t.Error("the answer to a form would be asked for again")
	}
}
