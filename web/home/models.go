// Package home draws the pages outside of a model: the list of models, the import, the
// deleted models, and the user's name.
package home

import (
	"github.com/a-h/templ"

	"widerow/model/edit"
	"widerow/web"
)

// ModelsPage is the home page: the models and the examples. Without models it has an example at work.
type ModelsPage struct {
	web.Page
	Models   []ModelCard
	Unowned  int           // models that everyone owns, for an admin
	Next     templ.SafeURL // the next page of the list, empty at the end
	Find     string        // what is searched for
	Order    string        // one of Orders
	Orders   []edit.Choice
	Folder   string // the one whose models are listed; empty: all
	Folders  []Folder
	Count    string // "3 models of 12", or empty if they were not counted
	Mark     string // of the list, see live.Hub
	Examples []ExampleCard
	Demo     *Demo // nil where there are models
	New      NewModel
	Deleted  bool // some models can be restored
}

// Folder groups the models whose names begin with it and a slash.
type Folder struct {
	Name   string
	Models int
	Href   templ.SafeURL
}

// NewModel is the form of a new model, with what is wrong in it.
type NewModel struct {
	Name, Concepts, Queries                  string // as typed
	Problem, ConceptsProblem, QueriesProblem string
}

func (n NewModel) rejected() bool { return n.Problem+n.ConceptsProblem+n.QueriesProblem != "" }

// Filtered reports whether the list is searched, or in another order than by the last change.
func (p ModelsPage) Filtered() bool { return p.Find != "" || p.Folder != "" || p.Count != "" }

// fewModels is the number of models below which the examples are shown with their pictures.
const fewModels = 4

func (p ModelsPage) few() bool { return !p.Filtered() && len(p.Models) < fewModels }

// live is empty for the answer to a form, whose address cannot be asked again.
func (p ModelsPage) live() web.Live {
	if p.Mark == "" || p.New.rejected() {
		return web.Live{}
	}
	return web.Live{Shown: "models=" + p.Mark}
}

// ModelCard is a model with a small picture of its diagram.
type ModelCard struct {
	ID, Title string
	Href      templ.SafeURL
	Picture   templ.SafeURL
	Facts     templ.SafeURL // of CardFacts
	Revision  uint64
	Who, When string // of the last change
	Account   string // of Who; empty: none
	Damaged   bool
}

// CardFacts are the numbers of a model on its card.
type CardFacts struct {
	Tables int
	Counts []CardCount
}

// CardCount is the count of a tab, such as the queries that are proved.
type CardCount struct {
	Badge web.TabBadge
	Title string // of the tab
	Href  templ.SafeURL
}

// ExampleCard is an example to copy, with a small picture of its diagram.
type ExampleCard struct {
	Slug, Title, Text string
	Picture           templ.SafeURL
}

// DeletePage asks whether to delete a model, or to restore it.
type DeletePage struct {
	web.Page
	ID, Name  string
	Revision  uint64
	Who, When string // of the deletion
	Account   string // of Who; empty: none
	Problem   string // why it was not deleted
	Kept      string // how long it can be restored: "for 30 days", or empty
	Purged    string // the day after which it cannot be restored, or empty
}

// DeletedPage lists the deleted models, the last deleted first.
type DeletedPage struct {
	web.Page
	Models []DeletedModel
	Next   templ.SafeURL // the next page, empty at the end
	Kept   string        // see DeletePage
}

// DeletedModel is a model that can be restored.
type DeletedModel struct {
	ID, Title        string
	Href             templ.SafeURL
	Revision         uint64 // of the deletion
	Who, When, Exact string // of the deletion
	Account          string // of Who; empty: none
	Purged           string // see DeletePage
}
