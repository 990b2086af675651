package web

import "github.com/a-h/templ"

// JobPage shows how far a large request is.
type JobPage struct {
	Page
	What     string // it does at the moment
	Done, Of int    // Of is 0 if nobody knows
	Took     string // so far
	Address  templ.SafeURL
	Cancel   templ.SafeURL
}

// JobState is the element that shows how far the work is.
const JobState = "job-state"
