package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/proxy"
	webhelp "widerow/web/help"
)

// document holds the parts of openapi.json that the page about the API shows.
type document struct {
	Paths map[string]map[string]json.RawMessage `json:"paths"`
}

// described is a request in openapi.json.
type described struct {
	Summary    string
	Parameters []struct{ Name, In, Description string }
	Body       *struct{} `json:"requestBody"`
}

// methods are in the order in which the page lists them.
var methods = []string{"get", "post", "put", "patch", "delete"}

// help shows each request with an example.
func (a *api) help(c echo.Context) error {
	var read document
	if err := json.Unmarshal(description, &read); err != nil {
		return fmt.Errorf("read openapi.json: %w", err)
	}
	scheme := "http"
	if proxy.Of(c.Request()).Secure {
		scheme = "https"
	}
	page := webhelp.APIPage{Page: a.Page(c, "API"), File: a.address("/openapi.json"), Address: scheme + "://" +
		c.Request().Host + a.address(""), Statuses: statuses}
	for path, item := range read.Paths {
		for _, method := range methods {
			var request described
			if item[method] == nil || strings.Contains(path, "/pictures/") && !strings.HasSuffix(path, ".svg") {
				continue
			}
			if err := json.Unmarshal(item[method], &request); err != nil {
				return fmt.Errorf("read openapi.json: %w", err)
			}
			page.Requests = append(page.Requests, requestView(page.Address, method, path, request))
		}
	}
	slices.SortFunc(page.Requests, func(a, b webhelp.Request) int {
		order := func(r webhelp.Request) int { return slices.Index(methods, strings.ToLower(r.Method)) }
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(order(a), order(b)))
	})
	return a.Show(c, http.StatusOK, webhelp.API(page))
}

func requestView(address, method, path string, request described) webhelp.Request {
	view := webhelp.Request{Method: strings.ToUpper(method), Path: path, Summary: request.Summary}
	example, query := `curl -H "Authorization: Bearer $WIDEROW_TOKEN"`, ""
	if method != "get" && !(method == "post" && request.Body != nil) {
		example += " -X " + view.Method
	}
	for _, parameter := range request.Parameters {
		view.Parameters = append(view.Parameters, webhelp.Parameter{Name: parameter.Name, Words: parameter.Description})
		if parameter.In == "header" && parameter.Name == "If-Match" && method == "put" {
			example += ` -H 'If-Match: "…"'`
		}
		if parameter.In == "query" && parameter.Name == "q" {
			query = "?q=hotel"
		}
	}
	if request.Body != nil {
		example += " -d @body.json"
	}
	path = strings.NewReplacer("{model}", "MODEL", "{number}", "1", "{revision}", "1", "{thread}", "THREAD").Replace(path)
	view.Example = example + " \\\n  '" + address + path + query + "'"
	return view
}

// statuses are the statuses of errors. The types of problems lead to their places on the page.
var statuses = statusViews(map[int]string{
	http.StatusBadRequest: "the address or the body is wrong: problems says where", http.StatusUnauthorized: "no token, or one that does not work",
	http.StatusForbidden: "the role or the scope of the token is too small", http.StatusNotFound: "there is no such thing, or it may not be seen",
	http.StatusMethodNotAllowed: "the address does not know the method", http.StatusConflict: "the change conflicts with changes of others: conflicts lists them",
	http.StatusPreconditionFailed: "the change conflicts with changes since the revision of If-Match", http.StatusRequestEntityTooLarge: "the body is too large",
	http.StatusUnprocessableEntity: "the content is wrong, or a rule does not allow it", http.StatusPreconditionRequired: "If-Match is missing",
	http.StatusTooManyRequests: "too many requests: Retry-After says when to send the next", http.StatusInternalServerError: "a fault of the server",
	http.StatusServiceUnavailable: "the server is busy: Retry-After says when to try again", http.StatusInsufficientStorage: "the disk of the server is full",
})

func statusViews(words map[int]string) (views []webhelp.Status) {
	for status := range 600 {
		if words[status] != "" {
			views = append(views, webhelp.Status{ID: statusID(status), Name: strconv.Itoa(status), Words: words[status]})
		}
	}
	return views
}
