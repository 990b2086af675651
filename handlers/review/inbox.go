package review

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/live"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/seen"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// waiting returns the items that wait for the visitor. It looks up the models that concern them,
// and after the first time only those with later saves of comments, proposals or branches.
func (s *inboxes) waiting(c echo.Context) []Item {
	return slices.DeleteFunc(slices.Clone(s.waitingAnywhere(c)), func(item Item) bool {
		sees, err := s.Sees(c.Request().Context(), item.of)
		return err != nil || !sees
	})
}

// waitingAnywhere is waiting with models that the visitor may no longer see.
func (s *inboxes) waitingAnywhere(c echo.Context) []Item {
	me, ctx := s.inboxOwner(c), identity.ByServer(c.Request().Context())
	if me == (discussion.Person{}) {
		return nil
	}
	adopted := s.adoptedBy(me.ID)
	owner := inboxOf{me, len(adopted)}
	kept, found := s.kept.Get(owner)
	changed, saves, anything := s.Hub().Talked(kept.saves)
	if anything {
		kept, found = inbox{}, false
	}
	if found && saves == kept.saves {
		return kept.items
	}
	concerned, err := s.of(ctx, me, adopted)
	if err != nil {
		s.Log().Error("the inbox is not shown", "id", c.Get("request"), "error", err)
		return nil
	}
	if !found {
		changed = slices.Collect(maps.Keys(concerned))
	}
	fresh, err := s.renewInbox(ctx, me, kept, changed, concerned)
	if err != nil {
		s.Log().Error("the inbox is not complete", "id", c.Get("request"), "error", err)
		return fresh.items
	}
	fresh.saves = saves
	s.kept.Replace(owner, fresh, fresh.bytes())
	return fresh.items
}

func (s *inboxes) inboxOwner(c echo.Context) discussion.Person {
	return discussion.Person{ID: s.KnownVisitor(c), Name: s.VisitorName(c)}
}

// InboxKey distinguishes the browsers of different people; it is empty for a person without an
// inbox.
func (s *inboxes) InboxKey(c echo.Context) string {
	me := s.inboxOwner(c)
	if me == (discussion.Person{}) {
		return ""
	}
	return live.KeyOf("inbox " + me.ID + " " + me.Name)
}

// InboxSummary is the top bar's part of the inbox. A worker, which hears nothing of
// saves, gets it from its server.
func (s *inboxes) InboxSummary(c echo.Context) web.InboxSummary {
	var summary web.InboxSummary
	if s.InWorker() {
		if err := json.Unmarshal([]byte(c.Request().Header.Get(InboxHeader)), &summary); err != nil {
			s.Log().Error("the server has sent no inbox", "id", c.Get("request"), "error", err)
		}
		return summary
	}
	key := s.InboxKey(c)
	if key == "" {
		return web.InboxSummary{}
	}
	items := s.waiting(c)
	news := s.news(c, items)
	return web.InboxSummary{Waiting: len(items), New: countNew(news), Mark: inboxMark(items, news), Key: key}
}

// InboxHeader is the header in which a worker gets the summary of the visitor's inbox.
const InboxHeader = "Widerow-Inbox"

// news reports for each thing that waits whether the visitor has not seen it yet.
func (s *inboxes) news(c echo.Context, items []Item) []bool {
	me, news := s.KnownVisitor(c), make([]bool, len(items))
	known := map[store.ModelID]*seen.Person{}
	for i, item := range items {
		person, looked := known[item.of]
		if !looked {
			person, _ = s.seenBy(c.Request().Context(), item.of, me)
			known[item.of] = person
		}
		if item.entry.Value != nil {
			news[i] = person.New(item.entry.ID, item.entry.Value, me) > 0
		} else {
			news[i] = item.proposal.since(person) != ""
		}
	}
	return news
}

func countNew(news []bool) (number int) {
	for _, new := range news {
		if new {
			number++
		}
	}
	return number
}

// renewInbox looks through some models again. What cannot be read is left out.
func (s *inboxes) renewInbox(ctx context.Context, me discussion.Person, kept inbox, changed []store.ModelID, concerned map[store.ModelID]bool) (inbox, error) {
	renewed, first := inbox{models: map[store.ModelID][]Item{}}, error(nil)
	maps.Copy(renewed.models, kept.models)
	for _, id := range changed {
		if !concerned[id] {
			renewed.put(id, nil)
			continue
		}
		newest, err := s.Newest(ctx, id)
		if errors.Is(err, store.ErrNotFound) || err == nil && newest.Kind == store.KindDelete {
			renewed.put(id, nil)
			continue
		}
		var items []Item
		if err == nil {
			items, err = s.WaitingIn(ctx, id, newest.Title, me)
		}
		renewed.put(id, items)
		first = cmp.Or(first, err)
	}
	renewed.sort()
	return renewed, first
}

func (i *inbox) put(id store.ModelID, items []Item) {
	if len(items) == 0 {
		delete(i.models, id)
		return
	}
	i.models[id] = items
}

func (i *inbox) sort() {
	for _, items := range i.models {
		i.items = append(i.items, items...)
	}
	slices.SortFunc(i.items, func(a, b Item) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.Path, b.Path)) })
	i.items = i.items[:min(len(i.items), maxInbox)]
}

