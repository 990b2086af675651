package handlers_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"widerow/handlers"
)

// described is the description of the API, read once.
var described = sync.OnceValues(func() (routers.Router, error) {
	text, err := os.ReadFile("api/openapi.json")
	if err != nil {
		return nil, err
	}
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	return legacy.NewRouter(document)
})

// fits fails the test if an answer does not match the OpenAPI description. TestAPIElsewhere checks
// the routes that are not described.
func (a answered) fits(request *http.Request) {
	a.t.Helper()
	router, err := described()
	if err != nil {
		a.t.Fatal(err)
	}
	asked := request.Clone(request.Context())
	asked.URL.Scheme, asked.URL.Host, asked.Host = "", "", ""
	route, parameters, err := router.FindRoute(asked)
	if err != nil {
		return
	}
	if status := a.Code; status == http.StatusNotModified || status == http.StatusNoContent {
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: asked, PathParams: parameters, Route: route},
		Status:                 a.Code, Header: a.Header(), Body: io.NopCloser(bytes.NewReader(a.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: !strings.Contains(a.Header().Get("Content-Type"), "json")},
	}
	if err := openapi3filter.ValidateResponse(request.Context(), input); err != nil {
		a.t.Errorf("%s %s: status %d: not as openapi.json says: %v", request.Method, request.URL.Path, a.Code, err)
	}
}

// TestAPIDescription: the description is right by itself, has each route of the API and no
// other, and is served.
func TestAPIDescription(t *testing.T) {
	p := newPrograms(t)
	served := p.send("", "GET", "/openapi.json", "").want(200)
	document, err := openapi3.NewLoader().LoadFromData(served.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	known := map[string]bool{}
	for path, item := range document.Paths.Map() {
		for method := range item.Operations() {
			known[method+" /api/v1"+path] = true
		}
	}
	for _, route := range handlers.Needs() {
		if !strings.Contains(route, " /api/v1") {
			continue
		}
		for _, parameter := range []string{"model", "number", "revision", "thread"} {
			route = strings.Replace(route, ":"+parameter, "{"+parameter+"}", 1)
		}
		if !known[route] {
			t.Errorf("openapi.json lacks %s", route)
		}
		delete(known, route)
	}
	for route := range known {
		t.Errorf("openapi.json has %s, which there is not", route)
	}
}

// TestAPIHelp: the page of the API shows an example of each request, and has the places to
// which the types of problems lead.
func TestAPIHelp(t *testing.T) {
	s := newSite(t)
	page := s.want(http.StatusOK, s.get("/help/api")).body
	for _, want := range []string{"GET /models/{model}/document", "-X PUT", "/api/v1/models/MODEL/check", `id="status-not-found"`, `id="status-precondition-failed"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
