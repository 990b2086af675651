package web

import (
	"github.com/a-h/templ"

	"widerow/model"
)

// ModelsPage is the home page: the models and the examples.
type ModelsPage struct {
	Page
	Models   []ModelCard
	Next     templ.SafeURL // the next page of the list, empty at the end
	Find     string        // what is searched for
	Order    string        // one of Orders
	Orders   []model.Choice
	Count    string // "3 models of 12", or empty if they were not counted
	Mark     string // of the list, see live.Hub
	Examples []ExampleCard
	Name     string // of the new model that was rejected
	Problem  string
}

// Filtered reports whether the list is searched or in another order than that of
// the last change.
func (p ModelsPage) Filtered() bool { return p.Find != "" || p.Count != "" }

// live is empty for the answer to a form, whose address cannot be asked again.
func (p ModelsPage) live() Live {
	if p.Mark == "" || p.Problem != "" {
		return Live{}
	}
	return Live{Shown: "models=" + p.Mark}
}

// ModelCard is a model with a small picture of its diagram.
type ModelCard struct {
	ID, Title string
	Href      templ.SafeURL
	Picture   templ.SafeURL
	Revision  uint64
	Who, When string // of the last change
	Damaged   bool
}

// ExampleCard is an example to copy, with a small picture of its diagram.
type ExampleCard struct {
	Slug, Title, Text string
	Picture           templ.SafeURL
}

// DeletePage asks whether to delete a model, or to restore it.
type DeletePage struct {
	Page
	ID, Name  string
	Revision  uint64
	Who, When string // of the deletion
	Problem   string // why it was not deleted
	Kept      string // how long it can be restored: "for 30 days", or empty
	Purged    string // the day after which it cannot be restored, or empty
}

// DeletedPage lists the deleted models, the last deleted first.
type DeletedPage struct {
	Page
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
	Purged           string // see DeletePage
}

// ImportPage is the import form and its preview.
type ImportPage struct {
	Page
	Name string
	// Target is the target database of a new model, one of Targets.
	Target  string
	Targets []model.Choice
	Sources []ImportSource
	Problem string
	Preview *ImportPreview
	// Into is the model that a script is added to, empty for a new one.
	Into, IntoName string
}

// ImportSource is a file, or pasted text, which has no name.
type ImportSource struct{ Name, Text string }

// pasted returns the text that was pasted, or "".
func (p ImportPage) pasted() string {
	if len(p.Sources) == 1 && p.Sources[0].Name == "" {
		return p.Sources[0].Text
	}
	return ""
}

// files returns the names of the uploaded files.
func (p ImportPage) files() []string {
	var names []string
	for _, source := range p.Sources {
		if source.Name != "" {
			names = append(names, source.Name)
		}
	}
	return names
}

// ImportPreview lists what an import would create.
type ImportPreview struct {
	Kind       string        // "CQL script", "Widerow document"
	Understood []ImportGroup // of a document
	Summary    string
	Changes    []ScriptChange
	Effects    []ScriptEffect
	Modes      []ScriptMode
	Revision   uint64       // of the model that is added to
	Errors     []ImportLine // statements that were rejected
	Aside      []ImportLine // notes: statements outside the schema, or accepted despite an error
	Empty      bool
}

// ImportGroup counts and names the elements of a kind.
type ImportGroup struct {
	Title string
	Names []string
}

// ImportLine is a statement with its place in the script.
type ImportLine struct {
	File    string // empty for what was pasted
	Line    int
	Text    string
	Message string
}
