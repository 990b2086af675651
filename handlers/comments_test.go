package handlers_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	reviews "widerow/handlers/review"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/store"
)

// discussion returns the discussion of the model at a path.
func (s *site) threads(path string) *discussion.Discussion {
	s.t.Helper()
	return readThreads(s.t, s.store, store.ModelID(strings.TrimPrefix(path, "/m/")))
}

// readThreads reads a discussion as a server does that has just started.
func readThreads(t testing.TB, models store.Store, id store.ModelID) *discussion.Discussion {
	t.Helper()
	fresh, err := handlers.NewServer(handlers.Config{Store: models, Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	read, err := fresh.Discussion(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// onlyThread returns the ID of the only thread of the model.
func (s *site) onlyThread(path string) model.ID {
	s.t.Helper()
	listed := s.threads(path).Listed()
	if len(listed) != 1 {
		s.t.Fatalf("there are %d threads, want 1", len(listed))
	}
	return listed[0].ID
}

func (s *site) named(name string) *site {
	s.t.Helper()
	s.want(http.StatusSeeOther, s.post("/you", form("name", name)))
	return s
}

// Two people discuss a column, which is then renamed and removed.
func TestCommentsOnAColumn(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	hotel, _ := ada.model(path)
	table := relationNamed(t, hotel, "hotels")
	column := columnNamed(t, hotel, table, "name")
	at := func(pairs ...string) url.Values {
		return form(append([]string{"tab", "physical", "select", string(column)}, pairs...)...)
	}
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", at("do", "open", "about", string(column), "text",
		"Is **this** long enough, @Grace? <script>alert(1)</script>")))
	thread := ada.onlyThread(path)
	page := ada.want(http.StatusOK, grace.get(path+"/physical?select="+string(column)))
	parse(t, page.body)
	for _, want := range []string{"<strong>this</strong>", "<b class=\"mention\">@Grace</b>", "&lt;script&gt;",
		"thread-" + string(thread), `data-pin="` + string(table) + `"`, `title="1 open thread of comments, some new"`} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page.body, `value="edit:`) {
		t.Error("Grace can edit Ada's comment")
	}
	for filter, count := range map[string]string{"open": "1", "all": "1", "mine": "0", "mentions": "1"} {
		list := ada.want(http.StatusOK, grace.get(path+"/comments?threads="+filter)).body
		if !regexp.MustCompile(`id="threads-` + filter + `"[^>]*>[^<]*<span class="count">` + count + `</span>`).MatchString(list) {
			t.Errorf("the filter %s does not count %s", filter, count)
		}
	}

	ada.want(http.StatusSeeOther, grace.post(path+"/comments", at("do", "resolve:"+string(thread), "text", "Yes")))
	if threads := ada.threads(path).Thread(thread); threads.Resolved == nil || len(threads.Comments) != 2 ||
		threads.Resolved.By.Name != "Grace" || threads.Resolved.By.ID == "" {
		t.Errorf("after Resolve with a text: %+v", threads)
	}
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", at("do", "reopen:"+string(thread), "text", "")))
	first := ada.threads(path).Thread(thread).Listed()[0].ID
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", at("do", "edit:"+string(thread)+":"+string(first), "text", "Long enough?")))
	refused := ada.want(http.StatusUnprocessableEntity, grace.post(path+"/comments", at("do", "edit:"+string(thread)+":"+string(first), "text", "Mine now")))
	if !strings.Contains(refused.body, "Only Ada can edit this comment.") || !strings.Contains(refused.body, ">Mine now</textarea>") {
		t.Error("editing the comment of another: no reason, or the text is lost")
	}

	ada.post(path+"/edit", set(column, "name", "name", "full_name", "tab", "physical"))
	renamed := ada.get(path + "/physical?select=" + string(column)).body
	if !strings.Contains(renamed, "was hotels.name") || !strings.Contains(renamed, "Long enough?") {
		t.Error("after a rename the thread is not at its column")
	}
	opened := ada.want(http.StatusFound, ada.get(path+"/threads/"+string(thread)))
	if location := opened.Header.Get("Location"); !strings.HasSuffix(location, "/physical?select="+string(column)+"#thread-"+string(thread)) {
		t.Errorf("the address of the thread leads to %s", location)
	}

	ada.post(path+"/edit", form("do", "remove-anyway:"+string(column), "tab", "physical"))
	gone := ada.get(path + "/comments").body
	if !strings.Contains(gone, "removed since") || !strings.Contains(gone, "hotels.name") || !strings.Contains(gone, "Long enough?") {
		t.Error("after the removal the thread is not readable")
	}
	opened = ada.want(http.StatusFound, ada.get(path+"/threads/"+string(thread)))
	if location := opened.Header.Get("Location"); !strings.Contains(location, "/comments?threads=all#") {
		t.Errorf("the address of the thread leads to %s", location)
	}
	if refused := ada.post(path+"/comments",
		at("do", "open", "about", string(column), "text",
			"late")); refused.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(refused.body, ">late</textarea>") ||
		!strings.Contains(refused.body, "was removed in the meantime") {
		t.Errorf("a comment on what is gone: status %d", refused.StatusCode)
	}
	if _, revision := ada.model(path); revision.Number != 3 {
		t.Errorf("the model is at r%d: comments are no revisions of it", revision.Number)
	}
}

