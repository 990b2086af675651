package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/model"
	"widerow/web"
)

// palette is what the command palette of a model finds, as JSON for palette.js. A
// model has thousands of columns, so an element is an array: the index of its
// place, its ID, its name and the name of its parent.
type palette struct {
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

// palettePlace is where the elements of a kind are edited.
type palettePlace struct {
	Kind string `json:"kind"`
	Tab  string `json:"tab"`
	Href string `json:"href"`
}

// unnamedKinds have no name of their own: they are found by what they belong to.
var unnamedKinds = []model.Kind{model.ParticipantKind, model.SubtypeKind, model.FindKind, model.GivenKind, model.SortKind, model.WriteKind}

// showPalette returns all elements of a model and the actions on it.
func (s *Server) showPalette(c echo.Context) error {
	document, done, err := s.requestedInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	if s.unchanged(c, document, "palette", c.QueryParam("rev"), string(s.url.Home())) {
		return c.NoContent(http.StatusNotModified)
	}
	view := web.View{Model: c.Param("model")}
	if document.old {
		view.Revision = document.revision.Number
	}
	b := &workbench{url: s.url, document: document, model: document.model, view: view}
	return c.JSON(http.StatusOK, b.palette())
}

func (b *workbench) palette() palette {
	made := palette{Actions: b.paletteActions()}
	places, names := map[model.Kind]int{}, map[model.ID]string{}
	for element := range b.model.Elements() {
		label := strings.Trim(b.label(element), "*") // those of a type
		names[element.ID] = label
		if slices.Contains(unnamedKinds, element.Kind) {
			continue
		}
		place, known := places[element.Kind]
		if !known {
			place = len(made.Places)
			places[element.Kind] = place
			made.Places = append(made.Places, b.palettePlace(element.Kind))
		}
		made.Elements = append(made.Elements, [4]any{place, element.ID, label, names[element.Parent]})
	}
	return made
}

func (b *workbench) palettePlace(kind model.Kind) palettePlace {
	view := b.view
	view.Tab = firstTab(kind)
	return palettePlace{Kind: levelWords(kind), Tab: string(view.Tab), Href: string(b.url.Tab(view))}
}

// levelWords tells the tables and columns of the two levels apart.
func levelWords(kind model.Kind) string {
	switch kind {
	case model.TableKind, model.ColumnKind:
		return "logical " + web.KindTitles[kind].One
	case model.RelationElement, model.RelationColumnKind:
		return "physical " + web.KindTitles[kind].One
	}
	return web.KindTitles[kind].One
}

func (b *workbench) paletteActions() []paletteAction {
	actions := b.tabActions()
	if !b.readonly() {
		actions = append(actions, b.addActions()...)
	}
	actions = append(actions, b.fileActions()...)
	pages := []paletteAction{
		{Words: "All models", More: "home open", Href: string(b.url.Home())},
		{Words: "Import a schema", More: "CQL new model", Href: string(b.url.Path("/import"))},
		{Words: "Delete this model", More: "remove", Href: string(b.url.Action(b.view.Model, "delete"))},
	}
	for _, page := range pages {
		page.Page = true
		actions = append(actions, page)
	}
	return actions
}

// paneWords are other words for tabs.
var paneWords = map[web.Tab]string{
	web.TabConcepts: "ER diagram entity types", web.TabQueries: "workflow access patterns", web.TabLogical: "Chebotko tables", web.TabPhysical: "Chebotko tables keyspaces",
	web.TabSizes: "quantities partitions bytes", web.TabCQL: "script DDL", web.TabStatements: "SELECT INSERT check", web.TabHistory: "revisions versions",
}

// tabActions open the tabs and panes of the model. A page about one table is
// opened from that table.
func (b *workbench) tabActions() []paletteAction {
	var actions []paletteAction
	for _, tab := range tabs {
		if tab.name == web.TabKeys {
			continue
		}
		view := b.view
		view.Tab = tab.name
		words := tab.title
		if tab.paneOf == "" {
			words = "Go to " + tab.title
		}
		actions = append(actions, paletteAction{Words: words, More: paneWords[tab.name], Tab: string(tab.name), Href: string(b.url.Tab(view))})
	}
	return actions
}

// addActions lead to the forms that add an element.
func (b *workbench) addActions() []paletteAction {
	var actions []paletteAction
	add := func(kind model.Kind, parent model.ID, words string) {
		view := b.view
		view.Tab, view.Add, view.Select = firstTab(kind), kind, parent
		field := web.OutlineAdd{Kind: kind}.Field()
		actions = append(actions, paletteAction{Words: words, More: "new create", Tab: string(view.Tab), Href: string(b.url.Tab(view)), Field: field})
	}
	for _, tab := range tabs {
		for _, kind := range tab.listed {
			if firstTab(kind) != tab.name || kind == model.QuantityKind || slices.Contains(model.ChildrenOf(model.KeyspaceKind), kind) {
				continue
			}
			add(kind, "", "Add "+web.Article(levelWords(kind)))
		}
	}
	for _, keyspace := range model.Sorted(b.model.Physical.Keyspaces) {
		add(model.RelationElement, keyspace.ID, "Add a physical table to "+keyspace.Value.Name)
		add(model.UserTypeKind, keyspace.ID, "Add a user-defined type to "+keyspace.Value.Name)
	}
	return actions
}

// fileActions download the model, its script and its pictures.
func (b *workbench) fileActions() []paletteAction {
	file := func(words, more, name string) paletteAction {
		address := string(b.url.Export(b.view.Model, name, b.view.Revision))
		separator := "?"
		if strings.Contains(address, "?") {
			separator = "&"
		}
		return paletteAction{Words: words, More: "export save " + more, Href: address + separator + "download=1", File: true}
	}
	actions := []paletteAction{file("Download the CQL script", "schema.cql", "schema.cql"), file("Download the model as JSON", "model.json document", "model.json")}
	for _, tab := range tabs {
		if tab.diagram == "" {
			continue
		}
		for _, format := range diagram.Formats {
			name := fmt.Sprintf("%s.%s", tab.diagram, format)
			actions = append(actions, file(fmt.Sprintf("Download the %s diagram as %s", tab.title, strings.ToUpper(string(format))), "picture "+name, name))
		}
	}
	return actions
}

// firstTab returns the tab where a kind of element is edited, whatever the
// visitor looks at.
func firstTab(kind model.Kind) web.Tab { return tabFor(kind, web.TabHistory) }
