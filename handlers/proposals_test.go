package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/model/proposals"
	"widerow/store"
)

// propose begins proposal 1 of a model that others are asked to review. It
// returns the paths of the branch and of the page of the proposal.
func (s *site) propose(path, title, reviewers string) (branch, review string) {
	s.t.Helper()
	made := s.want(http.StatusSeeOther, s.post(path+"/proposals", form("title", title, "text", "**Why**: <b>x</b>", "reviewers", reviewers, "tab", "logical")))
	location, err := url.Parse(made.Header.Get("Location"))
	if err != nil || !strings.HasSuffix(location.Path, "/logical") {
		s.t.Fatalf("a new proposal leads to %s, error %v", location, err)
	}
	branch = strings.TrimSuffix(location.Path, "/logical")
	_, number, _ := strings.Cut(branch, ".p")
	return branch, path + "/proposals/" + number
}

var seenContent = regexp.MustCompile(`name="content" value="([0-9a-f]+)"`)

// act sends a button of the page of a proposal, with the content that the page
// shows now.
func (s *site) act(review, do string, more ...string) answer {
	s.t.Helper()
	page := s.want(http.StatusOK, s.get(review)).body
	content := ""
	if found := seenContent.FindStringSubmatch(page); found != nil {
		content = found[1]
	}
	return s.post(review, form(append([]string{"do", do, "content", content}, more...)...))
}

func (s *site) lists(body string, wanted ...string) {
	s.t.Helper()
	body = strings.ReplaceAll(body, "<wbr>", "")
	for _, want := range wanted {
		if !strings.Contains(body, want) {
			s.t.Errorf("the page lacks %q", want)
		}
	}
}

// TestProposal goes from a draft to the merge: a review that wants changes, one
// that lapses, a model that goes on, and an undo.
func TestProposal(t *testing.T) {
	oneByOne(t)
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	branch, review := ada.propose(path, "Longer names", "Grace, Eve")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	if m, revision := ada.model(path); revision.Number != 1 || m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "first_name" {
		t.Fatal("an edit of the proposal changes the model")
	}
	page := ada.want(http.StatusOK, ada.get(review)).body
	ada.lists(page, "Longer names", "draft", "<strong>Why</strong>", "&lt;b&gt;x", "1 save on r1",
		"column reservation.guests.first_name renamed to given_name", "Ask for reviews", "Grace", "Eve")
	if strings.Contains(page, `value="merge"`) || strings.Contains(page, `value="approve"`) {
		t.Error("a draft of one's own can be merged or approved")
	}
	ada.want(http.StatusUnprocessableEntity, ada.act(review, "merge"))
	ada.want(http.StatusSeeOther, ada.act(review, "ready"))

	grace.lists(grace.want(http.StatusUnprocessableEntity, grace.act(review, "changes")).body, "Say which changes you want")
	grace.want(http.StatusSeeOther, grace.act(review, "changes", "text", "Rename it to `forename`"))
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, "changes requested", "<code>forename</code>", "Grace requested changes")
	ada.lists(ada.want(http.StatusUnprocessableEntity, ada.act(review, "approve")).body, "somebody else approves it")
	grace.want(http.StatusSeeOther, grace.act(review, "approve"))
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, ">approved<", "1 of 1 approval")

	// An approval holds while boxes move and the model goes on elsewhere, and lapses
	// with the next change.
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("ppoisbyhotel", "name", "pois_by_hotel", "points")))
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, "Hotel is 1 save ahead, merges clean")
	ada.want(http.StatusSeeOther, ada.act(review, "update"))
	page = ada.want(http.StatusOK, ada.get(review)).body
	ada.lists(page, ">approved<", "2 saves on r2", "1 change")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "given_name", "forename")))
	page = ada.want(http.StatusOK, ada.get(review)).body
	ada.lists(page, "lapsed: Grace", `title="The proposal has changed since"`)

	seen := seenContent.FindStringSubmatch(page)[1]
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", form("do", "remove-anyway:pq9title")))
	grace.lists(grace.want(http.StatusUnprocessableEntity,
		grace.post(review, form("do", "approve", "content", seen))).body, "has changed since you opened the page")
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, "1 step of the migration loses data", "2 changes break running applications")
	grace.want(http.StatusSeeOther, grace.act(review, "approve", "text", "Fine"))

	ada.want(http.StatusSeeOther, ada.act(review, "merge"))
	m, revision := ada.model(path)
	guests := m.Physical.Relations["pguestsbyid"]
	if revision.Words != "merged proposal #1: Longer names" || guests.Columns["pq9firstname"].Name != "forename" ||
		guests.Columns["pq9title"] != nil || m.Physical.Relations["ppoisbyhotel"].Name != "points" {
		t.Errorf("merged as %q: %+v", revision.Words, guests.Columns)
	}
	if want := (store.Source{Model: store.ModelID(strings.TrimPrefix(branch, "/m/")), Number: 5}); revision.From != want {
		t.Errorf("merged from %v, want %v", revision.From, want)
	}
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, ">merged<", "merged as r3 by Ada", "2 changes")
	ada.lists(ada.want(http.StatusConflict, ada.post(branch+"/edit", set("pq9firstname", "name", "forename", "x"))).body, "This proposal is merged")
	ada.lists(ada.want(http.StatusOK, ada.get(branch+"/physical")).body, "It is read-only", "r5, read-only")

	ada.want(http.StatusSeeOther, ada.post(path+"/undo", form("tab", "physical")))
	if m, _ := ada.model(path); m.Physical.Relations["pguestsbyid"].Columns["pq9title"] == nil || m.Physical.Relations["ppoisbyhotel"].Name != "points" {
		t.Error("undo of the merge is not one step")
	}
	ada.lists(ada.want(http.StatusOK, ada.get(path+"/proposals?state=ended")).body, "Longer names", ">merged<")
	ada.proposeAgain(path, review)
	home := ada.want(http.StatusOK, ada.get("/")).body
	if strings.Count(home, `href="`+path+`"`) == 0 || strings.Contains(home, branch) {
		t.Error("the list of models has the branch")
	}
}

