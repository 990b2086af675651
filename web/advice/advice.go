// Package advice draws the page of advice about a model: findings by severity or by table, the page of a rule, and the
// preview of a fix.
package advice

import (
	"widerow/web"
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
	// Title is what a page with some findings is about.
	Title string
	// Checked are the words for what was checked, for a page without findings.
	Checked string
	// Earlier and Later lead to other pages of a long list.
	Earlier, Later string
	Range          string
	Starts         []web.Start
	Readonly       bool
}

// Count is the number of findings of a level.
type Count struct{ Level, Words string }

// Section has the groups of one level or of one element.
type Section struct {
	ID, Title, Level, Href string
	Count                  int
	Groups                 []Group
}

// Group has findings that are shown together: those of one rule, or those of one element. What all of them have in common
// is shown once.
type Group struct {
	ID, Title, Level string
	Code, Why        string
	Do               string
	Count            int
	Findings         []Finding
	// More leads to all findings, if only some are shown.
	More string
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
}

// Rule is what a rule says about itself.
type Rule struct {
	Code, Title, Why, Do, Source string
	// Others are the other rules of its family.
	Others []web.Link
}
