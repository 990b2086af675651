// Package feature holds the common base of the site's features: the context of a page of a
// model (document, view, model and results), the table of tabs, the rows of the table of
// routes, the services of the server, and the reading of a request.
//
// Read context.go (what a page is made from), tabs.go (every tab), then this file (what
// features ask of the server).
package feature

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/live"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/model/versions"
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
	Server
	Documents
	Saver
	Turns
	Visitors
	Pages
}

// Server is the part of the site about the server itself.
type Server interface {
	// URL makes the addresses of pages, below the path under which a proxy serves them.
	URL() web.URL
	// Now is the time of the server's clock.
	Now() time.Time
	Log() *slog.Logger
	Layouter() graph.Layouter
	// Hub knows who reads what, and what was saved.
	Hub() *live.Hub
	// InWorker reports whether this is the app of a worker, which hears nothing of saves.
	InWorker() bool
	// KeepDeleted is the time for which a deleted model can be restored; 0: for ever.
	KeepDeleted() time.Duration
	// Explain returns the page of an error.
	Explain(err error) *Error
}

// Documents are the models of the store at their revisions.
type Documents interface {
	// Store has the revisions of all models that the person of the request may see, and Visible
	// returns the visible entries of a list.
	Store() store.Store
	Visible(ctx context.Context, all []store.Summary) ([]store.Summary, error)
	// Identifies reports whether an author is somebody who has signed in; where nobody does,
	// whoever has an ID.
	Identifies(author string) bool
	// Accounts are the accounts of those who sign in; there are none where nobody does.
	Accounts() *people.Directory
	// OwnedByAll counts the models that everyone owns, for an admin of the server: they are
	// from before people signed in.
	OwnedByAll(ctx context.Context) int
	// Sees reports whether the person of the request may see a model.
	Sees(ctx context.Context, id store.ModelID) (bool, error)
	// Allows reports whether the person of the request has at least a role in a model.
	Allows(ctx context.Context, id store.ModelID, least sharing.Role) (bool, error)
	// Head loads the newest revision of a model, At that of a number, and Newest only
	// the revision, also if its document is deleted or cannot be opened.
	Head(ctx context.Context, id store.ModelID) (Document, error)
	At(ctx context.Context, id store.ModelID, number uint64) (Document, error)
	Newest(ctx context.Context, id store.ModelID) (store.Revision, error)
	// DocumentSize returns the bytes of the newest document.
	DocumentSize(ctx context.Context, id store.ModelID) (int64, error)
	// RevisionOf returns the revision in the query of the request, by its number or its
	// name; 0 for the newest. NumberOf reads one; example is a right address.
	RevisionOf(c echo.Context) (uint64, error)
	NumberOf(ctx context.Context, id store.ModelID, text, example string) (uint64, error)
	RevisionNames(ctx context.Context, id store.ModelID) *versions.Versions
	// Requested returns the model of the address, at the revision of the query.
	Requested(c echo.Context) (Document, error)
	// Stored returns the text of a revision, 0 for the newest, as the store has it.
	Stored(ctx context.Context, id store.ModelID, number uint64) ([]byte, store.Revision, error)
	// RevisionNamed returns the revision that the address or the form asks for, or 0, and
	// ExistingRevision reads the number of a revision that the model has.
	RevisionNamed(c echo.Context) uint64
	ExistingRevision(ctx context.Context, id store.ModelID, text string) (uint64, error)
	// PatchOf is the change that a revision made.
	PatchOf(ctx context.Context, revision store.Revision) (diff.Patch, error)
	// LastMerged returns the newest revision of another model that a revision contains, 0 for
	// none; CommonBase what two models have in common.
	LastMerged(ctx context.Context, at store.Revision, other store.ModelID) (uint64, error)
	CommonBase(ctx context.Context, one, other store.Revision) (Document, error)
	// EditorsOf returns the names of those who edited a model before a revision.
	EditorsOf(ctx context.Context, of store.Revision) []string
}

