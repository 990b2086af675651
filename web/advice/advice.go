// Package advice draws the page of advice about a model: findings by severity or by table, the page of a rule, and the
// preview of a fix.
package advice

import (
	"widerow/model/edit"
	"widerow/web"
	"widerow/web/derive"
)

// View is the page of advice.
type View struct {
	Counts []Count
	// Switch chooses the order: by severity, by table.
	Switch []web.Link
	// Chosen is the Href of the current order.
	Chosen   string
	Sections []Section
	// All leads back to all findings from a page with some of them.
	All string
	// Rule is set on the page of a rule.
	Rule *Rule
	// Title is the subject of a page with some findings.
	Title string
	// Checked are the words for what was checked, for a page without findings.
	Checked string
	// Earlier and Later lead to other pages of a long list.
	Earlier, Later string
	Range          string
	Readonly       bool
	// Policy holds the thresholds that apply, nil on pages with some findings.
	Policy *Policy
	// Preview is set while a fix is looked at.
	Preview *Preview
	// Problem is the reason why the acceptance of the finding Key was rejected. Reason is the
	// reason that was typed.
	Problem, Key, Reason string
}

// Preview shows the effect of a fix before it is applied.
type Preview struct {
	Title string
	// Back leads to the list.
	Back string
	// Key and All name what is applied, Mark what is shown.
	Key  string
	All  bool
	Mark string
	// Stale reports that the effect has changed since the press of Apply.
	Stale bool
	// Items are the findings that are repaired, Left those that cannot be.
	Items, Left []string
	Effect      *derive.DesignChoice
	// Mended and Added count findings that go and come.
	Mended, Added []string
	// Lines are the changed lines of CQL.
	Lines []Line
	// Problem is the reason why the fix cannot be made.
	Problem string
	// Others leads to the same repair of all findings of the kind, with their number.
	Others      string
	OthersCount int
	// Moves leads to the page of moves, where the parameters can be chosen.
	Moves string
}

// Line is a line of CQL that comes or goes.
type Line struct {
	Text string
	Gone bool
}

// Count is the number of findings of a level.
type Count struct{ Level, Words string }

// Section has the groups of one level or of one element.
type Section struct {
	ID, Title, Level, Href string
	Count                  int
	Groups                 []Group
}

// Group holds findings that are shown together: the findings of one rule, or of one element. Parts
// that all of them have in common are shown once.
type Group struct {
	ID, Title, Level string
	Code, Why        string
	Do               string
	Count            int
	Findings         []Finding
	// More leads to all findings, if only some are shown.
	More string
	// FixAll leads to the repair of all findings that one remedy repairs.
	FixAll, FixTitle string
}

// Finding is one finding.
type Finding struct {
	ID, Level, Title string
	Code, Why        string
	Message, Do      string
	Numbers          []string
	// Assumed leads to the numbers that are assumed.
	Assumed     string
	Where       web.Link
	Statement   string
	StatementID string
	// Fix leads to the preview of the repair, FixTitle describes the repair.
	Fix, FixTitle string
	// Key names the finding in forms.
	Key string
	// Accepted is set for an accepted finding. Lifted describes the change that ended the
	// acceptance.
	Accepted *Accepted
	Lifted   string
	// Accepting shows the form to accept it.
	Accepting       bool
	Problem, Reason string
	CanAccept       bool
}

// Accepted records an acceptance of a finding: its reason, its author and its time.
type Accepted struct{ Reason, By, At string }

// Rule is the description of a rule.
type Rule struct {
	Code, Title, Why, Do, Source string
	// Others are the other rules of its family.
	Others []web.Link
}

// Policy is the policy that a model follows.
type Policy struct {
	Title   string
	Chosen  string
	Choices []edit.Choice
	// Unknown are guardrails that no rule knows, Unchecked those that only a running server can judge, Wrong those that cannot
	// be read.
	Unknown, Unchecked, Wrong []string
	// Text was typed, and Problem says what is wrong with it.
	Text, Problem string
}
