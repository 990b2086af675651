package review

import (
	"github.com/a-h/templ"

	"widerow/model"
	"widerow/web"
)

// ProposalsView is the tab with the proposals to change a model.
type ProposalsView struct {
	Rows    []ProposalRow
	Filters []CommentFilter
	Empty   string
	First   bool // there was never a proposal
	New     ProposalWords
	Open    bool    // the form for a new proposal is open
	From    web.Tab // where the editor of the proposal begins
	Rules   ProposalRules
	Action  templ.SafeURL
}

// ProposalRow is a proposal of the list.
type ProposalRow struct {
	Number           int
	Title            string
	Href             templ.SafeURL
	Phase, Level     string
	Who, When, Exact string
	Account          string // of Who; empty: none
	Waits            string // what it waits for, "" for nothing
	Comments         int    // open threads
	NewComments      bool   // some comments are new to the person
	News             string // "new" or "changed" since the person looked, or ""
}

// ProposalWords are the texts of the form of a proposal.
type ProposalWords struct {
	Title, Text, Reviewers string
	Problem                string
}

// ProposalRules are the conditions for merging a proposal.
type ProposalRules struct {
	Approvals int
	Max       int
	Checks    []ProposalGate
	Keyspaces []KeyspaceOwners
}

// KeyspaceOwners are the people of whom one must approve what changes a keyspace.
type KeyspaceOwners struct{ ID, Name, Owners string }

// ProposalGate is the effect of a failing check on a merge.
type ProposalGate struct {
	Name, Title, Hint, Gate string
	Gates                   []string
}

// ProposalBanner names on the pages of a branch the proposal whose changes they show.
type ProposalBanner struct {
	Number       int
	Title        string
	Phase, Level string
	Href         templ.SafeURL // the page of the proposal
	Model        string        // its name
	ModelHref    templ.SafeURL
	Ended        bool
}

// Review is a proposal as its page shows it, around the comparison.
type Review struct {
	Mine             bool // the person began it
	Number           int
	Title, Text      string
	Phase, Level     string
	Who, When, Exact string
	Account          string           // of Who; empty: none
	Ended            string           // how it ended, "" if it has not
	Saves            string           // "4 saves on r41"
	Since            web.Link         // to what has changed since the person looked, or none
	Look             templ.Attributes // note that the person looks at it
	Behind           string           // how far the model has gone on, "" if it has not
	Model            string           // the name of the model
	ModelHref, Edit  templ.SafeURL    // the model, and the branch to edit
	Action           templ.SafeURL
	Content          string // what an approval is about
	Checks           []ReviewCheck
	Reviewers        []Reviewer
	Words            ProposalWords // in the form to edit
	Problem          string
	Typed            string // what was typed into a review that was refused
	Approved         bool
	// What can be done.
	Ready, Draft, Approve, Request, Merge, Update, Close, Reopen, Again, Editable bool
	MergeHint                                                                     string // why the merge is not a matter of course

	Older    templ.SafeURL // to the threads that are left out, or ""
	Entries  []ReviewEntry // the conversation, in order
	Resolved []Thread
	Chosen   *CommentsPanel // about the chosen change, nil if none is chosen
	Box      *CommentBox    // opens a thread about the whole proposal
	People   []string
	Thread   web.WorkbenchPage // with which threads are drawn
}

// file is the address of the proposal as a document.
func (r Review) file(page ComparePage, extension string) templ.SafeURL {
	return page.URL.Path(page.Path + "/review." + extension)
}

// ReviewCheck is a check before the merge.
type ReviewCheck struct {
	Sign, Level, Words string
	Gate               string // "blocks", or "" for one that passes or warns
	Details            []string
}

// Reviewer is a person who was asked or has reviewed.
type Reviewer struct{ Name, Sign, Level, State string }

// ReviewEntry is a part of the conversation: a thread, or a verdict.
type ReviewEntry struct {
	Thread                *Thread
	ID                    model.ID
	Who, Did, Level, Text string
	Account               string // of Who; empty: none
	When, Exact           string
	Lapsed, New           bool
}