// TestTalkInThePicture: threads have pins in the picture of a proposal, at the column or at
// the box that contains it, also if the proposal removes it. Every element has a form for
// comments.
func TestTalkInThePicture(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	branch, review := ada.propose(path, "Less", "Grace")
	for _, about := range []string{"pq9title", "photelsbyid"} {
		ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "open", "about", about, "text", "About "+about)))
	}
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", form("do", "remove-anyway:pq9title")))
	page := ada.want(http.StatusOK, ada.get(review)).body
	parse(t, page)
	ada.lists(page, `data-pin="pq9title"`, `data-pin="photelsbyid"`, review+"?at=photelsbyid&amp;tab=physical", `href="#at-photelsbyid"`, `href="#c1"`)
	removed := ada.want(http.StatusOK, ada.get(review+"?at=pq9title")).body
	ada.lists(removed[strings.Index(removed, `id="about-chosen"`):strings.Index(removed, `id="conversation-title"`)],
		"About guests.title, removed here", "removed here", "About pq9title", "Comment on title")
	ada.lists(ada.want(http.StatusOK, ada.get(review+"?change=1")).body, "About change 1: guests.title, removed here")
	why := ada.want(http.StatusSeeOther, ada.post(branch+"/comments",
		form("review", "1", "tab", "physical", "change", "1", "do", "open", "about", "pq9title", "text",
			"Why?"))).Header.Get("Location")
	ada.lists(ada.want(http.StatusOK, ada.get(strings.Split(why, "#")[0])).body, "Why?", "About change 1: guests.title, removed here")
	ada.want(http.StatusUnprocessableEntity, ada.post(branch+"/comments", form("do", "open", "about", "pq9title", "text", "Not beside the proposal")))
	at := form("review", "1", "tab", "physical", "at", "photelsbyid", "do", "open", "about", "photelsbyid", "text", " ")
	refused := ada.want(http.StatusUnprocessableEntity, ada.post(branch+"/comments", at)).body
	ada.lists(refused, "Write a comment first", "About hotels")
	at.Set("text", "Once more")
	answer := ada.want(http.StatusSeeOther, ada.post(branch+"/comments", at)).Header.Get("Location")
	ada.lists(answer, review+"?at=photelsbyid&tab=physical#thread-")
	ada.lists(ada.want(http.StatusOK, ada.get(review+"?at=nothing")).body, `id="conversation-title"`)
	if compared := ada.want(http.StatusOK, ada.get(branch+"/compare?from=1&to=2")).body; strings.Contains(compared,
		"#at-") || strings.Contains(compared, "data-pin") {
		t.Error("a comparison that is no proposal has pins or links to talk")
	}
}

