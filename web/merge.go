package web

// MergePage asks how to merge what a model and its copy have both changed.
type MergePage struct {
	Page
	ID, Target   string // the model that is changed, and its name
	From, Source string // the model whose changes are merged, and its name
	Revision     uint64 // of it
	Conflicts    []MergeConflict
}

// MergeConflict is an element that both have changed, with what each of them did.
type MergeConflict struct {
	Field, Chosen  string // the choice: source or target
	Title          string
	Target, Source []string
}
