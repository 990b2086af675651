package review

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/cql/textlines"
	"widerow/diagram/differences"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// changeSigns mark a change in the list.
var changeSigns = map[compare.Kind]string{compare.Added: "+", compare.Removed: "−", compare.Changed: "~", compare.Moved: "↕"}

func (s *comparisons) compare(c echo.Context) error {
	if ticked := c.QueryParams()["of"]; len(ticked) > 0 || c.QueryParams().Has("ticked") {
		return s.compareTicked(c, ticked)
	}
	found, done, err := s.compared(c)
	if err != nil {
		return err
	}
	defer done()
	asked := found.asked(c)
	page := webreview.ComparePage{
		Page: s.Page(c, found.to.Model.Name+" · what changed"), ID: found.id, Name: found.to.Model.Name,
		From: s.compareState(found, found.from), To: s.compareState(found, found.to), Summary: compare.Summary(found.changes), Change: asked.change, Tab: asked.tab,
		Merge: found.across() && len(found.changes) > 0, Live: s.liveOfCompared(found, asked),
	}
	if err := s.fillComparison(c.Request().Context(), &page, found, asked); err != nil {
		return err
	}
	if (page.Script != nil || page.Plan != nil) && found.to.Revision.Number == found.newest[found.to.Revision.Model] {
		b := feature.New(s.URL(), found.to, web.View{Model: string(found.to.Revision.Model), Tab: web.TabCQL}, nil)
		b.Talk = s.TalkOf(c, found.to.Revision)
		s.linkLines(&page, found, NewLineMarks(b, func(line textlines.Line) string { return ScriptLine(b, line) }))
	}
	if s.WantsParts(c) {
		return s.Show(c, http.StatusOK, webreview.ComparisonFragments(page))
	}
	return s.Show(c, http.StatusOK, webreview.Compare(page))
}

// fillComparison adds the tabs, the content of the chosen one and what follows.
func (s *comparisons) fillComparison(ctx context.Context, page *webreview.ComparePage, found *comparison, asked compareView) error {
	for _, kind := range kindsCompared {
		page.Tabs = append(page.Tabs, webreview.CompareLink{Title: kind.title, Current: asked.tab == string(kind.kind),
			Href: s.compareAddress(found, compareView{tab: string(kind.kind), change: asked.change})})
	}
	page.Tabs = append(page.Tabs,
		webreview.CompareLink{Title: "CQL", Current: asked.tab == cqlTab, Href: s.compareAddress(found, compareView{tab: cqlTab, change: asked.change})},
		webreview.CompareLink{Title: "Migration plan", Current: asked.tab == planTab, Href: s.compareAddress(found, compareView{tab: planTab, change: asked.change})})
	switch asked.tab {
	case planTab:
		page.Plan = s.comparePlan(found)
		s.listChanges(page, found, asked, nil, nil)
	case cqlTab:
		s.compareScript(page, found, asked)
	default:
		if err := s.compareDiagram(ctx, page, found, asked); err != nil {
			return err
		}
	}
	s.follow(page, found)
	return nil
}

// listChanges adds the changes to the page: of many, the thousand with the chosen one.
// all are the elements that the tab shows and seen those of its view, each with the
// element that represents it.
func (s *comparisons) listChanges(page *webreview.ComparePage, found *comparison, asked compareView, all, seen map[model.ID]model.ID) {
	first := max(0, asked.change-1) / shownChanges * shownChanges
	last := min(len(found.changes), first+shownChanges)
	page.Count, page.Changes = len(found.changes), make([]webreview.CompareChange, 0, last-first)
	for i, change := range found.changes[first:last] {
		number := first + i + 1
		to := compareView{tab: asked.tab, view: asked.view, change: number}
		if found.anchor(all, change.ID) == "" {
			to.tab = cmp.Or(string(found.kindOf(change.ID)), to.tab)
		}
		row := webreview.CompareChange{Number: number, Sign: changeSigns[change.Kind], Kind: string(change.Kind), Words: change.Words, Breaking: change.Breaking,
			Chosen: asked.change == number, Here: to.tab == asked.tab, At: found.anchor(seen, change.ID), Href: s.compareAddress(found, to)}
		if row.Chosen {
			page.Selected = row.At
		}
		page.Changes = append(page.Changes, row)
	}
	if first > 0 {
		page.Earlier = s.compareAddress(found, compareView{tab: asked.tab, view: asked.view, change: first})
	}
	if last < page.Count {
		page.Later = s.compareAddress(found, compareView{tab: asked.tab, view: asked.view, change: last + 1})
	}
}

