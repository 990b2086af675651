// Package workbench builds what the page of a model shows: the tabs, the outline, the
// details, the diagram and the panels, as the views that package web draws. It knows
// neither requests nor the store: a document, a view and perhaps a rejected form are
// its input.
//
// Read tabs.go (every tab), workbench.go (the page around them), then the file with
// the name of the tab or the panel.
package workbench

import (
	"context"
	"slices"
	"sync"

	"widerow/diagram/graph"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/model/effect"
	"widerow/model/sizing"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// Builder builds the page of a model, or parts of it.
type Builder struct {
	URL      web.URL
	Document Document
	Model    *model.Model // of the document, or what a previewed script makes of it
	View     web.View
	Results  // of the model
	// The fields up to Known are set for a whole page.
	Drawings *Drawings
	Layouter graph.Layouter
	Talk     Talk
	Source   Source
	// Contents fill the tabs of the features that have a folder of their own.
	Contents map[web.Tab]Content
	// Panels make what other features show of an element or beside a diagram.
	Panels Panels
	// Proposals is how many proposals of the model are open. Settled: the model is the
	// branch of one that has ended.
	Proposals int
	Settled   bool
	// Ended: it is the page of a proposal that has ended. Comments go on, suggestions
	// cannot be applied.
	Ended bool
	// Before builds the model before, for what a proposal removes; nil on other pages.
	Before *Builder
	// Unfit says why a suggestion cannot be applied any more, "" if it can.
	Unfit func(*discussion.Suggestion) string
	// Author names the author of the latest change that touches matches. It
	// is nil where no form can be rejected.
	Author func(touches func(diff.Operation) bool) string
	Known  string // the picture that the browser already shows
	// Typing reports whether the browser asks who has changed a field last, given as
	// ELEMENT.FIELD; nil if it does not ask.
	Typing func(field string) bool
	// Posted returns the value that a posted form was rendered with for a field, given
	// as ELEMENT.FIELD. kept is false if the form changes the field or lacks it.
	Posted func(field string) (seen string, kept bool)

	Answer *Answer // nil unless a form was rejected
	// suggesting: the details suggest a change of the selected element.
	suggesting bool
	index      elementIndex
	drawn      func() drawn
	// linkTabs are answers of tabFor: a page has thousands of links.
	linkTabs map[model.Kind]web.Tab
	// rowTexts are answers of texts, and renamings the effects of renaming by entity or
	// relationship type.
	rowTexts  map[model.ID][]*codeText
	renamings map[model.ID]effect.Renaming
}

// New begins the page of a document. answer is nil unless a form was rejected.
func New(url web.URL, document Document, view web.View, answer *Answer) *Builder {
	dropPick(document.Model, &view)
	suggesting := view.Suggest
	view.Suggest = false // links of the page lead out of it
	b := &Builder{
		URL: url, Document: document, Model: document.Model, View: view, suggesting: suggesting, Answer: answer,
		index: newElementIndex(document.Model), Talk: Talk{Discussion: &discussion.Discussion{}},
	}
	b.Results = newResults(document, document.Model, FormulaOf(view.Formula), func() *Drawings { return b.Drawings })
	b.drawn = sync.OnceValue(b.draw)
	return b
}

// Page builds the whole page around its frame.
func (b *Builder) Page(ctx context.Context, frame web.Page) (web.WorkbenchPage, error) {
	b.View.Display = b.drawn().display
	if err := context.Cause(ctx); err != nil { // nobody waits for the page any more; so below
		return web.WorkbenchPage{}, err
	}
	tab, inspector := b.Tab(), b.inspector()
	page := web.WorkbenchPage{
		Page: frame, View: b.View, Name: b.Model.Name,
		Revision: b.Document.Revision.Number, Readonly: b.Readonly(), Tabs: b.tabLinks(), Comments: b.commentsLink(), People: b.Talk.People(), TabTitle: tab.Title, Columns: tab.columns,
		Outline:   &webcanvas.Outline{Groups: b.outline(), Find: tab.find, Recovers: b.recovers()},
		Inspector: inspector, Notices: slices.Concat(b.failureNotice(), b.repairNotice(), b.madeNotice(), b.droppedNotice(), b.doneNotice(), b.commentNotice(), b.drawn().notices), Refused: b.Answer.refused(),
	}
	if tab.Diagram == "" {
		findings := b.findingsOf()
		page.Notices = append(page.Notices, findings[:min(len(findings), maxNotices)]...)
	}
	err := context.Cause(ctx)
	if err != nil {
		return page, err
	}
	if page.Content, err = b.content(tab).Build(ctx, b, &page); err != nil {
		return page, err
	}
	inspector.Problems = append(inspector.Problems, b.Answer.unshown()...)
	return page, nil
}

// recovers reports whether the page offers to recover queries and concepts.
func (b *Builder) recovers() bool { return b.Tab().boxes != "" && b.hasUnused() }

// content fills the middle of a tab.
func (b *Builder) content(tab *Tab) Content {
	if content := b.Contents[tab.Name]; content != nil {
		return content
	}
	return tab.content
}

// elementIndex finds elements without a search: a page has two links to each
// column of each table.
type elementIndex struct {
	kinds   map[model.ID]model.Kind
	parents map[model.ID]model.ID
	ofKind  map[model.Kind][]model.Element // in reading order
}

func newElementIndex(m *model.Model) elementIndex {
	index := elementIndex{map[model.ID]model.Kind{}, map[model.ID]model.ID{}, map[model.Kind][]model.Element{}}
	for element := range m.Elements() {
		index.kinds[element.ID], index.parents[element.ID] = element.Kind, element.Parent
		index.ofKind[element.Kind] = append(index.ofKind[element.Kind], element)
	}
	return index
}

// Readonly reports whether the page offers no changes.
func (b *Builder) Readonly() bool { return b.Document.Old || b.Settled }

// Link returns the address of an element on the tab where it is edited.
func (b *Builder) Link(id model.ID) string {
	view := b.View
	view.Select, view.Line, view.Find = id, "", ""
	if kind, found := b.index.kinds[id]; found {
		view.Tab = b.tabFor(kind)
	}
	if view.Tab != web.TabConcepts {
		view.Pick = ""
	}
	return string(b.URL.Tab(view))
}

// tabFor is [tabFor] from the tab of the page.
func (b *Builder) tabFor(kind model.Kind) web.Tab {
	tab, found := b.linkTabs[kind]
	if !found {
		if b.linkTabs == nil {
			b.linkTabs = map[model.Kind]web.Tab{}
		}
		tab = TabFor(kind, b.View.Tab)
		b.linkTabs[kind] = tab
	}
	return tab
}

// drawnLink is like link, but returns "" for an element that only a previewed
// script adds.
func (b *Builder) drawnLink(id model.ID) string {
	if _, found := b.index.kinds[id]; !found {
		return ""
	}
	return b.Link(id)
}

// FormulaOf reads the formula in an address; an unknown one is the usual one.
func FormulaOf(name string) sizing.Formula {
	for _, formula := range formulaNames {
		if string(formula.formula) == name {
			return formula.formula
		}
	}
	return sizing.Disk
}

// FramedLink returns the address of an element, or "" for a part: by keyboard,
// a stop at each column would make a frame tedious to pass.
func (b *Builder) FramedLink(id model.ID) string {
	switch b.index.kinds[id] {
	case model.AttributeKind, model.ColumnKind, model.RelationColumnKind, model.TypeFieldKind:
		return ""
	}
	return b.drawnLink(id)
}

// hasUnused reports whether a table serves no query.
func (b *Builder) hasUnused() bool {
	served := model.IDSet{}
	for _, arrow := range b.Model.Logical.Arrows {
		served[arrow.To] = true
	}
	return len(b.Model.Logical.Tables) > len(served)
}
