package feature

import (
	"context"
	"slices"
	"sync"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
)

// Context holds the sources of a page of a model, or of a part of the page: its address, a
// document, a view of the document, and the results computed of the model.
type Context struct {
	URL      web.URL
	Document Document
	Model    *model.Model // of the document, or what a previewed script makes of it
	View     web.View
	Results  // of the model
	// The fields up to Known are set for a whole page.
	Drawings *Drawings
	Layouter graph.Layouter
	Talk     Talk
	// Contents fill the tabs, and Badges are beside their titles.
	Contents map[web.Tab]Content
	Badges   map[web.Tab]Badge
	// Panels make what other features show of an element or beside a diagram.
	Panels Panels
	// Proposals counts the open proposals of the model. Settled: the model is the
	// branch of one that has ended.
	Proposals int
	Settled   bool
	// Ended: it is the page of a proposal that has ended. Comments go on, suggestions
	// cannot be applied.
	Ended bool
	// Before is the context of the model before, for what a proposal removes; nil on other pages.
	Before *Context
	// Unfit returns the reason why a suggestion no longer applies, "" if it does.
	Unfit func(*discussion.Suggestion) string
	// Author names the author of the latest change that touches matches. It
	// is nil where no form can be rejected.
	Author func(touches func(diff.Operation) bool) string
	Known  string // the picture that the browser already shows
	// Typing reports whether the browser asks for the person who last changed a field, given as
	// ELEMENT.FIELD; nil if it does not ask.
	Typing func(field string) bool
	// Posted returns the value that a posted form was rendered with for a field, given
	// as ELEMENT.FIELD. kept is false if the form changes the field or lacks it.
	Posted func(field string) (seen string, kept bool)

	Answer *Answer // nil unless a form was rejected
	// suggesting: the details suggest a change of the selected element.
	Suggesting bool
	index      elementIndex
	Drawn      func() drawn
	// linkTabs are answers of tabFor: a page has thousands of links.
	linkTabs map[model.Kind]web.Tab
	// rowTexts are answers of Texts.
	rowTexts map[model.ID][]*CodeText
}

// New returns the context of a page of a document. answer is nil unless a form was rejected.
func New(url web.URL, document Document, view web.View, answer *Answer) *Context {
	dropPick(document.Model, &view)
	suggesting := view.Suggest
	view.Suggest = false // links of the page lead out of it
	b := &Context{
		URL: url, Document: document, Model: document.Model, View: view, Suggesting: suggesting, Answer: answer,
		index: newElementIndex(document.Model), Talk: Talk{Discussion: &discussion.Discussion{}},
	}
	b.Results = newResults(document, document.Model, FormulaOf(view.Formula), func() *Drawings { return b.Drawings })
	b.Drawn = sync.OnceValue(b.draw)
	return b
}

// dropPick ends picking on a page where it means nothing.
func dropPick(m *model.Model, view *web.View) {
	if view.Tab != web.TabConcepts || m.Workflow.Queries[view.Pick] == nil {
		view.Pick = ""
	}
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
func (b *Context) Readonly() bool { return b.Document.Old || b.Settled }

// KindOf is the kind of an element, parentOf its owner, "" for one that the document lacks.
func (b *Context) KindOf(id model.ID) model.Kind { return b.index.kinds[id] }
func (b *Context) ParentOf(id model.ID) model.ID { return b.index.parents[id] }

// Link returns the address of an element on the tab where it is edited.
func (b *Context) Link(id model.ID) string {
	view := b.View
	view.Select, view.Line, view.Find = id, "", ""
	if kind, found := b.index.kinds[id]; found {
		view.Tab = b.tabFor(kind)
	}
	if own := b.Model.DiagramOf(id); own != "" {
		view.Tab = TabWith(diagram.Kind(own))
	}
	if view.Tab != web.TabConcepts {
		view.Pick = ""
	}
	return string(b.URL.Tab(view))
}

// tabFor is [tabFor] from the tab of the page.
func (b *Context) tabFor(kind model.Kind) web.Tab {
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

// DrawnLink is like link, but returns "" for an element that only a previewed
// script adds.
func (b *Context) DrawnLink(id model.ID) string {
	if _, found := b.index.kinds[id]; !found {
		return ""
	}
	return b.Link(id)
}

// FramedLink returns the address of an element, or "" for a part: by keyboard,
// a stop at each column would make a frame tedious to pass.
func (b *Context) FramedLink(id model.ID) string {
	switch b.KindOf(id) {
	case model.AttributeKind, model.ColumnKind, model.RelationColumnKind, model.TypeFieldKind:
		return ""
	}
	return b.DrawnLink(id)
}

// Selected returns the element that the address names, if the document has it.
func (b *Context) Selected() (model.Element, bool) {
	if b.View.Select == "" {
		return model.Element{}, false
	}
	return b.Model.Element(b.View.Select)
}

func (b *Context) Elements(kind model.Kind) []model.Element { return b.index.ofKind[kind] }

// BoxOf is the element in whose form another one is edited: a part's owner. It is "" if
// the element is gone.
func (b *Context) BoxOf(id model.ID) model.ID {
	for IsPart(b.KindOf(id)) {
		id = b.ParentOf(id)
	}
	if _, found := b.index.kinds[id]; !found {
		return ""
	}
	return id
}

// SplitLink is the address of the ways to split the partitions of a table.
func (b *Context) SplitLink(table model.ID) string {
	return string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabSplit, Select: table, Revision: b.View.Revision}))
}

// Of returns the builder for a model that the page shows instead of its own.
func (b *Context) Of(m *model.Model) *Context {
	next := *b
	next.Model = m
	next.Results = newResults(b.Document, m, FormulaOf(b.View.Formula), func() *Drawings { return nil })
	return &next
}

// Lookups returns the arrows of a diagram for the further statements of queries.
func (b *Context) Lookups(kind diagram.Kind) []diagram.Lookup {
	return overlay.Lookups(b.Model, kind, b.Proofs())
}

// ProofOf returns the proof of a query, nil for other elements.
func (b *Context) ProofOf(id model.ID) *proof.Result {
	if b.Model.Workflow.Queries[id] == nil {
		return nil
	}
	results := b.Proofs()
	for i := range results {
		if results[i].Query == id {
			return &results[i]
		}
	}
	return nil
}

// PlanOf returns the plan of an update, nil for other elements.
func (b *Context) PlanOf(id model.ID) *write.Plan {
	if b.Model.Workflow.Updates[id] == nil {
		return nil
	}
	plans := b.Plans()
	if at := slices.IndexFunc(plans, func(p write.Plan) bool { return p.Update == id }); at >= 0 {
		return &plans[at]
	}
	return nil
}

// Content builds what fills the middle of a tab.
type Content func(ctx context.Context, b *Context, page *web.WorkbenchPage) (web.Content, error)

// Badge makes the count beside the title of a tab.
type Badge func(*Context) web.TabBadge

// Tab is the one that the page shows.
func (b *Context) Tab() *Tab { return TabNamed(b.View.Tab) }