// chosenIn reports whether the chosen change is of an element or a part of it.
func (f *comparison) chosenIn(asked compareView, id model.ID) bool {
	return asked.change > 0 && f.anchor(map[model.ID]model.ID{id: id}, f.changes[asked.change-1].ID) != ""
}

// compareScript adds the statements that differ to the page.
func (s *comparisons) compareScript(page *webreview.ComparePage, found *comparison, asked compareView) {
	for _, v := range []struct {
		view  differences.View
		title string
	}{{viewSides, "Side by side"}, {viewUnified, "Unified"}} {
		page.Views = append(page.Views, webreview.CompareLink{Title: v.title, Current: (asked.view == viewUnified) == (v.view == viewUnified),
			Href: s.compareAddress(found, compareView{tab: cqlTab, view: v.view, change: asked.change, at: asked.at, line: asked.line})})
	}
	page.Script = &webreview.CompareScript{Unified: asked.view == viewUnified}
	found.statements = nil
	shown, lines := map[model.ID]model.ID{}, 0
	for _, statement := range compare.Statements(found.from.Model, found.to.Model) {
		if lines += len(statement.Lines); lines > shownLines && len(shown) > 0 && !found.chosenIn(asked, statement.ID) {
			page.Script.Left++
			continue
		}
		shown[statement.ID] = statement.ID
		found.statements = append(found.statements, statement)
		row := webreview.CompareStatement{ID: statement.ID, Kind: string(statement.Kind), Sign: changeSigns[statement.Kind], Name: statement.Name}
		for _, line := range statement.Lines {
			row.Lines = append(row.Lines, webreview.CompareLine{Before: line.Before, After: line.After})
		}
		page.Script.Statements = append(page.Script.Statements, row)
	}
	s.listChanges(page, found, asked, shown, shown)
}

// linkLines links the lines of CQL of a comparison to what is said about them.
func (s *comparisons) linkLines(page *webreview.ComparePage, found *comparison, marks *LineMarks) {
	switch {
	case marks == nil:
	case page.Script != nil:
		for i, statement := range found.statements {
			after := marks.Of(textlines.OfStatement(found.to.Model, statement.ID, statement.After)) // first: a line is chosen once
			before := marks.Of(textlines.OfStatement(found.from.Model, statement.ID, statement.Before))
			for j, line := range statement.Lines {
				page.Script.Statements[i].Lines[j].Link(before, after, line.Was, line.Is)
			}
		}
	case page.Plan != nil:
		s.linkSteps(page.Plan, found, marks)
	}
}

func (s *comparisons) compareState(found *comparison, d feature.Document) webreview.CompareState {
	other := ""
	if found.across() {
		other = d.Model.Name
	}
	return webreview.CompareState{
		Model: string(d.Revision.Model), Other: other, Name: found.names[d.Revision.Model].Of(d.Revision.Number), Newest: found.newest[d.Revision.Model],
		Number: d.Revision.Number, Words: d.Revision.Words, Who: d.Revision.Author.Name,
		Account: s.Accounts().AccountOf(d.Revision.Author.ID), When: web.Ago(s.Now(), d.Revision.At),
		Href: s.URL().Tab(web.View{Model: string(d.Revision.Model), Tab: web.TabPhysical, Revision: d.Revision.Number}),
	}
}

// CompareLink is the address of the comparison of a revision with the one
// before, "" if there is none.
func (s *comparisons) CompareLink(revision store.Revision) templ.SafeURL {
	if revision.Number < 2 || revision.Kind == store.KindLost {
		return ""
	}
	return s.URL().Path(fmt.Sprintf("/m/%s/compare?from=%d&to=%d", url.PathEscape(string(revision.Model)), revision.Number-1, revision.Number))
}
