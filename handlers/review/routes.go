package review

import (
	"widerow/diagram"
	"widerow/handlers/feature"
)

// Routes are the pages of the feature.
func (f *Feature) Routes() []feature.Route {
	return []feature.Route{
		feature.Get("/inbox", f.showInbox),
		feature.Get("/inbox/count", f.showInboxCount),
		feature.Post("/m/:model/merge", f.Weighed(f.mergeModel)),
		feature.Get("/m/:model/compare", f.compare),
		feature.Get("/m/:model/compare.svg", f.comparePicture(diagram.FormatSVG)),
		feature.Get("/m/:model/compare.png", f.comparePicture(diagram.FormatPNG)),
		feature.Get("/m/:model/migration.cql", f.migrationFile(false)),
		feature.Get("/m/:model/migration.md", f.migrationFile(true)),
		feature.Post("/m/:model/proposals", f.Weighed(f.createProposal)),
		feature.Post("/m/:model/proposals/rules", f.saveRules),
		feature.Get("/m/:model/proposals/:number", f.openProposal),
		feature.Get("/m/:model/proposals/:number/review.html", f.reviewFile("html")),
		feature.Get("/m/:model/proposals/:number/review.md", f.reviewFile("md")),
		feature.Get("/m/:model/proposals/:number/review.pdf", f.reviewFile("pdf")),
		feature.Post("/m/:model/proposals/:number", f.Weighed(f.changeProposal)),
		feature.Post("/m/:model/comments", f.comment),
		feature.Post("/m/:model/seen", f.see),
		feature.Get("/m/:model/threads/:thread", f.openThread),
	}
}
