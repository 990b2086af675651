package web

import "github.com/a-h/templ"

// JobPage shows the progress of a large request.
type JobPage struct {
	Page
	What     string // it does at the moment
	Done, Of int    // Of is 0 if nobody knows
	Took     string // so far
	Address  templ.SafeURL
	Cancel   templ.SafeURL
}

// JobState is the ID of the element that shows the progress of the work.
const JobState = "job-state"
