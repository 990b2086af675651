package model

// Problem is a mistake in a document. The document can still be opened, drawn
// and saved. Path is the place in the saved form
// ("logical.tables.t1.columns.c2.name"), Code the kind of problem
// ("model/dangling"), Message a sentence for the user. Element and Field identify
// the input beside which to show it; Field is the name in the saved form.
type Problem struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Element ID     `json:"element,omitempty"`
	Field   string `json:"field,omitempty"`
}
