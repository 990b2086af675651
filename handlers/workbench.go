package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/diagram/overlay"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/store"
	"widerow/web"
)

// tab serves a model's page on one of its tabs.
func (s *Server) tab(tab web.Tab) echo.HandlerFunc {
	return func(c echo.Context) error {
		if branch := modelID(c); tab == web.TabProposals && branch.BranchNumber() > 0 {
			return c.Redirect(http.StatusFound, s.proposalAddress(branch.Owner(), branch.BranchNumber(), nil))
		}
		document, done, err := s.requestedInTurn(c)
		if err != nil {
			return err
		}
		defer done()
		view := web.View{
			Model: c.Param("model"), Tab: tab, Select: model.ID(c.QueryParam("select")),
			Add: model.Kind(c.QueryParam("add")), Pick: model.ID(c.QueryParam("pick")), Formula: c.QueryParam("formula"), Find: c.QueryParam("find"), Threads: threadsOf(c.QueryParam("threads")), Display: c.QueryString(),
		}
		if document.old {
			view.Revision = document.revision.Number
		}
		lost := dropLost(document.model, &view)
		var answer *formAnswer
		switch tab {
		case web.TabDesign:
			answer = &formAnswer{design: &edit.Design{Values: c.QueryParams()}}
		case web.TabKeys:
			answer = &formAnswer{keys: c.QueryParams()}
		}
		page, err := s.newWorkbench(c, document, view, answer)
		if err != nil {
			return err
		}
		page.Notices = append(lost, page.Notices...)
		if enhanced(c) {
			return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
		}
		return s.show(c, http.StatusOK, web.Workbench(page))
	}
}

// dropLost clears the selection of an old link if the model has no such element
// any more, and returns a notice about it.
func dropLost(m *model.Model, view *web.View) []web.Notice {
	selected := view.Select
	if _, found := m.Element(selected); selected == "" || found {
		return nil
	}
	view.Select = ""
	problem := diagram.Problem{Parameter: "select", Value: string(selected), Reason: "this model has no such element"}
	return []web.Notice{{Level: "info", Text: problem.Text()}}
}

// openModel redirects to the first tab that has something to show.
func (s *Server) openModel(c echo.Context) error {
	document, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	tab := web.TabConcepts
	if m := document.model; len(m.Concepts.Entities) == 0 && len(m.Physical.Relations) > 0 {
		tab = web.TabPhysical
	}
	return c.Redirect(http.StatusFound, string(s.url.Tab(web.View{Model: c.Param("model"), Tab: tab})))
}

