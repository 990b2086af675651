package review

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
	webreview "widerow/web/review"
)

type threads = iter.Seq[discussion.Entry[*discussion.Thread]]

// threadFilter chooses threads. Its name is in the address; that of the first
// is "".
type threadFilter struct {
	name, title, empty string
	// lists returns the number of threads, and these in order.
	lists func(t feature.Talk) (int, threads)
}

// unread is the name of the filter of threads with new comments.
const unread = "new"

var threadFilters = []threadFilter{
	{"", "Open", "No open comments. Select something in the model to comment on it, or write about the whole model below.", openThreads},
	{unread, "New", "No new comments: you have seen everything that others have written here.",
		func(t feature.Talk) (int, threads) { return len(t.Unread), slices.Values(t.Unread) }},
	{"all", "All", "No comments yet. Select something in the model to comment on it, or write about the whole " +
		"model below.", func(t feature.Talk) (int, threads) { return t.Len(), t.Latest() }},
	{"mine", "Mine", "You have not commented yet.", func(t feature.Talk) (int, threads) {
		return mine(t, func(thread *discussion.Thread) bool { return thread.Has(t.Me.ID) })
	}},
	{"mentions", "Mentions", "Nobody has mentioned you yet. Others do so by @ and your name.", func(t feature.Talk) (int, threads) {
		return mine(t, func(thread *discussion.Thread) bool { return thread.Mentions(t.Me.Name) })
	}},
}

// ThreadsOf reads the name of a filter. An unknown name means the first filter.
func ThreadsOf(name string) string {
	if slices.ContainsFunc(threadFilters, func(f threadFilter) bool { return f.name == name }) {
		return name
	}
	return ""
}

// ThreadPage is the number of threads on a page of the tab.
const ThreadPage = 30

// PanelThreads is the number of threads in the details of an element, the newest ones.
const PanelThreads = 50

// commentsContent fills the tab of all comments.
func commentsContent(_ context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
	view := &webreview.CommentsView{}
	number, found := 0, threads(nil)
	for _, filter := range threadFilters {
		link := b.View
		link.Threads = filter.name
		if filter.name == unread && !b.Talk.Marks {
			continue
		}
		count, listed := filter.lists(b.Talk)
		if filter.name == unread && count > 0 {
			view.SeeAll = b.URL.Action(b.View.Model, "seen")
			view.Next = fmt.Sprintf("/m/%s/comments?threads=%s", b.View.Model, b.View.Threads)
		}
		current := filter.name == b.View.Threads
		view.Filters = append(view.Filters, webreview.CommentFilter{Name: cmp.Or(filter.name, "open"),
			Title: filter.title, Count: count, Href: b.URL.Tab(link), Current: current})
		if current {
			number, found, view.Empty = count, listed, filter.empty
		}
	}
	if b.View.Threads == "mentions" && b.Talk.Me.Name == "" {
		view.Empty, view.Unnamed = "Nobody can mention you while you have no name.", b.URL.Path("/you")
	}
	from := min(max(b.Talk.From, 0), number)
	for _, entry := range pageOf(found, from) {
		view.Threads = append(view.Threads, Thread(b, entry))
	}
	if from+ThreadPage < number {
		view.Older = b.URL.Path(fmt.Sprintf("/m/%s/comments?from=%d&threads=%s", b.View.Model, from+ThreadPage, b.View.Threads))
	}
	view.Box = NewThreadBox(b, b.Model.Root())
	return view, nil
}

// pageOf returns the threads of the page that begins with one.
func pageOf(listed threads, from int) (page []discussion.Entry[*discussion.Thread]) {
	if listed == nil { // the filter of the address is not offered
		return nil
	}
	at := 0
	for entry := range listed {
		if at >= from {
			page = append(page, entry)
		}
		if at++; at == from+ThreadPage {
			break
		}
	}
	return page
}

// CommentsPanel is the part of the details about an element and its parts. It is
// nil on a tab without details.
func CommentsPanel(b *feature.Context, element model.Element) *webreview.CommentsPanel {
	if b.Talk.Failure != "" || !b.Tab().Columns.Inspector {
		return nil
	}
	panel := &webreview.CommentsPanel{Title: "Comments"}
	if element.Kind == model.ModelKind {
		panel.Title = "Comments on the model"
	}
	fillPanel(b, panel, func(about discussion.About) bool { return IsOn(b, about, element) })
	panel.Box = NewThreadBox(b, element)
	OfferSuggestion(b, panel, element)
	return panel
}

// fillPanel adds the newest threads that are about something, and the way to the others.
func fillPanel(b *feature.Context, panel *webreview.CommentsPanel, chosen func(discussion.About) bool) {
	newest, total := b.Talk.About(chosen, PanelThreads)
	for _, entry := range newest {
		if thread := Thread(b, entry); thread.Open {
			panel.Open = append(panel.Open, thread)
		} else {
			panel.Resolved = append(panel.Resolved, thread)
		}
	}
	if total > PanelThreads {
		panel.All = web.Link{Label: web.Counted(total-PanelThreads, "older thread", "older threads") + " on this",
			Href: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabComments, Threads: "all"}))}
	}
}

