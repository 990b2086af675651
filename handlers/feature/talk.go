package feature

import (
	"slices"
	"time"

	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/people"
	"widerow/model/seen"
)

// RefusedComment is the text of a form of comments that was not saved.
type RefusedComment struct {
	Do, Text string
	Problem  string // why it was not saved
	Shown    bool   // a box of the page has the text and the problem
}

// Talk holds what the parts of a model's page need of its comments.
type Talk struct {
	*discussion.Discussion
	Me      discussion.Person
	Seen    *seen.Person                           // what Me has seen
	Marks   bool                                   // mark what is new to Me
	Unread  []discussion.Entry[*discussion.Thread] // the threads with what is new, in order
	NewOn   map[model.ID]int                       // new comments on each element, "" for the model
	Now     time.Time
	From    int // the first thread of the list that the tab shows
	Failure string
	Editors []string // names of those who have edited the model of late
	// Accounts are the accounts of the authors, nil where nobody signs in.
	Accounts *people.Directory
}

// AccountOf returns the account of an author, "" for one who has none.
func (t Talk) AccountOf(author string) string {
	if t.Accounts == nil {
		return ""
	}
	return t.Accounts.AccountOf(author)
}

// People are the names that a comment can mention, each once.
func (t Talk) People() []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.Discussion.People(), t.Editors))))
}

// New counts the comments of a thread that are new to the person.
func (t Talk) New(entry discussion.Entry[*discussion.Thread]) int {
	if !t.Marks {
		return 0
	}
	return t.Seen.New(entry.ID, entry.Value, t.Me.ID)
}

// Look finds what is new.
func (t *Talk) Look() {
	t.NewOn = map[model.ID]int{}
	if !t.Marks {
		return
	}
	for entry, number := range t.Seen.Fresh(t.Discussion, t.Me.ID) {
		t.Unread = append(t.Unread, entry)
		t.NewOn[entry.Value.About.Element] += number
	}
}
