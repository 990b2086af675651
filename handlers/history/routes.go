package history

import "widerow/handlers/feature"

// Routes are the pages of the feature; its tab is filled by History.
func (s *Feature) Routes() []feature.Route {
	return []feature.Route{
		feature.Post("/m/:model/undo", s.Weighed(s.undo)),
		feature.Post("/m/:model/redo", s.Weighed(s.redo)),
		feature.Post("/m/:model/restore", s.Weighed(s.restore)),
		feature.Get("/m/:model/name", s.nameForm),
		feature.Post("/m/:model/name", s.nameRevision),
	}
}
