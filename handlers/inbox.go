package handlers

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/seen"
	"widerow/store"
	"widerow/web"
)

// inbox is what waits for a person, as of a number of saves that can change it.
type inbox struct {
	saves uint64
	items []inboxItem
}

// inboxItem is a proposal or a thread that waits for somebody.
type inboxItem struct {
	what, level, title string
	path               string // its address, below the base path
	model, who         string
	at                 time.Time

	// What makes it new: comments of a thread, or a proposal.
	of       store.ModelID // the model or branch
	entry    discussion.Entry[*discussion.Thread]
	proposal look
}

const (
	keptInboxes = 256
	maxInbox    = 500 // items of a person
	maxWaiting  = 2_000
)

// waiting returns what waits for the visitor. It is looked up again only after a
// save of comments, proposals or branches.
func (s *Server) waiting(c echo.Context) []inboxItem {
	me := discussion.Person{ID: s.knownVisitor(c), Name: s.visitorName(c)}
	if me.ID == "" && me.Name == "" {
		return nil
	}
	saves := s.talked.Load()
	if kept, found := s.inboxes.Get(me); found && kept.saves == saves {
		return kept.items
	}
	items, err := s.waitingFor(c.Request().Context(), me)
	if err != nil {
		s.log.Error("the inbox is not complete", "id", c.Get("request"), "error", err)
		return items
	}
	s.inboxes.Add(me, inbox{saves, items})
	return items
}

// news reports for each thing that waits whether the visitor has not seen it yet.
func (s *Server) news(c echo.Context, items []inboxItem) []bool {
	me, news := s.knownVisitor(c), make([]bool, len(items))
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

// waitingFor looks through all models. What cannot be read is left out.
func (s *Server) waitingFor(ctx context.Context, me discussion.Person) (items []inboxItem, first error) {
	all, err := s.everyModel(ctx)
	if err != nil {
		return nil, err
	}
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, summary := range all[:min(len(all), maxWaiting)] {
		if summary.Damaged {
			continue
		}
		found, err := s.threadsFor(ctx, summary.Model, summary.Title, "", me)
		if err != nil {
			note(err)
		}
		items = append(items, found...)
		proposed, err := s.proposals(ctx, summary.Model)
		if err != nil {
			note(err)
			continue
		}
		for _, proposal := range proposed.Listed() {
			if proposal.Ended() {
				continue
			}
			found, err := s.proposalFor(ctx, summary, proposal, proposed.Rules, me)
			if err != nil {
				note(err)
			}
			items = append(items, found...)
		}
	}
	slices.SortStableFunc(items, func(a, b inboxItem) int { return b.at.Compare(a.at) })
	return items[:min(len(items), maxInbox)], first
}

// proposalFor is what waits in a proposal: a review, the answer to one, a merge, and
// its threads.
func (s *Server) proposalFor(ctx context.Context, summary store.Summary, found *proposals.Proposal, rules proposals.Rules, me discussion.Person) ([]inboxItem, error) {
	p, err := s.withBranch(ctx, summary.Model, found, rules)
	if err != nil {
		return nil, err
	}
	item := inboxItem{title: p.Title, path: proposalPath(summary.Model, p.Number), model: summary.Title, who: p.Author.Name, at: p.At,
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
	items, err := s.threadsFor(ctx, p.branch.Revision.Model, summary.Title, item.path, me)
	if item.what != "" {
		items = append(items, item)
	}
	return items, err
}

// threadsFor are the open threads in which others have written last, and that are the
// person's business.
func (s *Server) threadsFor(ctx context.Context, id store.ModelID, title, path string, me discussion.Person) (items []inboxItem, err error) {
	said, err := s.discussion(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, entry := range said.Listed() {
		what := entry.Value.WaitsFor(me)
		if what == "" {
			continue
		}
		comments := entry.Value.Listed()
		last := comments[len(comments)-1].Value
		address := path + "#thread-" + string(entry.ID)
		if path == "" {
			address = "/m/" + string(id) + "/threads/" + string(entry.ID)
		}
		items = append(items, inboxItem{what: map[discussion.Wait]string{discussion.Mentioned: "Mentioned", discussion.Answered: "Reply"}[what], level: "info",
			title: cmp.Or(entry.Value.About.Words, title), path: address, model: title, who: last.Author.Name, at: last.At, of: id, entry: entry})
	}
	return items, nil
}

func (s *Server) showInbox(c echo.Context) error {
	page := web.InboxPage{Page: s.page(c, "Inbox")}
	items := s.waiting(c)
	news := s.news(c, items)
	for i, item := range items {
		page.Items = append(page.Items, web.InboxItem{What: item.what, Level: item.level, Title: item.title, Href: s.url.Path(item.path), Model: item.model,
			Who: item.who, When: web.Ago(s.now(), item.at), Exact: web.ExactTime(item.at), New: news[i]})
	}
	return s.show(c, http.StatusOK, web.Inbox(page))
}
