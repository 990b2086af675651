package console

import "widerow/web"

// UpdatePage is an update that is carried out step by step.
type UpdatePage struct {
	web.Page
	Model, Name, Update, Title string
	Connections                []Connection
	Connection, Consistency    string
	Levels                     []string
	Impossible                 string // why it cannot be carried out
	Markers                    []Marker
	AsksValues                 bool // some are wrong
	Steps                      []UpdateLine
	// Running reports that the values are given. State is the state that the page keeps for the next request.
	Running bool
	State   string
	Run     string // names the page, to cancel what it sends
	// Request is the next statement, one of several of its step, and Word confirms it; "" for a read.
	Request, Word string
	Count, Of     int
	Wrong         bool // another word was typed
	Warning       string
	Questions     []Marker
	// Problem is why the last request failed, Failure the state that this leaves.
	Problem, Failure string
	OfConnection     bool
	Finished         bool
	Stopped          string
}

// UpdateLine is a step: done, next or left.
type UpdateLine struct {
	Number                           int
	Title, Statement, Failure, State string
	Words                            []string
	Log                              []UpdateEntry
	Columns                          []string
	Rows                             [][]string
}

// UpdateEntry is a request that was sent.
type UpdateEntry struct{ Text, Outcome string }

// first is the parameter that is to be typed first.
func (p UpdatePage) first() int { return Page{Markers: p.Markers}.first() }

// left counts the steps that are not done.
func (p UpdatePage) left() (count int) {
	for _, step := range p.Steps {
		if step.State != "done" {
			count++
		}
	}
	return count
}

var stateWords = map[string]string{"done": "✓ done", "next": "→ next", "left": "left", "stopped": "✕ not applied"}