// proposeAgain proposes once more what was merged and undone, after somebody else has
// changed one of the names: nobody's edit is lost.
func (s *site) proposeAgain(path, review string) {
	s.t.Helper()
	s.lists(s.want(http.StatusOK, s.get(review)).body, "undone as r4 by Ada", `value="again"`)
	s.want(http.StatusSeeOther, s.post(path+"/redo", form("tab", "physical")))
	if strings.Contains(s.want(http.StatusOK, s.get(review)).body, `value="again"`) {
		s.t.Error("what was redone can be proposed again")
	}
	s.lists(s.want(http.StatusUnprocessableEntity, s.act(review, "again")).body, "was not undone")
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq9firstname", "name", "first_name", "fore")))
	s.lists(s.want(http.StatusConflict, s.act(review, "again")).body, "Propose #1 again", "renamed to fore", "renamed to forename")
	if proposed := s.want(http.StatusOK, s.get(path+"/proposals")).body; !strings.Contains(proposed, "No proposal is open") {
		s.t.Error("a question has begun a proposal")
	}
	again := s.want(http.StatusSeeOther, s.act(review, "again", "take."+"pq9firstname", "source")).Header.Get("Location")
	s.lists(s.want(http.StatusOK, s.get(again)).body, "#2", "Longer names", "draft",
		"Proposed again: #1 was merged as r3, which r6 took back.", "fore renamed to forename", "2 changes", "Eve")
}

// TestProposalOfAnUnservedQuery: a new query that no table answers fails the check of queries.
func TestProposalOfAnUnservedQuery(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	branch, review := s.propose(path, "One more query", "")
	s.want(http.StatusSeeOther, s.post(branch+"/edit", form("do", "add:query:", "new.query.name", "Find something")))
	s.lists(s.want(http.StatusOK, s.get(review)).body, "9 of 10 queries served", "Q10 is new: not served")
}

