package review

import (
	"github.com/a-h/templ"

	"widerow/web"
)

// MergePage asks how to merge what a model and its copy have both changed.
type MergePage struct {
	web.Page
	ID, Target   string // the model that is changed, and its name
	From, Source string // the model whose changes are merged, and its name
	Revision     uint64 // of it
	Conflicts    []MergeConflict

	// Of a proposal: where the form is sent, with which do, and what was seen.
	Title, Button string
	Action        templ.SafeURL
	Do, Content   string
}

// MergeConflict is an element that both have changed, with what each of them did.
type MergeConflict struct {
	Field, Chosen  string // the choice: source or target
	Title          string
	Target, Source []string
	// What each of them did to the diagram around the element; "" if none shows it.
	TargetPicture, SourcePicture MergePicture
}

// MergePicture is a picture of the changes of one side, in both themes.
type MergePicture struct{ Light, Dark templ.SafeURL }

func (p MergePage) action() templ.SafeURL {
	if p.Action != "" {
		return p.Action
	}
	return p.URL.Action(p.ID, "merge")
}

// modelName is the name of the model of a proposal: it is one of the sides.
func (p MergePage) modelName() string {
	if p.Do == "update" {
		return p.Source
	}
	return p.Target
}
