// Package api answers programs: the REST API below /api/v1. Each address re-uses what the
// page or the verb of the same name does; openapi.json describes all of them.
//
// Read Routes first, then problem.go (how an error is told), body.go (how a request is
// read) and document.go (how a document is saved).
package api

import (
	"context"

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
