package web

import (
	"slices"

	"github.com/a-h/templ"
)

// Link is a link to a related element: "realises hotels", "serves Q4".
type Link struct{ Word, Label, Href string }

// LinkGroup is the links of one word: "serves Q4, Q5".
type LinkGroup struct {
	Word  string
	Links []Link
}

// Groups collects links with the same word, in their order.
func Groups(links []Link) []LinkGroup {
	var grouped []LinkGroup
	for _, link := range links {
		at := slices.IndexFunc(grouped, func(g LinkGroup) bool { return g.Word == link.Word })
		if at < 0 {
			grouped, at = append(grouped, LinkGroup{Word: link.Word}), len(grouped)
		}
		grouped[at].Links = append(grouped[at].Links, link)
	}
	return grouped
}

// Action is a further button of the form.
type Action struct {
	Label, Do, Hint string
	Href            templ.SafeURL // of a link; Do is empty then
	Secondary       bool          // drawn as one of several buttons, not as the next step
}

// Start is a link of an empty page. Focus is the field that it leads to.
type Start struct{ Label, Href, Focus string }

// Failure explains why nothing was saved.
type Failure struct{ Title, Advice string }
