package feature

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// PathAndQuery is the address of a page, "" for a form.
func PathAndQuery(c echo.Context) string {
	address := c.Request().URL
	if c.Request().Method != http.MethodGet {
		return ""
	}
	if address.RawQuery == "" {
		return address.Path
	}
	return address.Path + "?" + address.RawQuery
}

// Enhanced reports whether htmx asks for fragments to swap in. Back and
// forward ask for the whole page.
func Enhanced(c echo.Context) bool { return c.Request().Header.Get("HX-Request-Type") == "partial" }

// NewOperation returns the ID that a form carries, so that a save that is
// sent twice takes effect once.
func NewOperation() string { return rand.Text() }

// operationKey is the key of a program's operation in the context of its request.
const operationKey = "operation"

// SetOperation sets the operation of a request that is no form.
func SetOperation(c echo.Context, operation string) { c.Set(operationKey, operation) }

// Operation is the ID of a request: the page's ID and a hash of the form. The
// same form sent twice takes effect once, and one that was edited after a
// lost answer is a new save. A form without the page's ID counts as new each
// time.
func Operation(c echo.Context) string {
	if chosen, known := c.Get(operationKey).(string); known {
		return chosen
	}
	values, err := c.FormParams()
	page := c.FormValue("operation")
	if err != nil || page == "" || len(page) > 64 {
		return NewOperation()
	}
	sum := sha256.Sum256([]byte(c.Request().URL.Path + "?" + values.Encode()))
	return page + "-" + hex.EncodeToString(sum[:12])
}

// NewModelID returns a random model ID, in lower case because people type it
// and read it aloud.
func NewModelID() store.ModelID { return store.ModelID(strings.ToLower(rand.Text()[:16])) }

// ModelID is the model or the branch of the address. A companion has no address of
// its own.
func ModelID(c echo.Context) store.ModelID {
	return ModelNamed(c.Param("model"))
}

// ModelNamed reads the ID of a model or a branch; "" for the ID of a companion.
func ModelNamed(text string) store.ModelID {
	id := store.ModelID(text)
	if id.Owner() != "" && id.BranchNumber() == 0 {
		return ""
	}
	return id
}

// Background is the context of work that continues when the client cancels
// the request.
func Background(c echo.Context) context.Context { return context.WithoutCancel(c.Request().Context()) }

// LocalPath returns a path of this app unchanged and "" for any other target,
// so that no link can redirect a visitor to another site.
func LocalPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return ""
	}
	return path
}

// ModelWeight is the memory that the pages and pictures of a document take, for each byte of
// it.
const ModelWeight = 40

// ShowsAlready: a save that stays on its page adds nothing to the browser's
// history, or Back would lead through every field that was changed.
func ShowsAlready(c echo.Context, address string) bool {
	current, err := url.Parse(c.Request().Header.Get("HX-Current-URL"))
	return err == nil && current.RequestURI() == address
}

// ViewOfForm is the view of the page that sent the form.
func ViewOfForm(c echo.Context) web.View {
	return web.View{
		Model: c.Param("model"), Tab: TabOf(c.FormValue("tab")), Select: model.ID(c.FormValue("select")),
		Add: model.Kind(c.FormValue("add")), Pick: model.ID(c.FormValue("pick")), Formula: c.FormValue("formula"), Display: AsDisplay(c.FormValue("display")),
	}
}

// ScriptWeight is the memory that a script takes, for each byte of it: its statements, its
// model, the answer.
const ScriptWeight = 120

// ScriptWork is the weight of a request with a script.
func ScriptWork(r *http.Request) int64 { return ScriptWeight * max(0, r.ContentLength) }

// OrNotModified answers a conditional request that Unchanged has answered, or returns err.
func OrNotModified(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNotModified)
}

// Fixed reports whether the address names a revision by its number: it never
// shows anything else. A name can be given to another revision.
func Fixed(c echo.Context) bool {
	number, err := strconv.ParseUint(cmp.Or(c.QueryParam("rev"), c.QueryParam("revision")), 10, 64)
	return err == nil && number > 0
}

// WeightOf is the memory of the pages and pictures of a document.
func WeightOf(d Document) int64 { return ModelWeight * int64(len(d.Stored)) }
