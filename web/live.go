package web

import "github.com/a-h/templ"

// Live lists the parts of a page that others can change while it is open. assets/js/live
// refreshes the page then.
type Live struct {
	Model string // whose presence the page shows and tells, or empty
	// chains of revisions with the numbers shown, as "hotel=12 hotel.discussion=3"; or the list
	// of models or the inbox with its mark, as "inbox=1f"
	Shown  string
	Newest templ.SafeURL // set on a page about old revisions, which is not refreshed: the page about the newest
	Held   bool          // the page is the answer to a form: it is refreshed only if the user wants it
}

// Attributes mark the part of the page that is refreshed.
func (l Live) Attributes() templ.Attributes {
	if l.Shown == "" {
		return nil
	}
	attributes := templ.Attributes{"data-live": l.Shown}
	if l.Model != "" {
		attributes["data-live-model"] = l.Model
	}
	if l.Newest != "" {
		attributes["data-live-newest"] = string(l.Newest)
	}
	if l.Held {
		attributes["data-live-held"] = true
	}
	return attributes
}