func TestCommentRefusals(t *testing.T) {
	s := newSite(t).named("Ada")
	path := s.open("hotel")
	for name, test := range map[string]struct{ do, text, want string }{
		"empty":       {"open", " \n ", "Write a comment first."},
		"1 MB":        {"open", strings.Repeat("x", 1<<20), "The comment has 1024 KB; the limit is 64 KB."},
		"control":     {"open", "a\x00b", "control character U+0000"},
		"no thread":   {"reply:nothere", "kept words", "There is no such thread"},
		"no comment":  {"edit:nothere:c", "kept words", "There is no such thread"},
		"hostile ids": {`reply:"><script>`, "kept words", "There is no such thread"},
	} {
		for _, tab := range []string{"physical", "comments"} {
			refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/comments", form("tab", tab, "do", test.do, "text", test.text)))
			parse(t, refused.body)
			if !strings.Contains(refused.body, test.want) ||
				!strings.Contains(refused.body, strings.TrimSpace(strings.ReplaceAll(test.text, "\x00", "\uFFFD"))) &&
					name != "control" {
				t.Errorf("%s on %s: no reason, or the text is lost", name, tab)
			}
		}
	}
	s.want(http.StatusBadRequest, s.post(path+"/comments", form("do", "close")))
	s.want(http.StatusNotFound, s.get(path+"/threads/nothere"))
	s.want(http.StatusNotFound, s.post("/m/nosuchmodel/comments", form("do", "open", "text", "x")))
	if _, _, err := s.store.Head(t.Context(), store.ModelID(strings.TrimPrefix(path, "/m/")).Companion(store.Discussion)); err == nil {
		t.Error("something was saved")
	}
}

// A form that is sent twice takes effect once. If two people open the first thread
// at once, nothing is lost.
func TestCommentsSentTogether(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	twice := form("do", "open", "text", "once", "operation", "abc")
	s.want(http.StatusSeeOther, s.post(path+"/comments", twice))
	s.want(http.StatusSeeOther, s.post(path+"/comments", twice))
	thread := s.onlyThread(path)
	const people = 20
	done := make(chan int)
	for i := range people {
		other := s.visitor()
		go func() {
			done <- other.post(path+"/comments", form("do", "reply:"+string(thread), "text", fmt.Sprint("reply ", i))).StatusCode
		}()
	}
	for range people {
		if status := <-done; status != http.StatusSeeOther {
			t.Errorf("status %d", status)
		}
	}
	comments := s.threads(path).Thread(thread).Listed()
	if len(comments) != people+1 || comments[people].Value.Number != people+1 {
		t.Errorf("%d comments, want %d", len(comments), people+1)
	}
}

// The discussion follows its model: it is deleted and restored with it, but not
// copied. It has no address of its own.
func TestCommentsFollowTheModel(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.post(path+"/comments", form("do", "open", "text", "remember me"))
	if list := s.get("/").body; strings.Count(list, `<article class="card" id="model-`) != 1 {
		t.Error("the discussion is in the list of models")
	}
	s.want(http.StatusNotFound, s.get(path+".discussion/concepts"))
	s.want(http.StatusNotFound, s.get(path+".discussion/model.json"))
	s.want(http.StatusBadRequest, s.post(path+".discussion/delete", form("base", "1")))
	copied := s.path(s.post(path+"/copy", form("tab", "concepts")))
	if strings.Contains(s.get(copied+"/comments").body, "remember me") {
		t.Error("the copy has the comments")
	}
	old := s.want(http.StatusOK, s.get(path+"/comments?rev=1")).body
	if !strings.Contains(old, "remember me") {
		t.Error("no comments beside revision 1")
	}
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "1")))
	s.want(http.StatusNotFound, s.post(path+"/comments", form("do", "open", "text", "x")))
	s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "1", "tab", "concepts")))
	if !strings.Contains(s.get(path+"/comments").body, "remember me") {
		t.Error("the comments are not restored with the model")
	}
}