// IsOn reports whether a thread is about an element or a part that is edited in
// its form.
func IsOn(b *feature.Context, about discussion.About, element model.Element) bool {
	if about.Element == "" {
		return about.Kind == model.ModelKind && element.Kind == model.ModelKind
	}
	return about.Element == element.ID || element.ID != "" && feature.IsPart(b.KindOf(about.Element)) && b.ParentOf(about.Element) == element.ID
}

// Thread builds the view of a thread.
func Thread(b *feature.Context, entry discussion.Entry[*discussion.Thread]) webreview.Thread {
	thread := webreview.Thread{
		ID: entry.ID, Href: b.URL.Thread(b.View.Model, entry.ID), Open: entry.Value.Resolved == nil,
		About: CommentPlace(b, entry.Value.About), Line: threadLine(b, entry.Value.About),
		Reply: commentBox(b, "reply-"+string(entry.ID), "", "reply:"+string(entry.ID), "Reply", "Reply"),
	}
	if thread.New = b.Talk.New(entry); thread.New > 0 {
		thread.Seen = fmt.Sprintf("%s:%d", entry.ID, entry.Value.Newest())
	}
	act := web.Action{Label: "Resolve", Do: "resolve:" + string(entry.ID), Hint: "Settled: closes the thread. A text in the box is added first."}
	if resolved := entry.Value.Resolved; resolved != nil {
		thread.Resolved = "Resolved by " + resolved.By.Name + ", " + web.Ago(b.Talk.Now, resolved.At)
		act = web.Action{Label: "Reopen", Do: "reopen:" + string(entry.ID), Hint: "Opens the thread again. A text in the box is added first."}
	}
	if thread.Reply != nil {
		thread.Reply.More = []web.Action{act}
		fillBox(b, thread.Reply, act.Do)
	}
	for _, comment := range entry.Value.Listed() {
		thread.Comments = append(thread.Comments, shownComment(b, entry.ID, comment))
	}
	return thread
}

func shownComment(b *feature.Context, thread model.ID, entry discussion.Entry[*discussion.Comment]) webreview.Comment {
	comment := entry.Value
	shown := webreview.Comment{ID: entry.ID, Who: comment.Author.Name, Account: b.Talk.AccountOf(comment.Author.ID),
		When: web.Ago(b.Talk.Now, comment.At), Exact: web.ExactTime(comment.At), Text: comment.Text}
	shown.New = b.Talk.Marks && comment.Author.ID != b.Talk.Me.ID && !b.Talk.Seen.Comment(thread, comment)
	if !comment.Edited.IsZero() {
		shown.Edited = "Edited " + web.ExactTime(comment.Edited)
	}
	shown.Suggestion = suggestion(b, thread, entry)
	if comment.Author.ID != "" && comment.Author.ID == b.Talk.Me.ID {
		// Its id changes with the text, so that a saved edit closes its form.
		id := fmt.Sprintf("edit-%s-%d", entry.ID, max(0, comment.Edited.Unix()))
		shown.Edit = commentBox(b, id, comment.Text, fmt.Sprintf("edit:%s:%s", thread, entry.ID), "Your comment", "Save")
	}
	return shown
}

// suggestion is the change that a comment suggests, or nil.
func suggestion(b *feature.Context, thread model.ID, entry discussion.Entry[*discussion.Comment]) *webreview.Suggestion {
	suggestion := entry.Value.Suggestion
	if suggestion == nil {
		return nil
	}
	shown := &webreview.Suggestion{Changes: suggestion.Changes}
	if applied := suggestion.Applied; applied != nil {
		shown.Applied = "Applied by " + applied.By.Name + ", " + web.Ago(b.Talk.Now, applied.At) + ", as"
		address := fmt.Sprintf("/m/%s/compare?from=%d&to=%d", b.View.Model, max(1, applied.Revision-1), applied.Revision)
		shown.Result = web.Link{Label: fmt.Sprintf("r%d", applied.Revision), Href: string(b.URL.Path(address))}
		return shown
	}
	do := fmt.Sprintf("apply:%s:%s", thread, entry.ID)
	if b.Ended || b.Readonly() {
		return shown
	}
	form := refusedComment(b)
	if shown.Unfit = b.Unfit(suggestion); shown.Unfit != "" && (form == nil || form.Do != do) {
		return shown
	}
	shown.Apply = commentBox(b, "apply-"+string(entry.ID), "", do, "", "Apply")
	return shown
}

// OfferSuggestion adds the link to the form that suggests a change of an element, if it
// has a form.
func OfferSuggestion(b *feature.Context, panel *webreview.CommentsPanel, element model.Element) {
	if b.Readonly() || b.Ended || element.Kind == model.ModelKind {
		return
	}
	view := web.View{Model: b.View.Model, Tab: feature.TabFor(element.Kind, b.View.Tab), Select: element.ID, Suggest: true, Display: b.View.Display}
	panel.Suggest = b.URL.Tab(view)
}

