// Package feature holds the common base of the site's features: the rows of the table of
// routes, the services of the server, and the reading of a request.
package feature

import (
	"context"
	"net/http"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// Route is a row of the table of routes.
type Route struct {
	Method, Path string
	Handle       echo.HandlerFunc
}

// Get is the route of a page or a file.
func Get(path string, handle echo.HandlerFunc) Route { return Route{http.MethodGet, path, handle} }

// Post is the route of a form.
func Post(path string, handle echo.HandlerFunc) Route { return Route{http.MethodPost, path, handle} }

// Site lists the services of the server that features use.
type Site interface {
	// Page returns the part that all pages share.
	Page(c echo.Context, title string) web.Page
	// Show answers with a page. It renders the page first, so that a failure gives an
	// error page and never half a page.
	Show(c echo.Context, status int, page templ.Component) error

	// URL makes the addresses of pages, below the path under which a proxy serves them.
	URL() web.URL
	// Now is the time of the server's clock.
	Now() time.Time
	// Store has the revisions of all models.
	Store() store.Store
	// Explain returns the page of an error.
	Explain(err error) *Error

	// Head loads the newest revision of a model, At that of a number, and Newest only
	// the revision, also if its document is deleted or cannot be opened.
	Head(ctx context.Context, id store.ModelID) (workbench.Document, error)
	At(ctx context.Context, id store.ModelID, number uint64) (workbench.Document, error)
	Newest(ctx context.Context, id store.ModelID) (store.Revision, error)
	// RevisionOf returns the revision in the query of the request, by its number or its
	// name; 0 for the newest.
	RevisionOf(c echo.Context) (uint64, error)
	// RequestedInTurn loads the document that the request names, after waiting for the
	// turn to show it on a tab; done ends the turn.
	RequestedInTurn(c echo.Context, tab web.Tab) (shown workbench.Document, done func(), err error)
	// Weighed lets an edit of a large model wait for its turn.
	Weighed(edit echo.HandlerFunc) echo.HandlerFunc

	// Held reads the form of a request before its work waits for a turn.
	Held(next echo.HandlerFunc) echo.HandlerFunc
	// Work waits for a turn for work that takes about so many bytes.
	Work(c echo.Context, bytes int64) (done func(), err error)

	// Visitor is the author of a change, who gets a cookie; VisitorName and KnownVisitor
	// are the name and the ID of who has them already.
	Visitor(c echo.Context) store.Author
	VisitorName(c echo.Context) string
	KnownVisitor(c echo.Context) string
	// ChargeModel counts a new model for the address of the request.
	ChargeModel(c echo.Context) error

	// Save makes a change on the newest document and stores it, in its turn.
	Save(c echo.Context, change Change) (workbench.Document, error)
	// Create stores a new model with its first revision.
	Create(ctx context.Context, first store.Save, document *model.Model) (store.Revision, error)
	// SaveEdit changes the newest document of the model of the address. make returns
	// the changed model and says in words what changed; what it adds gets its IDs
	// from ids.
	SaveEdit(c echo.Context, make func(head *model.Model, ids model.IDs) (after *model.Model, words string, err error)) (workbench.Document, error)
	// Edited answers a form that was saved, Failed one that was not: with why, and
	// with what was typed.
	Edited(c echo.Context, view web.View, saved workbench.Document, answer *workbench.Answer) error
	Failed(c echo.Context, view web.View, answer workbench.Answer, cause error) error
	// ShowModel answers with a page of a model.
	ShowModel(c echo.Context, status int, document workbench.Document, view web.View, answer *workbench.Answer) error

	// WantsParts reports whether the answer is fragments to swap in.
	WantsParts(c echo.Context) bool

	// Unchanged answers a conditional request for a file, which also depends on asked.
	Unchanged(c echo.Context, document workbench.Document, asked ...string) bool
	// Download answers with a file. It has a name if the address asks for that.
	Download(c echo.Context, name, extension, contentType string, content []byte) error
}