// TestProposalConflicts brings a proposal up to date where both sides have changed the same, and
// undoes that.
func TestProposalConflicts(t *testing.T) {
	s := newSite(t).named("Ada")
	path := s.open("hotel")
	branch, review := s.propose(path, "Names", "")
	s.want(http.StatusSeeOther, s.post(branch+"/edit", set("pq9firstname", "name", "first_name", "forename")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	s.lists(s.want(http.StatusOK, s.get(review)).body, "Hotel is 1 save ahead, 1 conflict")
	page := s.want(http.StatusConflict, s.act(review, "update")).body
	s.lists(page, "Bring the proposal up to date", "As in the proposal", "As in Hotel", "renamed to given_name", "renamed to forename", `name="do" value="update"`)
	s.want(http.StatusSeeOther, s.act(review, "update", "take.pq9firstname", "target"))
	s.lists(s.want(http.StatusOK, s.get(review)).body, "2 saves on r2", "given_name renamed to forename")
	if m,
		revision := s.model(branch); m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "forename" ||
		revision.Words != "brought up to date with r2 of Hotel" {
		t.Errorf("the branch has %q", revision.Words)
	}

	// Undone, the branch is as far as it was before, and would not undo the model's.
	s.want(http.StatusSeeOther, s.post(branch+"/undo", form("tab", "physical")))
	s.lists(s.want(http.StatusOK, s.get(review)).body, "Hotel is 1 save ahead, 1 conflict", "first_name renamed to forename")
	s.want(http.StatusSeeOther, s.act(review, "ready"))
	s.lists(s.want(http.StatusConflict, s.act(review, "merge")).body, "Merge proposal #1 into Hotel", `name="do" value="merge"`)
	s.want(http.StatusSeeOther, s.act(review, "merge", "take.pq9firstname", "source"))
	if m, _ := s.model(path); m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "forename" {
		t.Error("the side that was taken is not merged")
	}
}

// TestProposalRules holds that what blocks is asked for before a merge.
func TestProposalRules(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	branch, review := ada.propose(path, "Less", "Grace")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", form("do", "remove-anyway:pq9title")))
	ada.want(http.StatusSeeOther, ada.act(review, "ready"))
	rules := form("approvals", "1", "gate.queries", "block", "gate.findings", "warn", "gate.sizes", "off",
		"gate.loss", "block", "gate.comments", "block", "gate.approvals", "block")
	ada.want(http.StatusSeeOther, ada.post(path+"/proposals/rules", rules))
	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "open", "about", "pguestsbyid", "text", "Who needs it?", "review", "1")))

	page := ada.want(http.StatusUnprocessableEntity, ada.act(review, "merge")).body
	ada.lists(page, "Not merged", "1 step of the migration loses data", "1 open thread of comments", "0 of 1 approval", ">blocks<", "Who needs it?")
	if strings.Contains(page, "above the limits") {
		t.Error("a check that is off is shown")
	}
	if _, revision := ada.model(path); revision.Number != 1 {
		t.Error("a blocked merge was saved")
	}
	ada.want(http.StatusUnprocessableEntity, ada.post(path+"/proposals/rules", form("approvals", "99")))
	ada.want(http.StatusBadRequest, ada.post(path+"/proposals/rules", form("approvals", "x")))
	rules.Set("gate.loss", "warn")
	ada.want(http.StatusSeeOther, ada.post(path+"/proposals/rules", rules))
	thread := ada.onlyThread(branch)
	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "resolve:"+string(thread), "review", "1")))
	grace.want(http.StatusSeeOther, grace.act(review, "approve"))
	ada.want(http.StatusSeeOther, ada.act(review, "merge"))
}

// TestProposalBadInput holds that nothing typed is lost, and nothing wrong is saved.
func TestProposalBadInput(t *testing.T) {
	s := newSite(t).named("Ada")
	path := s.open("hotel")
	s.lists(s.want(http.StatusUnprocessableEntity,
		s.post(path+"/proposals", form("title", " ", "text", "Typed text", "reviewers", "Eve"))).body,
		"Give the proposal a title", "Typed text", `value="Eve"`)
	s.lists(s.want(http.StatusUnprocessableEntity, s.post(path+"/proposals", form("title", "a\u202eb"))).body, "The title")
	branch, review := s.propose(path, `"><script>x</script>`, "")
	s.want(http.StatusUnprocessableEntity, s.post(branch+"/proposals", form("title", "nested")))
	for address, status := range map[string]int{
		path + "/proposals/2": 404, path + "/proposals/0": 404, path + "/proposals/x": 404, path + ".proposals/physical": 404, path + ".p2/physical": 404,
		branch + ".discussion/physical": 404, branch + "/proposals/1": 404, branch + "/proposals": 302, branch +
			"/physical": 200, branch + "/physical.svg": 200, branch + "/schema.cql": 200,
	} {
		s.want(status, s.get(address))
	}
	if body := s.want(http.StatusOK, s.get(review)).body; strings.Contains(body, "<script>x") {
		t.Error("the title is not escaped")
	}
	s.want(http.StatusBadRequest, s.act(review, "nothing"))
	s.lists(s.want(http.StatusUnprocessableEntity, s.act(review, "edit", "title", "", "text", "Kept text")).body, "Give the proposal a title", "Kept text")
	s.want(http.StatusSeeOther, s.act(review, "close"))
	s.lists(s.want(http.StatusUnprocessableEntity, s.act(review, "edit", "title", "x")).body, "closed in the meantime")
	s.want(http.StatusConflict, s.post(branch+"/edit", set("pq9firstname", "name", "first_name", "x")))
	s.want(http.StatusSeeOther, s.act(review, "reopen"))
	s.want(http.StatusSeeOther, s.post(branch+"/edit", set("pq9firstname", "name", "first_name", "x")))
	s.want(http.StatusBadRequest, s.post(branch+"/delete", form("base", "2")))
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "1")))
	s.want(http.StatusNotFound, s.get(review))
	s.want(http.StatusNotFound, s.get(branch+"/physical"))
}