// Comments that cannot be read do not hide the model.
func TestUnreadableComments(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	id := store.ModelID(strings.TrimPrefix(path, "/m/")).Companion(store.Discussion)
	if _, err := s.store.Create(t.Context(), store.Save{Model: id, Operation: "x", Kind: store.KindCreate, Document: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	page := s.want(http.StatusOK, s.get(path+"/physical?select=photels")).body
	if !strings.Contains(page, "The comments on this model cannot be read.") || strings.Contains(page, `class="comment-box"`) {
		t.Error("no notice, or a box for comments that cannot be saved")
	}
	s.want(http.StatusInternalServerError, s.post(path+"/comments", form("do", "open", "text", "x", "tab", "physical")))
}

// TestManyThreads: a page of a model with 2,000 threads.
func TestManyThreads(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	threads := manyThreads(t, s, path)
	page := s.want(http.StatusOK, s.get(path+"/comments")).body
	if strings.Count(page, `<article class="thread`) != reviews.ThreadPage || !strings.Contains(page, `id="older-threads"`) {
		t.Error("the first page does not have its threads and a link to older ones")
	}
	last := s.want(http.StatusOK, s.get(fmt.Sprintf("%s/comments?from=%d", path, threads.Len()-3))).body
	if strings.Count(last, `<article class="thread`) != 3 || strings.Contains(last, `id="older-threads"`) {
		t.Error("the last page is wrong")
	}
	s.want(http.StatusOK, s.get(path+"/comments?from=-5&threads=nosuch"))
}

func manyThreads(t testing.TB, s *site, path string) *discussion.Discussion {
	t.Helper()
	threads, hotel := map[model.ID]*discussion.Thread{}, model.ID("photels")
	ids := model.SeededIDs([]byte("many"))
	for i := range 2000 {
		comment := &discussion.Comment{Number: 1, Author: discussion.Person{ID: "a", Name: "Ada"}, At: time.Unix(int64(i), 0).UTC(), Text: "Some words about this."}
		about := discussion.About{Kind: model.ModelKind, Words: "Hotel"}
		if i%20 == 0 {
			about = discussion.About{Element: hotel, Kind: model.RelationElement, Words: "hotels"}
		}
		threads[ids.New()] = &discussion.Thread{About: about, Comments: map[model.ID]*discussion.Comment{"c1": comment}}
	}
	id := store.ModelID(strings.TrimPrefix(path, "/m/")).Companion(store.Discussion)
	if _, err := s.store.Create(t.Context(),
		store.Save{Model: id, Operation: "many", Kind: store.KindCreate,
			Document: discussion.New(threads).Encode()}); err != nil {
		t.Fatal(err)
	}
	return discussion.New(threads)
}

func BenchmarkManyThreads(b *testing.B) {
	s := newSite(b)
	path := s.open("hotel")
	manyThreads(b, s, path)
	for _, page := range []string{"/comments", "/physical?select=pavailablerooms"} {
		b.Run(page[1:], func(b *testing.B) {
			for b.Loop() {
				s.want(http.StatusOK, s.get(path+page))
			}
		})
	}
}

// A comment on a free place belongs to the box beside it: its pin is told from the box,
// so it moves with it, and it stays readable when the box is gone.
func TestCommentOnAPlace(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	place := form("do", "open", "tab", "physical", "beside", "photelsbyid", "spot", "-40 180", "text", "Put prices here")
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", place))
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "about", "photelsbyid", "text", "And the table?")))
	drawn := func(wanted ...string) {
		t.Helper()
		page := ada.want(http.StatusOK, ada.get(path+"/physical")).body
		parse(t, page)
		ada.lists(page, wanted...)
	}
	pin := `class="pin" data-pin="photelsbyid" data-spot="-40 180"`
	drawn(pin, `title="1 open thread of comments" aria-label="hotels: 1 open thread`)
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("photelsbyid", "name", "hotels", "inns")))
	drawn(pin, "a place beside inns: 1 open thread")
	ada.lists(ada.want(http.StatusOK, ada.get(path+"/physical?select=photelsbyid")).body, "Put prices here",
		"a place beside the table", "was hotels", "And the table?")
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", form("do", "remove-anyway:photelsbyid", "tab", "physical")))
	if page := ada.want(http.StatusOK, ada.get(path+"/physical")).body; strings.Contains(page, "data-spot") {
		t.Error("the place of a box that is gone has a pin")
	}
	ada.lists(ada.want(http.StatusOK, ada.get(path+"/comments")).body, "Put prices here", "a place beside the table", "hotels", "removed since")
	for _, bad := range []string{"here", "1", "1 x"} {
		place.Set("spot", bad)
		ada.want(http.StatusBadRequest, ada.post(path+"/comments", place))
	}
	place.Set("spot", "999999999 0")
	place.Set("beside", "pguestsbyid")
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", place))
	drawn(`data-spot="20000 0"`)
}

