package handlers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/model/discussion"
	"widerow/store"
	"widerow/web"
)

// talk holds what the parts of a model's page need of its comments.
type talk struct {
	*discussion.Discussion
	threads []discussion.Entry[*discussion.Thread] // all, in order
	open    map[model.ID]int                       // open threads on each element, "" for the model
	me      discussion.Person
	now     time.Time
	from    int // the first thread of the list that the tab shows
	failure string
}

// talkOf loads the comments for a page. A model whose comments cannot be read is
// shown without them.
func (s *Server) talkOf(c echo.Context, id store.ModelID) talk {
	loaded, err := s.discussion(c.Request().Context(), id)
	t := talk{Discussion: loaded.Discussion, me: discussion.Person{ID: s.knownVisitor(c), Name: s.visitorName(c)}, now: s.now()}
	if err != nil {
		s.log.Error("comments are not shown", "id", c.Get("request"), "error", err)
		t.Discussion, t.failure = &discussion.Discussion{}, "The comments on this model cannot be read. The model itself is whole. The administrator finds the reason in the log."
	}
	t.threads, t.open = t.Listed(), t.Open()
	t.from, _ = strconv.Atoi(c.QueryParam("from"))
	return t
}

// commentNotice says that the comments cannot be read.
func (b *workbench) commentNotice() []web.Notice {
	if b.talk.failure == "" {
		return nil
	}
	return []web.Notice{{Level: "bad", Text: b.talk.failure}}
}

// threadFilter chooses threads. Its name is in the address; that of the first
// is "".
type threadFilter struct {
	name, title, empty string
	lists              func(t talk, thread *discussion.Thread) bool
}

var threadFilters = []threadFilter{
	{"", "Open", "No open comments. Select something in the model to comment on it, or write about the whole model below.", func(_ talk, thread *discussion.Thread) bool { return thread.Resolved == nil }},
	{"all", "All", "No comments yet. Select something in the model to comment on it, or write about the whole model below.", func(talk, *discussion.Thread) bool { return true }},
	{"mine", "Mine", "You have not commented yet.", func(t talk, thread *discussion.Thread) bool { return thread.Has(t.me.ID) }},
	{"mentions", "Mentions", "Nobody has mentioned you yet. Others do so by @ and your name.", func(t talk, thread *discussion.Thread) bool { return thread.Mentions(t.me.Name) }},
}

// threadsOf reads the name of a filter. An unknown name means the first filter.
func threadsOf(name string) string {
	if slices.ContainsFunc(threadFilters, func(f threadFilter) bool { return f.name == name }) {
		return name
	}
	return ""
}

// threadPage is the number of threads on a page of the tab.
const threadPage = 30

// commentsContent fills the tab of all comments.
type commentsContent struct{}

func (commentsContent) build(_ context.Context, _ *Server, b *workbench, _ *web.WorkbenchPage) (web.Content, error) {
	view := &web.CommentsView{}
	var found []discussion.Entry[*discussion.Thread]
	for _, filter := range threadFilters {
		link := b.view
		link.Threads = filter.name
		listed := slices.DeleteFunc(slices.Clone(b.talk.threads), func(e discussion.Entry[*discussion.Thread]) bool { return !filter.lists(b.talk, e.Value) })
		current := filter.name == b.view.Threads
		view.Filters = append(view.Filters, web.CommentFilter{Name: cmp.Or(filter.name, "open"), Title: filter.title, Count: len(listed), Href: b.url.Tab(link), Current: current})
		if current {
			found, view.Empty = listed, filter.empty
		}
	}
	if b.view.Threads == "mentions" && b.talk.me.Name == "" {
		view.Empty, view.Unnamed = "Nobody can mention you while you have no name.", b.url.Path("/you")
	}
	from := min(max(b.talk.from, 0), len(found))
	for _, entry := range found[from:min(from+threadPage, len(found))] {
		view.Threads = append(view.Threads, b.thread(entry))
	}
	if from+threadPage < len(found) {
		view.Older = b.url.Path(fmt.Sprintf("/m/%s/comments?from=%d&threads=%s", b.view.Model, from+threadPage, b.view.Threads))
	}
	view.Box = b.newThreadBox(b.model.Root())
	return view, nil
}

// commentsPanel is the part of the details about an element and its parts. It is
// nil on a tab without details.
func (b *workbench) commentsPanel(element model.Element) *web.CommentsPanel {
	if b.talk.failure != "" || !b.tab().columns.Inspector {
		return nil
	}
	panel := &web.CommentsPanel{Title: "Comments"}
	if element.Kind == model.ModelKind {
		panel.Title = "Comments on the model"
	}
	for _, entry := range b.talk.threads {
		if !b.isOn(entry.Value.About, element) {
			continue
		}
		if thread := b.thread(entry); thread.Open {
			panel.Open = append(panel.Open, thread)
		} else {
			panel.Resolved = append(panel.Resolved, thread)
		}
	}
	panel.Box = b.newThreadBox(element)
	return panel
}

// isOn reports whether a thread is about an element or a part that is edited in
// its form.
func (b *workbench) isOn(about discussion.About, element model.Element) bool {
	if about.Element == "" {
		return about.Kind == model.ModelKind && element.Kind == model.ModelKind
	}
	return about.Element == element.ID || element.ID != "" && isPart(b.index.kinds[about.Element]) && b.index.parents[about.Element] == element.ID
}