// TestMergeIsNotedLater: a server that stops between the merge and its note in the
// proposal finds it merged.
func TestMergeIsNotedLater(t *testing.T) {
	s := newSite(t).named("Ada")
	path := s.open("hotel")
	branch, review := s.propose(path, "Names", "")
	s.want(http.StatusSeeOther, s.post(branch+"/edit", set("pq9firstname", "name", "first_name", "forename")))
	s.want(http.StatusSeeOther, s.act(review, "ready"))
	id := store.ModelID(strings.TrimPrefix(path, "/m/"))
	text, revision, err := s.store.Head(t.Context(), id.Branch(1))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.store.Save(t.Context(), store.Save{Model: id, Base: 1, Operation: "merge " + string(id.Branch(1)),
		Author: store.Author{ID: "x", Name: "Ada"}, Kind: store.KindEdit,
		Words: "merged", Title: "Hotel", Document: text, From: store.Source{Model: id.Branch(1), Number: revision.Number}})
	if err != nil {
		t.Fatal(err)
	}
	s.lists(s.want(http.StatusOK, s.get(review)).body, ">merged<", "merged as r2 by Ada")
	s.want(http.StatusConflict, s.post(branch+"/edit", set("pq9firstname", "name", "forename", "x")))
	all, _, err := s.store.Head(t.Context(), id.Companion(store.Proposals))
	if err != nil {
		t.Fatal(err)
	}
	if saved, err := proposals.Decode(all); err != nil || saved.Of(1).State != proposals.Open {
		t.Fatalf("the test is about a merge that is not noted: %s, error %v", saved.Of(1).State, err)
	}
}