// CommentPlace returns what a thread is about, now and when it was opened.
func CommentPlace(b *feature.Context, about discussion.About) webreview.CommentPlace {
	if about.Element == "" {
		return webreview.CommentPlace{Title: "The whole model"}
	}
	place := webreview.CommentPlace{Kind: web.KindTitles[about.Kind].One, Title: about.Words}
	if about.Spot != nil {
		place.Kind = "a place beside the " + place.Kind
	}
	element, found := b.Model.Element(about.Element)
	if !found {
		place.Note = missing(b, "")
		return place
	}
	if place.Title = b.Model.TitleOf(element); place.Title != about.Words {
		place.Note = "was " + about.Words
	}
	if b.View.Select != element.ID {
		place.Href = web.SafeHref(b.Link(element.ID))
	}
	return place
}

// NewThreadBox is the box that begins a thread about an element. It is nil where
// nobody can comment.
func NewThreadBox(b *feature.Context, element model.Element) *webreview.CommentBox {
	label, about := "Comment on "+b.Label(element), string(element.ID)
	if element.Kind == model.ModelKind {
		label, about = "Comment on the model", ""
	}
	box := commentBox(b, "comment-"+cmp.Or(about, "model"), "", "open", label, "Comment")
	if box == nil {
		return nil
	}
	box.About = about
	if line := selectedLine(b, element.ID); line != nil {
		whole := b.View
		whole.Line = ""
		box.ID = web.LineBox(element.ID, line.Part) // a draft belongs to its line
		box.Part, box.Quote, box.Label, box.Whole = line.Part, line.Text, "Comment on this line", b.URL.Tab(whole)
	}
	// What could not be saved and has no other box on the page is here.
	if form := refusedComment(b); form != nil && !form.Shown {
		box.Text, box.Problem, form.Shown = form.Text, form.Problem, true
	}
	return box
}

// selectedLine returns the line of an element that the page is about, nil for most pages:
// to find it takes the whole script.
func selectedLine(b *feature.Context, element model.ID) *discussion.Line {
	if b.View.Line == "" || element != b.View.Select {
		return nil
	}
	return LineAt(b, element, b.View.Line)
}

// commentBox returns a box, or nil in an old revision.
func commentBox(b *feature.Context, id, text, do, label, button string) *webreview.CommentBox {
	if b.Readonly() || b.Talk.Failure != "" {
		return nil
	}
	box := &webreview.CommentBox{ID: id, Do: do, Label: label, Button: button, Text: text}
	if do != "open" {
		fillBox(b, box, do)
	}
	return box
}

// fillBox puts what was typed into the box whose button was pressed.
func fillBox(b *feature.Context, box *webreview.CommentBox, do string) {
	if form := refusedComment(b); form != nil && form.Do == do {
		box.Text, box.Problem, form.Shown = form.Text, form.Problem, true
	}
}

// refusedComment returns the rejected form of a comment, or nil.
func refusedComment(b *feature.Context) *feature.RefusedComment {
	if b.Answer == nil {
		return nil
	}
	return b.Answer.Comment
}

// CommentsLink leads to all comments, with the number of open threads, those on
// removed elements too.
func CommentsLink(b *feature.Context) web.TabLink {
	number := b.Talk.OpenThreads()
	view := web.View{Model: b.View.Model, Tab: web.TabComments, Revision: b.View.Revision, Display: b.View.Display}
	link := web.TabLink{Tab: web.TabComments, Title: "Comments", Href: b.URL.Tab(view), Current: b.View.Tab == web.TabComments}
	if number > 0 {
		link.Badge = web.TabBadge{Text: fmt.Sprint(number), Title: web.Counted(number, "open thread", "open threads") + " of comments"}
	}
	unseen := 0
	for _, new := range b.Talk.NewOn {
		unseen += new
	}
	if unseen > 0 {
		words := web.Counted(unseen, "new comment", "new comments")
		link.Badge = web.TabBadge{Text: fmt.Sprint(number), Title: strings.TrimPrefix(link.Badge.Title+", "+words, ", "), Level: "new"}
	}
	return link
}

// proposalsBadge counts the proposals that are open.
func proposalsBadge(b *feature.Context) web.TabBadge {
	if b.Proposals == 0 {
		return web.TabBadge{}
	}
	return web.TabBadge{Text: fmt.Sprint(b.Proposals), Title: web.Counted(b.Proposals, "open proposal", "open proposals")}
}

func openThreads(t feature.Talk) (int, threads) {
	return t.OpenThreads(), func(yield func(discussion.Entry[*discussion.Thread]) bool) {
		for entry := range t.Latest() {
			if entry.Value.Resolved == nil && !yield(entry) {
				return
			}
		}
	}
}

func mine(t feature.Talk, takes func(*discussion.Thread) bool) (int, threads) {
	found := t.Of(t.Me, takes)
	return len(found), slices.Values(found)
}
