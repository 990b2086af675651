package review

import (
	"fmt"
	"slices"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/cql/textlines"
	"widerow/diagram/differences"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/seen"
	"widerow/web"
	webreview "widerow/web/review"
)

// look is the state of a proposal that a person sees who opens it now.
type look struct {
	branch, reviews int // the revision of its branch, and its newest review
	// by others than the person: what is theirs is not new to them.
	othersBranch  bool
	othersReviews int
}

func lookAt(p *proposal, person string) look {
	l := look{branch: int(p.branch.Revision.Number), othersBranch: p.branch.Revision.Author.ID != person || person == ""}
	for _, review := range p.Reviews {
		l.reviews = max(l.reviews, review.Number)
		if review.By.ID != person {
			l.othersReviews = max(l.othersReviews, review.Number)
		}
	}
	return l
}

// since returns what is new of a proposal to a person: "new", "changed", "reviewed" or
// nothing.
func (l look) since(person *seen.Person) string {
	branch, reviews := person.Look()
	switch {
	case branch == 0 && l.othersBranch:
		return "new"
	case l.othersBranch && l.branch > branch:
		return "changed"
	case l.othersReviews > reviews:
		return "reviewed"
	}
	return ""
}

// addNews links what has changed since the person looked last, and lets the page note
// that they look.
func (s *Feature) addNews(view *webreview.Review, r *review, talk feature.Talk) {
	if !talk.Marks {
		return
	}
	branch, now := r.branch.Revision.Model, lookAt(r.proposal, r.me.ID)
	seen, reviews := talk.Seen.Look()
	if now.since(talk.Seen) == "changed" {
		address := fmt.Sprintf("/m/%s/compare?from=%d&to=%d", branch, seen, now.branch)
		view.Since = web.Link{Label: "changed since you looked", Href: string(s.URL().Path(address))}
	}
	if seen < now.branch || reviews < now.reviews {
		view.Look = templ.Attributes{"data-seen-at": string(s.URL().Action(string(branch), "seen")),
			"data-look": fmt.Sprintf("branch=%d&reviews=%d", now.branch, now.reviews)}
	}
}

// maxTalk bounds the threads on the page of a proposal, the newest ones.
const maxTalk = 100

// addTalk adds the conversation: threads of comments in the branch, and reviews.
func (s *Feature) addTalk(c echo.Context, r *review, page *webreview.ComparePage, asked compareView, comment *feature.RefusedComment) {
	branch := r.branch.Revision.Model
	document := r.branch
	document.Old = false // comments go on after a merge
	b := feature.New(s.URL(), document, web.View{Model: string(branch), Tab: s.editTab(r), Select: asked.at, Line: asked.line}, &feature.Answer{Comment: comment})
	b.Before = feature.New(s.URL(), r.base, b.View, nil)
	b.Talk, b.Ended = s.TalkOf(c, r.branch.Revision), r.Ended()
	b.Unfit = s.Unfit(document)
	view := page.Review
	s.addNews(view, r, b.Talk)
	b.Talk.Editors = append(b.Talk.Editors, namesIn(r.Proposal)...)
	view.People = b.Talk.People()
	view.Thread = web.WorkbenchPage{Page: page.Page, View: b.View, People: view.People, Review: fmt.Sprint(r.Number), ReviewAt: asked.at, ReviewTab: asked.tab}
	if asked.view != differences.ViewChanges {
		view.Thread.ReviewView = string(asked.view)
	}
	change := page.Change
	about, removed := r.changedElement(asked)
	if about != nil {
		name := r.branch.Model.TitleOf(*about)
		if removed {
			name = r.base.Model.TitleOf(*about) + ", removed here"
		}
		title := fmt.Sprintf("About change %d: %s", change, name)
		if asked.line != "" {
			title = "About a line of " + name
		} else if change == 0 {
			title = "About " + name
		}
		view.Chosen = &webreview.CommentsPanel{Title: title, Box: NewThreadBox(b, *about)}
		if box := view.Chosen.Box; box != nil && box.Part != "" {
			box.Whole = s.compareAddress(r.found, compareView{tab: asked.tab, view: asked.view, at: asked.at})
		}
		if !removed {
			OfferSuggestion(b, view.Chosen, *about)
		}
	}
	s.addEntries(r, view, b, about, asked)
	if about == nil {
		view.Box = NewThreadBox(b, r.branch.Model.Root())
		if view.Box != nil {
			view.Box.Label = "Comment on the proposal"
		}
	}
	setChange(view, page)
	s.linkLines(page, r.found, NewLineMarks(b, func(line textlines.Line) string {
		return string(s.compareAddress(r.found, compareView{tab: asked.tab, view: asked.view, at: line.Element, line: line.Part}))
	}))
	page.Pins = CommentPins(b, func(id model.ID) model.ID { return r.found.anchor(r.found.drawn, id) }, func(id model.ID) string {
		return string(s.compareAddress(r.found, compareView{tab: asked.tab, view: asked.view, at: id}))
	})
}