// TestLastMerged follows what a branch contains of its model through updates, undo,
// redo and restore.
func TestLastMerged(t *testing.T) {
	from := func(number uint64) store.Revision {
		return store.Revision{Kind: store.KindEdit, From: store.Source{Model: "m", Number: number}}
	}
	reverts := func(kind store.Kind, number uint64) store.Revision {
		return store.Revision{Kind: kind, Reverts: number}
	}
	edit := store.Revision{Kind: store.KindEdit}
	for name, test := range map[string]struct {
		revisions []store.Revision
		want      uint64
	}{
		"begun":            {[]store.Revision{from(4)}, 4},
		"edited":           {[]store.Revision{from(4), edit, edit}, 4},
		"updated":          {[]store.Revision{from(4), edit, from(9), edit}, 9},
		"undone":           {[]store.Revision{from(4), edit, from(9), reverts(store.KindUndo, 3)}, 4},
		"redone":           {[]store.Revision{from(4), edit, from(9), reverts(store.KindUndo, 3), reverts(store.KindRedo, 4)}, 9},
		"an edit undone":   {[]store.Revision{from(4), edit, from(9), reverts(store.KindUndo, 2)}, 9},
		"an older undone":  {[]store.Revision{from(4), from(7), from(9), reverts(store.KindUndo, 2)}, 9},
		"restored":         {[]store.Revision{from(4), edit, from(9), reverts(store.KindRestore, 2)}, 4},
		"of another model": {[]store.Revision{{From: store.Source{Model: "x", Number: 3}}}, 0},
	} {
		revisions := map[uint64]store.Revision{}
		for i, revision := range test.revisions {
			revisions[uint64(i+1)] = revision
		}
		if got := handlers.LastMergedBy(revisions, uint64(len(revisions)), "m"); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

// Reviewers comment on lines of the CQL and of the migration plan: also on one that the
// proposal removes, and on what a step is about that is no statement.
func TestCommentsOnLinesOfAProposal(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	branch, review := ada.propose(path, "Keys by day", "Grace")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq4date", "role", "clustering", "partition")))
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", form("do", "remove-anyway:pq9title", "tab", "physical")))
	on := func(tab, element, part, text string) answer {
		return ada.post(branch+"/comments", form("do", "open", "review", "1", "tab", tab, "at", element, "line", part, "about", element, "part", part, "text", text))
	}
	page := func(query string, wanted ...string) {
		t.Helper()
		body := ada.want(http.StatusOK, ada.get(review+query)).body
		parse(t, body)
		ada.lists(body, wanted...)
	}
	page("?tab=cql", `line=key&amp;tab=cql`,
		`aria-label="Comment on the line PRIMARY KEY ((hotel_id, date), room_number)"`,
		`aria-label="Comment on the line title text,"`)
	page("?tab=plan", `aria-label="Comment on the line room_number smallint,"`,
		`title="Comment on available_rooms_by_hotel_date"`,
		`aria-label="Comment on the line ALTER TABLE reservation.guests DROP title;"`)

	answered := ada.want(http.StatusSeeOther, on("cql", "pavailablerooms", "key", "One partition a day?"))
	if location := answered.Header.Get("Location"); !strings.HasPrefix(location, review+"?at=pavailablerooms&line=key&tab=cql#thread-") {
		t.Errorf("a comment on a line leads to %s", location)
	}
	ada.want(http.StatusSeeOther, on("plan", "pq9title", "column", "Who reads it?"))
	ada.lists(ada.want(http.StatusUnprocessableEntity, on("cql", "pavailablerooms", "option ttl", "Lost?")).body,
		"The line that you comment on was removed", ">Lost?</textarea>")

	page("?tab=cql&view=unified&at=pavailablerooms&line=key", `name="tab" value="cql"`, `name="view" value="unified"`,
		"About a line of available_rooms_by_hotel_date", "One partition a day?", "Comment on all of it instead",
		`id="chosen-line" aria-current="true"`, `name="part" value="key"`)
	page("?tab=plan&at=pavailablerooms&line=key", "1 open thread of comments on the line PRIMARY KEY ((hotel_id, "+
		"date), room_number)", "1 open thread of comments on the line ALTER TABLE reservation.guests DROP title;")
	page("?tab=cql&at=pq9title&line=column", "About a line of guests.title, removed here", "Who reads it?", "<code>title text,</code>", "line removed here")
	// no such line: it is in the conversation
	page("?tab=cql&at=pavailablerooms&line=column", "About a line of available_rooms_by_hotel_date",
		"One partition a day?")
}

// The CQL of a comparison links its lines to those of the CQL tab, with what is said there.
func TestLinesOfAComparison(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq4date", "role", "clustering", "partition")))
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "tab", "cql", "select",
		"pavailablerooms", "line", "key", "about", "pavailablerooms", "part", "key", "text", "Why?")))
	for _, tab := range []string{"cql", "plan"} {
		ada.lists(ada.want(http.StatusOK, ada.get(path+"/compare?from=1&to=2&tab="+tab)).body, path+"/cql?select=pavailablerooms&amp;line=key", `data-count="1"`)
	}
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq9title", "name", "title", "salutation")))
	if old := ada.want(http.StatusOK, ada.get(path+"/compare?from=1&to=2&tab=cql")).body; strings.Contains(old, "line-mark") {
		t.Error("lines of an old revision can be commented on")
	}
}
