package home

import "widerow/handlers/feature"

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