// addEntries adds the threads and the reviews, the oldest first. Threads on the chosen
// element, about, or on the chosen line of it are beside it.
func (s *Feature) addEntries(r *review, view *webreview.Review, b *feature.Context, about *model.Element, asked compareView) {
	chosen := func(on discussion.About) bool {
		switch {
		case about == nil:
			return false
		case asked.line != "":
			return OnLine(b, on, asked.at, asked.line)
		}
		return IsOn(b, on, *about) || asked.at != "" && on.Element == asked.at
	}
	type dated struct {
		at    time.Time
		entry webreview.ReviewEntry
	}
	var entries []dated
	shown := r.shownThreads(b.Talk.Discussion, chosen)
	if len(shown) < b.Talk.Len() {
		view.Older = s.URL().Tab(web.View{Model: string(r.branch.Revision.Model), Tab: web.TabComments, Threads: "all"})
	}
	for _, entry := range shown {
		thread := Thread(b, entry)
		switch {
		case !thread.Open:
			view.Resolved = append(view.Resolved, thread)
		case chosen(entry.Value.About):
			view.Chosen.Open = append(view.Chosen.Open, thread)
		default:
			entries = append(entries, dated{entry.Value.Listed()[0].Value.At, webreview.ReviewEntry{Thread: &thread}})
		}
	}
	_, reviewsSeen := b.Talk.Seen.Look()
	for id, review := range r.Proposal.Reviews {
		entry := s.verdictEntry(r, id, review)
		entry.New = b.Talk.Marks && review.Number > reviewsSeen && review.By.ID != r.me.ID
		entries = append(entries, dated{review.At, entry})
	}
	slices.SortStableFunc(entries, func(a, b dated) int { return a.at.Compare(b.at) })
	for _, entry := range entries {
		view.Entries = append(view.Entries, entry.entry)
	}
}

// shownThreads are the newest threads, and the newest of those that are chosen.
func (r *review) shownThreads(said *discussion.Discussion, chosen func(discussion.About) bool) []discussion.Entry[*discussion.Thread] {
	if r.whole {
		return said.Listed()
	}
	var shown []discussion.Entry[*discussion.Thread]
	known := map[model.ID]bool{}
	for entry := range said.Latest() {
		if len(shown) == maxTalk {
			break
		}
		shown, known[entry.ID] = append(shown, entry), true
	}
	older, _ := said.About(chosen, maxTalk)
	for _, entry := range older {
		if !known[entry.ID] {
			shown = append(shown, entry)
		}
	}
	return shown
}

// setChange lets the answer to a comment show the same change.
func setChange(view *webreview.Review, page *webreview.ComparePage) {
	boxes := []*webreview.CommentBox{view.Box}
	threads := slices.Clone(view.Resolved)
	if view.Chosen != nil {
		boxes = append(boxes, view.Chosen.Box)
		threads = append(threads, view.Chosen.Open...)
	}
	for _, entry := range view.Entries {
		if entry.Thread != nil {
			threads = append(threads, *entry.Thread)
		}
	}
	for _, thread := range threads {
		boxes = append(boxes, thread.Reply)
		for _, comment := range thread.Comments {
			boxes = append(boxes, comment.Edit)
			if comment.Suggestion != nil {
				boxes = append(boxes, comment.Suggestion.Apply)
			}
		}
	}
	for _, box := range boxes {
		if box != nil && page.Change > 0 {
			box.Change = fmt.Sprint(page.Change)
		}
	}
}

// changedElement is the element of the chosen change, or nil. One that the proposal
// removes belongs to the model before.
func (r *review) changedElement(asked compareView) (element *model.Element, removed bool) {
	id := asked.at
	if asked.change > 0 {
		id = r.found.changes[asked.change-1].ID
	}
	if id == "" {
		return nil, false
	}
	if element, found := r.branch.Model.Element(id); found {
		return &element, false
	}
	if element, found := r.base.Model.Element(id); found {
		return &element, true
	}
	return nil, false
}

func (s *Feature) verdictEntry(r *review, id model.ID, said *proposals.Review) webreview.ReviewEntry {
	entry := webreview.ReviewEntry{ID: id, Who: said.By.Name, Account: s.Accounts().AccountOf(said.By.ID), Did: "approved", Level: "ok", Text: said.Text,
		When: web.Ago(s.Now(), said.At), Exact: web.ExactTime(said.At),
		Lapsed: said.Verdict == proposals.Approves && said.Content != r.content}
	if said.Verdict == proposals.Requests {
		entry.Did, entry.Level = "requested changes", "bad"
	}
	return entry
}

// namesIn are the names that a proposal knows, for mentions.
func namesIn(p *proposals.Proposal) []string {
	names := []string{p.Author.Name}
	for _, reviewer := range p.Reviewers {
		names = append(names, reviewer.Name)
	}
	return names
}
