package review

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/diagram"
	"widerow/diagram/differences"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/model/versions"
	"widerow/store"
	"widerow/web"
)

// comparison is two revisions of a model, or of two models, as an address asks
// for them.
type comparison struct {
	id       string // the model in the path
	at       string // the address of the proposal or the drift whose page this is, or ""
	drift    bool   // a model is compared with a cluster
	from, to feature.Document
	newest   map[store.ModelID]uint64
	names    map[store.ModelID]*versions.Versions
	changes  []compare.Change
	drawn    map[model.ID]model.ID      // the elements of the picture, each with the one that represents it
	elements map[model.ID]model.Element // of both states, see element
	// statements are those that the page shows on the tab CQL.
	statements []compare.Statement
}

// across reports whether two models are compared.
func (f *comparison) across() bool { return f.from.Revision.Model != f.to.Revision.Model }

// named returns the name of a revision in an address, see revisionAt: of number 0,
// the newest.
func (f *comparison) named(d feature.Document) string {
	number := "head"
	if d.Revision.Number > 0 {
		number = fmt.Sprint(d.Revision.Number)
	}
	if string(d.Revision.Model) == f.id {
		return number
	}
	return fmt.Sprintf("%s@%s", d.Revision.Model, number)
}

// compareView is the part of a comparison that its address chooses.
type compareView struct {
	tab    string // a kind of diagram, cqlTab or planTab
	view   differences.View
	change int // the number of the chosen change, 0 for none
	// at is an element of a proposal that is talked about instead of a change, and line
	// what a line of CQL declares of it, "" for all of it.
	at   model.ID
	line string
}

// compareAddress returns the address at which a comparison shows a view.
func (s *comparisons) compareAddress(found *comparison, v compareView) templ.SafeURL {
	query := url.Values{"tab": {v.tab}}
	if found.at == "" {
		query.Set("from", found.named(found.from))
		query.Set("to", found.named(found.to))
	}
	if v.view != "" && v.view != differences.ViewChanges && v.view != viewSides {
		query.Set("view", string(v.view))
	}
	if v.at != "" {
		query.Set("at", string(v.at))
		if v.line != "" {
			query.Set("line", v.line)
		}
	} else if v.change > 0 {
		query.Set("change", fmt.Sprint(v.change))
	}
	if found.at != "" {
		return web.SafeHref(found.at + "?" + query.Encode())
	}
	return s.URL().Path("/m/" + url.PathEscape(found.id) + "/compare?" + query.Encode())
}

// kindsCompared are the tabs of a comparison that are diagrams.
var kindsCompared = []struct {
	kind  diagram.Kind
	title string
}{{diagram.KindER, "Concepts"}, {diagram.KindWorkflow, "Workflow"}, {diagram.KindLogical, "Logical"}, {diagram.KindPhysical, "Physical"}}

var viewsCompared = []struct {
	view  differences.View
	title string
}{{differences.ViewChanges, "Changes"}, {differences.ViewBefore, "Before"}, {differences.ViewAfter, "After"}}

// asked reads the view of the address. Without a tab it is the diagram of the
// chosen change, or else the last diagram in which something differs.
func (f *comparison) asked(c echo.Context) compareView {
	asked := compareView{tab: string(diagram.KindPhysical), view: differences.ViewChanges}
	for _, v := range viewsCompared {
		if c.FormValue("view") == string(v.view) {
			asked.view = v.view
		}
	}
	if number, err := strconv.Atoi(c.QueryParam("change")); err == nil && 0 < number && number <= len(f.changes) {
		asked.change = number
	}
	if at := model.ID(c.QueryParam("at")); f.at != "" && at != "" {
		if _, found := f.element(at); found {
			asked.at, asked.line, asked.change = at, c.QueryParam("line"), 0
		}
	}
	tab := c.FormValue("tab")
	for _, kind := range kindsCompared {
		if tab == string(kind.kind) {
			asked.tab = tab
			return asked
		}
	}
	if tab == planTab || tab == cqlTab {
		asked.tab = tab
		if c.FormValue("view") == string(viewUnified) {
			asked.view = viewUnified
		}
		return asked
	}
	for _, kind := range diagram.Affected(f.from.Model, f.to.Model) {
		asked.tab = string(kind)
	}
	if asked.change > 0 {
		asked.tab = cmp.Or(string(f.kindOf(f.changes[asked.change-1].ID)), asked.tab)
	}
	return asked
}

// The tabs of a comparison that are not diagrams.
const (
	planTab = "plan"
	cqlTab  = "cql"
)

// viewUnified shows the statements one below the other, viewSides beside each
// other where there is room.
const (
	viewSides   differences.View = "sides"
	viewUnified differences.View = "unified"
)

// element returns an element of either state.
func (f *comparison) element(id model.ID) (model.Element, bool) {
	if f.elements == nil {
		root := f.to.Model.Root()
		f.elements = map[model.ID]model.Element{"": root, model.ID(model.ModelKind): root}
		for _, m := range []*model.Model{f.from.Model, f.to.Model} {
			for element := range m.Elements() {
				f.elements[element.ID] = element
			}
		}
	}
	element, found := f.elements[id]
	return element, found
}

// kindOf is the diagram that shows an element, "" if none does.
func (f *comparison) kindOf(id model.ID) diagram.Kind {
	element, found := f.element(id)
	if !found {
		return ""
	}
	return feature.TabNamed(feature.TabFor(element.Kind, "")).Diagram
}

// anchor returns the element, among those that a picture draws, that represents an
// element: itself, the column of an index, or the nearest element above it.
func (f *comparison) anchor(drawn map[model.ID]model.ID, id model.ID) model.ID {
	for id != "" {
		if at := drawn[id]; at != "" {
			return at
		}
		element, found := f.element(id)
		if !found {
			return ""
		}
		if index, ok := element.Value.(*model.Index); ok && drawn[index.Column] != "" {
			return drawn[index.Column]
		}
		id = element.Parent
	}
	return ""
}

// What a page of a comparison shows at most. A page of these takes about 1 MB.
const (
	shownChanges = 1000
	shownLines   = 5000
	shownSteps   = 500
)

// comparisons compare two revisions.
type comparisons struct {
	*companions
	*judgements
}

// judgements keeps what comparisons have computed of models: each tab of a comparison
// needs it again.
type judgements struct {
	states *limit.Cache[store.Hash, *compare.State]
	plans  *limit.Cache[[2]store.Hash, keptPlan]
}

// stateBytes is the approximate memory of a judged state for each byte of its document,
// planBytes that of a step of a plan.
const (
	stateBytes   = 20
	planBytes    = 1 << 10
	cachedStates = 32 << 20 // bytes
	cachedPlans  = 8 << 20  // bytes
)

func newJudgements() *judgements {
	return &judgements{limit.NewCache[store.Hash, *compare.State](cachedStates), limit.NewCache[[2]store.Hash, keptPlan](cachedPlans)}
}

// keptPlan is the part of a plan that the pages of a comparison need. It holds no model.
type keptPlan struct {
	steps     []migration.Step
	byElement map[string][]migration.Step // see migration.Plan
	names     map[string]string           // likewise
}
