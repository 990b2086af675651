package web

import "github.com/a-h/templ"

// WorkPage shows how far a large request is.
type WorkPage struct {
	Page
	What     string // it does at the moment
	Done, Of int    // Of is 0 if nobody knows
	Took     string // so far
	Address  templ.SafeURL
	Cancel   templ.SafeURL
}

// WorkState is the element that shows how far the work is.
const WorkState = "work-state"
