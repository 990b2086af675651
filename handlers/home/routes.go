// Package home lists the models and makes new ones: created, opened from an example, imported
// or copied. Deleted ones are restored from there, and people name themselves.
package home

import (
	"context"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/store"
)

// Feature is the feature of a server.
type Feature struct {
	feature.Site
	models *modelList
}

// New returns the feature of a site.
func New(site feature.Site) *Feature { return &Feature{site, &modelList{Site: site}} }

// For returns the feature of a site with other addresses. Both share what they know.
func (s *Feature) For(site feature.Site) *Feature { return &Feature{site, s.models} }

// Routes are the pages of the feature.
func (s *Feature) Routes() []feature.Route {
	return []feature.Route{
		feature.Get("/", s.home),
		feature.Get("/deleted", s.deletedModels),
		feature.Post("/models", s.createModel),
		feature.Post("/examples/:slug", s.openExample),
		feature.Get("/import", s.importForm),
		feature.Post("/import", s.Held(s.importPreview)),
		feature.Post("/import/create", s.Held(s.importCreate)),
		feature.Get("/you", s.visitorForm),
		feature.Post("/you", s.saveVisitor),
		feature.Get("/m/:model/model.json", s.exportJSON),
		feature.Get(factsPath, s.cardFacts),
		feature.Post("/m/:model/copy", s.Weighed(s.copyModel)),
		feature.Get("/m/:model/delete", s.deleteForm),
		feature.Post("/m/:model/delete", s.deleteModel),
	}
}

// Listed returns all models that the person of the request may see, in the order of
// store.List. Callers share the slice.
func (s *Feature) Listed(ctx context.Context) ([]store.Summary, error) {
	all, err := s.models.all(identity.ByServer(ctx))
	if err != nil {
		return nil, err
	}
	return s.Visible(ctx, all)
}
