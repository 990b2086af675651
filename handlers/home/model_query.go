package home

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/model/edit"
	"widerow/store"
)

// Orders of the list of models, as in the address; byChange is the default.
const (
	byChange  = "changed"
	byName    = "name"
	byCreated = "created"
)

var homeOrders = []edit.Choice{{Value: byChange, Label: "Last changed"}, {Value: byName, Label: "Name"}, {Value: byCreated, Label: "Newest"}}

// modelQuery chooses the part of the list of models that the home page shows.
type modelQuery struct {
	find, order string
	folder      string // empty: all
	after       string // the cursor of the list by change
	page        int    // of any other list, from 0
}

func parseModelQuery(c echo.Context) modelQuery {
	asked := modelQuery{find: strings.TrimSpace(c.QueryParam("find")), order: c.QueryParam("sort"), after: c.QueryParam("after")}
	asked.folder = strings.TrimSpace(c.QueryParam("folder"))
	if asked.order != byName && asked.order != byCreated {
		asked.order = byChange
	}
	if page, err := strconv.Atoi(c.QueryParam("page")); err == nil && page > 1 {
		asked.page = page - 1
	}
	return asked
}

// address returns the address of the home page with this list.
func (l modelQuery) address() string {
	query := url.Values{}
	for name, value := range map[string]string{"find": l.find, "sort": l.order, "after": l.after, "folder": l.folder} {
		if value != "" && value != byChange {
			query.Set(name, value)
		}
	}
	if l.page > 0 {
		query.Set("page", strconv.Itoa(l.page+1))
	}
	if len(query) == 0 {
		return "/"
	}
	return "/?" + query.Encode()
}

func (l modelQuery) finds(summary store.Summary) bool {
	title := foldedTitle(summary)
	if l.folder != "" && folderOf(summary) != l.folder {
		return false
	}
	for word := range strings.FieldsSeq(strings.ToLower(l.find)) {
		if !strings.Contains(title, word) {
			return false
		}
	}
	return true
}

// foldedTitle is the title as it is compared. A damaged model has its id only.
func foldedTitle(summary store.Summary) string {
	return strings.ToLower(cmp.Or(summary.Title, string(summary.Model)))
}

// folderOf is the folder of a model: what its name has before the first slash, as Payments in
// "Payments / Ledger". A model without a slash is in none.
func folderOf(summary store.Summary) string {
	folder, _, _ := strings.Cut(summary.Title, "/")
	if len(folder) == len(summary.Title) {
		return ""
	}
	return strings.TrimSpace(folder)
}
