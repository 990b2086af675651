package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/cql/textlines"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
	webreview "widerow/web/review"
)

const anchorEdits = 1_000

// TestCommentsHold comments on each kind of element of a model, edits the model at random, and
// checks that each thread stays with its element: it has the element's present name, or, once the
// element is removed, its last one.
func TestCommentsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: hundreds of edits, one after the other, take long")
	}
	e := newEditor(t, "hotel", 8)
	was, words := map[model.ID]model.Element{}, map[model.ID]string{}
	hotel, _ := e.model(e.path)
	for element := range hotel.Elements() {
		if element.Kind == model.ModelKind || e.IntN(6) > 0 {
			continue
		}
		was[element.ID], words[element.ID] = element, hotel.TitleOf(element)
		e.want(http.StatusSeeOther, e.post(e.path+"/comments",
			form("do", "open", "about", string(element.ID), "part", linePart(element.Kind), "text",
				"About "+string(element.ID))))
	}
	removed, renamed := 0, 0
	for step := range anchorEdits {
		m, _ := e.model(e.path)
		e.kind, e.concerned = pictured[e.IntN(len(pictured))], map[model.ID]bool{}
		if e.IntN(100) == 0 {
			e.removeOne(m, was)
		} else {
			e.edit(m)
		}
		if step%100 != anchorEdits%100 && step != anchorEdits-1 {
			continue
		}
		after, _ := e.model(e.path)
		removed, renamed = e.checkAnchors(after, was, words)
	}
	if len(was) < 30 || removed == 0 || renamed == 0 {
		t.Errorf("%d threads, %d on removed and %d on renamed elements: the test needs all of these", len(was), removed, renamed)
	}
}

// linePart returns the part that the first line of CQL of an element declares; "" for a kind
// without CQL.
func linePart(kind model.Kind) string {
	switch kind {
	case model.RelationColumnKind, model.TypeFieldKind:
		return textlines.ColumnPart
	case model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.IndexKind:
		return textlines.CreatePart
	case model.QueryKind:
		return "statement"
	}
	return ""
}

// removeOne removes an element that was commented on.
func (e *editor) removeOne(m *model.Model, commented map[model.ID]model.Element) {
	for id := range commented {
		if _, found := m.Element(id); found {
			e.post(e.path+"/edit", form("do", "remove-anyway:"+string(id)))
			return
		}
	}
}

// checkAnchors compares what the page says about each thread with the model.
func (e *editor) checkAnchors(m *model.Model, was map[model.ID]model.Element, words map[model.ID]string) (removed, renamed int) {
	e.t.Helper()
	said := e.threads(e.path)
	b := feature.New(web.NewURL("", web.Assets()), feature.Document{Model: m}, web.View{Model: strings.TrimPrefix(e.path, "/m/")}, nil)
	b.Talk = feature.Talk{Discussion: said}
	seen := map[model.ID]bool{}
	for _, entry := range said.Listed() {
		id, thread := entry.ID, entry.Value
		about := thread.About
		seen[about.Element] = true
		place := review.CommentPlace(b, about)
		if about.Kind != was[about.Element].Kind || about.Words != words[about.Element] || thread.Listed()[0].Value.Text != "About "+string(about.Element) {
			e.t.Fatalf("thread %s has become %+v", id, about)
		}
		now, found := m.Element(about.Element)
		e.checkLine(review.Thread(b, discussion.Entry[*discussion.Thread]{ID: id, Value: thread}), about, found)
		switch {
		case !found:
			removed++
			if place.Title != words[about.Element] || place.Note != "removed since" || place.Href != "" {
				e.t.Fatalf("the thread on the removed %s says %+v", words[about.Element], place)
			}
		case m.TitleOf(now) != words[about.Element]:
			renamed++
			if place.Title != m.TitleOf(now) || place.Note != "was "+words[about.Element] {
				e.t.Fatalf("the thread on %s, now %s, says %+v", words[about.Element], m.TitleOf(now), place)
			}
		case place.Title != words[about.Element] || place.Note != "" || place.Href == "":
			e.t.Fatalf("the thread on %s says %+v", words[about.Element], place)
		}
	}
	if len(seen) != len(was) {
		e.t.Fatalf("%d threads are left of %d", len(seen), len(was))
	}
	return removed, renamed
}

// checkLine checks that a thread on a line leads to the line, or quotes it once it is gone.
func (e *editor) checkLine(shown webreview.Thread, about discussion.About, exists bool) {
	e.t.Helper()
	switch line := shown.Line; {
	case linePart(about.Kind) == "":
		if line != nil {
			e.t.Fatalf("a %s has the line %+v", about.Kind, line)
		}
	case about.Line == nil || about.Line.Text == "":
		e.t.Fatalf("the thread on %s has lost its line", about.Words)
	case !exists:
		if line.Note != "line removed since" || line.Text != about.Line.Text || line.Href != "" {
			e.t.Fatalf("the line of the removed %s is %+v", about.Words, line)
		}
	case about.Kind == model.QueryKind: // it has a statement while it has a table
	case line.Note != "" || !strings.Contains(string(line.Href), "select="+string(about.Element)+"&line=") || line.Was != "" && line.Was != about.Line.Text:
		e.t.Fatalf("the line of %s is %+v", about.Words, line)
	}
}