// Saver saves changes. Changes of one model take turns.
type Saver interface {
	Chains
	// Save makes a change on the newest document and stores it, in its turn; SaveInTurn
	// does so in a turn that TakeTurn has waited for.
	Save(c echo.Context, change Change) (Document, error)
	SaveInTurn(ctx context.Context, change Change) (Document, error)
	TakeTurn(c echo.Context, change Change) (done func(), err error)
	// SaveEdit changes the newest document of the model of the address. make returns
	// the changed model and says in words what changed; what it adds gets its IDs
	// from ids.
	SaveEdit(c echo.Context, make func(head *model.Model, ids model.IDs) (after *model.Model, words string, err error)) (Document, error)
	// Create stores a new model with its first revision.
	Create(ctx context.Context, first store.Save, document *model.Model) (store.Revision, error)
	// Identified adds the author and the model of the request to a change, IDsOf returns
	// the IDs for what its operation adds, and AlreadyDone finds the revision that an
	// earlier request with the same operation has made.
	Identified(c echo.Context, change Change) Change
	IDsOf(operation string) model.IDs
	AlreadyDone(ctx context.Context, change Change) (store.Revision, bool, error)
	// NameRevision saves a name in turn with other saves of names. The error is a
	// *model.Rejected, or one of the store's.
	NameRevision(c echo.Context, version versions.Version) error
	// AddPositions adds the positions of new elements to a model.
	AddPositions(ctx context.Context, before, after *model.Model, reverts bool) (placed *model.Model, drawings []*diagram.Drawing)
	// Saved counts a save in the metrics.
	Saved(kind store.Kind, err error)
}

// Turns let requests wait for their turns.
type Turns interface {
	// RequestedInTurn loads the document that the request names, after waiting for the
	// turn to show it on a tab; done ends the turn.
	RequestedInTurn(c echo.Context, tab web.Tab) (shown Document, done func(), err error)
	// HeadInTurn loads the newest document for a question about a text; done ends the turn.
	HeadInTurn(c echo.Context) (head Document, done func(), err error)
	// Weighed lets an edit of a large model wait for its turn.
	Weighed(edit echo.HandlerFunc) echo.HandlerFunc
	// Arranging is like Weighed, but a form that arranges a whole diagram waits for its
	// turn of large work.
	Arranging(place echo.HandlerFunc) echo.HandlerFunc
	// Held reads the form of a request before its work waits for a turn.
	Held(next echo.HandlerFunc) echo.HandlerFunc
	// Trying lets a form that tries something out on a tab wait for its turn.
	Trying(tab web.Tab, try echo.HandlerFunc) echo.HandlerFunc
	// Work waits for a turn for work that takes about so many bytes.
	Work(c echo.Context, bytes int64) (done func(), err error)
	// WorkHere is Work that no worker carries out.
	WorkHere(c echo.Context, bytes int64) (done func(), err error)
	// WorkWithin is WorkHere within a context that is not the request's, such as that of a save.
	WorkWithin(ctx context.Context, c echo.Context, bytes int64) (done func(), err error)
	// Long carries out work that may take minutes, as a job with progress, and then leads to the page next.
	Long(c echo.Context, key string, run func(context.Context) (next string, err error)) error
	// ChargeModel counts a new model for the address of the request, ChargeRender a picture.
	ChargeModel(c echo.Context) error
	ChargeRender(c echo.Context) error
	ChargeImport(c echo.Context) error
}

// Visitors are the people who send requests.
type Visitors interface {
	// Visitor is the author of a change, who gets a cookie; VisitorName and KnownVisitor are the
	// name and the ID of a visitor who has them already.
	Visitor(c echo.Context) store.Author
	VisitorName(c echo.Context) string
	KnownVisitor(c echo.Context) string
	// NamedByProxy reports whether a proxy names the visitors.
	NamedByProxy() bool
	// Rename gives the visitor a name, or returns what is wrong with it. next is the page
	// from which the visitor came.
	Rename(c echo.Context, name, next string) (problem string)
}

// Pages answer with pages.
type Pages interface {
	// Page returns the part that all pages share.
	Page(c echo.Context, title string) web.Page
	// Show answers with a page. It renders the page first, so that a failure gives an
	// error page and never half a page.
	Show(c echo.Context, status int, page templ.Component) error
	// WantsParts reports whether the answer is fragments to swap in.
	WantsParts(c echo.Context) bool
	// ModelPage builds a page of a model, ShowModel answers with it.
	ModelPage(c echo.Context, document Document, view web.View, answer *Answer) (web.WorkbenchPage, error)
	ShowModel(c echo.Context, status int, document Document, view web.View, answer *Answer) error
	// Edited answers a form that was saved, Failed one that was not: with why, and
	// with what was typed. Refused is Failed for a form of the details.
	Edited(c echo.Context, view web.View, saved Document, answer *Answer) error
	Failed(c echo.Context, view web.View, answer Answer, cause error) error
	Refused(c echo.Context, form *submission.Form, head Document, cause error) error
	// Shown lists the revisions of models and branches that a page is about to show, so that others
	// can tell it about changes.
	Shown(ctx context.Context, of ...store.ModelID) string
}
