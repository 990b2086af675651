package model

// Problem is something wrong in a document, as a value: the document can
// still be opened, drawn and saved. Path is the place in the saved form
// ("logical.tables.t1.columns.c2.name"), Code the kind of problem
// ("model/dangling"), Message what to tell a person. Element and Field say
// beside which input to show it; Field is the saved form's name.
type Problem struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Element ID     `json:"element,omitempty"`
	Field   string `json:"field,omitempty"`
}