// A comment on a line of CQL stays with the declared part: through a rename, another key and
// another order. When the line is gone, the thread quotes it.
func TestCommentOnALine(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	on := func(element, part, text string) answer {
		return ada.post(path+"/comments", form("do", "open", "tab", "cql", "select", element, "line", part, "about", element, "part", part, "text", text))
	}
	ada.want(http.StatusSeeOther, on("photelsbyid", "key", "A natural key?"))
	ada.want(http.StatusSeeOther, on("pq1name", "column", "How long?"))
	ada.want(http.StatusSeeOther, on("q4", "where pq4hotelid", "Which hotel?"))
	ada.want(http.StatusSeeOther, on("u1", "update pavailablerooms set pq4isavailable", "When is it free again?"))
	ada.lists(ada.want(http.StatusUnprocessableEntity, on("photelsbyid", "option ttl", "Lost?")).body, "The line that you comment on was removed", "Lost?")
	page := func(address string, wanted ...string) string {
		t.Helper()
		body := ada.want(http.StatusOK, ada.get(path+address)).body
		parse(t, body)
		ada.lists(body, wanted...)
		return body
	}
	page("/cql?select=photelsbyid&line=key", "Comments on this line", "A natural key?", "hotel_id text PRIMARY KEY",
		`data-line="26" data-count="1"`, `name="part" value="key"`)
	page("/queries?select=q4", "Which hotel?", "line=where+pq4hotelid", `data-count="1"`, "1 open thread of comments on the line WHERE hotel_id = ? AND date")
	page("/queries?select=u1&line=update+pavailablerooms+set+pq4isavailable", "When is it free again?", "SET is_available = ?", "Comment on all of it instead")

	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq2hotelid", "name", "hotel_id", "id")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq2name", "role", "regular", "clustering")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq4hotelid", "name", "hotel_id", "hotel")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("photelsbypoi", "name", "hotels_by_poi", "a_first")))
	page("/comments", "PRIMARY KEY (id, name)", "was <code>hotel_id text PRIMARY KEY,</code>", "WHERE hotel = ? AND date")
	page("/queries?select=q4", `data-count="1"`)

	ada.want(http.StatusSeeOther, ada.post(path+"/edit", form("do", "remove-anyway:pq1name", "tab", "physical")))
	page("/comments", "<code>name text,</code>", "line removed since")
	gone := page("/cql?rev=1", "hotel_id text PRIMARY KEY")
	if strings.Contains(gone, "Comment on this line") {
		t.Error("an old revision offers to comment on its lines")
	}
	for _, entry := range ada.threads(path).Listed() {
		id, thread := entry.ID, entry.Value
		to := ada.want(http.StatusFound, ada.get(path+"/threads/"+string(id))).Header.Get("Location")
		want := map[string]string{"key": "/cql?select=photelsbyid&line=key", "where pq4hotelid": "/queries?select=q4&line=where+pq4hotelid"}[thread.About.Line.Part]
		if !strings.Contains(to, want) {
			t.Errorf("the thread on %s leads to %s", thread.About.Line.Part, to)
		}
	}
}

// However many threads an element has, its details and the page of a proposal have the
// newest, lead to the others, and the address of each thread finds it.
func TestManyThreadsOfAnElement(t *testing.T) {
	oneByOne(t)
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	branch, review := ada.propose(path, "Much to say", "")
	for i := range 101 {
		ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "open", "about", "photelsbyid", "text", fmt.Sprintf("Comment %d.", i))))
	}
	details := ada.want(http.StatusOK, ada.get(branch+"/physical?select=photelsbyid")).body
	ada.lists(details, "51 older threads on this", "Comment 100.")
	if got := strings.Count(details, `<article class="thread`); got != reviews.PanelThreads {
		t.Errorf("the details have %d threads, want %d", got, reviews.PanelThreads)
	}
	page := ada.want(http.StatusOK, ada.get(review)).body
	ada.lists(page, `id="older-talk"`, "Comment 1.")
	if strings.Contains(page, "Comment 0.") {
		t.Error("the page of the proposal has all threads")
	}
	ada.lists(ada.want(http.StatusOK, ada.get(review+"/review.md")).body, "Comment 0")
	for _, entry := range ada.threads(branch).Listed() {
		address := ada.want(http.StatusFound, ada.get(branch+"/threads/"+string(entry.ID))).Header.Get("Location")
		place, _, _ := strings.Cut(address, "#")
		ada.lists(ada.want(http.StatusOK, ada.get(place)).body, `id="thread-`+string(entry.ID)+`"`)
	}
}
