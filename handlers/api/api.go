// Package api answers programs: the REST API below /api/v1. Each address re-uses what the
// page or the verb of the same name does; openapi.json describes all of them.
//
// Read Routes first, then problem.go (how an error is told), body.go (how a request is
// read) and document.go (how a document is saved).
package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/review"
	wide "widerow/model"
	"widerow/model/sharing"
	"widerow/store"
)

// HelpPath is the page that explains the API.
const HelpPath = "/help/api"

// MaxBody bounds the bodies of requests, in bytes: a document and what is said about it.
const MaxBody = wide.MaxSize + maxWords

// Prefix begins the paths of this version.
const Prefix = "/api/v1"

// Services are the services that the API needs beside the site.
type Services struct {
	// Person is who a request is from, Role what the person may do with a model; None for
	// one that the person may not see.
	Person func(c echo.Context) identity.Person
	Role   func(ctx context.Context, person identity.Person, id store.ModelID) (sharing.Role, error)
	// Charge counts a request, and reports the rest of the allowance in the headers of its answer.
	Charge func(c echo.Context) error
	// Picture is the file of a diagram.
	Picture func(kind diagram.Kind, format diagram.Format) echo.HandlerFunc
	// Listed are the models that the person of a context may see, those changed last first.
	Listed func(ctx context.Context) ([]store.Summary, error)
	Review *review.Feature
}

// api is the API of a site.
type api struct {
	feature.Site
	Services
}

// Routes are the addresses of the API.
func Routes(site feature.Site, services Services) []feature.Route {
	a := &api{site, services}
	routes := []feature.Route{
		feature.Get("/models", a.models),
		feature.Post("/models", a.createModel),
		feature.Get(model, a.model),
		{Method: http.MethodPatch, Path: model, Handle: a.changeModel},
		{Method: http.MethodDelete, Path: model, Handle: a.deleteModel},
		feature.Get(model+"/document", a.document),
		{Method: http.MethodPut, Path: model + "/document", Handle: a.Weighed(a.saveDocument)},
		feature.Get(model+"/cql", a.script),
		feature.Get(model+"/check", a.check),
		feature.Get(model+"/sizes", a.sizes),
		feature.Get(model+"/derive", a.derive),
		feature.Get(model+"/compare", a.compare),
		feature.Get(model+"/revisions", a.revisions),
		feature.Get(model+"/revisions/:revision", a.revision),
		feature.Get(model+"/revisions/:revision/document", a.revisionDocument),
		feature.Post(model+"/revisions/:revision/restore", a.Weighed(a.restore)),
		feature.Get(model+"/comments", a.comments),
		feature.Post(model+"/comments", a.comment),
		feature.Get(model+"/comments/:thread", a.thread),
		feature.Post(model+"/comments/:thread", a.comment),
		feature.Post(model+"/comments/:thread/resolve", a.settle(true)),
		feature.Post(model+"/comments/:thread/reopen", a.settle(false)),
		feature.Get(model+"/proposals", a.proposals),
		feature.Post(model+"/proposals", a.Weighed(a.propose)),
		feature.Get(proposal, a.proposal),
		{Method: http.MethodPatch, Path: proposal, Handle: a.changeProposal},
		feature.Get(proposal+"/comments", a.comments),
		feature.Post(proposal+"/comments", a.comment),
		feature.Get("/search", a.search),
		feature.Get("/openapi.json", describe),
	}
	for _, do := range []string{"approve", "changes", "merge", "ready", "draft", "close", "reopen"} {
		routes = append(routes, feature.Post(proposal+"/"+do, a.Weighed(a.act(do))))
	}
	for i := range routes {
		routes[i].Path = Prefix + routes[i].Path
	}
	for _, tab := range feature.Tabs {
		for _, format := range diagram.Formats {
			if tab.Diagram != "" {
				routes = append(routes, feature.Get(PicturePath(tab.Diagram, format), a.Picture(tab.Diagram, format)))
			}
		}
	}
	for i := range routes {
		routes[i].Handle = a.counted(routes[i].Handle)
	}
	return routes
}

// The paths of a model and of a proposal below the prefix.
const (
	model    = "/models/:model"
	proposal = model + "/proposals/:number"
)

// PicturePath is the path of the file of a diagram.
func PicturePath(kind diagram.Kind, format diagram.Format) string {
	return Prefix + model + "/pictures/" + string(kind) + "." + string(format)
}

// counted counts a request before it is answered, and keeps its answer from caches that
// several people share.
func (a *api) counted(handle echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "private, no-cache")
		identify(c)
		if err := a.Charge(c); err != nil {
			return err
		}
		return handle(c)
	}
}
