package connections

import (
	"widerow/handlers/feature"
)

// Routes are the pages of the feature.
func (f *Feature) Routes() []feature.Route {
	return append(f.sampleRoutes(),
		feature.Get("/connections", f.Open(f.list)),
		feature.Post("/connections", f.Open(f.add)),
		feature.Get("/connections/:connection", f.Open(f.show)),
		feature.Post("/connections/:connection", f.Open(f.change)),
		feature.Post("/connections/:connection/schema", f.Open(f.readSchema)),
		feature.Post("/connections/:connection/drift", f.Open(f.chooseDrift)),
		feature.Get("/connections/:connection/drift/:model/:direction", f.Open(f.drift)),
		feature.Get("/m/:model/clusters", f.Open(f.clusters)),
		feature.Get("/m/:model/clusters/:connection/apply", f.Open(f.previewApply)),
		feature.Post("/m/:model/clusters/:connection/apply", f.Open(f.apply)),
		feature.Post("/m/:model/clusters/:connection/measure", f.Open(f.Weighed(f.measure))),
		feature.Post("/m/:model/clusters/:connection/statements", f.Open(f.readStatements)),
		feature.Get("/m/:model/rollouts/:rollout", f.Open(f.showRollout)),
		feature.Post("/m/:model/rollouts/:rollout", f.Open(f.changeRollout)),
	)
}

// sampleRoutes are the pages of sample data.
func (f *Feature) sampleRoutes() []feature.Route {
	return []feature.Route{
		feature.Post("/connections/:connection/sample", f.Open(f.chooseSample)),
		feature.Get("/connections/:connection/sample/:model", f.Open(f.showSample)),
		feature.Post("/connections/:connection/sample/:model", f.Open(f.loadSample)),
	}
}
