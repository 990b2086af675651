package review

import (
	"strconv"

	"github.com/a-h/templ"

	"widerow/model"
	"widerow/web"
)

// ComparePage shows what differs between two revisions of a model.
type ComparePage struct {
	web.Page
	Drift    *Drift // nil: two revisions are compared
	ID, Name string
	From, To CompareState
	Merge    bool // offers to merge To's model into From's
	// Tabs are the four diagrams and the migration plan; Views the changes, before
	// and after.
	Tabs, Views []CompareLink
	Summary     string
	Changes     []CompareChange
	Change      int // the number of the chosen change, 0 for none
	// Count is the total of the changes, of which only some are listed. Earlier and
	// Later choose the change before and after those of the list.
	Count          int
	Earlier, Later templ.SafeURL
	// Keys explains why the picture has the columns of the keys only, "" if it has all.
	Keys        string
	Sizes       []CompareRow
	Queries     []CompareRow
	New, Mended []CompareFinding
	Diagram     string   // the kind of the picture
	Selected    model.ID // the element of the picture that shows the chosen change
	SVG         []byte   // nil: nothing to draw, see Empty
	Empty       string
	Plan        *ComparePlan   // only on its tab
	Script      *CompareScript // only on its tab
	Tab         string         // as in the address
	Live        web.Live
	Review      *Review // the proposal whose changes are shown, or nil
	Pins        []CommentPin
}

// enhance is like that of the workbench, for the page of a proposal.
func (p ComparePage) enhance(review Review) templ.Attributes {
	return templ.Attributes{"hx-post": string(review.Action), "hx-target": "#comparison", "hx-swap": "outerMorph", "hx-sync": "this:queue last"}
}

// enhanceAct is enhance for a button. A merge may ask on a page of its own, so the
// browser sends it.
func (p ComparePage) enhanceAct(review Review, do string) templ.Attributes {
	if do == "merge" || do == "update" || do == "again" {
		return nil
	}
	return p.enhance(review)
}

// look notes that somebody looks at a proposal.
func (p ComparePage) look() templ.Attributes {
	if p.Review == nil {
		return nil
	}
	return p.Review.Look
}

// changeText is the number of the chosen change, "" for none.
func (p ComparePage) changeText() string {
	if p.Change == 0 {
		return ""
	}
	return strconv.Itoa(p.Change)
}

// step is the change before or after the chosen one, "" if there is none.
func (p ComparePage) step(by int) templ.SafeURL {
	number := p.Change + by
	switch at := number - p.first(); {
	case number < 1 || number > p.Count:
		return ""
	case at < 0:
		return p.Earlier
	case at >= len(p.Changes):
		return p.Later
	default:
		return p.Changes[at].Href
	}
}

// first is the number of the first change of the list.
func (p ComparePage) first() int {
	if len(p.Changes) == 0 {
		return 1
	}
	return p.Changes[0].Number
}

// CompareLink leads to another tab or view.
type CompareLink struct {
	Title   string
	Href    templ.SafeURL
	Current bool
}

// Drift adds to a comparison of a model with a cluster. Turned is the address of the other direction.
type Drift struct {
	Turned  templ.SafeURL
	ToModel bool // the plan brings the cluster to the model
	Note    string
	Apply   templ.SafeURL // executes that plan
}

// CompareState is one of the two revisions.
type CompareState struct {
	Model            string
	Other            string // the name of the model, if two are compared
	Name             string // of the version, "" if it has none
	Number, Newest   uint64
	Words, Who, When string
	Account          string // of Who; empty: none
	Href             templ.SafeURL
}

// CompareChange is a change of the list. Number is in its address, #c12.
type CompareChange struct {
	Number            int
	Sign, Kind, Words string
	Breaking, Chosen  bool
	// Here reports whether Href stays on the same tab, and At is the element of
	// the picture that shows the change, "" if none does.
	Here bool
	At   model.ID
	// Href chooses the change, in the diagram that shows it.
	Href    templ.SafeURL
	Follows CompareFollows
}

// CompareFollows lists the effects of one change. Steps are the steps of the migration
// plan in words, "" for none; Loses reports that one of them loses data.
type CompareFollows struct {
	Sizes, Queries []CompareRow
	New, Mended    []CompareFinding
	Steps          string
	Loses          bool
	Plan           templ.SafeURL
	More           int // effects that are left out
}

// mostFollows bounds the effects of a kind that are shown with a change.
const mostFollows = 4

// Shorten leaves out effects of which there are many.
func (f *CompareFollows) Shorten() {
	f.Sizes = shortened(f.Sizes, &f.More)
	f.Queries = shortened(f.Queries, &f.More)
	f.New = shortened(f.New, &f.More)
	f.Mended = shortened(f.Mended, &f.More)
}

func shortened[T any](list []T, more *int) []T {
	shown := list[:min(len(list), mostFollows)]
	*more += len(list) - len(shown)
	return shown
}

// any reports whether something follows.
func (f CompareFollows) any() bool {
	return len(f.Sizes)+len(f.Queries)+len(f.New)+len(f.Mended) > 0 || f.Steps != ""
}

// CompareRow is the effect on one table or query.
type CompareRow struct{ Name, Before, After string }

// CompareFinding is a finding that only one of the revisions has.
type CompareFinding struct{ Level, Severity, Text string }

// CompareScript lists the differences in CQL, by statement.
type CompareScript struct {
	Statements []CompareStatement
	Left       int // statements that are not shown, because there are many
	Unified    bool
}

// CompareStatement is a statement before and after.
type CompareStatement struct {
	ID               model.ID
	Kind, Sign, Name string
	Lines            []CompareLine
}

// CompareLine is a line before and after, "" where one of them has none. Its links lead
// to what is said about it; nil where there is none.
type CompareLine struct {
	Before, After         string
	BeforeMark, AfterMark *web.LineMark
}

// Link gives a line its links of those before and after, by its number in each, from 1. A
// line that declares the same before and after has one.
func (l *CompareLine) Link(before, after []*web.LineMark, was, is int) {
	if is > 0 {
		l.AfterMark = after[is-1]
	}
	if was > 0 && before[was-1] != nil && (l.AfterMark == nil || l.AfterMark.Href != before[was-1].Href) {
		l.BeforeMark = before[was-1]
	}
}

// kind is the class of a line.
func (l CompareLine) kind() string {
	switch {
	case l.Before == l.After:
		return "same"
	case l.Before == "":
		return "added"
	case l.After == "":
		return "removed"
	}
	return "changed"
}

// ComparePlan is the plan to migrate a running cluster from one revision to the
// other.
type ComparePlan struct {
	Steps                    []CompareStep
	Left                     int           // steps that are not shown, because there are many
	Up, UpDrops, Down, Words templ.SafeURL // files
}

// CompareStep is a step of the plan.
type CompareStep struct {
	Number                                         int
	Kind, Element, Statement, Instruction, Warning string
	Cleanup                                        bool
	Code                                           []web.CodeLine // the lines of Statement
	Mark                                           *web.LineMark  // of an instruction, or nil
}
