package advice

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/web"
	webadvice "widerow/web/advice"
)

// Form holds the parameters in the address of the page. Their names:
//
//	by    table for findings by table, else by severity
//	rule  the code of the rule that the page is about
//	of    the element whose findings the page lists
//	page  of a long list, from 1
//	fix   the key of the finding whose fix the page shows, with all: those of its kind
type Form struct {
	Values url.Values
	// Stale reports that something else would be applied than was shown.
	Stale bool
	// Problem is the reason why an acceptance was rejected.
	Problem string
}

// listing makes the page.
type listing struct {
	*feature.Context
	form     Form
	findings []advice.Finding
	view     *webadvice.View
}

// link is the address of the page with other values than its own; names and values alternate.
func (l *listing) link(pairs ...string) string {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	at := web.View{Model: l.View.Model, Tab: web.TabAdvice, Revision: l.View.Revision}
	address := string(l.URL.Tab(at))
	if len(values) == 0 {
		return address
	}
	return address + string("?&"[min(strings.Count(address, "?"), 1)]) + values.Encode()
}

// owner is the element that a finding is listed under: the table of a column.
func (l *listing) owner(finding advice.Finding) model.ID {
	return cmp.Or(l.BoxOf(finding.Element), model.ID(model.ModelKind))
}

// Numbers of what a page shows.
const (
	mostInGroup = 5  // findings of a group among others
	mostOnPage  = 50 // findings of a list
	mostTables  = 25 // elements by table
)

// paged returns which part of a list of count the page shows, and adds the links to the others.
func (l *listing) paged(count, most int) (from, to int) {
	pages := max(1, (count+most-1)/most)
	number, err := strconv.Atoi(l.form.Values.Get("page"))
	if err != nil || number < 1 {
		number = 1
	}
	number = min(number, pages)
	from, to = (number-1)*most, min(number*most, count)
	if pages == 1 {
		return from, to
	}
	at := func(page int) string {
		return l.link("by", l.form.Values.Get("by"), "rule", l.form.Values.Get("rule"), "of", l.form.Values.Get("of"), "page", strconv.Itoa(page))
	}
	if number > 1 {
		l.view.Earlier = at(number - 1)
	}
	if number < pages {
		l.view.Later = at(number + 1)
	}
	l.view.Range = fmt.Sprintf("%d–%d of %d", from+1, to, count)
	return from, to
}
