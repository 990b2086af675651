package handlers

import (
	"context"

	"widerow/handlers/api"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model/sharing"
	"widerow/store"
)

// apiRoutes are the addresses for programs.
func (s *gate) apiRoutes() []feature.Route {
	services := api.Services{
		Person: personOf, Role: s.roleOf, Charge: s.quotas.chargeRequest, Picture: s.canvas.Picture, Listed: s.home.Listed, Review: s.review,
	}
	return append(api.Routes(s.Server, services), api.HelpRoute(s.Server, services))
}

// roleOf returns the role of a person in a model: owner for everyone without accounts.
func (s *gate) roleOf(ctx context.Context, person identity.Person, id store.ModelID) (sharing.Role, error) {
	if s.guard == nil {
		return sharing.Owner, nil
	}
	return s.guard.Role(ctx, person, id)
}