// workbench is the input of the parts of a model's page.
type workbench struct {
	url      web.URL
	document document
	model    *model.Model
	view     web.View
	answer   *formAnswer // nil unless a form was rejected
	sizes    map[model.ID]sizing.Size
	history  historyFilter // what the history lists
	index    elementIndex
	drawings *drawingCache
	talk     talk
	// proposals is how many proposals of the model are open. ended: the tab lists the
	// merged and closed ones. settled: the model is the branch of such a one.
	proposals      int
	ended, settled bool
	drawing        *diagram.Drawing    // the tab's diagram; nil if it has none
	known          string              // the picture that the browser already shows
	words          map[model.ID]string // the diagram's description of elements
	findings       map[model.ID]int    // per table, if the diagram counts them
	// author names the author of the latest change that touches matches. It
	// is nil where no form can be rejected.
	author    func(touches func(diff.Operation) bool) string
	linkTabs  map[model.Kind]web.Tab // answers of tabFor: a page has thousands of links
	proved    []proof.Result         // by proofs; nil before the first use
	planned   []write.Plan           // by plans; nil before the first use
	conflicts []model.TypeConflict   // by typeConflicts; nil before the first use
	checked   []model.Problem        // by mistakes; nil before the first use
	// realizations are those of the model, nil before the first use.
	realizations map[model.ID]model.ID
	// renamings are the effects of renaming by entity or relationship type.
	renamings map[model.ID]model.Renaming
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

func (b *workbench) readonly() bool { return b.document.old || b.settled }

// link returns the address of an element on the tab where it is edited.
func (b *workbench) link(id model.ID) string {
	view := b.view
	view.Select, view.Find = id, ""
	if kind, found := b.index.kinds[id]; found {
		view.Tab = b.tabFor(kind)
	}
	if view.Tab != web.TabConcepts {
		view.Pick = ""
	}
	return string(b.url.Tab(view))
}

// tabFor is [tabFor] from the tab of the page.
func (b *workbench) tabFor(kind model.Kind) web.Tab {
	tab, found := b.linkTabs[kind]
	if !found {
		if b.linkTabs == nil {
			b.linkTabs = map[model.Kind]web.Tab{}
		}
		tab = tabFor(kind, b.view.Tab)
		b.linkTabs[kind] = tab
	}
	return tab
}

// drawnLink is like link, but returns "" for an element that only a previewed
// script adds.
func (b *workbench) drawnLink(id model.ID) string {
	if _, found := b.index.kinds[id]; !found {
		return ""
	}
	return b.link(id)
}

// newWorkbench builds a model's page. answer is nil unless a form was rejected.
func (s *Server) newWorkbench(c echo.Context, document document, view web.View, answer *formAnswer) (web.WorkbenchPage, error) {
	dropPick(document.model, &view)
	b := &workbench{
		url: s.url, drawings: s.drawings, document: document, model: document.model, view: view, answer: answer,
		sizes: mapping.Sizes(document.model, formulaOf(view.Formula)), history: historyFilterOf(c),
		index: newElementIndex(document.model), talk: s.talkOf(c, document.revision.Model),
		proposals: s.openProposals(c.Request().Context(), document.revision.Model), ended: c.QueryParam("state") == "ended",
		author: func(touches func(diff.Operation) bool) string {
			return s.authorOf(c, document.revision.Model, touches)
		},
	}
	b.settled = s.editable(c.Request().Context(), document.revision.Model) != nil
	if enhanced(c) {
		b.known = c.Request().Header.Get("Widerow-Picture")
	}
	unseen := b.draw()
	if b.drawing != nil {
		b.words = b.drawing.Words()
		if b.drawing.Display().Advice {
			b.findings = overlay.Findings(b.model, kindOf(view.Tab), b.sizes)
		}
	}
	tab := b.tab()
	page := web.WorkbenchPage{
		Page: s.page(c, document.model.Name+" · "+tab.title), View: b.view, Name: document.model.Name,
		Revision: document.revision.Number, Readonly: b.readonly(), Tabs: b.tabLinks(), Comments: b.commentsLink(), People: b.talk.People(), TabTitle: tab.title, Columns: tab.columns,
		Outline: b.outline(), Find: tab.find, Recovers: tab.boxes != "" && b.hasUnused(),
		Inspector: b.inspector(), Notices: slices.Concat(b.failureNotice(), b.repairNotice(), b.madeNotice(), b.doneNotice(), b.commentNotice(), unseen), Refused: answer.refused(),
	}
	if findings := b.findingsOf(); tab.diagram != "" {
		page.Findings = findings
	} else {
		page.Notices = append(page.Notices, findings[:min(len(findings), maxNotices)]...)
	}
	if err := s.addHistorySteps(c, &page); err != nil {
		return page, err
	}
	if err := s.addProposal(c.Request().Context(), b, &page); err != nil {
		return page, err
	}
	var err error
	if page.Content, err = tab.content.build(c.Request().Context(), s, b, &page); err != nil {
		return page, err
	}
	page.CanvasProblem = canvasProblem(&page, answer)
	if answer.onCanvas() && answer.removal != nil {
		page.CanvasRemoval = removalQuestion(b.model, answer.removal)
	}
	page.Inspector.Problems = append(page.Inspector.Problems, answer.unshown()...)
	return page, nil
}

// addHistorySteps adds what undo and redo would change for this user.
func (s *Server) addHistorySteps(c echo.Context, page *web.WorkbenchPage) error {
	if page.Readonly {
		return nil
	}
	found, err := s.undoable(c.Request().Context(), store.ModelID(page.View.Model), s.knownVisitor(c))
	if err != nil {
		return err
	}
	if found.undo != nil {
		page.Undo = found.undo.Words
	}
	if found.redo != nil {
		page.Redo = found.redo.Words
	}
	return nil
}

// knownVisitor returns the id of the user, also if this request has just set
// it.
func (s *Server) knownVisitor(c echo.Context) string {
	if id := visitorID(c); id != "" {
		return id
	}
	id, _ := c.Get(visitorCookie).(string)
	return id
}

// diagramContent fills a tab with its diagram.
type diagramContent struct{}

func (diagramContent) build(ctx context.Context, s *Server, b *workbench, page *web.WorkbenchPage) (web.Content, error) {
	return s.canvas(ctx, b, page, b.tab().diagram)
}

// manyBoxes is the number of boxes above which a page draws only those in view
// with all details.
const manyBoxes = 150

// canvas draws a diagram for the page.
func (s *Server) canvas(ctx context.Context, b *workbench, page *web.WorkbenchPage, kind diagram.Kind) (*web.Canvas, error) {
	canvas := &web.Canvas{Kind: kind, Pins: pins(b.model, kind), CommentPins: b.commentPins(), Tray: b.tray()}
	if kind == diagram.KindWorkflow {
		canvas.Flows = b.flows()
	}
	b.describeEmpty(canvas)
	drawing := b.drawing
	if drawing == nil {
		drawing = diagram.Build(b.model, kind, diagram.Display{}, b.lookups(kind)...)
	} else {
		b.addDisplay(canvas)
	}
	if drawing.Empty() {
		return canvas, nil
	}
	shown, _ := drawing.Shown()
	canvas.Large = shown > manyBoxes
	if b.drawing != nil {
		canvas.Picture = b.picture()
		if canvas.Picture == b.known {
			canvas.SVG = []byte(web.KeptPicture)
			return canvas, nil
		}
	}
	layout, err := drawing.Layout(ctx, s.layouter)
	if errors.Is(err, graph.ErrTooLarge) {
		canvas.Empty, canvas.Advice = tooLarge(drawing, kind, page.View.Tab)
		return canvas, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lay out %s of model %s: %w", kind, b.view.Model, err)
	}
	options := diagram.Options{Selected: b.view.Select, Badges: overlay.Badges(b.model, kind, b.sizes), Href: b.drawnLink, Revision: drawnRevision(b.document)}
	if drawing.Display().Advice {
		options.Advice = overlay.Findings(b.model, kind, b.sizes)
	}
	options.Faults = faults(b.model, kind, b.proofs(), b.plans())
	if query, is := b.picking(); is && kind == diagram.KindER {
		options.Picks = picks(b.model, query.ID)
	}
	scene := drawing.Scene(layout, options)
	canvas.SVG = svg.Encode(scene)
	page.Letters = typeface.Letters(canvas.SVG)
	if scene.Notice != "" {
		canvas.Picture = "" // draw it again next time
		page.Notices = append(page.Notices, web.Notice{Level: "warn", Text: scene.Notice})
	}
	return canvas, nil
}

// describeEmpty says what is missing in a diagram without boxes, and what to do first.
func (b *workbench) describeEmpty(canvas *web.Canvas) {
	tab := b.tab()
	canvas.Empty, canvas.Advice = tab.missing, tab.advice
	canvas.Starts = b.starts()
	if canvas.Tray != nil {
		canvas.Advice = "Drag a query here for a step of its own, or add all at once: each follows the step that returns its values."
	}
}

func formulaOf(name string) sizing.Formula {
	if name == string(sizing.Legacy) {
		return sizing.Legacy
	}
	return sizing.Book
}