// thread builds the view of a thread.
func (b *workbench) thread(entry discussion.Entry[*discussion.Thread]) web.Thread {
	thread := web.Thread{
		ID: entry.ID, Href: b.url.Thread(b.view.Model, entry.ID), Open: entry.Value.Resolved == nil, About: b.commentPlace(entry.Value.About),
		Reply: b.commentBox("reply-"+string(entry.ID), "", "reply:"+string(entry.ID), "Reply", "Reply"),
	}
	act := web.Action{Label: "Resolve", Do: "resolve:" + string(entry.ID), Hint: "Settled: closes the thread. A text in the box is added first."}
	if resolved := entry.Value.Resolved; resolved != nil {
		thread.Resolved = "Resolved by " + resolved.By.Name + ", " + ago(b.talk.now, resolved.At)
		act = web.Action{Label: "Reopen", Do: "reopen:" + string(entry.ID), Hint: "Opens the thread again. A text in the box is added first."}
	}
	if thread.Reply != nil {
		thread.Reply.More = []web.Action{act}
		b.fillBox(thread.Reply, act.Do)
	}
	for _, comment := range entry.Value.Listed() {
		thread.Comments = append(thread.Comments, b.comment(entry.ID, comment))
	}
	return thread
}

func (b *workbench) comment(thread model.ID, entry discussion.Entry[*discussion.Comment]) web.Comment {
	comment := entry.Value
	shown := web.Comment{ID: entry.ID, Who: comment.Author.Name, When: ago(b.talk.now, comment.At), Exact: exactTime(comment.At), Text: comment.Text}
	if !comment.Edited.IsZero() {
		shown.Edited = "Edited " + exactTime(comment.Edited)
	}
	if comment.Author.ID != "" && comment.Author.ID == b.talk.me.ID {
		// Its id changes with the text, so that a saved edit closes its form.
		id := fmt.Sprintf("edit-%s-%d", entry.ID, max(0, comment.Edited.Unix()))
		shown.Edit = b.commentBox(id, comment.Text, fmt.Sprintf("edit:%s:%s", thread, entry.ID), "Your comment", "Save")
	}
	return shown
}

// commentPlace returns what a thread is about, now and when it was opened.
func (b *workbench) commentPlace(about discussion.About) web.CommentPlace {
	if about.Element == "" {
		return web.CommentPlace{Title: "The whole model"}
	}
	place := web.CommentPlace{Kind: web.KindTitles[about.Kind].One, Title: about.Words}
	element, found := b.model.Element(about.Element)
	if !found {
		place.Note = "removed since"
		if b.readonly() {
			place.Note = "not in this revision"
		}
		return place
	}
	if place.Title = b.model.TitleOf(element); place.Title != about.Words {
		place.Note = "was " + about.Words
	}
	if b.view.Select != element.ID {
		place.Href = web.SafeHref(b.link(element.ID))
	}
	return place
}

func (b *workbench) newThreadBox(element model.Element) *web.CommentBox {
	label, about := "Comment on "+b.label(element), string(element.ID)
	if element.Kind == model.ModelKind {
		label, about = "Comment on the model", ""
	}
	box := b.commentBox("comment-"+cmp.Or(about, "model"), "", "open", label, "Comment")
	if box == nil {
		return nil
	}
	box.About = about
	// What could not be saved and has no other box on the page is here.
	if form := b.refusedComment(); form != nil && !form.shown {
		box.Text, box.Problem, form.shown = form.text, form.problem, true
	}
	return box
}

// commentBox returns a box, or nil in an old revision.
func (b *workbench) commentBox(id, text, do, label, button string) *web.CommentBox {
	if b.readonly() || b.talk.failure != "" {
		return nil
	}
	box := &web.CommentBox{ID: id, Do: do, Label: label, Button: button, Text: text}
	if do != "open" {
		b.fillBox(box, do)
	}
	return box
}

// fillBox puts what was typed into the box whose button was pressed.
func (b *workbench) fillBox(box *web.CommentBox, do string) {
	if form := b.refusedComment(); form != nil && form.do == do {
		box.Text, box.Problem, form.shown = form.text, form.problem, true
	}
}

// refusedComment returns the rejected form of a comment, or nil.
func (b *workbench) refusedComment() *commentForm {
	if b.answer == nil {
		return nil
	}
	return b.answer.comment
}

// openComments counts the open threads on an element and on its parts.
func (b *workbench) openComments(element model.Element) int {
	if len(b.talk.open) == 0 {
		return 0
	}
	number := b.talk.open[element.ID]
	for _, part := range b.model.Children(element) {
		if isPart(part.Kind) {
			number += b.openComments(part)
		}
	}
	return number
}

// commentPins are the counts at the boxes of a diagram.
func (b *workbench) commentPins() []web.CommentPin {
	counts := map[model.ID]int{}
	for id, number := range b.talk.open {
		for isPart(b.index.kinds[id]) {
			id = b.index.parents[id]
		}
		if _, found := b.index.kinds[id]; found {
			counts[id] += number
		}
	}
	var pins []web.CommentPin
	for id, number := range counts {
		pins = append(pins, web.CommentPin{Element: id, Title: b.model.Title(id), Count: number, Href: web.SafeHref(b.link(id))})
	}
	slices.SortFunc(pins, func(x, y web.CommentPin) int { return cmp.Compare(x.Element, y.Element) })
	return pins
}

// commentsLink leads to all comments, with the number of open threads, those on
// removed elements too.
func (b *workbench) commentsLink() web.TabLink {
	number := 0
	for _, open := range b.talk.open {
		number += open
	}
	view := web.View{Model: b.view.Model, Tab: web.TabComments, Revision: b.view.Revision, Display: b.view.Display}
	link := web.TabLink{Tab: web.TabComments, Title: "Comments", Href: b.url.Tab(view), Current: b.view.Tab == web.TabComments}
	if number > 0 {
		link.Badge = web.TabBadge{Text: fmt.Sprint(number), Title: counted(number, "open thread", "open threads") + " of comments"}
	}
	return link
}