// WaitingIn lists the items that wait for a person in a model and its proposals.
func (s *inboxes) WaitingIn(ctx context.Context, id store.ModelID, title string, me discussion.Person) ([]Item, error) {
	items, first := s.threadsFor(ctx, id, title, "", me)
	proposed, err := s.Proposals(ctx, id)
	if err != nil {
		return items, cmp.Or(first, err)
	}
	for _, proposal := range proposed.Listed() {
		if proposal.Ended() {
			continue
		}
		found, err := s.proposalFor(ctx, id, title, proposal, proposed.Rules, me)
		items = append(items, found...)
		first = cmp.Or(first, err)
	}
	return items, first
}

// proposalFor returns the waiting items of a proposal of a model: a review, the answer to one, a
// merge, and its threads.
func (s *inboxes) proposalFor(ctx context.Context, id store.ModelID, title string, found *proposals.Proposal,
	rules proposals.Rules, me discussion.Person) ([]Item, error) {
	p, err := s.withBranch(ctx, id, found, rules)
	if err != nil {
		return nil, err
	}
	item := Item{title: p.Title, Path: Path(id, p.Number), model: title, who: p.Author.Name, by: p.Author.ID, at: p.At,
		of: p.branch.Revision.Model, proposal: lookAt(p, me.ID)}
	if last := p.Listed(); len(last) > 0 {
		item.at = last[len(last)-1].At
	}
	mine := p.Author.Is(proposals.Person(me))
	switch {
	case mine && p.phase == proposals.ChangesRequested:
		item.what, item.level, item.who = "Changes requested", "warn", namesOf(p.standing.Requests)
	case mine && p.phase == proposals.Approved:
		item.what, item.level, item.who = "Approved", "ok", namesOf(p.standing.Approved)
	case !mine && p.State == proposals.Open && slices.ContainsFunc(p.standing.Waiting, proposals.Person(me).Is):
		item.what, item.level = "Review asked", "info"
	}
	items, err := s.threadsFor(ctx, p.branch.Revision.Model, title, item.Path, me)
	if item.what != "" {
		items = append(items, item)
	}
	return items, err
}

// threadsFor are the open threads in which others have written last, and that are the
// person's business.
func (s *inboxes) threadsFor(ctx context.Context, id store.ModelID, title, path string, me discussion.Person) (items []Item, err error) {
	said, err := s.Discussion(ctx, id)
	if err != nil {
		return nil, err
	}
	waiting, why := said.Waiting(me)
	for i, entry := range waiting {
		comments := entry.Value.Listed()
		last := comments[len(comments)-1].Value
		said := last
		for _, comment := range comments {
			if why[i] == discussion.Mentioned && comment.Value.Author.ID != me.ID && discussion.Mentions(comment.Value.Text, me.Name) {
				said = comment.Value
			}
		}
		address := path + "#thread-" + string(entry.ID)
		if path == "" {
			address = "/m/" + string(id) + "/threads/" + string(entry.ID)
		}
		what := map[discussion.Wait]string{discussion.Mentioned: "Mentioned", discussion.Answered: "Reply"}[why[i]]
		items = append(items, Item{what: what, level: "info", title: cmp.Or(entry.Value.About.Words, title), Path: address, model: title,
			who: last.Author.Name, by: last.Author.ID, at: last.At, said: said.Text, of: id, entry: entry})
	}
	return items, nil
}

func (s *Feature) showInbox(c echo.Context) error {
	return s.showInboxWith(c, http.StatusOK, webreview.InboxReply{})
}

// showInboxWith shows the inbox with a reply that was refused, which is empty if none was.
func (s *Feature) showInboxWith(c echo.Context, status int, refused webreview.InboxReply) error {
	page := webreview.InboxPage{Page: s.Page(c, "Inbox"), Refused: refused}
	items := s.waiting(c)
	news := s.news(c, items)
	for i, item := range items {
		page.Items = append(page.Items, webreview.InboxItem{What: item.what, Level: item.level, Title: item.title, Href: s.URL().Path(item.Path), Model: item.model,
			Who: item.who, Account: s.Accounts().AccountOf(item.by), When: web.Ago(s.Now(), item.at), Exact: web.ExactTime(item.at), New: news[i],
			Said: item.said, Reply: s.inboxReply(c, item)})
		if reply := page.Items[i].Reply; reply != nil && reply.Thread == refused.Thread {
			*reply, page.Refused = webreview.InboxReply{Action: reply.Action, Thread: reply.Thread, Text: refused.Text, Problem: refused.Problem}, webreview.InboxReply{}
		}
	}
	if feature.Enhanced(c) {
		return s.Show(c, status, webreview.InboxList(page))
	}
	return s.Show(c, status, webreview.Inbox(page))
}

// inboxReply is the field with which the visitor answers in a thread, nil if it is none of theirs.
func (s *Feature) inboxReply(c echo.Context, item Item) *webreview.InboxReply {
	if item.entry.Value == nil {
		return nil
	}
	if may, err := s.Allows(c.Request().Context(), item.of, sharing.Commenter); err != nil || !may {
		return nil
	}
	return &webreview.InboxReply{Action: s.URL().Action(string(item.of), "comments"), Thread: item.entry.ID}
}

// showInboxCount is the link in the top bar.
func (s *Feature) showInboxCount(c echo.Context) error {
	return s.Show(c, http.StatusOK, web.InboxLink(s.Page(c, "Inbox")))
}
