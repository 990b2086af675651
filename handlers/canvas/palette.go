package canvas

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// showPalette returns all elements of a model and the actions on it.
func (s *Feature) showPalette(c echo.Context) error {
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	if feature.Unchanged(s, c, document, "palette", c.QueryParam("rev"), string(s.URL().Home())) {
		return c.NoContent(http.StatusNotModified)
	}
	view := web.View{Model: c.Param("model")}
	if document.Old {
		view.Revision = document.Revision.Number
	}
	b := feature.New(s.URL(), document, view, nil)
	return c.JSON(http.StatusOK, NewPalette(b))
}

// Palette lists the entries of the command palette of a model, as JSON for palette.js. A
// model has thousands of columns, so an element is an array: the index of its
// place, its ID, its name and the name of its parent.
type Palette struct {
	Actions  []paletteAction `json:"actions"`
	Places   []palettePlace  `json:"places"`
	Elements [][4]any        `json:"elements"`
}

// paletteAction leads to an address. Field is the ID of the input that gets the
// focus there. More are other words by which it is found. A file is downloaded,
// and a page is outside of the model.
type paletteAction struct {
	Words string `json:"words"`
	More  string `json:"more,omitempty"`
	Href  string `json:"href"`
	Tab   string `json:"tab,omitempty"`
	Field string `json:"field,omitempty"`
	File  bool   `json:"file,omitempty"`
	Page  bool   `json:"page,omitempty"`
}

// palettePlace is the page on which the elements of a kind are edited.
type palettePlace struct {
	Kind string `json:"kind"`
	Tab  string `json:"tab"`
	Href string `json:"href"`
}

// unnamedKinds have no name of their own: they are found by what they belong to.
var unnamedKinds = []model.Kind{model.ParticipantKind, model.SubtypeKind, model.FindKind, model.GivenKind, model.SortKind, model.WriteKind}

// Palette lists what the command palette finds.
func NewPalette(b *feature.Context) Palette {
	made := Palette{Actions: paletteActions(b)}
	places, names := map[model.Kind]int{}, map[model.ID]string{}
	for element := range b.Model.Elements() {
		label := strings.Trim(b.Label(element), "*") // those of a type
		names[element.ID] = label
		if slices.Contains(unnamedKinds, element.Kind) {
			continue
		}
		place, known := places[element.Kind]
		if !known {
			place = len(made.Places)
			places[element.Kind] = place
			made.Places = append(made.Places, newPalettePlace(b, element.Kind))
		}
		made.Elements = append(made.Elements, [4]any{place, element.ID, label, names[element.Parent]})
	}
	return made
}

func newPalettePlace(b *feature.Context, kind model.Kind) palettePlace {
	view := b.View
	view.Tab = firstTab(kind)
	return palettePlace{Kind: levelWords(kind), Tab: string(view.Tab), Href: string(b.URL.Tab(view))}
}

// levelWords names a kind so that tables and columns of the two levels differ.
func levelWords(kind model.Kind) string {
	switch kind {
	case model.TableKind, model.ColumnKind:
		return "logical " + web.KindTitles[kind].One
	case model.RelationElement, model.RelationColumnKind:
		return "physical " + web.KindTitles[kind].One
	}
	return web.KindTitles[kind].One
}

func paletteActions(b *feature.Context) []paletteAction {
	actions := tabActions(b)
	if !b.Readonly() {
		actions = append(actions, addActions(b)...)
	}
	actions = append(actions, fileActions(b)...)
	pages := []paletteAction{
		{Words: "All models", More: "home open", Href: string(b.URL.Home())},
		{Words: "Import a schema", More: "CQL new model", Href: string(b.URL.Path("/import"))},
		{Words: "Delete this model", More: "remove", Href: string(b.URL.Action(b.View.Model, "delete"))},
	}
	for _, page := range pages {
		page.Page = true
		actions = append(actions, page)
	}
	return actions
}

// paneWords are other words for tabs.
var paneWords = map[web.Tab]string{
	web.TabConcepts: "ER diagram entity types", web.TabQueries: "workflow access patterns",
	web.TabLogical: "Chebotko tables", web.TabPhysical: "Chebotko tables keyspaces",
	web.TabSizes: "quantities partitions bytes", web.TabSplit: "bucket wizard large partition",
	web.TabCluster: "nodes capacity datacenters replication disk", web.TabCQL: "script DDL",
	web.TabStatements: "SELECT INSERT check", web.TabStatementLists: "SELECT scans filtering export csv", web.TabHistory: "revisions versions",
	web.TabAdvice: "lint antipatterns rules warnings best practices",
}

// tabActions open the tabs and panes of the model. A page about one table is
// opened from that table.
func tabActions(b *feature.Context) []paletteAction {
	var actions []paletteAction
	for _, tab := range feature.Tabs {
		if tab.Name == web.TabKeys || tab.Name == web.TabLedger {
			continue
		}
		view := b.View
		view.Tab = tab.Name
		words := tab.Title
		if tab.PaneOf == "" {
			words = "Go to " + tab.Title
		}
		actions = append(actions, paletteAction{Words: words, More: paneWords[tab.Name], Tab: string(tab.Name), Href: string(b.URL.Tab(view))})
	}
	return actions
}

// addActions lead to the forms that add an element.
func addActions(b *feature.Context) []paletteAction {
	var actions []paletteAction
	add := func(kind model.Kind, parent model.ID, words string) {
		view := b.View
		view.Tab, view.Add, view.Select, view.Line = firstTab(kind), kind, parent, ""
		field := webcanvas.OutlineAdd{Kind: kind}.Field()
		actions = append(actions, paletteAction{Words: words, More: "new create", Tab: string(view.Tab), Href: string(b.URL.Tab(view)), Field: field})
	}
	for _, tab := range feature.Tabs {
		for _, kind := range tab.Listed {
			if firstTab(kind) != tab.Name || kind == model.QuantityKind || slices.Contains(model.ChildrenOf(model.KeyspaceKind), kind) {
				continue
			}
			add(kind, "", "Add "+web.Article(levelWords(kind)))
		}
	}
	for _, keyspace := range model.Sorted(b.Model.Physical.Keyspaces) {
		add(model.RelationElement, keyspace.ID, "Add a physical table to "+keyspace.Value.Name)
		add(model.UserTypeKind, keyspace.ID, "Add a user-defined type to "+keyspace.Value.Name)
	}
	return actions
}

// fileActions download the model, its script and its pictures.
func fileActions(b *feature.Context) []paletteAction {
	file := func(words, more, name string) paletteAction {
		address := string(b.URL.Export(b.View.Model, name, b.View.Revision))
		separator := "?"
		if strings.Contains(address, "?") {
			separator = "&"
		}
		return paletteAction{Words: words, More: "export save " + more, Href: address + separator + "download=1", File: true}
	}
	actions := []paletteAction{file("Download the CQL script", "schema.cql", "schema.cql"),
		file("Download profiles for cassandra-stress", "load benchmark stress.zip yaml", "stress.zip"),
		file("Download the model as JSON", "model.json document", "model.json")}
	for _, tab := range feature.Tabs {
		if tab.Diagram == "" {
			continue
		}
		for _, format := range diagram.Formats {
			name := fmt.Sprintf("%s.%s", tab.Diagram, format)
			actions = append(actions, file(fmt.Sprintf("Download the %s diagram as %s", tab.Title, strings.ToUpper(string(format))), "picture "+name, name))
		}
	}
	return actions
}

// firstTab returns the tab where a kind of element is edited, whatever the
// visitor looks at.
func firstTab(kind model.Kind) web.Tab { return feature.TabFor(kind, web.TabHistory) }
