package handlers_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/model/seen"
	"widerow/store"
)

func (s *site) sightings(id store.ModelID) (*seen.Seen, uint64) {
	s.t.Helper()
	text, revision, err := s.store.Head(context.Background(), id.Companion(store.Seen))
	if err != nil {
		s.t.Fatal(err)
	}
	decoded, err := seen.Decode(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return decoded, revision.Number
}

// What others write is new until it was seen: in the thread, the list, the outline, at
// the pin and in the top bar. One's own is not, and without an id nothing is marked.
func TestNewComments(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	id := store.ModelID(strings.TrimPrefix(path, "/m/"))
	grace := ada.visitor().named("Grace")
	hotel, _ := ada.model(path)
	column := string(columnNamed(t, hotel, relationNamed(t, hotel, "hotels"), "name"))
	about := form("tab", "physical", "select", column, "do", "open", "about", column, "text", "Long enough?")
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", about))
	thread := string(ada.onlyThread(path))

	marks := func(s *site) (marks []string) {
		body := s.want(http.StatusOK, s.get(path+"/physical?select="+column)).body
		for mark, pattern := range map[string]string{
			"thread": `class="thread new"[^>]*data-seen="` + thread + `:`, "comment": `class="badge new"`,
			"pin": `class="pin new"`, "outline": `class="comment-count new" title="1 open thread`,
			"top bar": `title="Comments: 1 open thread of comments, \d+ new comment`,
		} {
			if regexp.MustCompile(pattern).MatchString(body) {
				marks = append(marks, mark)
			}
		}
		return marks
	}
	if got := marks(grace); len(got) != 5 {
		t.Errorf("a new comment is marked at %q only", got)
	}
	for name, s := range map[string]*site{"the author": ada, "a visitor without a name": ada.visitor()} {
		if got := marks(s); len(got) > 0 {
			t.Errorf("to %s, something is new: %q", name, got)
		}
	}
	list := grace.want(http.StatusOK, grace.get(path+"/comments?threads=new")).body
	if !strings.Contains(list, `id="see-all"`) || !strings.Contains(list, `id="thread-`+thread) {
		t.Error("the list of new comments lacks the thread or the button")
	}

	grace.want(http.StatusNoContent, grace.post(path+"/seen", form("seen", thread+":1")))
	if got := marks(grace); len(got) > 0 {
		t.Errorf("after it was seen, it is new at %q", got)
	}
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "reply:"+thread, "text", "Or not?")))
	if got := marks(grace); len(got) != 5 {
		t.Errorf("a reply is marked at %q only", got)
	}
	grace.want(http.StatusSeeOther, grace.post(path+"/seen", form("all", "1", "next", path+"/comments?threads=new")))
	if got := marks(grace); len(got) > 0 {
		t.Errorf("after all were seen, it is new at %q", got)
	}
	found, number := ada.sightings(id)
	if len(found.People) != 1 || number != 2 {
		t.Errorf("%d people in revision %d, want Grace alone, who looked twice", len(found.People), number)
	}
	for name, values := range map[string][]string{"seen before": {"seen", thread + ":2"},
		"no thread": {"seen", "gone:9"}, "no number": {"seen", thread + ":x"}, "nothing": {"seen", ""}} {
		grace.want(http.StatusNoContent, grace.post(path+"/seen", form(values...)))
		if _, after := ada.sightings(id); after != number {
			t.Errorf("%s made a revision", name)
		}
	}
	ada.visitor().want(http.StatusNoContent, ada.visitor().post(path+"/seen", form("all", "1")))
	ada.want(http.StatusNotFound, ada.post("/m/nothing/seen", form("all", "1")))
}

// A proposal is new, changed or reviewed until it was looked at; the inbox counts it.
func TestNewOfAProposal(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	branch, review := ada.propose(path, "Names", "Grace")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "forename")))
	ada.want(http.StatusSeeOther, ada.act(review, "ready"))
	news := func(s *site, want string) {
		t.Helper()
		body := s.want(http.StatusOK, s.get(path+"/proposals")).body
		if found := regexp.MustCompile(`<span class="badge new">(\w+)</span>`).FindStringSubmatch(body); want == "" &&
			found != nil || want != "" && (found == nil || found[1] != want) {
			t.Errorf("the proposal is marked %q, want %q", found, want)
		}
	}
	looks := func(s *site) {
		t.Helper()
		body := s.want(http.StatusOK, s.get(review)).body
		found := regexp.MustCompile(`data-look="branch=(\d+)&amp;reviews=(\d+)"`).FindStringSubmatch(body)
		if found == nil {
			t.Fatal("the page does not say what is seen on it")
		}
		s.want(http.StatusNoContent, s.post(branch+"/seen", form("branch", found[1], "reviews", found[2])))
	}
	news(ada, "")
	news(grace, "new")
	if body := grace.want(http.StatusOK, grace.get("/inbox")).body; !strings.Contains(body,
		"1 thing for you, 1 new") || strings.Count(body, `class="badge new"`) != 1 {
		t.Error("the inbox does not mark the new proposal")
	}
	looks(grace)
	news(grace, "")
	if body := grace.want(http.StatusOK, grace.get("/inbox")).body; !strings.Contains(body,
		`title="Inbox: 1 thing for you"`) || strings.Contains(body, `class="badge new"`) {
		t.Error("the inbox marks a proposal that was looked at")
	}
	grace.want(http.StatusSeeOther, grace.act(review, "changes", "text", "given_name, please"))
	news(ada, "reviewed")
	looks(ada)
	news(ada, "")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "forename", "given_name")))
	news(grace, "changed")
	if body := grace.want(http.StatusOK, grace.get(review)).body; !strings.Contains(body, `id="review-since"`) ||
		!strings.Contains(body, branch+"/compare?from=2&amp;to=3") {
		t.Error("the page does not lead to what has changed since")
	}
	news(ada, "")
}
