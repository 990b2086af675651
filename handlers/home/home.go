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

// Listed returns all models that the person of the request may see, in the order of
// store.List. Callers share the slice.
func (s *Feature) Listed(ctx context.Context) ([]store.Summary, error) {
	all, err := s.models.all(identity.ByServer(ctx))
	if err != nil {
		return nil, err
	}
	return s.Visible(ctx, all)
}
